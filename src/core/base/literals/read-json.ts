import { tryJson } from '#core/base/json/parse-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { ToleranceKind } from './tolerance.ts';
import { readLiteral } from './read-literal.ts';

/** The parsed value, or the 1-based column of a problem and its reason. */
export type ReadResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly column: number; readonly reason: string };

/** Why strict JSON refuses a form that the tolerant parser accepts. */
const REFUSALS: Readonly<Record<ToleranceKind, string>> = {
  comments: 'JSON has no comments',
  trailing_commas: 'Comma before a closing bracket',
  single_quotes: 'Strings need double quotes',
  bare_keys: 'Keys need double quotes',
  backtick_texts: 'Strings need double quotes',
  console_forms: 'Printed by a console, not JSON',
  undefined_words: 'undefined is not JSON',
  end_marks: 'Text after the end of the value',
  python_words: 'True, False and None are Python, not JSON',
  non_finite: 'JSON has no NaN and no Infinity',
  control_characters: 'Control character inside a string',
  duplicate_keys: 'Key used twice',
  beyond_range: 'Number out of range',
  keys_not_text: 'Keys need double quotes',
  tuples: 'JSON has no tuples',
  sets: 'JSON has no sets',
  bytes: 'JSON has no bytes',
  number_forms: 'Number in a form that JSON does not have',
  python_texts: 'String in a form that JSON does not have',
  numpy_arrays: 'Expected a comma or ]',
  python_objects: 'A Python object is not JSON',
};

// allowed by JSON, so no reason to refuse
const ALLOWED: ReadonlySet<ToleranceKind> = new Set(['duplicate_keys', 'beyond_range']);
/** Accepted without a note. */
const UNNOTED = [
  [/\\(?!["\\/bfnrtu])/, 'Bad escape inside a string'],
  [/[\f\u00a0\ufeff]/, 'Unusual white space'],
  [/\(/, 'Unexpected “(”'],
] as const;

/**
 * Parses strict JSON like {@link parseJson}, without throwing.
 * @returns the value, or the 1-based column of the problem and its reason
 */
export function readJson(text: string): ReadResult {
  return tryJson(text) ?? { ok: false, ...locateJsonError(text) };
}

/** Finds where strict JSON breaks, independent of the browser's messages. */
function locateJsonError(text: string): { column: number; reason: string } {
  const literal = readLiteral(text, 'json');
  if (!literal.ok) return { column: literal.column, reason: literal.reason };
  const [first] = literal.tolerances
    .filter(({ kind }) => !ALLOWED.has(kind))
    .sort((a, b) => a.at - b.at);
  if (first) return { column: first.at + 1, reason: REFUSALS[first.kind] };
  const [pattern, reason] = UNNOTED.find(([unusual]) => unusual.test(text)) ?? [/^/, 'Not JSON'];
  return { column: text.search(pattern) + 1, reason };
}
