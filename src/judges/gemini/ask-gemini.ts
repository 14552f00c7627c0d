import {
  GoogleGenerativeAI,
  GoogleGenerativeAIFetchError,
  SchemaType,
  type GenerateContentResponse,
  type ResponseSchema,
} from '@google/generative-ai';
import { CallError, errorOfStatus } from '#core/judging/call-error.ts';
import type { VerdictForm } from '#core/judging/verdict-form.ts';
import { MOST_ANSWER_TOKENS, type JudgeAnswer, type JudgeRequest } from '../judge.ts';
import { asCallError } from '../request-json.ts';

/** Reasons to stop that mean the model would not answer about this row. */
const REFUSALS = ['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'];

/**
 * Asks Gemini one question.
 * @param request the question
 * @param signal ends the call
 * @returns the answer
 * @throws CallError; AbortError when ended
 */
export async function askGemini(request: JudgeRequest, signal: AbortSignal): Promise<JudgeAnswer> {
  const { key, model, baseUrl, system, user, form, temperature } = request;
  const deadline = AbortSignal.timeout(request.withinMs);
  try {
    // Google’s library heeds only a signal that is given afterwards
    signal.throwIfAborted();
    const { response } = await new GoogleGenerativeAI(key)
      .getGenerativeModel(
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
        { baseUrl: baseUrl.trim().replace(/\/+$/, '') },
      )
      .generateContent(
        { contents: [{ role: 'user', parts: [{ text: user }] }] },
        { signal: AbortSignal.any([signal, deadline]) },
      );
    return answerOf(response);
  } catch (error) {
    if (error instanceof GoogleGenerativeAIFetchError && error.status !== undefined) {
      const body = `${error.message} ${JSON.stringify(error.errorDetails ?? [])}`;
      throw errorOfStatus(error.status, body, null);
    }
    if (error instanceof SyntaxError)
      throw new CallError('server', 'The provider’s answer is not JSON.');
    throw asCallError(error, signal, deadline);
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
    isCut: finish === 'MAX_TOKENS',
  };
}
