import { findKeys, SHORTEST_PIECE } from './find-key.ts';

/** The forms of providers' keys. */
export const KEY_SHAPES =
  /\b(?:sk-(?:ant-|or-|proj-)?[\w-]{8,}|AIza[\w-]{20,}|gsk_\w{10,}|xai-\w{10,})|\bBearer\s+[\w.~+/=-]{8,}/
    .source;

const MASK = '[key removed]';

/** Removes keys in use, and anything that looks like a key, from a text about a request. */
export function redact(text: string, keys: readonly string[] = []): string {
  return withoutShapes(without(text, keys));
}

/** Removes what looks like a key, and keys of 12 characters or more, from a judge's answer. */
export function redactAnswer(text: string, keys: readonly string[]): string {
  return withoutShapes(withoutKeys(text, keys));
}

/** Removes only keys of 12 characters or more from an agent's answer, which is data. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  // local servers accept `test` or `EMPTY` as a key
  return without(
    text,
    keys.filter((key) => key.length >= SHORTEST_PIECE),
  );
}

/** Whether a text has one of the keys, or what looks like a key; empty keys do not count. */
export function holdsKey(text: string, keys: readonly string[]): boolean {
  const known = keys.filter((key) => key !== '');
  return redactAnswer(text, known) !== text || known.includes(text.trim());
}

/** Removes keys; parts already removed are left alone, whatever the mask contains. */
function without(text: string, keys: readonly string[]): string {
  if (keys.length === 0) return text;
  return text
    .split(MASK)
    .map((part) => {
      let [clean, done] = ['', 0];
      for (const [start, end] of findKeys(part, keys)) {
        clean += part.slice(done, start) + MASK;
        done = end;
      }
      return clean + part.slice(done);
    })
    .join(MASK);
}

function withoutShapes(text: string): string {
  return text.replace(new RegExp(KEY_SHAPES, 'g'), MASK);
}
