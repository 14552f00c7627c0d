import type { OpenRun } from '#kernel/run/open-run.ts';
import { letterAt, RUN_LETTERS, type RunLetter } from '#ui/run-letters.ts';

/** What the library lists of a run. */
export type Run = OpenRun['record'];

/** Runs of one dataset, newest first. */
export interface RunGroup {
  readonly datasetName: string;
  readonly runs: readonly Run[];
  /** Different contents the dataset was scored with; 0 when none is known. */
  readonly versionCount: number;
  /** Names the content when there is only one; else empty. */
  readonly version: string;
}

const VERSION_LENGTH = 4;

/** Groups runs by dataset: the same name, or the same content under another name. */
export function groupRuns(runs: readonly Run[]): RunGroup[] {
  const groups: Run[][] = [];
  const byName = new Map<string, Run[]>();
  const byContent = new Map<string, Run[]>();
  for (const run of runs) {
    const { datasetName, fingerprint } = run;
    const known = byContent.get(fingerprint) ?? byName.get(datasetName);
    const group = known ?? [];
    if (!known) groups.push(group);
    group.push(run);
    if (!byName.has(datasetName)) byName.set(datasetName, group);
    if (fingerprint !== '' && !byContent.has(fingerprint)) byContent.set(fingerprint, group);
  }
  return groups.map(describeGroup);
}

function describeGroup(runs: readonly Run[]): RunGroup {
  const versions = new Set(runs.map((run) => run.fingerprint).filter((text) => text !== ''));
  const [only = ''] = versions.size === 1 ? versions : [];
  return {
    datasetName: runs[0]?.datasetName ?? '',
    runs,
    versionCount: versions.size,
    version: only.slice(0, VERSION_LENGTH),
  };
}

/** The letters of runs chosen to be compared: the oldest one is A, the baseline. None for too many. */
export function letterRuns(chosen: readonly Run[]): ReadonlyMap<string, RunLetter> {
  if (chosen.length > RUN_LETTERS.length) return new Map();
  // the list is newest first, so of two runs of one moment the later entry is the older
  const oldestFirst = chosen.toReversed().sort((a, b) => a.createdAtMs - b.createdAtMs);
  return new Map(oldestFirst.map(({ id }, index) => [id, letterAt(index)]));
}

/** A run that has rows to open and to compare. */
export function hasRows({ state, rowCount }: Run): boolean {
  return state !== 'summary' && rowCount > 0;
}

/** What can be done with a run of the list. */
export interface RunActions {
  readonly open: (run: Run) => void;
  /** Goes on with an interrupted run. */
  readonly resume: (run: Run) => void;
  readonly rename: (run: Run, name: string) => Promise<void>;
  /** Downloads a file of the run: with everything, or the summary alone. */
  readonly download: (run: Run, what: 'run-file' | 'summary') => void;
  readonly remove: (run: Run) => void;
  readonly select: (run: Run, isSelected: boolean) => void;
}
