/** A value of an object or a list, as it is written. */
export interface JsonPart {
  /** The key it stands under; undefined in a list. */
  readonly key: string | undefined;
  /** The value’s own text. */
  readonly text: string;
}

/**
 * Splits an object or a list into the texts of its values: also of those under a key that an object
 * has twice, of which parsing gives the last one alone.
 * @param text strict JSON
 * @returns its values in order; none for what is neither object nor list
 */
export function splitJson(text: string): readonly JsonPart[] {
  const parts: JsonPart[] = [];
  let depth = 0;
  let key: string | undefined;
  let from = 0;
  const end = (at: number): void => {
    const value = text.slice(from, at).trim();
    if (value !== '') parts.push({ key, text: value });
    key = undefined;
    from = at + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"') {
      while (text[++at] !== '"' && at < text.length) if (text[at] === '\\') at++;
    } else if (character === '{' || character === '[') {
      if (++depth === 1) from = at + 1;
    } else if (character === '}' || character === ']') {
      if (--depth === 0) end(at);
    } else if (depth === 1 && character === ',') end(at);
    else if (depth === 1 && character === ':') {
      key = JSON.parse(text.slice(from, at)) as string;
      from = at + 1;
    }
  }
  return parts;
}
