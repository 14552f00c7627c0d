/** Shapes of the keys that providers give out. */
export const KEY_SHAPES =
  /\b(?:sk-(?:ant-|or-|proj-)?[\w-]{8,}|AIza[\w-]{20,}|gsk_\w{10,}|xai-\w{10,})|\bBearer\s+[\w.~+/=-]{8,}/
    .source;

const MASK = '[key removed]';

/** Shorter keys are words that are in any answer: local servers take `test` or `EMPTY` for one. */
const SHORTEST_IN_ANSWERS = 12;

/**
 * Removes keys from a text about a request, e.g. an error that repeats what was sent.
 * @param keys the keys in use, taken out whatever their shape or length; empty ones are passed over
 * @returns the text without them and without whatever looks like a key
 */
export function redact(text: string, keys: readonly string[] = []): string {
  return mask(text, [...formsOf(keys), KEY_SHAPES]);
}

/**
 * Removes keys from the answer of a judge; short keys stay, because they may be words of it.
 * @returns the text without those of 12 characters or more and without whatever looks like a key
 */
export function redactAnswer(text: string, keys: readonly string[]): string {
  return mask(text, [...formsOf(keys.filter(isLong)), KEY_SHAPES]);
}

/**
 * Removes keys from the answer of an agent, which is data: nothing else is touched.
 * @returns the text without those of 12 characters or more
 */
export function withoutKeys(text: string, keys: readonly string[]): string {
  return mask(text, formsOf(keys.filter(isLong)));
}

function isLong(key: string): boolean {
  return key.length >= SHORTEST_IN_ANSWERS;
}

/** In one pass, and whatever the mask itself holds: a text that is cleaned again stays as it is. */
function mask(text: string, patterns: readonly string[]): string {
  if (patterns.length === 0) return text;
  return text.replace(new RegExp([escape(MASK), ...patterns].join('|'), 'g'), MASK);
}

/** A key in every writing, the longest first: where one begins with another, all of it is found. */
function formsOf(keys: readonly string[]): readonly string[] {
  const forms = keys
    .filter((key) => key !== '')
    .flatMap((key) => [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length).map(escape);
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
