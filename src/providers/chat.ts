import type { ModelCall, ToolDeclaration } from '#core/agents/canned-results.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { pick, type Maybe } from '#core/base/json/pick.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { CallError } from '#core/judge/call-error.ts';
import type { Usage } from '#core/judge/estimate.ts';
import type { VerdictForm } from '#core/judge/verdict-form.ts';
import type { ChatProvider, Connection, JudgeRequest } from './provider.ts';
import { join, requestJson, type SendJson } from './request.ts';

/** The most tokens a verdict may take. */
export const MOST_VERDICT_TOKENS = 2048;
/** The tool that has to be called where a verdict is asked for as a call. */
export const VERDICT_TOOL = 'give_verdict';

/** A conversation with a model, as it is sent with each request. */
export interface Chat extends Pick<Connection, 'baseUrl' | 'model'> {
  /** The instruction; blank for none. */
  readonly system: string;
  /** In the provider's own form. */
  readonly messages: readonly JsonValue[];
  readonly tools: readonly ToolDeclaration[];
  /** Set where the answer has to be a verdict. */
  readonly verdict?: { readonly form: VerdictForm; readonly temperature: number };
}

/** A call that a model makes; its input is undefined where its arguments are not JSON. */
type ChatCall = Omit<ModelCall, 'input'> & { readonly input: JsonValue | undefined };

/** An answer with success, whole or cut. */
export interface ChatAnswer {
  /** What the model wrote, without its thoughts. */
  readonly text: string;
  readonly calls: readonly ChatCall[];
  /** The message the conversation goes on with; undefined where the answer has none. */
  readonly message: JsonValue | undefined;
  /** Tokens as the provider counted them; undefined where it does not count. */
  readonly usage: Usage | undefined;
  /** The provider's reason for an end before the model's own; empty where the answer is whole. */
  readonly cut: string;
}

/** How a provider's requests are written and its answers read; nothing is sent here. */
export interface ChatApi {
  /** Headers that carry the key. */
  headers(key: string): Readonly<Record<string, string>>;
  /** The path below the provider's address. */
  path(model: string): string;
  /** The message with which a conversation begins. */
  open(prompt: string): JsonValue;
  body(chat: Chat): JsonObject;
  /** Parts of the body that some servers and models do not know; left out once one is refused. */
  readonly optional?: readonly string[];
  /** @throws CallError `blocked` where the answer is withheld, `server` where it has another shape */
  read(answer: JsonValue): ChatAnswer;
  /** The messages that carry the results of calls back to the model. */
  results(results: readonly (readonly [ModelCall, JsonValue])[]): readonly JsonValue[];
}

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
    const url = join(baseUrl, chat.path(model));
    const body = Object.fromEntries(sent);
    const answer = await send({ url, headers: chat.headers(key), body }, signal, withinMs);
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
