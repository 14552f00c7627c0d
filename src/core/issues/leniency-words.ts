import type { Leniency, LeniencyKind } from '#core/literals/leniency.ts';

const WORDS: Readonly<Record<LeniencyKind, string>> = {
  comments: 'comments',
  trailing_commas: 'trailing commas',
  single_quotes: 'single quotes',
  bare_keys: 'keys without quotes',
  backtick_texts: 'text in backticks',
  console_forms: 'values as the console of Node prints them',
  undefined_words: 'undefined, left out of objects and null elsewhere',
  end_marks: 'a % or a semicolon after the value',
  python_words: 'Python’s True, False and None',
  non_finite: 'NaN and Infinity; NaN is taken as equal to NaN',
  control_characters: 'control characters inside text',
  duplicate_keys: 'a key twice in one object; the last one counts',
  beyond_range: 'numbers beyond ±1.8e308, read as infinity',
  keys_not_text: 'keys that are no text',
  tuples: 'tuples as lists',
  sets: 'sets as lists',
  bytes: 'bytes as text',
  number_forms: 'numbers written as only Python does',
  python_texts: 'texts written as only Python does',
  numpy_arrays: 'numpy arrays without commas',
  python_objects: 'Python objects',
};

/** What strict JSON allows, though no value can hold it. */
const STRICT: readonly LeniencyKind[] = ['duplicate_keys', 'beyond_range'];

/**
 * Says what a text is that was read leniently.
 * @param leniencies at least one
 * @returns "not strict JSON", or less where it is that
 */
export function strictnessInWords(leniencies: readonly Leniency[]): string {
  const isStrict = leniencies.every(({ kind }) => STRICT.includes(kind));
  return isStrict ? 'unusual JSON' : 'not strict JSON';
}

/**
 * Puts into words what was lenient about a text.
 * @param leniencies at least one
 * @returns a list of them, with Python's types named; no full stop
 */
export function leniencyInWords(leniencies: readonly Leniency[]): string {
  const types = leniencies.filter(({ kind }) => kind === 'python_objects').map(({ name }) => name);
  const kinds = leniencies.filter(({ kind }) => kind !== 'python_objects');
  const words = kinds.map(({ kind }) => WORDS[kind]);
  if (types.length > 0) words.push(`${WORDS.python_objects} (${types.slice(0, 8).join(', ')})`);
  return words.join(', ');
}
