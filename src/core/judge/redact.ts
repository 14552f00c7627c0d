import { findKeys, SHORTEST_PIECE } from './find-key.ts';

/** Shapes of the keys that providers give out. */
export const KEY_SHAPES =
  /\b(?:sk-(?:ant-|or-|proj-)?[\w-]{8,}|AIza[\w-]{20,}|gsk_\w{10,}|xai-\w{10,})|\bBearer\s+[\w.~+/=-]{8,}/
    .source;

const MASK = '[key removed]';

/** Removes keys in use, and whatever looks like one, from a text about a request. */
export function redact(text: string, keys: readonly string[] = []): string {
  return withoutShapes(without(text, keys));
}

/** Removes what looks like a key, and keys of 12 characters or more, from the answer of a judge. */
export function redactAnswer(text: string, keys: readonly string[]): string {
  return withoutShapes(withoutKeys(text, keys));
}

/** Removes only keys of 12 characters or more from the answer of an agent, which is data. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  // local servers take `test` or `EMPTY` for a key
  return without(
    text,
    keys.filter((key) => key.length >= SHORTEST_PIECE),
  );
}

/** Whether a text holds one of the keys, or something that looks like a key; an empty key is none. */
export function holdsKey(text: string, keys: readonly string[]): boolean {
  const known = keys.filter((key) => key !== '');
  return redactAnswer(text, known) !== text || known.includes(text.trim());
}

/** What is cleaned already stays as it is, whatever the mask itself holds. */
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
