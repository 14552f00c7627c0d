import { countFilledLines, placeAt } from '#core/base/text/line-ends.ts';
import {
  takeFenced,
  takeValues,
  withoutInvisible,
  type UnwrappedText,
} from '#core/read/containers/unwrap-text.ts';
import { isKnownName } from '#core/read/names/column-names.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import type { Conversion, LineMark, UnreadShape } from '#core/read/issues/codes.ts';
import { findBackslash, isEvenTable, isTableOfRuns } from './csv/csv.ts';
import type { Format } from '#core/read/containers/format.ts';
import { guessShape } from './guess-shape.ts';
import { arrangedRows } from '#core/read/containers/tables.ts';
import { headOf, ParsedHead, type FileHead } from '#core/read/containers/head-values.ts';
import { assignsData, beginsData, python } from './python/python.ts';
import { jsonRows } from './json-rows/json-rows.ts';
import { recogniseFormat } from './registry.ts';

/** A text with something before its lines, and what is left without it. */
interface MarkedText {
  readonly mark: 'numbers' | 'quotes';
  /** 1-based line of the first mark. */
  readonly line: number;
  /** Whether every line that is not blank is marked. */
  readonly isEveryLine: boolean;
  /** The marked lines without their marks, the other ones empty. */
  readonly text: string;
}

