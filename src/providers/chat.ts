import type { JsonObject } from '#core/base/json/json-value.ts';
import { pick, type Maybe } from '#core/base/json/pick.ts';
import { CallError } from '#core/judge/call-error.ts';
import type { Usage } from '#core/judge/cost.ts';
import type { VerdictForm } from '#core/score/metric/judge-metric.ts';
import type { ChatApi, ChatProvider, JudgeRequest } from './provider.ts';
import { join, requestJson, type SendJson } from './request.ts';

/** The most tokens of a verdict. */
export const MAX_VERDICT_TOKENS = 2048;

/** By model: the request parts it refused, which are not sent again. */
const refused = new Map<string, Set<string>>();

/** Makes a provider's judge from its chat API. */
export function overChat(
  chat: ChatApi,
  send: SendJson = requestJson,
): Pick<ChatProvider, 'chat' | 'ask'> {
  const askOnce = async (
    request: JudgeRequest,
    without: ReadonlySet<string>,
    signal: AbortSignal,
  ) => {
    const { baseUrl, model, key, system, user, form, temperature, withinMs } = request;
    const written = chat.body({ baseUrl, model, system, user, form, temperature });
    const sent = Object.entries(written).filter(([name]) => !without.has(name));
    const body = Object.fromEntries(sent);
    const place = { url: join(baseUrl, chat.path(model)), headers: chat.headers(key) };
    return chat.read(await send({ ...place, body }, signal, withinMs));
  };
  return {
    chat,
    async ask(request, signal) {
      const place = `${request.baseUrl} ${request.model}`;
      const without = refused.get(place) ?? new Set<string>();
      for (;;) {
        try {
          return await askOnce(request, without, signal);
        } catch (error) {
          const part = refusedPart(error, chat.optional ?? [], without);
          if (part === undefined) throw error;
          refused.set(place, without.add(part));
        }
      }
    },
  };
}

/** The part of the request that an error of the server names. */
function refusedPart(
  error: unknown,
  optional: readonly string[],
  known: ReadonlySet<string>,
): string | undefined {
  if (!(error instanceof CallError) || error.failure !== 'rejected') return undefined;
  const text = error.message.replaceAll('json_schema', 'response_format');
  return optional.find((name) => text.includes(name) && !known.has(name));
}

/** The JSON Schema of a verdict. */
export function verdictSchema({ field, allowed }: VerdictForm): JsonObject {
  return {
    type: 'object',
    properties: {
      explanation: { type: 'string' },
      [field]: { type: field === 'score' ? 'number' : 'string', enum: allowed },
    },
    required: ['explanation', field],
    additionalProperties: false,
  };
}

/** The tokens of an answer; undefined unless both are numbers. */
export function usageOf(counts: Maybe, input: string, output: string): Usage | undefined {
  const [sent, received] = [pick(counts, input), pick(counts, output)];
  return typeof sent === 'number' && typeof received === 'number'
    ? { input: sent, output: received }
    : undefined;
}
