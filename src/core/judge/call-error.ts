import type { Failure } from '#core/calls/outcome.ts';

const WORDS: Readonly<Record<Failure, string>> = {
  auth: 'The provider rejected the key.',
  rate_limited: 'The provider kept asking for fewer calls.',
  timeout: 'The judge did not answer in time.',
  network_or_cors: 'The judge could not be reached, or does not let web pages call it.',
  server: 'The provider failed.',
  rejected: 'The provider rejected the request.',
  blocked: 'The provider refused to answer about this row.',
  truncated: 'The answer was cut off.',
  unparseable: 'The answer has no readable verdict.',
  out_of_rubric: 'The score is not in the rubric.',
  budget: 'A limit of the run was reached before this row.',
};

/** Describes why a call returned no verdict. */
export function describeFailure(failure: Failure): string {
  return WORDS[failure];
}

/** A call that returned no verdict. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly failure: Failure;
  /** How long the provider asks to wait, where it says so. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: Failure, detail = '', retryAfterMs?: number) {
    super(detail);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

const RETRIED: readonly Failure[] = ['rate_limited', 'timeout', 'network_or_cors', 'server'];

/** Whether the same call may succeed later. */
export function isWorthRetrying(failure: Failure): boolean {
  return RETRIED.includes(failure);
}

/** Whether all calls would fail alike: a refused key, an address out of reach, a bad request. */
export function isOfAllCalls(failure: Failure): boolean {
  return failure === 'auth' || failure === 'network_or_cors' || failure === 'rejected';
}

const FIRST_WAIT_MS = 1000;
const LAST_WAIT_MS = 60_000;

/**
 * How many ms to wait before a call that failed so often, from 1, is tried again: as long as the
 * provider asks, else twice as long each time with full jitter; `random` is in [0,1).
 */
export function waitBefore(
  attempt: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  if (retryAfterMs !== undefined) return retryAfterMs + random * 250;
  return random * Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
}