const QUOTES = /^[ \t]?(?:>[ \t]?)+/;
// the hours and seconds of a log are no numbers of lines
const NUMBER = /^[ \t]*(\d{1,7})(?:\t|[ \t]?[|→][ \t]?|\)[ \t]?|[:.](?!\d)[ \t]?| (?= *["[\]{}]))/;

/**
 * Finds what a listing or a mail has before its lines: a number that counts on, or the mark of a
 * quotation. There may be other lines around them, and fewer between them.
 * @returns undefined where there is no such mark
 */
function findLineMarks(text: string): MarkedText | undefined {
  const lines = text.split('\n');
  const quoted = markedBy('quotes', QUOTES, lines);
  if (quoted) return quoted;
  const numbers = lines.flatMap((line) => NUMBER.exec(line)?.[1] ?? []).map(Number);
  const isCounted = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
  return isCounted && numbers.length > 1 ? markedBy('numbers', NUMBER, lines) : undefined;
}

function markedBy(
  mark: MarkedText['mark'],
  pattern: RegExp,
  lines: readonly string[],
): MarkedText | undefined {
  const isMarked = (line: string): boolean => pattern.test(line);
  const first = lines.findIndex(isMarked);
  const marked = lines.filter(isMarked).length;
  const between = lines.slice(Math.max(0, first), lines.findLastIndex(isMarked) + 1);
  if (2 * marked <= countFilledLines(between.join('\n'))) return undefined;
  return {
    mark,
    line: first + 1,
    isEveryLine: marked === countFilledLines(lines.join('\n')),
    text: lines.map((line) => (isMarked(line) ? line.replace(pattern, '') : '')).join('\n'),
  };
}

/** JSON text as it is inside other JSON text, without the quotes around it. */
const ESCAPED = /^\s*[[{](?:\\n|\\t|\s)*(?:[[{](?:\\n|\\t|\s)*)?\\"/;

// a time in brackets is no list
const VALUE_START = /^\s*(?:[{("']|\[\s*[[{"'\]])/;

/** Shapes with values in them that are not whole rows. */
const KEPT: readonly (UnreadShape | undefined)[] = ['yaml', 'markup', 'printed_table'];

/** Rows without the text they were in. */
export interface Unwrapped extends UnwrappedText {
  readonly from: Conversion;
}

/** Whether rows may be inside other text: words around them, or before them on their lines. */
export function mayBeWrapped(head: ParsedHead, format: Format | undefined): boolean {
  if (ESCAPED.test(head.text)) return true;
  if (findMarks(head, format)) return false;
  if (VALUE_START.test(head.text) || KEPT.includes(guessShape(head.text))) return false;
  if (format === python) return !beginsData(head);
  if (format?.id !== 'csv') return format === undefined;
  return !isTableOfRuns(head) && !isEvenTable(head);
}

/** What keeps a text from being read, and the 1-based line of the first. */
interface FoundMark {
  readonly mark: LineMark;
  readonly line: number;
}

/**
 * Finds numbers or quotation marks before the lines of a text that could be read without them, and
 * backslashes that escape the quotes and delimiters of a table. The rows of such a text are wrong,
 * or there are none.
 * @param format the format it is recognised as, if any
 */
export function findMarks(head: ParsedHead, format: Format | undefined): FoundMark | undefined {
  if ((format && format.id !== 'csv') || ESCAPED.test(head.text)) return undefined;
  const escape = findBackslash(head);
  if (escape !== undefined) return { mark: 'backslashes', line: escape };
  const marked = findLineMarks(head.text);
  // the numbers of a table begin below its header
  if (!marked || (format && !marked.isEveryLine)) return undefined;
  const shape = guessShape(head.text);
  if (shape === 'printed_table') return undefined;
  const { mark, line } = marked;
  const text = marked.text.trimStart();
  const isRead = recogniseWhole(text, head) || (shape !== 'no_header' && rowsIn(text, head));
  return isRead ? { mark, line } : undefined;
}

/**
 * Extracts rows from the text around them.
 * @returns the rows at the lines they stood at; undefined where there are none
 */
export function unwrap(text: string, head = headOf(text)): Unwrapped | undefined {
  if (ESCAPED.test(head.text)) return unescape(text, head);
  const bare = withoutInvisible(text);
  const format = recogniseWhole(bare, head);
  if (format === python && assignsData(bare)) return undefined;
  if (bare !== text && VALUE_START.test(bare) && format && format.id !== 'csv')
    return {
      text: bare,
      line: placeAt(bare, bare.search(/\S/)).line,
      ignoredLines: 0,
      from: 'other_text',
    };
  return rowsIn(bare, head);
}

function rowsIn(text: string, head: ParsedHead): Unwrapped | undefined {
  const found = takeValues(text);
  if (!found || !holdsRows(found.text, head)) return undefined;
  // a table may have a list in a cell
  const isRest = countFilledLines(found.text) < found.ignoredLines;
  const format = isRest ? recogniseWhole(text, head) : undefined;
  return format && format !== python ? undefined : { ...found, from: 'other_text' };
}

function unescape(text: string, head: ParsedHead): Unwrapped | undefined {
  const reading = readJson(`"${text.trim()}"`);
  if (!reading.ok || typeof reading.value !== 'string') return undefined;
  // an escaped line end is not a line end of the file
  const inner = reading.value.replace(/[\r\n]+/g, ' ');
  if (!recogniseWhole(inner, head)) return undefined;
  return { text: inner, line: 1, ignoredLines: 0, from: 'double_encoded' };
}

function recogniseWhole(text: string, like: ParsedHead): Format | undefined {
  return recogniseFormat(headOf(text, '', like));
}

/** Objects are common in programs and logs; rows have names of columns, or are a framework's. */
function holdsRows(text: string, like: ParsedHead): boolean {
  if (recogniseWhole(text, like)?.id === 'frameworks') return true;
  const { values } = new ParsedHead({ text, isWhole: true, name: '' }, like).parsed;
  return values
    .flatMap((value) => (isJsonList(value) ? value : (arrangedRows(value)?.rows ?? [value])))
    .some(isRow);
}

function isRow(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).filter(isKnownName).length >= 2;
}

const QUOTE_OR_BRACKET = /^\s*["[{(]/;

/**
 * Whether a text may hold its data in Markdown code blocks, with words around them. In a value, and
 * in the cells of a table, code blocks are part of the data.
 */
export function mayBeFenced(head: FileHead): boolean {
  const hasFence = /^[ \t]*(?:`{3}|~{3})/m.test(head.text);
  return hasFence && !QUOTE_OR_BRACKET.test(head.text) && !isTableOfRuns(head);
}

// Every format looks at each of them.
const FAILURES = 1000;

/**
 * Extracts the data of the Markdown code blocks of a paste. Behind a thousand blocks of no format,
 * only blocks of rows and of formats met before are data.
 * @returns the blocks of some format that is read here; undefined where there is none
 */
export function unfence(text: string, head = headOf(text)): UnwrappedText | undefined {
  // rows of JSON are known by their first characters
  const met = new Set<Format>([jsonRows]);
  let failures = 0;
  // the blocks of a program name what is in others
  const program = takeFenced(text, () => true);
  if (program && assignsData(program.text)) return program;
  return takeFenced(text, (block) => {
    const start = headOf(block, '', head);
    for (const format of met) if (format.recognise(start)) return true;
    if (failures >= FAILURES) return false;
    const format = recogniseFormat(start);
    const isData = format !== undefined && format !== python;
    if (isData) met.add(format);
    else failures++;
    return isData;
  });
}
