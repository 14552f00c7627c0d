import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';

const VALUES_LOOKED_UP = 1000;
const TEXT_READ = 20_000;
/** Longer texts are sentences: any one of their distinctive words stands for them. */
const WORDS_OF_VALUE = 3;

const WORD = /[\p{L}\p{N}]+/gu;
/** Keys whose values classify something instead of naming it. */
const FORM_KEYS = new Set(['type', 'role', 'status']);
const TRIVIAL = new Set(
  ['true', 'false', 'null', 'none', 'error', 'failed', 'done', 'success', 'successful'].concat([
    'completed',
    'okay',
    'unknown',
  ]),
);
const LETTERS = 4;
const DIGITS = 3;
const LONG_WORD = 8;

/** A value to look up by its words: by all of them, or by any one. */
export interface DistinctiveValue {
  readonly words: readonly string[];
  readonly needsAll: boolean;
}

function wordsOf(text: string): readonly string[] {
  return text.slice(0, TEXT_READ).toLowerCase().match(WORD) ?? [];
}

/** Adds every word of a value to a set: of texts, numbers and truth values, not of keys. */
export function addWords(words: Set<string>, value: JsonValue | undefined): void {
  if (value === undefined) return;
  eachScalar(value, (text) => {
    for (const word of wordsOf(text)) words.add(word);
    return true;
  });
}

/**
 * Finds the distinctive values within a value, at most {@link VALUES_LOOKED_UP}: numbers of three
 * or more digits; texts of four or more letters or digits other than `success` and the like; of
 * longer texts the words with a digit, a capital or at least eight letters.
 */
export function distinctiveValues(value: JsonValue | undefined): readonly DistinctiveValue[] {
  const found: DistinctiveValue[] = [];
  if (value === undefined) return found;
  eachScalar(value, (text) => {
    const telling = tellingValue(text);
    if (telling) found.push(telling);
    return found.length < VALUES_LOOKED_UP;
  });
  return found;
}

function tellingValue(text: string): DistinctiveValue | undefined {
  const words = wordsOf(text);
  if (words.length > WORDS_OF_VALUE) {
    const telling = (text.slice(0, TEXT_READ).match(WORD) ?? []).filter(isTellingWord);
    if (telling.length === 0) return undefined;
    return { words: telling.map((word) => word.toLowerCase()), needsAll: false };
  }
  const joined = words.join('');
  const isNumber = /^\d+$/.test(joined);
  if (joined.length < (isNumber ? DIGITS : LETTERS) || TRIVIAL.has(joined)) return undefined;
  return { words, needsAll: true };
}

function isTellingWord(word: string): boolean {
  if (/\d/.test(word)) return word.length >= DIGITS;
  return word.length >= (/^\p{Lu}/u.test(word) ? LETTERS : LONG_WORD);
}

/** Visits the scalars of a value, also within JSON text, until `take` stops it. */
function eachScalar(value: JsonValue, take: (text: string) => boolean): boolean {
  const inner = typeof value === 'string' ? unwrapEncoded(value) : value;
  if (isJsonList(inner)) return inner.every((item) => eachScalar(item, take));
  if (isJsonObject(inner))
    return Object.entries(inner).every(
      ([key, item]) => (FORM_KEYS.has(key) && typeof item === 'string') || eachScalar(item, take),
    );
  return inner === null || take(String(inner));
}

/** Whether a value is among some words. */
export function isAmong({ words, needsAll }: DistinctiveValue, known: ReadonlySet<string>): boolean {
  return needsAll ? words.every((word) => known.has(word)) : words.some((word) => known.has(word));
}
