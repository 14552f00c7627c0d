import { causeKinds, type CauseKind } from '#core/explain/summary/headline.ts';
import { rowPasses } from '#core/explain/summary/statistics.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { scoresOf } from '#core/score/columns/scored-columns.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';

/** How rows stand to the metric that decides. */
export type Standing = 'failing' | 'passing' | 'unscored';

/** Causes of one kind, in the rows that stand alike. */
export interface CauseOfRows extends CauseKind {
  readonly id: string;
  readonly standing: Standing;
  /** Leave the rows that are counted. */
  readonly filters: readonly Filter[];
}

/**
 * Lists why rows of a run fail, then in what those differ that do not; the kind of most rows first.
 * @param run the open run
 * @param decides the id of the score column that decides which rows fail, empty for none
 */
export function causesOf({ columns }: OpenRun, decides: string): readonly CauseOfRows[] {
  const passes = rowPasses(scoresOf(columns, decides), {}) ?? (() => undefined);
  const standings = [
    ['failing', false],
    ['passing', true],
    ['unscored', undefined],
  ] as const;
  return standings.flatMap(([standing, isPass]) =>
    causeKinds(columns.signatures, (row) => passes(row) === isPass).map((of) => ({
      ...of,
      id: `${standing} ${of.kind}`,
      standing,
      filters: decides === '' ? [] : [{ kind: standing, columnId: decides }],
    })),
  );
}
