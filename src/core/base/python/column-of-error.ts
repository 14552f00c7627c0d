import { parser } from '@lezer/python';

/**
 * Finds where a line stops being Python.
 * @param line 1-based
 * @returns its 1-based column; that of the line's first sign where it reads as Python by itself
 */
export function columnOfError(code: string, line: number): number {
  const lines = code.split('\n');
  const text = lines[line - 1] ?? '';
  const from = lines.slice(0, line - 1).reduce((length, one) => length + one.length + 1, 0);
  let found = text.search(/\S|$/);
  parser.parse(code).iterate({
    from,
    to: from + text.length,
    enter: ({ type, from: at }) => {
      if (!type.isError || at < from) return true;
      found = Math.min(at - from, text.length);
      return false;
    },
  });
  return found + 1;
}
