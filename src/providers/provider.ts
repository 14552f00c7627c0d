import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { Usage } from '#core/judge/cost.ts';
import type { VerdictForm } from '#core/score/metric/judge-metric.ts';

/** A judge's connection. The key is kept in memory only. */
export interface Connection {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string;
}

/** One call of a judge. */
export interface JudgeRequest extends Connection {
  readonly system: string;
  readonly user: string;
  /** The form of the verdict. */
  readonly form: VerdictForm;
  readonly temperature: number;
  /** The time limit in milliseconds. */
  readonly withinMs: number;
}

/** A judge's answer. */
export interface JudgeAnswer {
  /** The verdict as JSON text, or anything else the model wrote, without thoughts. */
  readonly text: string;
  /** Tokens counted by the provider; undefined where it does not count. */
  readonly usage: Usage | undefined;
  /** Whether the answer was cut, e.g. at its limit. */
  readonly isCut: boolean;
}

/** What a judge is asked, without its key. */
export type AskedOfModel = Omit<JudgeRequest, 'key' | 'withinMs'>;

/** How a provider's requests are written and its answers read; sends nothing. */
export interface ChatApi {
  /** Headers that carry the key. */
  headers(key: string): Readonly<Record<string, string>>;
  /** The path below the provider's address. */
  path(model: string): string;
  /** The request's body; a blank instruction is left out. */
  body(asked: AskedOfModel): JsonObject;
  /** Parts of the body that some servers or models refuse; a refused part is left out. */
  readonly optional?: readonly string[];
  /** @throws CallError `blocked` where the answer is withheld, `server` where it has another shape */
  read(answer: JsonValue): JudgeAnswer;
}

/** A provider of models that judge. */
export interface Provider {
  /** Equals the folder's name. */
  readonly id: string;
  readonly title: string;
  /** The default address; empty for none. */
  readonly baseUrl: string;
  /** Further addresses to offer, with titles. */
  readonly places: readonly { readonly title: string; readonly baseUrl: string }[];
  readonly key: 'needed' | 'optional' | 'none';
  /** Used by hand: the user copies prompts out and verdicts in. */
  readonly isManual?: true;
  /** The default model. */
  readonly model: string;
  /** Advice before the first call: keys, CORS, local addresses. */
  readonly help: string;
  /** Absent where nothing is sent over a network. */
  readonly chat?: ChatApi;
  /** Asks a judge. Throws CallError; AbortError when cancelled. */
  ask(request: JudgeRequest, signal: AbortSignal): Promise<JudgeAnswer>;
}

/** A provider with models behind a network API. */
export type ChatProvider = Provider & { readonly chat: ChatApi };
