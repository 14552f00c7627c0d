import { parser } from '@lezer/python';

/** The 1-based column of the first syntax error in a line; without one, of its first character. */
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
