import {
  GoogleGenerativeAI,
  SchemaType,
  type GenerateContentResponse,
  type ResponseSchema,
} from '@google/generative-ai';
import { CallError } from '#core/judging/call-error.ts';
import type { VerdictForm } from '#core/judging/verdict-form.ts';
import { MOST_ANSWER_TOKENS, type JudgeAnswer, type JudgeRequest } from '../judge.ts';
import { asCallError, join, sendBare } from '../request-json.ts';

/** Reasons to stop that mean the model would not answer about this row. */
const REFUSALS = ['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'];

/** Reasons to stop of an answer that is whole. */
const ENDS: readonly unknown[] = ['STOP', 'FINISH_REASON_UNSPECIFIED', undefined];

/** Where Google’s library believes it asks: no host has this name. */
const NOWHERE = 'https://gemini.invalid';

/**
 * Asks Gemini one question. Google’s library writes the request and reads the answer; it is told
 * neither address nor key, because it would follow a redirect with both.
 * @param request the question
 * @param signal ends the call
 * @returns the answer
 * @throws CallError; AbortError when ended
 */
export async function askGemini(request: JudgeRequest, signal: AbortSignal): Promise<JudgeAnswer> {
  const { key, model, baseUrl, system, user, form, temperature } = request;
  const deadline = AbortSignal.timeout(request.withinMs);
  const library = new GoogleGenerativeAI('').getGenerativeModel(
    {
      model,
      systemInstruction: system,
      generationConfig: {
        temperature,
        maxOutputTokens: MOST_ANSWER_TOKENS * 4, // its thoughts count as output
        responseMimeType: 'application/json',
        responseSchema: schemaOf(form),
      },
    },
    { baseUrl: NOWHERE },
  );
  let failure: unknown;
  const send: typeof fetch = async (address, { headers, body = null } = {}) => {
    const withKey = new Headers(headers);
    withKey.set('x-goog-api-key', key);
    try {
      signal.throwIfAborted();
      const path = address instanceof Request ? address.url : address.toString();
      const url = join(baseUrl, path.slice(NOWHERE.length + 1));
      const ended = AbortSignal.any([signal, deadline]);
      return new Response(
        await sendBare(url, { method: 'POST', headers: withKey, body, signal: ended }),
      );
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    const { response } = await withFetch(send, () =>
      library.generateContent({ contents: [{ role: 'user', parts: [{ text: user }] }] }),
    );
    return answerOf(response);
  } catch (error) {
    // the library wraps what was thrown into an error of its own
    if (failure !== undefined) throw asCallError(failure, signal, deadline);
    if (error instanceof SyntaxError)
      throw new CallError('server', 'The provider’s answer is not JSON.');
    throw asCallError(error, signal, deadline);
  }
}

/** Google’s library takes the page’s `fetch` in the moment it is asked, and can be given no other. */
function withFetch<T>(instead: typeof fetch, ask: () => T): T {
  const { fetch } = globalThis;
  globalThis.fetch = instead;
  try {
    return ask();
  } finally {
    globalThis.fetch = fetch;
  }
}

/** Its enumerations hold texts only; the order makes it explain before it scores. */
function schemaOf({ field, allowed }: VerdictForm): ResponseSchema {
  return {
    type: SchemaType.OBJECT,
    properties: {
      explanation: { type: SchemaType.STRING },
      [field]: { type: SchemaType.STRING, format: 'enum', enum: allowed.map(String) },
    },
    required: ['explanation', field],
    propertyOrdering: ['explanation', field],
  } as ResponseSchema;
}

function answerOf(response: GenerateContentResponse): JudgeAnswer {
  const { promptFeedback, usageMetadata } = response;
  const candidate = response.candidates?.[0];
  if (promptFeedback?.blockReason !== undefined) {
    throw new CallError('blocked', promptFeedback.blockReason);
  }
  if (!candidate) throw new CallError('server', 'The provider’s answer has no candidates.');
  const finish = candidate.finishReason as string | undefined;
  if (finish !== undefined && REFUSALS.includes(finish)) throw new CallError('blocked', finish);
  const parts = (candidate.content as typeof candidate.content | undefined)?.parts ?? [];
  const spoken = parts.filter((part) => !('thought' in part));
  return {
    text: spoken.map(({ text }) => text ?? '').join(''),
    usage: usageMetadata && {
      input: usageMetadata.promptTokenCount,
      output: usageMetadata.candidatesTokenCount,
    },
    isCut: !ENDS.includes(finish),
  };
}
