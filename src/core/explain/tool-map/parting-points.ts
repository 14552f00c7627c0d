import { wilsonInterval } from '#core/base/statistics/interval.ts';
import type { LabelColumn } from '#core/score/columns/scored-columns.ts';
import { afterFirst, type RunCounts, type Success } from './tool-map.ts';

/** The runs that go on with one tool. */
export interface Branch extends RunCounts {
  /** Empty where they end. */
  readonly to: string;
}

/** A tool after which runs go different ways and end differently. */
export interface PartingPoint {
  /** Empty for the start. */
  readonly after: string;
  readonly better: Branch;
  readonly worse: Branch;
  /** Success of the better branch less that of the worse one, in [0,1]. */
  readonly difference: number;
  /** Its 95 % interval, in [−1,1]. */
  readonly low: number;
  readonly high: number;
}

/** Branches of fewer judged runs are not compared. */
export const FEWEST_RUNS = 5;

/**
 * Finds where good and bad runs part: after which tool their next tools go with the largest
 * difference in success. A run is on one branch of a tool only, that which follows the tool’s first
 * call, repeats passed over; so the branches are independent samples.
 * @param sequences the tools of every row, as `ToolSequenceGatherer` gathers them
 * @param rows row numbers, in any order
 * @returns of each tool the two branches that are furthest apart, those first whose interval leaves
 * the largest difference; none where no tool has two branches of {@link FEWEST_RUNS} judged runs
 * @see Newcombe 1998, "Interval estimation for the difference between independent proportions",
 * method 10
 */
export function partingPoints(
  sequences: LabelColumn,
  rows: Uint32Array,
  success: Success,
): PartingPoint[] {
  const { names, ids, starts } = sequences;
  const seenIn = new Int32Array(names.length).fill(-1);
  const branches = names.map(() => new Map<number, { -readonly [K in keyof RunCounts]: number }>());
  for (const row of rows) {
    const sequence = ids.subarray(starts[row], starts[row + 1]);
    const succeeded = success(row);
    for (let at = 0; at < sequence.length; at++) {
      const tool = sequence[at] as number;
      if (seenIn[tool] === row) continue;
      seenIn[tool] = row;
      const next = afterFirst(sequence, at) as number;
      const ofTool = branches[tool] as (typeof branches)[number];
      let branch = ofTool.get(next);
      if (!branch) ofTool.set(next, (branch = { runs: 0, judged: 0, succeeded: 0 }));
      branch.runs++;
      if (succeeded !== undefined) branch.judged++;
      if (succeeded === true) branch.succeeded++;
    }
  }
  const points = names.flatMap((after, id) => {
    const all = [...(branches[id] as (typeof branches)[number])].map(([to, counts]): Branch => ({
      to: names[to] as string,
      ...counts,
    }));
    return furthestApart(after, all);
  });
  return points.sort(byDifference);
}

/** The two branches whose interval leaves the largest difference. */
function furthestApart(after: string, all: readonly Branch[]): PartingPoint[] {
  const compared = all.filter(({ judged }) => judged >= FEWEST_RUNS);
  const points = compared.flatMap((one, place) =>
    compared.slice(place + 1).map((other) => {
      const isBetter =
        shareOf(one) > shareOf(other) || (shareOf(one) === shareOf(other) && one.to < other.to);
      const [better, worse] = isBetter ? [one, other] : [other, one];
      return { after, better, worse, ...differenceOf(better, worse) };
    }),
  );
  return points.sort(byDifference).slice(0, 1);
}

const shareOf = ({ succeeded, judged }: RunCounts): number => succeeded / judged;

function byDifference(a: PartingPoint, b: PartingPoint): number {
  return b.low - a.low || b.difference - a.difference || (namesOf(a) < namesOf(b) ? -1 : 1);
}

const namesOf = ({ after, better, worse }: PartingPoint): string =>
  JSON.stringify([after, better.to, worse.to]);

/** The difference of two independent shares, with Newcombe's interval of two by Wilson. */
function differenceOf(
  a: RunCounts,
  b: RunCounts,
): Pick<PartingPoint, 'difference' | 'low' | 'high'> {
  const [p, q] = [shareOf(a), shareOf(b)];
  const difference = p - q;
  const ofA = wilsonInterval(a.succeeded, a.judged);
  const ofB = wilsonInterval(b.succeeded, b.judged);
  if (!ofA || !ofB) return { difference, low: -1, high: 1 };
  return {
    difference,
    low: difference - Math.hypot(p - ofA.low, ofB.high - q),
    high: difference + Math.hypot(ofA.high - p, q - ofB.low),
  };
}
