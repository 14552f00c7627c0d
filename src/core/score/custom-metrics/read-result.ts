import { isFigure } from '#core/base/json/json-value.ts';
import { boundText } from '#core/base/text/sentence.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';

/** A checked result of a custom metric for a row. */
export type CustomResult =
  | {
      readonly kind: 'score';
      readonly value: number;
      /** Further columns that the function returned, as text. */
      readonly more: readonly (readonly [key: string, text: string])[];
    }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'error';
      readonly message: string;
      /** 1-based line of the code, where known. */
      readonly line?: number;
      /** 1-based, where known. */
      readonly column?: number;
      /** The code cannot run at all. */
      readonly atStart?: true;
    };

/** The fields of a metric that decide how results are read. */
type ResultOf = Pick<CustomMetric, 'name' | 'scale' | 'language'>;

/** Longer messages of errors are cut. */
export const MESSAGE_LIMIT = 300;
/** Longer texts beside a score are cut. */
export const TEXT_LIMIT = 500;
const KEYS_LIMIT = 20;
const KEY = /^[\p{L}\p{N}_$][\p{L}\p{N}_$ .-]{0,59}$/u;

/**
 * Checks the sandbox's answer for a row; the code may have tampered with everything there, so
 * nothing is trusted.
 */
export function readResult(given: unknown, metric: ResultOf): CustomResult {
  const answer = numberIn(given);
  if (!isRecord(answer)) return readScore(answer, metric, []);
  const { error, line, column, type, entries } = answer;
  if (typeof error === 'string') return fail(error, line, column);
  if (typeof type === 'string') return wrongType(type, metric);
  if (Array.isArray(entries)) return readEntries(entries, metric);
  return fail('Returned an invalid result.');
}

function readScore(
  value: unknown,
  metric: ResultOf,
  more: readonly (readonly [string, string])[],
): CustomResult {
  const { scale, language } = metric;
  // a Python function without a return statement returns None
  if (value === null) return language === 'python' ? wrongType('None', metric) : { kind: 'none' };
  if (typeof value === 'boolean') return { kind: 'score', value: value ? 1 : 0, more };
  if (typeof value !== 'number')
    return wrongType(value === undefined ? 'nothing' : typeof value, metric);
  if (!isFigure(value)) return fail(`Returned ${value}, which is not a score.`);
  if (scale === 'binary' && value !== 0 && value !== 1)
    return fail(`Returned ${value}, but scores must be 0 or 1.`);
  if (scale === 'share' && (value < 0 || value > 1))
    return fail(`Returned ${value}, but scores must be between 0 and 1.`);
  return { kind: 'score', value, more };
}

/** Reads an object: its score is the entry with the metric's name, or `score`. */
function readEntries(entries: readonly unknown[], metric: ResultOf): CustomResult {
  const given = new Map<string, unknown>();
  for (const entry of entries.slice(0, KEYS_LIMIT)) {
    if (Array.isArray(entry) && typeof entry[0] === 'string')
      given.set(entry[0], numberIn(entry[1]));
  }
  const scoreKey = [metric.name, 'score'].find((key) => given.has(key));
  if (scoreKey === undefined)
    return fail(
      `Returned ${metric.language === 'python' ? 'a dict' : 'an object'} without “${metric.name}” or “score”, a key for the score.`,
    );
  const score = given.get(scoreKey);
  given.delete(scoreKey);
  if (isRecord(score)) {
    return wrongType(typeof score['type'] === 'string' ? score['type'] : 'object', metric);
  }
  const more: (readonly [string, string])[] = [];
  for (const [key, value] of given) {
    if (!KEY.test(key) || key === '__proto__')
      return fail(`Returned a key that cannot name a column: ${quote(key)}.`);
    if (value === null) continue;
    if (!isPlain(value)) return fail(`Did not return a number, string or boolean for “${key}”.`);
    more.push([key, boundText(String(value), TEXT_LIMIT)]);
  }
  return readScore(score, metric, more);
}

function wrongType(type: string, { name, language }: ResultOf): CustomResult {
  const found = boundText(type, 20);
  const wanted =
    language === 'python' ? `a number or a dict with “${name}”` : 'a number, a boolean or null';
  return fail(`Returned ${WORDS[found] ?? `a ${found}`} instead of ${wanted}.`);
}

const WORDS: Readonly<Record<string, string>> = {
  nothing: 'nothing',
  undefined: 'nothing',
  None: 'None',
  str: 'text',
  array: 'a list',
  object: 'an object',
  string: 'text',
};

function fail(message: string, line?: unknown, column?: unknown): CustomResult {
  const text = boundText(message, MESSAGE_LIMIT);
  return {
    kind: 'error',
    message: text,
    ...(isPlace(line) && { line, ...(isPlace(column) && { column }) }),
  };
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function quote(key: string): string {
  return JSON.stringify(boundText(key, 40));
}

/** NaN and Infinity come as text, because JSON has neither. */
function numberIn(value: unknown): unknown {
  return isRecord(value) && typeof value['number'] === 'string' ? Number(value['number']) : value;
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An error in a metric's code, and its place. */
export interface CodeError {
  readonly message: string;
  /** 1-based line of the code, where known. */
  readonly line?: number;
  /** 1-based, where known. */
  readonly column?: number;
}

/** The characters kept of a message, and examined of a line. */
const MAX_SHOWN = 300;

/**
 * Explains an error of the browser to the author of the code, with a hint at TypeScript or module
 * syntax. Lines and columns are 1-based, 0 where unknown; `linesBefore` lines precede the author's.
 */
export function explainCodeError(
  message: string,
  programLine: number,
  linesBefore: number,
  code: string,
  column = 0,
): CodeError {
  const lines = code.split('\n');
  const plain = boundText(message.replace(/^Uncaught (?=\w)/, ''), MAX_SHOWN);
  if (programLine <= linesBefore) return { message: plain };
  const line = Math.min(lines.length, programLine - linesBefore);
  return {
    line,
    message: plain + hintAt(plain, (lines[line - 1] ?? '').slice(0, MAX_SHOWN)),
    ...(column > 0 && { column }),
  };
}

function hintAt(message: string, line: string): string {
  if (!message.startsWith('SyntaxError')) return '';
  if (/^\s*(import|export)\b/.test(line))
    return ' The code is not a module: remove “import” and “export”.';
  return isTyped(line) ? ' This looks like TypeScript: types are not supported, remove them.' : '';
}

/** Whether a line has TypeScript annotations or declarations. */
function isTyped(line: string): boolean {
  return (
    /^\s*(interface|type|enum|declare|abstract|namespace)\s+\w/.test(line) ||
    /[\w)\]]\??\s*:\s*[A-Za-z_{[(][\w.<>[\]|\s]*[,)={;]/.test(line) ||
    /\bas\s+[A-Za-z]|\bsatisfies\s+[A-Za-z]|\w!\.|\w<[A-Z]\w*>\(/.test(line)
  );
}
