import { hasRows, type Run } from '../runs/group-runs.ts';
import { letterAt, RUN_LETTERS } from '../ui/run-letters.ts';

/**
 * Completes a choice of runs. The newest run is the candidate; its baseline is the run before it
 * of the same data, else of the same dataset, else of any.
 * @param runs all runs, newest first
 * @param chosen ids, the baseline first; an empty text where none is chosen
 * @returns two to eight ids, the baseline first, none twice; none when there are not two runs
 */
export function chooseRuns(runs: readonly Run[], chosen: readonly string[]): readonly string[] {
  const [a = '', b = '', ...others] = chosen;
  const [baseline, candidate] = choosePair(runs, a, b);
  if (baseline === undefined || candidate === undefined) return [];
  const more = others.filter((id) => id !== '');
  return [...new Set([baseline, candidate, ...more])].slice(0, RUN_LETTERS.length);
}

function choosePair(runs: readonly Run[], a: string, b: string): readonly string[] {
  if (a !== '' && b !== '') return [a, b];
  const usable = runs.filter((run) => hasRows(run) && run.id !== a);
  const candidate = usable.find((run) => b === '' || run.id === b);
  if (!candidate) return [];
  if (a !== '') return [a, candidate.id];
  const others = usable.filter((run) => run !== candidate);
  const older = others.filter((run) => run.createdAtMs <= candidate.createdAtMs);
  const baseline =
    findRelated(older, candidate) ?? findRelated(others, candidate) ?? older[0] ?? others[0];
  return baseline ? [baseline.id, candidate.id] : [];
}

function findRelated(runs: readonly Run[], { fingerprint, datasetName }: Run): Run | undefined {
  const ofSameData = runs.find((run) => fingerprint !== '' && run.fingerprint === fingerprint);
  return ofSameData ?? runs.find((run) => run.datasetName === datasetName);
}

/** The link's parameters that name these runs: a, b, c and so on. */
export function paramsOf(ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id, place) => [letterAt(place).toLowerCase(), id]));
}

/** The runs that could be added: those of the baseline's data first, newest first. */
export function listOthers(
  runs: readonly Run[],
  chosen: readonly string[],
): { readonly sameData: readonly Run[]; readonly otherData: readonly Run[] } {
  const baseline = runs.find(({ id }) => id === chosen[0]);
  const free = runs.filter((run) => hasRows(run) && !chosen.includes(run.id));
  const isSame = ({ fingerprint, datasetName }: Run): boolean =>
    baseline !== undefined &&
    (fingerprint !== '' && baseline.fingerprint !== ''
      ? fingerprint === baseline.fingerprint
      : datasetName === baseline.datasetName);
  return { sameData: free.filter(isSame), otherData: free.filter((run) => !isSame(run)) };
}
