import type { JsonValue } from '#core/json/json-value.ts';
import { readLenient } from '#core/json/read-lenient.ts';

const CLOSERS = new Map([
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
]);

/** The values a file begins with, to recognise it by. Never used as data. */
export interface HeadValues {
  readonly values: readonly JsonValue[];
  /** Whether they are strict JSON. */
  readonly isStrict: boolean;
  /** Whether each stands on a line of its own. */
  readonly isLines: boolean;
}

const NOTHING: HeadValues = { values: [], isStrict: true, isLines: false };
const LINES_LOOKED_AT = 50;
const DEEPEST = 1000;

/**
 * Reads the values at the beginning of a file: whole lines, or the first value as far as it goes.
 * @param text the beginning
 * @param isWhole whether it is all there is
 * @returns the values; none when the text does not begin with one
 */
export function readHeadValues(text: string, isWhole: boolean): HeadValues {
  const start = text.search(/[^\s\p{Cc}]/u);
  if (start < 0) return NOTHING;
  const body = text.slice(start);
  if (isWhole) {
    const whole = readLenient(body);
    if (whole.ok)
      return { values: [whole.value], isStrict: whole.leniencies.length === 0, isLines: false };
  }
  return readLines(body, isWhole) ?? readFirst(body);
}

function readLines(text: string, isWhole: boolean): HeadValues | undefined {
  const lines = text.split('\n', LINES_LOOKED_AT + 1);
  if (!isWhole || lines.length > LINES_LOOKED_AT) lines.pop();
  const readings = lines
    .map((line) => line.replace(/^\p{Cc}/u, ''))
    .filter((line) => line.trim() !== '')
    .map((line) => readLenient(line));
  if (readings[0]?.ok !== true) return undefined;
  const good = readings.filter((reading) => reading.ok);
  const isStrict = good.every(({ leniencies }) => leniencies.length === 0);
  return { values: good.map(({ value }) => value), isStrict, isLines: true };
}

/** The first value, closed where the head cuts it. */
function readFirst(text: string): HeadValues {
  const reading = readLenient(closeHead(text));
  if (!reading.ok) return NOTHING;
  return { values: [reading.value], isStrict: reading.leniencies.length === 0, isLines: false };
}

/**
 * Ends a text after its first value; where it is cut off, after the last whole item, with the open
 * brackets closed.
 * @param text JSON or Python text
 * @returns text to recognise the value by, not fit to be read as data; empty when it is nested
 * deeper than any dataset
 */
export function closeHead(text: string): string {
  const open: string[] = [];
  const quotes = text.trimStart().startsWith("'") || /^\s*[[{(]+\s*'/.test(text) ? `"'` : '"';
  // brackets are opened and closed only where the text may be cut
  let cut = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const closer = CLOSERS.get(char);
    if (closer !== undefined) {
      open.push(closer);
      if (open.length > DEEPEST) return '';
      cut = at + 1;
    } else if (quotes.includes(char)) {
      const end = textEnd(text, at, char);
      if (end < 0) break;
      at = end;
    } else if (char === open.at(-1)) {
      open.pop();
      cut = at + 1;
      if (open.length === 0) break;
    } else if (char === ',') cut = at;
  }
  return text.slice(0, cut) + open.reverse().join('');
}

function textEnd(text: string, at: number, quote: string): number {
  for (let end = at + 1; end < text.length; end++) {
    const char = text.charAt(end);
    if (char === '\\') end++;
    else if (char === quote) return end;
  }
  return -1;
}
