import { CallError, errorOfStatus } from '#core/judge/call-error.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { faultOfAddress } from './address.ts';
import { trimEndWhere } from '#core/base/text/trim-end.ts';

/** Bytes of an answer that are read; a larger one is no verdict. */
export const LARGEST_ANSWER_BYTES = 4_000_000;

/** A request with its answer expected as JSON. Keys go into headers and nowhere else. */
interface JsonRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: unknown;
}

/** Sends a request within a time and returns the answer's JSON value. */
export type SendJson = (
  request: JsonRequest,
  signal: AbortSignal,
  withinMs: number,
) => Promise<JsonValue>;

/**
 * Sends a request and reads the answer.
 * @throws CallError for everything that is no JSON answer with success; AbortError when ended
 */
export const requestJson: SendJson = (request, signal, withinMs) =>
  endWithin(withinMs, signal, async (ended) => {
    const text = await sendBare(request.url, {
      headers: { ...request.headers, 'content-type': 'application/json' },
      body: JSON.stringify(request.body),
      signal: ended,
    });
    return parse(text);
  });

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new CallError('server', 'The provider’s answer is not JSON.');
  }
}

/**
 * Sends a POST as every one to a provider is sent: to this address alone, with nothing along
 * that is not in it.
 * @param url the address; a redirect is a failure, as it would carry the key to another host
 * @throws CallError for a status of failure and an answer that is too large; what `fetch` throws
 */
export async function sendBare(
  url: string,
  request: Pick<RequestInit, 'headers' | 'body' | 'signal'>,
): Promise<string> {
  if (faultOfAddress(url)) throw new CallError('rejected', 'Nothing is sent to this address.');
  const response = await fetchBare(url, { ...request, method: 'POST' });
  let text = '';
  try {
    for await (const piece of readBody(response, LARGEST_ANSWER_BYTES)) text += piece;
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new CallError('unparseable', `The answer is too large to be read. ${error.message}`);
  }
  if (response.ok) return text;
  const keys = keysIn(new Headers(request.headers));
  throw errorOfStatus(response.status, text, response.headers.get('retry-after'), keys);
}

function keysIn(headers: Headers): readonly string[] {
  return KEY_HEADERS.flatMap((name) => headers.get(name)?.replace(/^Bearer /, '') ?? []);
}

const REDIRECTED = 'It redirects to another address. Enter that address instead.';
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'] as const;

/** The answer sends the request on to another address. */
export class Redirected extends Error {
  override readonly name = 'Redirected';
}

/**
 * Sends a request that carries nothing but what is in it.
 * @throws Redirected instead of going on to another host, where keys would go along
 */
export async function fetchBare(
  url: string,
  { method, ...request }: RequestInit & { readonly method: string },
): Promise<Response> {
  const response = await fetch(url, { ...bareRequest(method), ...request, redirect: 'manual' });
  // a browser hides the status of what it does not follow
  const isHidden = response.type === 'opaqueredirect';
  if (isHidden || (response.status >= 300 && response.status < 400)) throw new Redirected();
  return response;
}

/**
 * Returns the options of a request that carries nothing but what is in it, and nothing of whose
 * answer is kept.
 */
export function bareRequest(method: string): RequestInit {
  return {
    method,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // a POST is never kept; with the option, the browser asks for leave before every one
    ...(method === 'POST' ? {} : { cache: 'no-store' }),
  };
}

/** More came back than is read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';

  constructor(mostBytes: number) {
    super(`More than ${mostBytes.toLocaleString('en')} bytes.`);
  }
}

/**
 * Reads an answer’s body as it comes; the connection is ended when it is left or too large.
 * @returns its text, piece by piece; no piece for an empty body
 * @throws BodyTooLarge as soon as more has come
 */
export async function* readBody(response: Response, mostBytes: number): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      bytes += read.value.length;
      yield decoder.decode(read.value, { stream: true });
      if (bytes > mostBytes) throw new BodyTooLarge(mostBytes);
    }
    yield decoder.decode();
  } finally {
    await reader.cancel().catch(() => undefined); // it has ended already
  }
}

/**
 * Does what sends a request, and classifies what goes wrong with it.
 * @param send sends the request; its signal is that of the end and of the time
 * @throws CallError; AbortError when ended
 */
export async function endWithin<T>(
  withinMs: number,
  signal: AbortSignal,
  send: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(withinMs);
  try {
    return await send(AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (error instanceof CallError) throw error;
    if (signal.aborted) throw new DOMException('Cancelled', 'AbortError');
    if (deadline.aborted) throw new CallError('timeout');
    if (error instanceof Redirected) throw new CallError('network_or_cors', REDIRECTED);
    throw new CallError('network_or_cors', error instanceof Error ? error.message : String(error));
  }
}

/**
 * Joins an address and a path.
 * @param baseUrl the address as entered, with or without a slash at its end
 */
export function join(baseUrl: string, path: string): string {
  return `${trimEndWhere(baseUrl.trim(), (char) => char === '/')}/${path}`;
}
