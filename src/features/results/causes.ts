import {
  causesOf as causesIn,
  type CauseOfRows as PlainCauseOfRows,
} from '#core/explain/summary/headline.ts';
import { rowPasses } from '#core/explain/summary/summarise.ts';
import { scoresOf } from '#core/score/columns/scored-columns.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import type { DifferenceKind } from '#core/match/signature.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import type { CallKind } from '#ui/barcode.ts';

/** Causes of one kind, in the rows that stand alike. */
export interface CauseOfRows extends PlainCauseOfRows {
  readonly id: string;
  readonly mark: CallKind;
  /** Leave the rows that are counted. */
  readonly filters: readonly Filter[];
}

/** Kinds of differences that are marked as such; all others are those of a changed call. */
const PLAIN = ['missing', 'extra', 'moved'] as const;

/** The mark of a call that differs so. */
export const markOf = (kind: DifferenceKind): CallKind =>
  PLAIN.find((one) => one === kind) ?? 'changed';

/** How many of some rows fail in the metric that decides; of all of them if absent. */
export function countFailing(run: OpenRun, decides: string, rows?: Uint32Array): number {
  if (!rows) return run.counts.failing[decides] ?? 0;
  const passes = rowPasses(scoresOf(run.columns, decides), {});
  return rows.filter((row) => passes?.(row) === false).length;
}

/** The causes of a run, see {@link causesIn}, with the filters that leave their rows. */
export function causesOf(
  { columns }: OpenRun,
  decides: string,
  rows?: Uint32Array,
): readonly CauseOfRows[] {
  return causesIn(columns, decides, rows).map((of) => ({
    ...of,
    id: `${of.standing} ${of.kind}`,
    mark: markOf(of.kind),
    filters: decides === '' ? [] : [{ kind: of.standing, columnId: decides }],
  }));
}
