import type { Run } from './group-runs.ts';

/** What can be done with a run of the list. */
export interface RunActions {
  readonly open: (run: Run) => void;
  /** Goes on with an interrupted run. */
  readonly resume: (run: Run) => void;
  readonly rename: (run: Run, name: string) => Promise<void>;
  /** Downloads a file of the run: with everything, or the summary alone. */
  readonly download: (run: Run, what: 'run file' | 'summary') => void;
  readonly remove: (run: Run) => void;
  readonly select: (run: Run, isSelected: boolean) => void;
}
