import { GoogleGenerativeAI, type GenerateContentRequest } from '@google/generative-ai';
import { CallError } from '#core/judge/call-error.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { endWithin, sendBare, type SendJson } from '#providers/request.ts';

/** The address that Google’s library is given; no host has this name. */
const NOWHERE = 'https://gemini.invalid';

/**
 * Sends a request with Google’s library. The library gets neither address nor key, because it would
 * follow a redirect with both.
 * @throws CallError; AbortError when cancelled
 */
export const sendByLibrary: SendJson = ({ url, headers, body }, signal, withinMs) =>
  endWithin(withinMs, signal, async (ended) => {
    const library = new GoogleGenerativeAI('').getGenerativeModel(
      { model: 'any' },
      { baseUrl: NOWHERE },
    );
    let failure: unknown;
    const send: typeof fetch = async (_address, { headers: own, body: written = null } = {}) => {
      const all = new Headers(own);
      for (const [name, value] of Object.entries(headers)) all.set(name, value);
      try {
        ended.throwIfAborted();
        const request = { headers: all, body: written, signal: ended };
        return new Response(await sendBare(url, request));
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    try {
      const ask = () => library.generateContent(body as GenerateContentRequest);
      return (await withFetch(send, ask)).response as unknown as JsonValue;
    } catch (error) {
      // the library wraps errors in its own
      if (failure instanceof Error) throw failure;
      if (error instanceof SyntaxError)
        throw new CallError('server', 'The provider’s answer is not JSON.');
      throw error;
    }
  });

/** Replaces the page's `fetch` during the call, because Google’s library accepts no other. */
function withFetch<T>(instead: typeof fetch, ask: () => T): T {
  const { fetch } = globalThis;
  globalThis.fetch = instead;
  try {
    return ask();
  } finally {
    globalThis.fetch = fetch;
  }
}
