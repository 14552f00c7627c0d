/** Shapes of the keys that providers give out. */
const KEY_SHAPES =
  /\b(?:sk-(?:ant-|or-|proj-)?[\w-]{8,}|AIza[\w-]{20,}|gsk_\w{10,}|xai-\w{10,})|\bBearer\s+[\w.~+/=-]{8,}/g;

const MASK = '[key removed]';

/**
 * Takes keys out of a text, e.g. an error that repeats what was sent.
 * @param text any text
 * @param keys the keys in use, taken out whatever their shape; empty ones are passed over
 * @returns the text without them
 */
export function redact(text: string, keys: readonly string[] = []): string {
  return withoutKeys(text, keys).replace(KEY_SHAPES, MASK);
}

/**
 * Takes the keys in use out of a text, and nothing else.
 * @param text any text
 * @param keys the keys, taken out whatever their shape; empty ones are passed over
 * @returns the text without them
 */
export function withoutKeys(text: string, keys: readonly string[]): string {
  let clean = text;
  for (const key of keys) {
    if (key === '') continue;
    for (const form of [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]) {
      clean = clean.replaceAll(form, MASK);
    }
  }
  return clean;
}
