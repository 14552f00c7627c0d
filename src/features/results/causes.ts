import { causeKinds, type CauseKind } from '#core/explain/summary/headline.ts';
import { rowPasses } from '#core/explain/summary/statistics.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { scoresOf } from '#core/score/columns/scored-columns.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import type { CallKind } from '#ui/barcode.ts';

/** How rows stand to the metric that decides. */
export type Standing = 'failing' | 'passing' | 'unscored';

/** Causes of one kind, in the rows that stand alike. */
export interface CauseOfRows extends CauseKind {
  readonly id: string;
  readonly standing: Standing;
  readonly mark: CallKind;
  /** Leave the rows that are counted. */
  readonly filters: readonly Filter[];
}

/** Kinds of differences that are marked as such; all others are those of a changed call. */
const PLAIN = ['missing', 'extra', 'moved'] as const;

/**
 * Lists why rows of a run fail, then in what those differ that do not; the kind of most rows first.
 * @param run the open run
 * @param decides the id of the score column that decides which rows fail, empty for none
 * @param rows the rows that count; all of them if absent
 */
export function causesOf(
  { columns }: OpenRun,
  decides: string,
  rows?: Uint32Array,
): readonly CauseOfRows[] {
  const passes = rowPasses(scoresOf(columns, decides), {}) ?? (() => undefined);
  const isCounted = new Uint8Array(columns.rowCount).fill(rows ? 0 : 1);
  for (const row of rows ?? []) isCounted[row] = 1;
  const standings = [
    ['failing', false],
    ['passing', true],
    ['unscored', undefined],
  ] as const;
  return standings.flatMap(([standing, isPass]) =>
    causeKinds(columns.signatures, (row) => isCounted[row] === 1 && passes(row) === isPass).map(
      (of) => ({
        ...of,
        id: `${standing} ${of.kind}`,
        standing,
        mark: PLAIN.find((one) => one === of.kind) ?? 'changed',
        filters: decides === '' ? [] : [{ kind: standing, columnId: decides }],
      }),
    ),
  );
}
