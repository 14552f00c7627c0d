import { splitRow, type SplitRow } from '#core/containers/split-row.ts';
import type { LineFormat, RowSink } from '#core/formats/format.ts';
import { countKeys, isJsonList, isJsonObject, jsonTypeOf } from '#core/json/json-value.ts';
import { readJson } from '#core/json/parse-json.ts';
import { findUnsaid, readLenient, readRowText } from '#core/json/read-lenient.ts';
import { DEPTH_LIMIT } from '#core/trajectory/read-trajectory.ts';

const LINES_LOOKED_AT = 50;

/** A value that is written over several lines, a bracket alone on the first of them. */
const TALL = /^[[{][ \t]*\r?\n[ \t]*["{]/m;

/** JSON objects, one per line. */
export const jsonl: LineFormat = {
  id: 'jsonl',
  title: 'JSONL',
  unit: 'Line',
  kind: 'lines',
  recognise({ text, isWhole, name }) {
    if (opensList(text) || TALL.test(text)) return false;
    const lines = text.split('\n', LINES_LOOKED_AT);
    if (!isWhole && lines.length < LINES_LOOKED_AT) lines.pop();
    if (lines.some((line) => line.startsWith('{') && isObjectText(line))) return true;
    const row = lines.find((line) => line.trim() !== '') ?? '';
    if (row.startsWith('{') && readRowText(row).ok) return true;
    return (
      /\.(jsonl|ndjson)$/i.test(name) || (!isWhole && text.startsWith('{') && !text.includes('\n'))
    );
  },
  readLine,
};

/** A list of rows and nothing else. Its last row may look like a line of JSONL. */
function opensList(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1);
  return first.startsWith('[') && (first.trim() === text.trim() || !readJson(first).ok);
}

function isObjectText(line: string): boolean {
  const reading = readLenient(line);
  return reading.ok && isJsonObject(reading.value);
}

/** Reads each of several objects as the row it is; a broken one takes only what follows it along. */
function readParts(text: string, line: number, { objects, rest }: SplitRow, sink: RowSink): void {
  let passed = 0;
  let at = line;
  for (const span of [...objects, ...(rest ? [rest] : [])]) {
    at += text.slice(passed, span.from).split('\n').length - 1;
    passed = span.from;
    readLine(text.slice(span.from, span.to), at, {
      row: (record, rowLine) => sink.row(record, rowLine, span),
      skip: (issue, skipped) => sink.skip(issue, skipped),
      note: (issue) => sink.note(issue),
      fail: (issue) => sink.fail(issue),
    });
  }
}

function readLine(text: string, line: number, sink: RowSink, mayHaveLongDigits = true): void {
  const reading = readRowText(text, mayHaveLongDigits);
  if (!reading.ok || isJsonList(reading.value)) {
    const split = splitRow(text);
    if (split) {
      readParts(text, line, split, sink);
      return;
    }
  }
  if (!reading.ok) {
    const { column, reason } = reading;
    // a row may span lines: point at the one that breaks
    const before = text.slice(0, column - 1).split('\n');
    const place = { line: line + before.length - 1, column: (before.at(-1)?.length ?? 0) + 1 };
    sink.skip({ code: 'row_not_json', ...place, reason }, text);
    return;
  }
  const { value } = reading;
  if (!isJsonObject(value)) {
    sink.skip({ code: 'row_not_object', line, found: jsonTypeOf(value) }, text);
    return;
  }
  const keys = countKeys(value, DEPTH_LIMIT);
  if (keys < 0) {
    sink.skip({ code: 'row_too_deep', line, limit: DEPTH_LIMIT }, text);
    return;
  }
  const isStrict = reading.leniencies.length === 0;
  const leniencies = isStrict ? findUnsaid(text, keys) : reading.leniencies;
  if (leniencies.length > 0) sink.note({ code: 'row_lenient', line, leniencies });
  if (text.includes('\ufffd')) sink.note({ code: 'characters_replaced', line });
  if (Object.hasOwn(value, '__proto__'))
    sink.note({ code: 'column_reserved', line, name: '__proto__' });
  sink.row(value, line);
}
