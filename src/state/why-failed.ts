import { WorkerLost, type Loss } from '#bridge/worker-client.ts';
import type { FileIssue } from '#core/issues/issue.ts';

/** How browsers name a chunk of the page that did not arrive. */
const NOT_LOADED = /dynamically imported module|module script failed/i;

/** Ways to lose a worker that may be due to what it read. */
const LOST_OVER: ReadonlySet<Loss> = new Set(['crashed', 'silent'] as const);

/**
 * Says why scoring failed, where the data is not to blame.
 * @param error what was thrown
 * @returns the issue to show
 */
export function whyFailed(error: unknown): FileIssue {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    code: 'scoring_failed',
    reason: NOT_LOADED.test(reason)
      ? 'The code that scores could not be loaded. Reload the page.'
      : reason,
    ...(error instanceof WorkerLost && LOST_OVER.has(error.how) ? { hasLostWorkers: true } : {}),
  };
}

/**
 * Tells whether workers were lost over what was read.
 * @param issue why it was not scored
 * @returns whether scoring it again may end in the same way
 */
export function hasLostWorkers(issue: FileIssue): boolean {
  if (issue.code === 'scoring_held') return true;
  return issue.code === 'scoring_failed' && issue.hasLostWorkers === true;
}
