import { skipComments, TextMarks } from './text-marks.ts';

/**
 * Finds the 0-based offset of the value at a path (keys and indexes) in strict JSON, or of the
 * innermost existing one on the path; of duplicate keys the last counts.
 */
export function placeInJson(text: string, path: readonly (string | number)[]): number {
  let from = skipComments(text);
  for (const step of path) {
    const next = findPart(text, from, step);
    if (next === undefined) break;
    from = next;
  }
  return Math.max(0, from);
}

/** The 1-based line of an offset. */
export function lineAtOffset(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function findPart(text: string, from: number, step: string | number): number | undefined {
  const marks = new TextMarks(text, from);
  const open = marks.next();
  if (marks.at !== from || (open !== '{' && open !== '[')) return undefined;
  let depth = 1;
  let start = marks.end;
  let place = 0;
  let key: string | undefined;
  let found: number | undefined;
  const end = (): void => {
    const value = skipComments(text, start);
    if (value < marks.at && (open === '{' ? key === step : place === step)) found = value;
  };
  while (depth > 0) {
    const mark = marks.next();
    if (mark === '') break;
    if (mark === '{' || mark === '[') depth++;
    else if (mark === '}' || mark === ']') {
      if (--depth === 0) end();
    } else if (depth === 1 && mark === ',') {
      end();
      start = marks.end;
      place++;
    } else if (depth === 1 && mark === ':') {
      key = JSON.parse(text.slice(start, marks.at)) as string;
      start = marks.end;
    }
  }
  return found;
}
