import type { Usage } from '#core/judge/estimate.ts';
import type { VerdictForm } from '#core/judge/verdict-form.ts';
import type { ChatApi } from './chat.ts';

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
