import { stripMarks, takeValues, type UncoveredText } from '#core/containers/uncover.ts';
import { readHeadValues } from '#core/containers/head-values.ts';
import { isKnownName } from '#core/dataset/column-names.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/json/json-value.ts';
import { readJson } from '#core/json/parse-json.ts';
import type { Conversion, UnreadShape } from '#core/issues/issue.ts';
import { isEvenTable, isTableOfRuns } from './csv/csv.ts';
import type { FileHead, Format } from './format.ts';
import { guessShape } from './guess-shape.ts';
import { headOf } from './head.ts';
import { recogniseFormat } from './registry.ts';

/** JSON text as it stands inside other JSON text, without the quotes around it. */
const ESCAPED = /^\s*[[{](?:\\n|\\t|\s)*(?:[[{](?:\\n|\\t|\s)*)?\\"/;

// a time in brackets is no list
const VALUE_START = /^\s*(?:[{("']|\[\s*[[{"'\]])/;

/** Shapes with values in them that are not whole rows. */
const KEPT: readonly (UnreadShape | undefined)[] = ['yaml', 'markup', 'printed_table'];

/** Rows without the text they stood in. */
export interface Uncovered extends UncoveredText {
  readonly from: Conversion;
}

/**
 * Tells whether rows may stand inside other text: words around them, something before each line.
 * @param head the beginning of a text without code blocks
 * @param format the format it is recognised as, if any
 * @returns whether nothing better is known of it
 */
export function mayBeCovered(head: FileHead, format: Format | undefined): boolean {
  if (ESCAPED.test(head.text)) return true;
  if (VALUE_START.test(head.text) || KEPT.includes(guessShape(head.text))) return false;
  if (format?.id !== 'csv') return format === undefined;
  return !isTableOfRuns(head) && !isEvenTable(head);
}

/**
 * Takes rows out of the text they stand in.
 * @param text the whole text
 * @returns the rows at the lines they stood at; undefined where there are none
 */
export function uncover(text: string): Uncovered | undefined {
  if (ESCAPED.test(headOf(text).text)) return unescape(text);
  const bare = stripMarks(text);
  const ignoredLines = countFilled(text) - countFilled(bare);
  const format = recogniseWhole(bare);
  if (bare !== text && VALUE_START.test(bare) && format && format.id !== 'csv')
    return { text: bare, line: firstFilled(bare), ignoredLines, from: 'other_text' };
  const found = rowsIn(bare);
  if (found) return { ...found, ignoredLines: found.ignoredLines + ignoredLines };
  // a mark may be the prompt of a console
  return bare === text ? undefined : rowsIn(text);
}

function rowsIn(text: string): Uncovered | undefined {
  const found = takeValues(text);
  if (!found || !holdsRows(found.text)) return undefined;
  // a table may have a list in a cell
  const isRest = countFilled(found.text) < found.ignoredLines;
  return isRest && recogniseWhole(text) ? undefined : { ...found, from: 'other_text' };
}

function unescape(text: string): Uncovered | undefined {
  const reading = readJson(`"${text.trim()}"`);
  if (!reading.ok || typeof reading.value !== 'string') return undefined;
  // a line end that was escaped is none in the file
  const inner = reading.value.replace(/[\r\n]+/g, ' ');
  if (!recogniseWhole(inner)) return undefined;
  return { text: inner, line: 1, ignoredLines: 0, from: 'double_encoded' };
}

function firstFilled(text: string): number {
  return text.slice(0, text.search(/\S/)).split('\n').length;
}

function recogniseWhole(text: string): Format | undefined {
  return recogniseFormat(headOf(text));
}

/** Objects are common in programs and logs; rows have names of columns, or are a framework's. */
function holdsRows(text: string): boolean {
  if (recogniseWhole(text)?.id === 'frameworks') return true;
  const { values } = readHeadValues(text.trimStart(), true);
  return values.flatMap((value) => (isJsonList(value) ? value : [value])).some(isRow);
}

function isRow(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).filter(isKnownName).length >= 2;
}

function countFilled(text: string): number {
  return text.split('\n').filter((line) => /[^\s>]/.test(line)).length;
}
