import { hasRows, hasSameTasks, type Run } from '#features/runs/group-runs.ts';
import { letterAt, RUN_LETTERS } from '#core/compare/run-letters.ts';
import { CHANGES } from '#core/compare/changes.ts';
import type { PairFilter, RunComparison, ScoreBox } from './comparison.svelte.ts';

/**
 * Completes a choice of runs. The newest run is the candidate; its baseline is the run before it
 * of the same data, else of the same tasks, of the same dataset, of any.
 * @param runs all runs, newest first
 * @param chosen ids, the baseline first; an empty text where none is chosen
 * @param passedOver ids of runs that are no baseline, while there is another
 * @returns two to eight ids, the baseline first, none twice; none when there are not two runs
 */
export function chooseRuns(
  runs: readonly Run[],
  chosen: readonly string[],
  passedOver: readonly string[] = [],
): readonly string[] {
  const [a = '', b = '', ...others] = chosen;
  const [baseline, candidate] = choosePair(runs, a, b, passedOver);
  if (baseline === undefined || candidate === undefined) return [];
  const more = others.filter((id) => id !== '');
  return [...new Set([baseline, candidate, ...more])].slice(0, RUN_LETTERS.length);
}

function choosePair(
  runs: readonly Run[],
  a: string,
  b: string,
  passedOver: readonly string[],
): readonly string[] {
  if (a !== '' && b !== '') return [a, b];
  const usable = runs.filter((run) => hasRows(run) && run.id !== a);
  const candidate = usable.find((run) => b === '' || run.id === b);
  if (!candidate) return [];
  if (a !== '') return [a, candidate.id];
  const all = usable.filter((run) => run !== candidate);
  const left = all.filter(({ id }) => !passedOver.includes(id));
  const others = left.length > 0 ? left : all;
  const older = others.filter((run) => run.createdAtMs <= candidate.createdAtMs);
  const baseline =
    findRelated(older, candidate) ?? findRelated(others, candidate) ?? older[0] ?? others[0];
  return baseline ? [baseline.id, candidate.id] : [];
}

function findRelated(runs: readonly Run[], candidate: Run): Run | undefined {
  const { fingerprint, datasetName } = candidate;
  return (
    runs.find((run) => fingerprint !== '' && run.fingerprint === fingerprint) ??
    runs.find((run) => hasSameTasks(run, candidate)) ??
    runs.find((run) => run.datasetName === datasetName)
  );
}

/** The link's parameters that name these runs: a, b, c and so on. */
export function paramsOf(ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id, place) => [letterAt(place).toLowerCase(), id]));
}

/** The runs that could be added: those of the baseline's tasks or data first, newest first. */
export function listOthers(
  runs: readonly Run[],
  chosen: readonly string[],
): { readonly sameData: readonly Run[]; readonly otherData: readonly Run[] } {
  const baseline = runs.find(({ id }) => id === chosen[0]);
  const free = runs.filter((run) => hasRows(run) && !chosen.includes(run.id));
  const isSame = (run: Run): boolean => {
    if (!baseline) return false;
    const { fingerprint, datasetName } = run;
    return fingerprint !== '' && baseline.fingerprint !== ''
      ? fingerprint === baseline.fingerprint || hasSameTasks(run, baseline)
      : datasetName === baseline.datasetName;
  };
  return { sameData: free.filter(isSame), otherData: free.filter((run) => !isSame(run)) };
}

/** What is shown of a comparison as its link holds it; empty texts for what is not set. */
export type PairParams = Readonly<Record<'of' | 'rows' | 'scores', string>>;

type Shown = Pick<RunComparison, 'focus' | 'filter' | 'part'>;
type Showing = Shown & Pick<RunComparison, 'results' | 'result' | 'show'>;

const FILTERS: readonly PairFilter[] = [...CHANGES, 'only-baseline', 'only-candidate'];
const PASSES = { min: 1, max: 1 };
const FAILS = { min: 0, max: 0.999999 };
/** Cells of the pass table, as links named them. */
const CELLS: Readonly<Partial<Record<string, Omit<ScoreBox, 'columnId'>>>> = {
  both: { baseline: PASSES, candidate: PASSES },
  onlyBaseline: { baseline: PASSES, candidate: FAILS },
  onlyCandidate: { baseline: FAILS, candidate: PASSES },
  neither: { baseline: FAILS, candidate: FAILS },
};

/** Writes what is shown for the link: the candidate looked at, and which rows. */
export function writePairs({ focus, filter, part }: Shown): PairParams {
  return {
    of: focus === 0 ? '' : String(focus + 1),
    rows: filter === 'all' ? '' : filter,
    scores: part
      ? [
          part.baseline.min,
          part.baseline.max,
          part.candidate.min,
          part.candidate.max,
          part.columnId,
        ].join()
      : '',
  };
}

/**
 * Shows a comparison as its link describes, once its runs are open; what does not fit them is left out.
 * @param pass a cell of the pass table, as earlier versions wrote it
 */
export function showPairs(params: PairParams, pass: string, comparison: Showing): void {
  const focus = Number(params.of || '1') - 1;
  comparison.focus = comparison.results[focus] ? focus : 0;
  const columns = comparison.result?.metrics.map(({ columnId }) => columnId) ?? [];
  const parts = [readCell(pass), readBox(params.scores)];
  const part = parts.find((one) => one && columns.includes(one.columnId));
  if (part) comparison.part = part;
  const filter = FILTERS.find((one) => one === params.rows);
  if (filter) comparison.show(filter);
}

function readCell(text: string): ScoreBox | undefined {
  const [name = '', ...rest] = text.split(',');
  const cell = Object.hasOwn(CELLS, name) ? CELLS[name] : undefined;
  return cell && { ...cell, columnId: rest.join() };
}

function readBox(text: string): ScoreBox | undefined {
  const [a, b, c, d, ...rest] = text.split(',');
  if (rest.length === 0) return undefined;
  const range = (min = '', max = '') => ({ min: Number(min), max: Number(max) });
  return { baseline: range(a, b), candidate: range(c, d), columnId: rest.join() };
}
