import { CallError, errorOfStatus } from '#core/judge/call-error.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { faultOfAddress } from './address.ts';
import { trimEndWhere } from '#core/base/text/line-ends.ts';

/** Larger answers are refused. */
export const LARGEST_ANSWER_BYTES = 4_000_000;

/** A request for JSON. Keys are only in its headers. */
interface JsonRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: unknown;
}

/** Sends a request with a time limit and returns the JSON of its answer. */
export type SendJson = (
  request: JsonRequest,
  signal: AbortSignal,
  withinMs: number,
) => Promise<JsonValue>;

/**
 * Sends a request and parses its answer.
 * @throws CallError for anything but a successful JSON answer; AbortError when cancelled
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
 * Sends a POST to a provider, and nothing with it but the request.
 * @param url the address; a redirect is a failure, because it would carry the key to another host
 * @throws CallError for an error status or an answer that is too large; errors of `fetch`
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

export class Redirected extends Error {
  override readonly name = 'Redirected';
}

/**
 * Sends a request without cookies or other data of the browser.
 * @throws Redirected instead of following a redirect, which would carry keys to another host
 */
export async function fetchBare(
  url: string,
  { method, ...request }: RequestInit & { readonly method: string },
): Promise<Response> {
  const response = await fetch(url, { ...bareRequest(method), ...request, redirect: 'manual' });
  // browsers hide the status of a redirect that is not followed
  const isHidden = response.type === 'opaqueredirect';
  if (isHidden || (response.status >= 300 && response.status < 400)) throw new Redirected();
  return response;
}

/** The options of a request without cookies or referrer, whose answer is not cached. */
export function bareRequest(method: string): RequestInit {
  return {
    method,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // POSTs are never cached, and with this option the browser asks the server for permission each
    // time
    ...(method === 'POST' ? {} : { cache: 'no-store' }),
  };
}

/** The answer is larger than allowed. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';

  constructor(mostBytes: number) {
    super(`More than ${mostBytes.toLocaleString('en')} bytes.`);
  }
}

/**
 * Reads the body of an answer in pieces; the connection is closed when reading stops.
 * @returns the pieces; none for an empty body
 * @throws BodyTooLarge beyond the limit
 */
export async function* readBytes(
  response: Response,
  mostBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) return;
  let bytes = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      bytes += read.value.length;
      yield read.value;
      if (bytes > mostBytes) throw new BodyTooLarge(mostBytes);
    }
  } finally {
    await reader.cancel().catch(() => undefined); // it has ended already
  }
}

/** Reads the body of an answer as text, like {@link readBytes}. */
export async function* readBody(response: Response, mostBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of readBytes(response, mostBytes))
    yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/**
 * Runs a request with a time limit and classifies its errors.
 * @param send sends the request; its signal is aborted on cancelling and on timeout
 * @throws CallError; AbortError when cancelled
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
 * @param baseUrl with or without a slash at its end
 */
export function join(baseUrl: string, path: string): string {
  return `${trimEndWhere(baseUrl.trim(), (char) => char === '/')}/${path}`;
}
