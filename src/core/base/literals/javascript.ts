import type { Frame } from './frame.ts';
import type { ToleranceCounter } from './tolerance.ts';
import type { TextResult } from './text-literal.ts';

const COLON = /\s*:/y;
const TEMPLATE = /`((?:[^`\\]|\\[^])*)`/y;
const SIMPLE_ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['\n', ''],
]);

/** Whether the word that ends at an offset is an unquoted key of a JavaScript object. */
export function isBareKey(
  frame: Frame | undefined,
  name: string,
  text: string,
  end: number,
): boolean {
  if (frame?.kind !== 'brace' && frame?.kind !== 'object') return false;
  if (frame.key !== undefined || /^(?:True|False|None)$|\./.test(name)) return false;
  COLON.lastIndex = end;
  return COLON.test(text);
}

const CLASS =
  /(?:<ref \*\d+> )?(?:([A-Z][\w$]*)(?:\(\d+\))? |\[[A-Z][\w$]*: null prototype\] )?(?=[[{])/y;

/** A console's mark before an object or list, and its offset. */
export interface ClassMark {
  /** The object's class; empty where the mark does not say. */
  readonly name: string;
  readonly end: number;
}

/** Finds a console's mark before an object or list, such as its class; else undefined. */
export function readClassMark(
  frame: Frame | undefined,
  text: string,
  start: number,
): ClassMark | undefined {
  if (!frame || frame.kind === 'call' || frame.kind === 'enum') return undefined;
  CLASS.lastIndex = start;
  const [mark = '', name = ''] = CLASS.exec(text) ?? [];
  if (mark === '') return undefined;
  const end = start + mark.length;
  const isPlain = /^(?:Object|Map|Set|Array)$/.test(name) || text.charAt(end) !== '{';
  return { name: isPlain ? '' : name, end };
}

/** Finds the quote of the next part of a text that a console broke with `+` at a line end. */
export function nextPart(text: string, at: number): number | undefined {
  let next = at + 1;
  while (/\s/.test(text.charAt(next))) next++;
  return /["'`]/.test(text.charAt(next)) ? next : undefined;
}

/** Whether a word stands for a value that a console did not expand, such as `[Object]`. */
export function isCutWord(text: string, start: number, name: string): boolean {
  if (!/^(?:Object|Array|Function|Circular)$/.test(name)) return false;
  return text.charAt(start - 1) === '[' && /[\]:* ]/.test(text.charAt(start + name.length));
}

/** Reads a string in backticks: its text and end, or the problem. */
export function readTemplate(
  text: string,
  start: number,
  tolerances: ToleranceCounter,
): TextResult {
  TEMPLATE.lastIndex = start;
  const [whole, body] = TEMPLATE.exec(text) ?? [];
  if (whole === undefined || body === undefined)
    return { ok: false, at: start, reason: 'String is not closed' };
  const place = /(?<!\\)\$\{/.exec(body);
  if (place) {
    const reason = 'A string with “${” is code, not a value';
    return { ok: false, at: start + 1 + place.index, reason };
  }
  if (/\\[\dxu]/.test(body)) return { ok: false, at: start, reason: 'Bad escape inside a string' };
  tolerances.add('backtick_texts', start);
  const value = body.replace(
    /\\([^])/g,
    (_, letter: string) => SIMPLE_ESCAPES.get(letter) ?? letter,
  );
  return { ok: true, value, end: start + whole.length };
}
