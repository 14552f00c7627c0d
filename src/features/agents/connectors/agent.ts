import type { AgentConfig } from '#core/agents/agent-config.ts';
import type { Cells } from '#core/agents/fill-template.ts';
import type { ReplyValues, AgentAnswer } from '#core/agents/read-answer.ts';
import type { FormField } from '#features/sessions/form-field.ts';

/** A field of the form that describes an agent. */
export interface AgentField extends FormField {
  readonly usual: string;
  /** Concerns the reading of answers alone: no change of it has the agent called again. */
  readonly isReading?: boolean;
}

/** A request to an agent. */
export interface AgentRequest {
  readonly method: string;
  readonly url: string;
  /** JSON text; without it nothing is sent along. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** It only prepares the call: the first byte of its answer is not the agent’s. */
  readonly isSetup?: boolean;
}

/** Sends the requests of one call: to the agent itself, or answers them from a recording. */
export interface AgentClient {
  /** Ended when the call is to stop. */
  readonly signal: AbortSignal;
  /**
   * Sends a request with the agent’s own headers.
   * @throws AgentError for everything that is no whole answer with success; AbortError when ended
   */
  send(request: AgentRequest): Promise<ReplyValues>;
  /**
   * Waits before the agent is asked again; not where it is only read again.
   * @throws AgentError when the call takes too long; AbortError when ended
   */
  wait(ms: number): Promise<void>;
}

/** One call of an agent. */
export interface AgentTask {
  readonly config: AgentConfig;
  /** Returns a value of the row: by the name of a column, or of the role it plays. */
  readonly cells: Cells;
  /** Names the call in sessions and messages; the same when it is read again. */
  readonly id: string;
}

/** Values of fields that call a server of one kind. */
export interface AgentPreset {
  readonly title: string;
  readonly values: Readonly<Record<string, string>>;
  /** The header its key goes into. */
  readonly secretHeader?: string;
}

/** Calls agents of one kind. */
export interface AgentConnector {
  /** Equals the name of its file; stored with agents and runs. */
  readonly id: string;
  readonly title: string;
  /** What to know before the first call. */
  readonly help: string;
  readonly fields: readonly AgentField[];
  /** Servers whose values can be filled in at once. */
  readonly presets?: readonly AgentPreset[];
  /** Returns a sentence for each reason why the agent cannot be called; `names` are those of placeholders. */
  faultsOf(config: AgentConfig, names: readonly string[]): readonly string[];
  /** Calls the agent once. Throws AgentError; AbortError when ended. */
  call(task: AgentTask, client: AgentClient): Promise<AgentAnswer>;
}

/** The value of an agent’s field: what a person entered, or what is usual. */
export function valueOf(
  connector: Pick<AgentConnector, 'fields'>,
  config: AgentConfig,
  key: string,
): string {
  const entered = Object.hasOwn(config.values, key) ? config.values[key] : undefined;
  const { usual = '', options } = connector.fields.find((field) => field.key === key) ?? {};
  // what an earlier version offered
  const isGone = options !== undefined && options.every(({ value }) => value !== entered);
  return isGone ? usual : (entered ?? usual);
}
