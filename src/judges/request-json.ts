import { CallError, errorOfStatus } from '#core/judging/call-error.ts';
import { trimEndWhere } from '#core/text/trim-end.ts';
import { bareRequest } from './bare-request.ts';
import { BodyTooLarge, readBody } from './read-body.ts';

/** How long a list of models may take. */
const LIST_WITHIN_MS = 30_000;
/** Bytes of an answer that are read; a larger one is no verdict. */
export const LARGEST_ANSWER_BYTES = 4_000_000;

/** A request with its answer expected as JSON. Keys go into headers and nowhere else. */
export interface JsonRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: unknown;
}

/**
 * Sends a request and reads the answer.
 * @param request what to send
 * @param signal ends it
 * @param withinMs how long the answer may take
 * @returns the answer's JSON value
 * @throws CallError for everything that is no JSON answer with success; AbortError when ended
 */
export async function requestJson(
  request: JsonRequest,
  signal: AbortSignal,
  withinMs = LIST_WITHIN_MS,
): Promise<unknown> {
  const deadline = AbortSignal.timeout(withinMs);
  try {
    const text = await sendBare(request.url, {
      method: request.body === undefined ? 'GET' : 'POST',
      headers: { ...request.headers, 'content-type': 'application/json' },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      signal: AbortSignal.any([signal, deadline]),
    });
    return parse(text);
  } catch (error) {
    throw asCallError(error, signal, deadline);
  }
}

/** What a request consists of. */
export type BareRequest = Pick<RequestInit, 'headers' | 'body' | 'signal'> & {
  readonly method: string;
};

/**
 * Sends a request as every one to a provider is sent: to this address alone, with nothing along
 * that is not put into it.
 * @param url the address; a redirect is a failure, as it would carry the key to another host
 * @param request method, headers, body and signal
 * @returns the answer's text
 * @throws CallError for a status of failure and an answer that is too large; what `fetch` throws
 */
export async function sendBare(url: string, request: BareRequest): Promise<string> {
  const response = await fetch(url, {
    ...bareRequest(request.method),
    ...request,
    redirect: 'error',
  });
  let text = '';
  try {
    for await (const piece of readBody(response, LARGEST_ANSWER_BYTES)) text += piece;
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new CallError('unparseable', `The answer is too large to be read. ${error.message}`);
  }
  if (!response.ok) throw errorOfStatus(response.status, text, response.headers.get('retry-after'));
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CallError('server', 'The provider’s answer is not JSON.');
  }
}

/**
 * Puts what went wrong with a request into a class.
 * @param error what was thrown
 * @param signal the signal that ends the request
 * @param deadline the signal of its deadline
 * @returns a CallError; the error itself when the request was ended
 */
export function asCallError(error: unknown, signal: AbortSignal, deadline: AbortSignal): unknown {
  if (error instanceof CallError) return error;
  if (signal.aborted) return new DOMException('Cancelled', 'AbortError');
  if (deadline.aborted) return new CallError('timeout');
  return new CallError('network_or_cors', error instanceof Error ? error.message : String(error));
}

/**
 * Joins an address and a path.
 * @param baseUrl the address a person gave, with or without a slash at its end
 * @param path the path below it
 * @returns the URL
 */
export function join(baseUrl: string, path: string): string {
  return `${trimEndWhere(baseUrl.trim(), (char) => char === '/')}/${path}`;
}

/**
 * Reads a path of keys and indexes in an answer.
 * @param value the answer
 * @param path keys and indexes
 * @returns what stands there; undefined where the answer has another shape
 */
export function pick(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}

/**
 * Reads how many tokens an answer took.
 * @param input tokens sent, as the answer says
 * @param output tokens received
 * @returns both; undefined unless both are numbers
 */
export function usageOf(
  input: unknown,
  output: unknown,
): { readonly input: number; readonly output: number } | undefined {
  return typeof input === 'number' && typeof output === 'number' ? { input, output } : undefined;
}

/**
 * Reads ids from a list of models.
 * @param list the list
 * @returns the ids, sorted; none where it is no such list
 */
export function idsOf(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list
    .flatMap((item) => {
      const id = pick(item, 'id');
      return typeof id === 'string' ? [id] : [];
    })
    .sort();
}
