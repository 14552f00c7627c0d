import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { isColumns, placeColumns } from '#core/read/containers/tables.ts';
import { readWhole, type RowSink, type TextFormat } from '#core/read/containers/format.ts';
import { isJsonObject } from '#core/base/json/json-value.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { readLiteralAt } from '#core/base/literals/read-literal.ts';
import { placeAt } from '#core/base/text/line-ends.ts';

/** A JSON object of columns: name → list of values, or name → { row label → value } as pandas writes. */
export const jsonColumns: TextFormat = {
  id: 'json-columns',
  title: 'JSON columns',
  unit: 'Row',
  kind: 'text',
  recognise,
  createReader: (sink, head) => readWhole((text) => readColumns(text, head, sink)),
};

function recognise(head: ParsedHead): boolean {
  const { text, isWhole } = head;
  if (!/^\s*\{\s*"/.test(text)) return false;
  const { values, isStrict, kind } = head.parsed;
  const [value] = values;
  if (kind === 'whole') return isStrict && isColumns(value);
  // several objects are rows
  if (kind === 'lines' || text.trimEnd().includes('\n{')) return false;
  // the place of a broken one is reported
  if (isWhole) return !readLiteralAt(text, text.indexOf('{'), 'json').ok;
  if (!isStrict || !isJsonObject(value)) return false;
  const columns = Object.entries(value);
  // the last one may be cut
  const whole = columns.length > 1 ? columns.slice(0, -1) : columns;
  return whole[0]?.[0] !== 'columns' && isColumns(Object.fromEntries(whole));
}

function readColumns(text: string, head: ParsedHead, sink: RowSink): void {
  const known = head.read(text.trimStart());
  const reading = known.ok && known.tolerances.length === 0 ? known : readJson(text);
  if (!reading.ok) {
    const { column, reason } = reading;
    sink.fail({ code: 'file_not_json', ...placeAt(text, column - 1), reason });
  } else if (isJsonObject(reading.value)) placeColumns(reading.value, sink);
  else sink.fail({ code: 'shape_unknown' });
}
