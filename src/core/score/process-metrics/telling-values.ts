import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';

const VALUES_LOOKED_UP = 1000;
const TEXT_READ = 20_000;
/** A text of more words is no value of a field: one of its telling words stands for it. */
const WORDS_OF_VALUE = 3;

const WORD = /[\p{L}\p{N}]+/gu;
/** Keys whose values say what something is, not what was found. */
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

/** A value that can be looked up: its words, all of which must be found, or any one of them. */
export interface TellingValue {
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
 * Finds what can be looked up in a value, at most {@link VALUES_LOOKED_UP}: numbers of three digits
 * or more, texts of four letters or digits or more that are not just `success` and the like, and of
 * texts of more than three words those with a digit, a capital or at least eight letters.
 */
export function tellingValues(value: JsonValue | undefined): readonly TellingValue[] {
  const found: TellingValue[] = [];
  if (value === undefined) return found;
  eachScalar(value, (text) => {
    const telling = tellingValue(text);
    if (telling) found.push(telling);
    return found.length < VALUES_LOOKED_UP;
  });
  return found;
}

function tellingValue(text: string): TellingValue | undefined {
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

/** Goes through the scalars of a value; JSON text inside it is opened. Stops when told so. */
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
export function isAmong({ words, needsAll }: TellingValue, known: ReadonlySet<string>): boolean {
  return needsAll ? words.every((word) => known.has(word)) : words.some((word) => known.has(word));
}
