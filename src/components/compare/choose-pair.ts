import { hasRows, type Run } from '../runs/group-runs.ts';

/** Ids of the runs to compare: the baseline and the candidate. */
export interface RunPair {
  readonly a: string;
  readonly b: string;
}

/**
 * Completes a choice of two runs. The newest run is the candidate; its baseline is the run before
 * it of the same data, else of the same dataset, else of any.
 * @param runs all runs, newest first
 * @param a the baseline, if one is chosen
 * @param b the candidate, if one is chosen
 */
export function choosePair(runs: readonly Run[], a: string, b: string): RunPair | undefined {
  if (a !== '' && b !== '') return { a, b };
  const usable = runs.filter((run) => hasRows(run) && run.id !== a);
  const candidate = usable.find((run) => b === '' || run.id === b);
  if (!candidate) return undefined;
  if (a !== '') return { a, b: candidate.id };
  const others = usable.filter((run) => run !== candidate);
  const older = others.filter((run) => run.createdAtMs <= candidate.createdAtMs);
  const baseline =
    findRelated(older, candidate) ?? findRelated(others, candidate) ?? older[0] ?? others[0];
  return baseline && { a: baseline.id, b: candidate.id };
}

function findRelated(runs: readonly Run[], { fingerprint, datasetName }: Run): Run | undefined {
  const ofSameData = runs.find((run) => fingerprint !== '' && run.fingerprint === fingerprint);
  return ofSameData ?? runs.find((run) => run.datasetName === datasetName);
}
