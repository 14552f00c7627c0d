import { WorkerLost, type Loss } from '#kernel/worker/worker-client.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import { isLoadFailure } from '#ui/load-failure.ts';
import type { OpenRun } from './open-run.ts';

/** What the results pane is about. */
export type Phase =
  | { readonly kind: 'empty' }
  /** Rows are awaited; those of the run that was open before are still shown. */
  | { readonly kind: 'scoring'; readonly before: OpenRun | undefined }
  | { readonly kind: 'ready' }
  | { readonly kind: 'unreadable'; readonly issue: FileIssue };

/** How far scoring is. */
export interface ScoringProgress {
  readonly datasetName: string;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly rowCount: number;
  /** When scoring began, by the page's clock. */
  readonly startedAtMs: number;
}

/** Ways to lose a worker that may be due to what it read. */
const LOST_OVER: ReadonlySet<Loss> = new Set(['crashed', 'silent'] as const);

/** Finds why scoring failed, where the data is not to blame. */
export function whyFailed(error: unknown): FileIssue {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    code: 'scoring_failed',
    reason: isLoadFailure(error)
      ? 'The code that scores could not be loaded. Reload the page.'
      : reason,
    ...(error instanceof WorkerLost && LOST_OVER.has(error.how) ? { hasLostWorkers: true } : {}),
  };
}

/**
 * Checks whether workers were lost over what was read.
 * @returns whether scoring it again may fail again
 */
export function hasLostWorkers(issue: FileIssue): boolean {
  if (issue.code === 'scoring_held') return true;
  return issue.code === 'scoring_failed' && issue.hasLostWorkers === true;
}
