import type { JsonObject } from '#core/base/json/json-value.ts';
import { pick, type Maybe } from '#core/base/json/pick.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { CallError } from '#core/judge/call-error.ts';
import type { Usage } from '#core/judge/estimate-cost.ts';
import type { VerdictForm } from '#core/judge/verdict-form.ts';
import type { ChatApi, ChatProvider, JudgeRequest } from './provider.ts';
import { join, requestJson, type SendJson } from './request.ts';

/** The most tokens a verdict may take. */
export const MAX_VERDICT_TOKENS = 2048;
/** The tool that has to be called where a verdict is asked for as a call. */
export const VERDICT_TOOL = 'give_verdict';

/** What a model has refused, so that it is not sent again. */
const refused = new Map<string, Set<string>>();

/** Has a provider's judge answer over its chat API. */
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
    const messages = [chat.open(user)];
    const verdict = { form, temperature };
    const written = chat.body({ baseUrl, model, system, messages, tools: [], verdict });
    const sent = Object.entries(written).filter(([name]) => !without.has(name));
    const body = Object.fromEntries(sent);
    const answer = await send({ ...placeOf(chat, baseUrl, model, key), body }, signal, withinMs);
    const { text, calls, usage, cut } = chat.read(answer);
    const verdicts = calls.filter(({ name }) => name === VERDICT_TOOL);
    const isCalled = verdicts.length > 0;
    return {
      text: isCalled ? verdicts.map(({ input = null }) => printJson(input)).join('\n') : text,
      usage,
      isCut: cut !== '',
    };
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

/** Where a model is asked, and the headers that carry its key. */
export function placeOf(chat: ChatApi, baseUrl: string, model: string, key: string) {
  return { url: join(baseUrl, chat.path(model)), headers: chat.headers(key) };
}

/** Names the part of the request that the server complains about. */
function refusedPart(
  error: unknown,
  optional: readonly string[],
  known: ReadonlySet<string>,
): string | undefined {
  if (!(error instanceof CallError) || error.failure !== 'rejected') return undefined;
  const text = error.message.replaceAll('json_schema', 'response_format');
  return optional.find((name) => text.includes(name) && !known.has(name));
}

/** The shape of a verdict, as JSON Schema. */
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

/** Reads how many tokens an answer took. Returns both; undefined unless both are numbers. */
export function usageOf(counts: Maybe, input: string, output: string): Usage | undefined {
  const [sent, received] = [pick(counts, input), pick(counts, output)];
  return typeof sent === 'number' && typeof received === 'number'
    ? { input: sent, output: received }
    : undefined;
}
