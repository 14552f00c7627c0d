import { wilsonInterval, type Interval } from '#core/base/statistics/interval.ts';
import {
  isNothingWrong,
  rootOf,
  type Reviews,
  type ErrorCode,
  type RowReview,
} from '#core/score/review/review.ts';

/** How many of the rows read are counted as something. */
export interface ShareOfRead {
  readonly rows: number;
  /** In [0,1], of all rows read. */
  readonly share: number;
  /** 95 %, Wilson; undefined where no row has been read. */
  readonly interval: Interval | undefined;
}

/** A code of the codebook with all that was merged into it. */
interface CodeGroup extends ShareOfRead {
  readonly code: ErrorCode;
  /** The codes that were merged into it, with the rows that were given each; most rows first. */
  readonly parts: readonly { readonly name: string; readonly rows: number }[];
}

/** What was found in the rows read. The shares of groups, `right` and `uncoded` sum to 1. */
export interface CodeShares {
  readonly read: number;
  /** Most rows first; of as many, as they are in the codebook. */
  readonly groups: readonly CodeGroup[];
  /** Rows with nothing wrong. */
  readonly right: ShareOfRead;
  /** Rows whose first wrong step is marked and has no code yet. */
  readonly uncoded: ShareOfRead;
}

/** Counts the codes of the rows read, each as the code it was merged into. */
export function codeShares({ marks, codes }: Reviews): CodeShares {
  const read = marks.length;
  const share = (rows: number): ShareOfRead => ({
    rows,
    share: read === 0 ? 0 : rows / read,
    interval: wilsonInterval(rows, read),
  });
  const given = countBy(marks.map(({ code }) => code));
  const rowsOf = (name: string): number => given.get(name) ?? 0;
  const groups = codes
    .filter(({ name }) => rootOf(codes, name) === name)
    .map((code) => {
      const merged = codes.filter(
        ({ name }) => name !== code.name && rootOf(codes, name) === code.name,
      );
      const parts = merged.map(({ name }) => ({ name, rows: rowsOf(name) }));
      const rows = parts.reduce((total, part) => total + part.rows, rowsOf(code.name));
      return { code, parts: parts.sort((a, b) => b.rows - a.rows), ...share(rows) };
    });
  return {
    read,
    groups: groups.sort((a, b) => b.rows - a.rows),
    right: share(marks.filter(isNothingWrong).length),
    uncoded: share(marks.filter(isUncoded).length),
  };
}

function isUncoded(mark: RowReview): boolean {
  return mark.code === '' && !isNothingWrong(mark);
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Lists the marks of a code and of what was merged into it, in the order of reading. */
export function marksOfCode({ marks, codes }: Reviews, name: string): readonly RowReview[] {
  return marks.filter(({ code }) => code !== '' && rootOf(codes, code) === name);
}
