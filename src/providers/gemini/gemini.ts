import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { CallError } from '#core/judge/call-error.ts';
import type { VerdictForm } from '#core/score/metric/judge-metric.ts';
import { MAX_VERDICT_TOKENS, overChat, usageOf } from '#providers/chat.ts';
import type { ChatApi, ChatProvider } from '#providers/provider.ts';
import { GoogleGenerativeAI, type GenerateContentRequest } from '@google/generative-ai';
import { endWithin, sendBare, type SendJson } from '#providers/request.ts';

/** The stop reasons of a refusal. */
const REFUSALS = ['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'];
/** The stop reasons of a complete answer. */
const ENDS: readonly string[] = ['STOP', 'FINISH_REASON_UNSPECIFIED', ''];

const chat: ChatApi = {
  headers: (key) => ({ 'x-goog-api-key': key }),
  path: (model) => {
    const name = model.split('/').map(encodeURIComponent).join('/');
    return `v1beta/${model.includes('/') ? name : `models/${name}`}:generateContent`;
  },
  body: ({ system, user, form, temperature }) => ({
    contents: [{ role: 'user', parts: [{ text: user }] }],
    ...(system.trim() === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    generationConfig: {
      temperature,
      maxOutputTokens: MAX_VERDICT_TOKENS * 4, // its thoughts count as output
      responseMimeType: 'application/json',
      responseSchema: schemaOf(form),
    },
  }),
  read(answer) {
    const block = pickText(pickObject(answer, 'promptFeedback'), 'blockReason');
    if (block !== undefined) throw new CallError('blocked', block);
    const [candidate] = pickList(answer, 'candidates') ?? [];
    if (candidate === undefined)
      throw new CallError('server', 'The provider’s answer has no candidates.');
    const finish = pickText(candidate, 'finishReason') ?? '';
    if (REFUSALS.includes(finish)) throw new CallError('blocked', finish);
    const parts = pickList(pickObject(candidate, 'content'), 'parts') ?? [];
    const spoken = parts.filter((part) => pick(part, 'thought') !== true);
    const counts = pickObject(answer, 'usageMetadata');
    return {
      text: spoken.map((part) => pickText(part, 'text') ?? '').join(''),
      usage: usageOf(counts, 'promptTokenCount', 'candidatesTokenCount'),
      isCut: !ENDS.includes(finish),
    };
  },
};

/** Enumerations may only have texts; the order of keys makes the model explain before it scores. */
function schemaOf({ field, allowed }: VerdictForm): JsonObject {
  return {
    type: 'object',
    properties: {
      explanation: { type: 'string' },
      [field]: { type: 'string', format: 'enum', enum: allowed.map(String) },
    },
    required: ['explanation', field],
    propertyOrdering: ['explanation', field],
  };
}

/** The address that Google’s library is given; no host has this name. */
const NOWHERE = 'https://gemini.invalid';

/**
 * Sends a request with Google’s library. The library gets neither address nor key, because it would
 * follow a redirect with both.
 * @throws CallError; AbortError when cancelled
 */
const sendByLibrary: SendJson = ({ url, headers, body }, signal, withinMs) =>
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

/** Gemini; a judge's calls go through Google’s own library. */
export const gemini: ChatProvider = {
  id: 'gemini',
  title: 'Gemini',
  baseUrl: 'https://generativelanguage.googleapis.com',
  places: [{ title: 'Gemini', baseUrl: 'https://generativelanguage.googleapis.com' }],
  key: 'needed',
  model: 'gemini-2.5-flash',
  help: 'A key comes from Google AI Studio. Restrict it to the Generative Language API.',
  ...overChat(chat, sendByLibrary),
};
