import { isJsonObject, ownValue, type JsonValue } from '#core/base/json/json-value.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import type { Failure } from '#core/calls/outcome.ts';
import { redact } from './redact.ts';

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
  /** The wait that the provider asks for, where it does. */
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

/** Whether all calls would fail alike: a refused key, an unreachable address, a bad request. */
export function isOfAllCalls(failure: Failure): boolean {
  return failure === 'auth' || failure === 'network_or_cors' || failure === 'rejected';
}

const FIRST_WAIT_MS = 1000;
const LAST_WAIT_MS = 60_000;

/**
 * The ms to wait before a retry after so many failures, from 1: what the provider asks for, else
 * exponential backoff with full jitter; `random` is in [0,1).
 */
export function waitBefore(
  attempt: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  if (retryAfterMs !== undefined) return retryAfterMs + random * 250;
  return random * Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
}

/**
 * Classifies an answer of HTTP status 400 or above; `retryAfter` is null where the header cannot be
 * read, and `keys` are removed from the message.
 */
export function errorOfStatus(
  status: number,
  answer: string,
  retryAfter: string | null,
  keys: readonly string[] = [],
): CallError {
  const body = answer.slice(0, BODY_READ);
  const detail = `HTTP ${String(status)}${detailOf(answer, keys)}`;
  const failure = failureOfStatus(status, body);
  return new CallError(failure, detail, waitOf(body, retryAfter));
}

function failureOfStatus(status: number, body: string): Failure {
  const isKey = /api[ _-]?key not valid|invalid[ _-]api[ _-]key|API_KEY_INVALID/i.test(body);
  // without credit, waiting does not help
  const isUnpaid = /insufficient_quota|billing|credit balance is too low/i.test(body);
  if (status === 401 || status === 402 || status === 403 || isKey || isUnpaid) return 'auth';
  if (status === 429 || status === 529) return 'rate_limited';
  if (status === 408 || status === 409) return 'timeout';
  return status >= 500 ? 'server' : 'rejected';
}

const DETAIL_KEPT = 300;
/** The characters of a body that are read. */
const BODY_READ = 20_000;

/** Cleaned before it is cut: half a key would not be found. */
function detailOf(body: string, keys: readonly string[]): string {
  const reading = readJson(body);
  const message = (reading.ok ? messageIn(reading.value) : undefined) ?? body;
  const text = redact(message.slice(0, BODY_READ), keys).replace(/\s+/g, ' ').trim();
  return text === '' ? '' : `: ${text.slice(0, DETAIL_KEPT)}`;
}

/** The message within an error's value, at any key that is usual. */
function messageIn(value: JsonValue): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const message = isJsonObject(value) ? ownValue(value, 'message') : undefined;
  if (typeof message === 'string') return message;
  for (const inner of Object.values<JsonValue>(value)) {
    const found = messageIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

const LONGEST_WAIT_MS = 120_000;

/** Reads the wait from the body, because pages mostly cannot see the header. */
function waitOf(body: string, retryAfter: string | null): number | undefined {
  const delay = /"retryDelay"\s*:\s*"(\d{1,6}(?:\.\d+)?)s"/.exec(body)?.[1];
  const again = /try again in (\d{1,6}(?:\.\d+)?)\s*(ms|s|m)\b/i.exec(body);
  const seconds =
    delay ??
    (again ? String(Number(again[1]) * (UNITS[again[2]?.toLowerCase() ?? 's'] ?? 1)) : retryAfter);
  const wait =
    seconds === null || seconds.trim() === '' ? Number.NaN : Math.round(Number(seconds) * 1000);
  return wait >= 0 ? Math.min(wait, LONGEST_WAIT_MS) : undefined;
}

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60 };
