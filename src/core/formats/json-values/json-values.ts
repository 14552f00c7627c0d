import { isOfRun } from '#core/calls/is-of-run.ts';
import { readHeadValues } from '#core/containers/head-values.ts';
import { placeRows } from '#core/containers/place-rows.ts';
import { readValues, type PlacedValue } from '#core/containers/read-values.ts';
import { arrangedRows } from '#core/containers/tables.ts';
import { decodeText, unwrapList } from '#core/containers/unwrap.ts';
import type { FileHead, RowSink, TextFormat } from '#core/formats/format.ts';
import { readWhole } from '#core/formats/whole-text.ts';
import { jsonRows } from '#core/formats/json-rows/json-rows.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/json/json-value.ts';
import { skipComments } from '#core/literals/comments.ts';
import { DialectFinder } from '#core/literals/dialect.ts';
import { readLiteralAt } from '#core/literals/read-literal.ts';

/** JSON that is neither plain lines nor a plain list: lenient, wrapped, encoded twice, in a paste. */
export const jsonValues: TextFormat = {
  id: 'json-values',
  title: 'JSON',
  unit: 'Line',
  kind: 'text',
  recognise,
  createReader: (sink) => readWhole((text) => readText(text, sink)),
};

const COMMENT = /^\s*(?:\/\/|#|\/\*)/;
const ENCODED_LIST = /^\s*["'](?:\s|\\n|\\")*[[{]/;

function recognise({ text, isWhole }: FileHead): boolean {
  if (text.startsWith('\u001e') || isCommented(text)) return true;
  if (!/^\s*[[{]/.test(text)) return ENCODED_LIST.test(text);
  const { values, isStrict, isLines } = readHeadValues(text, isWhole);
  const [first] = values;
  if (first === undefined) return false;
  if (isJsonList(first) && isLines && values.length > 1) return true;
  // a lenient row or two among lines is no reason to read the file as a whole
  if (!isStrict && !(isLines && isJsonObject(first))) return true;
  return unwrapList(first) !== undefined || arrangedRows(first) !== undefined || isCallList(first);
}

/** Comments, and then a list or an object. */
function isCommented(text: string): boolean {
  return COMMENT.test(text) && '[{'.includes(text.charAt(skipComments(text)) || ' ');
}

function isCallList(value: JsonValue): boolean {
  if (!isJsonList(value)) return false;
  const [first] = value;
  if (isJsonList(first)) return first.length === 0 || isCallList(first);
  return isJsonObject(first) && Object.hasOwn(first, 'tool_name') && !isOfRun(first);
}

/** A list that breaks before its end; after a whole one, other values may follow. */
function isBrokenList(text: string): boolean {
  if (!/^\s*\[/.test(text)) return false;
  return !readLiteralAt(text, 0, new DialectFinder(text).dialectAt(0)).ok;
}

function readText(text: string, sink: RowSink): void {
  // in a list that breaks somewhere, the rows around the break are still good
  if (isBrokenList(text)) {
    const reader = jsonRows.createReader(sink, { text, isWhole: true, name: '' });
    reader.push(text);
    reader.end();
    return;
  }
  for (const value of readValues(text, sink)) takeValue(value, sink);
}

function takeValue({ value, line, text }: PlacedValue, sink: RowSink): void {
  const decoded = decodeText(value);
  const isEncoded = decoded !== value;
  if (isEncoded) sink.note({ code: 'file_converted', from: 'double_encoded' });
  placeRows(decoded, { text: isEncoded ? '' : text, line, isNumbered: false }, sink);
}
