import type { ModelCall, ToolDeclaration } from '#core/agents/canned-results.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import type { AgentRequest } from '../agent.ts';

/** What a model is told at the beginning. */
export interface Briefing {
  readonly baseUrl: string;
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  readonly tools: readonly ToolDeclaration[];
}

/** One step of a model: what it said, the calls it wants, and the message it is to be kept as. */
export interface Step {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly message: JsonValue;
}

/** A provider’s way to speak of messages and tools. */
export interface Dialect {
  /** The messages at the beginning. */
  open(briefing: Briefing): readonly JsonValue[];
  ask(briefing: Briefing, messages: readonly JsonValue[]): AgentRequest;
  /** @throws AgentError where the answer holds no step. */
  read(answer: JsonValue): Step;
  /** The messages that give the model what its calls came to. */
  giveBack(results: readonly (readonly [ModelCall, JsonValue])[]): readonly JsonValue[];
}
