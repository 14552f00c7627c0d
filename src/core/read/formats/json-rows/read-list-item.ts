import { countLineEnds } from '#core/base/text/line-ends.ts';
import type { RowSink } from '#core/read/containers/format.ts';
import { readSequence } from '#core/read/containers/read-values.ts';
import { sinkWith, withLines } from '#core/read/containers/take-row.ts';
import { jsonl } from '#core/read/formats/jsonl/jsonl.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import type { TolerantResult } from '#core/base/literals/parse-tolerant.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';

/**
 * Reads a row. One that breaks may be several: a bracket that is never closed takes those after it
 * along.
 * @param item what is between two commas, or between a bracket and a comma; blanks alone are none
 * @param line the 1-based physical line it starts at
 * @param sink receives what is found, each row with its span in the item
 */
export function readItem(item: string, line: number, sink: RowSink): void {
  const text = item.trim();
  if (text === '') return;
  const start = item.indexOf(text);
  const mayBeSeveral = text.startsWith('{') && text.includes('\n');
  const strict = mayBeSeveral ? tryJson(text) : undefined;
  if (strict || !mayBeSeveral) {
    readPart(text, start, line + countLineEnds(item, 0, start), sink, strict?.value);
    return;
  }
  const placed = withLines(sink, (own) => own + line - 1);
  const broken = sinkWith(placed, {
    skip: (issue, skipped) => {
      if (skipped.trim() !== ']') placed.skip(issue, skipped);
    },
  });
  for (const { value, at, line: own, text: part } of readSequence(item, broken))
    readPart(part, at, own, placed, value);
}

/** Reads a part of an item; `value` is what it holds, where that is known. */
function readPart(text: string, at: number, line: number, sink: RowSink, value?: JsonValue): void {
  const row: RowSink['row'] = (record, rowLine, span = { from: 0, to: text.length }) =>
    sink.row(record, rowLine, { from: at + span.from, to: at + span.to });
  const read =
    value === undefined ? undefined : (): TolerantResult => ({ ok: true, value, tolerances: [] });
  jsonl.readLine(text, line, sinkWith(sink, { row }), read);
}
