import type { ModelCall, ToolDeclaration } from '#core/agents/canned-results.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { Usage } from '#core/judge/estimate-cost.ts';
import type { VerdictForm } from '#core/judge/verdict-form.ts';

/** Where a judge is and how it is reached. The key is kept nowhere but in memory. */
export interface Connection {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string;
}

/** One question to a judge. */
export interface JudgeRequest extends Connection {
  readonly system: string;
  readonly user: string;
  /** What it may answer. */
  readonly form: VerdictForm;
  readonly temperature: number;
  /** Milliseconds the answer may take. */
  readonly withinMs: number;
}

/** What a judge answered. */
export interface JudgeAnswer {
  /** The verdict as JSON text, or whatever the model wrote instead. */
  readonly text: string;
  /** Tokens as the provider counted them; undefined where it does not count. */
  readonly usage: Usage | undefined;
  /** The model did not come to its end, e.g. the answer was cut at its longest. */
  readonly isCut: boolean;
}

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

/** A provider of models: the one client of judges and of agents. */
export interface Provider {
  /** Equals the folder's name. */
  readonly id: string;
  readonly title: string;
  /** Where requests go unless another address is entered; empty where there is no address. */
  readonly baseUrl: string;
  /** Addresses worth offering, with what is there. */
  readonly places: readonly { readonly title: string; readonly baseUrl: string }[];
  readonly key: 'needed' | 'optional' | 'none';
  /** Cannot be asked from here: a person carries prompts out and verdicts in. */
  readonly isManual?: true;
  /** A model to begin with. */
  readonly model: string;
  /** What to know before the first call: keys, CORS, local addresses. */
  readonly help: string;
  /** Its requests and answers; absent where none are sent over a network. */
  readonly chat?: ChatApi;
  /** Asks a judge one question. Throws CallError; AbortError when ended. */
  ask(request: JudgeRequest, signal: AbortSignal): Promise<JudgeAnswer>;
}

/** A provider whose models are asked over a network. */
export type ChatProvider = Provider & { readonly chat: ChatApi };
