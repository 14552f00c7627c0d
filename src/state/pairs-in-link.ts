import type { PassTable } from '#core/compare/compare-scores.ts';
import { CHANGES } from '#core/compare/changes.ts';
import type { PairFilter, PassCell, RunComparison, ScoreBox } from './comparison.svelte.ts';

/** What is shown of a comparison as its link holds it; empty texts for what is not set. */
export type PairParams = Readonly<Record<'of' | 'rows' | 'pass' | 'scores', string>>;

type Shown = Pick<RunComparison, 'focus' | 'filter' | 'passCell' | 'scoreBox'>;
type Showing = Shown & Pick<RunComparison, 'results' | 'result' | 'show'>;

const FILTERS: readonly PairFilter[] = [...CHANGES, 'only baseline', 'only candidate'];
const CELLS: readonly (keyof PassTable)[] = ['both', 'onlyBaseline', 'onlyCandidate', 'neither'];

/** Writes what is shown for the link: the candidate looked at, and which rows. */
export function writePairs({ focus, filter, passCell, scoreBox }: Shown): PairParams {
  const { baseline, candidate, columnId } = scoreBox ?? {};
  return {
    of: focus === 0 ? '' : String(focus + 1),
    rows: filter === 'all' ? '' : filter,
    pass: passCell ? [passCell.cell, passCell.columnId].join() : '',
    scores:
      baseline && candidate
        ? [baseline.min, baseline.max, candidate.min, candidate.max, columnId].join()
        : '',
  };
}

/**
 * Shows a comparison as a link says; what of it does not fit the runs is left out.
 * @param params what the link holds
 * @param comparison the comparison, once its runs are open
 */
export function showPairs(params: PairParams, comparison: Showing): void {
  const focus = Number(params.of || '1') - 1;
  comparison.focus = comparison.results[focus] ? focus : 0;
  const isColumn = ({ columnId }: PassCell | ScoreBox): boolean =>
    comparison.result?.metrics.some((metric) => metric.columnId === columnId) === true;
  const cell = readCell(params.pass);
  const box = readBox(params.scores);
  if (cell && isColumn(cell)) comparison.passCell = cell;
  else if (box && isColumn(box)) comparison.scoreBox = box;
  const filter = FILTERS.find((one) => one === params.rows);
  if (filter) comparison.show(filter);
}

function readCell(text: string): PassCell | undefined {
  const [name, ...rest] = text.split(',');
  const cell = CELLS.find((one) => one === name);
  return cell && { cell, columnId: rest.join() };
}

function readBox(text: string): ScoreBox | undefined {
  const [a, b, c, d, ...rest] = text.split(',');
  if (rest.length === 0) return undefined;
  const range = (min = '', max = '') => ({ min: Number(min), max: Number(max) });
  return { baseline: range(a, b), candidate: range(c, d), columnId: rest.join() };
}
