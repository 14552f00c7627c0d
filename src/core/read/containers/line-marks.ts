import { countFilledLines } from '#core/base/text/line-ends.ts';

/** A text with something before its lines, and what is left without it. */
export interface MarkedText {
  readonly mark: 'numbers' | 'quotes';
  /** 1-based line of the first mark. */
  readonly line: number;
  /** Whether every line that is not blank is marked. */
  readonly isEveryLine: boolean;
  /** The marked lines without their marks, the other ones empty. */
  readonly text: string;
}

const QUOTES = /^[ \t]?(?:>[ \t]?)+/;
// the hours and seconds of a log are no numbers of lines
const NUMBER = /^[ \t]*(\d{1,7})(?:\t|[ \t]?[|→][ \t]?|\)[ \t]?|[:.](?!\d)[ \t]?| (?= *["[\]{}]))/;

/**
 * Finds what a listing or a mail has before its lines: a number that counts on, or the mark of a
 * quotation. There may be other lines around them, and fewer between them.
 * @returns undefined where there is no such mark
 */
export function findLineMarks(text: string): MarkedText | undefined {
  const lines = text.split('\n');
  const quoted = markedBy('quotes', QUOTES, lines);
  if (quoted) return quoted;
  const numbers = lines.flatMap((line) => NUMBER.exec(line)?.[1] ?? []).map(Number);
  const isCounted = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
  return isCounted && numbers.length > 1 ? markedBy('numbers', NUMBER, lines) : undefined;
}

function markedBy(
  mark: MarkedText['mark'],
  pattern: RegExp,
  lines: readonly string[],
): MarkedText | undefined {
  const isMarked = (line: string): boolean => pattern.test(line);
  const first = lines.findIndex(isMarked);
  const marked = lines.filter(isMarked).length;
  const between = lines.slice(Math.max(0, first), lines.findLastIndex(isMarked) + 1);
  if (2 * marked <= countFilledLines(between.join('\n'))) return undefined;
  return {
    mark,
    line: first + 1,
    isEveryLine: marked === countFilledLines(lines.join('\n')),
    text: lines.map((line) => (isMarked(line) ? line.replace(pattern, '') : '')).join('\n'),
  };
}
