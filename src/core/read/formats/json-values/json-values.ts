import { isOfRun } from '#core/read/names/column-names.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { placeRows, arrangedRows, unwrapList } from '#core/read/containers/tables.ts';
import { readOneValue, readSequence, type PlacedValue } from '#core/read/containers/read-values.ts';
import { readWhole, type RowSink, type TextFormat } from '#core/read/containers/format.ts';
import { jsonRows } from '#core/read/formats/json-rows/json-rows.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import { skipComments } from '#core/base/json/json-marks.ts';
import { DialectFinder } from '#core/base/literals/dialect.ts';
import { readLiteralAt } from '#core/base/literals/read-literal.ts';

/** JSON that is neither plain lines nor a plain list: not strict, wrapped, encoded twice, or pasted with text. */
export const jsonValues: TextFormat = {
  id: 'json-values',
  title: 'JSON',
  unit: 'Line',
  kind: 'text',
  recognise,
  createReader: (sink, head) => readWhole((text) => readText(text, head, sink)),
};

const COMMENT = /^\s*(?:\/\/|#|\/\*)/;
const ENCODED_LIST = /^\s*["'](?:\s|\\n|\\")*[[{]/;

function recognise(head: ParsedHead): boolean {
  const { text } = head;
  if (text.startsWith('\u001e') || isCommented(text)) return true;
  if (!/^\s*[[{]/.test(text)) return ENCODED_LIST.test(text);
  const { values, isStrict, kind } = head.parsed;
  const isLines = kind === 'lines';
  const [first] = values;
  if (first === undefined) return false;
  if (isJsonList(first) && isLines && values.length > 1) return true;
  // one or two rows of loose JSON among lines are no reason to read the file as a whole
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

function readText(text: string, head: ParsedHead, sink: RowSink): void {
  const whole = readOneValue(text, sink, head.read);
  if (whole) takeValue(whole, sink);
  else if (isBrokenList(text)) {
    // in a list that breaks somewhere, the rows around the break are still good
    const reader = jsonRows.createReader(sink, head);
    reader.push(text);
    reader.end();
  } else for (const value of readSequence(text, sink)) takeValue(value, sink);
}

function takeValue({ value, line, text }: PlacedValue, sink: RowSink): void {
  const decoded = unwrapEncoded(value, parseTolerant);
  const isEncoded = decoded !== value;
  if (isEncoded) sink.note({ code: 'file_converted', from: 'double_encoded' });
  placeRows(decoded, { text: isEncoded ? '' : text, line, isNumbered: false }, sink);
}
