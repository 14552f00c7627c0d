import { isConversation } from '#core/read/transcripts/read-message.ts';
import { isPlainRow } from '#core/read/containers/tables.ts';
import {
  type LineFormat,
  type RowSink,
  type TextSpan,
  sinkWith,
  takeRow,
} from '#core/read/containers/format.ts';
import { countLineEnds, placeAt } from '#core/base/text/line-ends.ts';
import {
  countKeys,
  isJsonList,
  isJsonObject,
  DEPTH_LIMIT,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { findOmitted, readRowText, type ReadValue } from '#core/base/literals/parse-tolerant.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { isOfRun } from '#core/read/names/column-names.ts';
import { areOwnRows } from '#core/read/names/column-roles.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import { dialectOf } from '#core/base/literals/dialect.ts';
import { readLiteralAt } from '#core/base/literals/read-literal.ts';

const LINES_LOOKED_AT = 50;

/** A value that is written over several lines, a bracket alone on the first of them. */
const TALL = /^[[{][ \t]*\r?\n[ \t]*["{]/m;

/** JSON objects, one per line. */
export const jsonl: LineFormat = {
  id: 'jsonl',
  title: 'JSONL',
  unit: 'Line',
  kind: 'lines',
  recognise({ text, isWhole, name, read }) {
    if (opensList(text, read) || TALL.test(text)) return false;
    const lines = text.split('\n', LINES_LOOKED_AT);
    if (!isWhole && lines.length < LINES_LOOKED_AT) lines.pop();
    if (lines.some((line) => line.startsWith('{') && isObjectText(line, read))) return true;
    const row = lines.find((line) => line.trim() !== '') ?? '';
    if (row.startsWith('{') && readRowText(row, read).ok) return true;
    return (
      /\.(jsonl|ndjson)$/i.test(name) || (!isWhole && text.startsWith('{') && !text.includes('\n'))
    );
  },
  readLine,
};

/**
 * Whether a file begins with lines of the service's own columns, so that no other format has to be
 * asked, and nothing is around them. Rows of lists alone may be columns.
 */
export function holdsOwnRows(head: ParsedHead): boolean {
  const { text } = head;
  if (!text.startsWith('{') || TALL.test(text)) return false;
  const { values, isStrict, kind } = head.parsed;
  if (!isStrict || kind === 'first') return false;
  if (kind === 'whole' && text.trimEnd().includes('\n')) return false;
  const rows = values.filter(isJsonObject);
  return rows.length === values.length && areOwnRows(rows) && rows.every(hasText);
}

function hasText(row: JsonObject): boolean {
  return Object.values(row).some((cell) => typeof cell === 'string');
}

/** A list of rows and nothing else. Its last row may look like a line of JSONL. */
function opensList(text: string, read: ReadValue): boolean {
  const [first = ''] = text.trimStart().split('\n', 1);
  if (!first.startsWith('[')) return false;
  const reading = read(first);
  return first.trim() === text.trim() || !reading.ok || reading.tolerances.length > 0;
}

function isObjectText(line: string, read: ReadValue): boolean {
  const reading = read(line);
  return reading.ok && isJsonObject(reading.value);
}

/** Reads each of several objects as the row it is; a broken one takes only what follows it along. */
function readParts(text: string, line: number, { objects, rest }: SplitRow, sink: RowSink): void {
  let passed = 0;
  let at = line;
  for (const span of [...objects, ...(rest ? [rest] : [])]) {
    at += countLineEnds(text, passed, span.from);
    passed = span.from;
    const row: RowSink['row'] = (record, rowLine) => sink.row(record, rowLine, span);
    readLine(text.slice(span.from, span.to), at, sinkWith(sink, { row }));
  }
}

/** A chat is one record, and no list of rows. */
function isChat(list: readonly JsonValue[]): boolean {
  return isConversation(list) && !list.some(isPlainRow);
}

function readLine(text: string, line: number, sink: RowSink, read?: ReadValue): void {
  const reading = readRowText(text, read);
  if (!reading.ok || (isJsonList(reading.value) && !isChat(reading.value))) {
    const split = splitRow(text);
    if (split) {
      readParts(text, line, split, sink);
      return;
    }
  }
  if (!reading.ok) {
    // a row may span lines: point at the one that breaks
    const place = placeAt(text, reading.column - 1);
    const issue = { code: 'row_not_json', ...place, reason: reading.reason } as const;
    sink.skip({ ...issue, line: line + place.line - 1 }, text);
    return;
  }
  const { value } = reading;
  if (isJsonObject(value)) {
    const isStrict = reading.tolerances.length === 0;
    const tolerances = isStrict
      ? findOmitted(text, countKeys(value, DEPTH_LIMIT))
      : reading.tolerances;
    if (tolerances.length > 0) sink.note({ code: 'row_lenient', line, leniencies: tolerances });
    if (text.includes('\ufffd')) sink.note({ code: 'characters_replaced', line });
  }
  takeRow(value, { line, text }, sink);
}

/** The objects of a text, and the rest of it from where one of them breaks. */
interface SplitRow {
  readonly objects: readonly TextSpan[];
  readonly rest: TextSpan | undefined;
}

const BETWEEN = /[\s,]*/y;
const END = /[\s,;%]*$/y;
const LIST = /^\s*\[/;

/** Finds the objects that are in the place of one: a list of them, or several after another. */
function splitRow(text: string): SplitRow | undefined {
  const list = LIST.exec(text)?.[0].length;
  const dialect = dialectOf(text);
  const objects: TextSpan[] = [];
  for (let at = list ?? 0; ;) {
    at += matchAt(BETWEEN, text, at);
    const isClosed = list !== undefined && text.charAt(at) === ']';
    END.lastIndex = isClosed ? at + 1 : at;
    if (END.test(text) && isClosed === (list !== undefined))
      return objects.length > 0 ? { objects, rest: undefined } : undefined;
    if (text.charAt(at) !== '{') return undefined;
    const reading = readLiteralAt(text, at, dialect);
    if (!reading.ok)
      return objects.length > 0 ? { objects, rest: { from: at, to: text.length } } : undefined;
    if (!isJsonObject(reading.value)) return undefined;
    if (list !== undefined && isCallLike(reading.value) && !isOfRun(reading.value))
      return undefined;
    objects.push({ from: at, to: reading.end });
    at = reading.end;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
