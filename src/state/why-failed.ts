import { WorkerLost } from '#bridge/worker-client.ts';
import type { FileIssue } from '#core/issues/issue.ts';

/** How browsers name a chunk of the page that did not arrive. */
const NOT_LOADED = /dynamically imported module|module script failed/i;

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
  };
}

/**
 * Tells whether what was read may be why a worker was lost.
 * @param error what was thrown
 * @returns whether a worker crashed or stopped answering
 */
export function isLostOverData(error: unknown): boolean {
  return error instanceof WorkerLost && (error.how === 'crashed' || error.how === 'silent');
}
