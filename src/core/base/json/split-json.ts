import { TextMarks } from './text-marks.ts';

/** A value of an object or list, as written. */
export interface JsonPart {
  /** Its key; undefined in a list. */
  readonly key: string | undefined;
  readonly text: string;
}

/**
 * Splits an object or list into the texts of its values, in order, also of duplicate keys, of which
 * parsing keeps only the last. Empty for anything else.
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
  const marks = new TextMarks(text);
  for (let mark = marks.next(); mark !== ''; mark = marks.next()) {
    if (mark === '{' || mark === '[') {
      if (++depth === 1) from = marks.end;
    } else if (mark === '}' || mark === ']') {
      if (--depth === 0) end(marks.at);
    } else if (depth === 1 && mark === ',') end(marks.at);
    else if (depth === 1 && mark === ':') {
      key = JSON.parse(text.slice(from, marks.at)) as string;
      from = marks.end;
    }
  }
  return parts;
}
