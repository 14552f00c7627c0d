import { wilsonInterval, type Interval } from '#core/base/statistics/interval.ts';
import {
  codesOf,
  rootOf,
  rootsOf,
  verdictOf,
  type ErrorCode,
  type Reviews,
} from '#core/score/review/review.ts';

/** A share of the rows read. */
export interface ShareOfRead {
  readonly rows: number;
  /** In [0,1]. */
  readonly share: number;
  /** 95 %, Wilson; undefined where no row was read. */
  readonly interval: Interval | undefined;
}

/** A code with all codes merged into it. */
interface CodeGroup extends ShareOfRead {
  readonly code: ErrorCode;
  /** The merged codes with the number of their rows, most rows first. */
  readonly parts: readonly { readonly name: string; readonly rows: number }[];
}

/** The shares of codes in the rows read; a row counts for each of its codes. */
interface CodeShares {
  readonly read: number;
  /** Most rows first, then in the order of the codebook. */
  readonly groups: readonly CodeGroup[];
  readonly passing: ShareOfRead;
  readonly unsure: ShareOfRead;
  /** Failing rows without a code. */
  readonly uncoded: ShareOfRead;
}

/** Counts the codes of the rows read; merged codes count as the one they were merged into. */
export function codeShares({ marks, codes }: Reviews): CodeShares {
  const read = marks.length;
  const share = (rows: number): ShareOfRead => ({
    rows,
    share: read === 0 ? 0 : rows / read,
    interval: wilsonInterval(rows, read),
  });
  const given = countBy(marks.flatMap(codesOf));
  const counted = countBy(marks.flatMap((review) => rootsOf(codes, review)));
  const groups = codes
    .filter(({ name }) => rootOf(codes, name) === name)
    .map((code) => {
      const merged = codes.filter(
        ({ name }) => name !== code.name && rootOf(codes, name) === code.name,
      );
      const parts = merged.map(({ name }) => ({ name, rows: given.get(name) ?? 0 }));
      const rows = counted.get(code.name) ?? 0;
      return { code, parts: parts.sort((a, b) => b.rows - a.rows), ...share(rows) };
    });
  const verdicts = countBy(marks.map(verdictOf));
  return {
    read,
    groups: groups.sort((a, b) => b.rows - a.rows),
    passing: share(verdicts.get('pass') ?? 0),
    unsure: share(verdicts.get('unsure') ?? 0),
    uncoded: share(
      marks.filter((review) => review.code === '' && verdictOf(review) === 'fail').length,
    ),
  };
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
