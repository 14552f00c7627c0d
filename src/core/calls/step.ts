import type { JsonValue } from '#core/base/json/json-value.ts';
import type { ToolCall } from './trajectory.ts';

/** How many tokens a step took; what is not recorded is absent, never zero. */
export interface StepTokens {
  /** All that was read, those out of a cache included. */
  readonly input?: number;
  readonly output?: number;
  /** Those of the input that came out of a cache. */
  readonly cached?: number;
}

/** What a step cost, in the currency of the data. */
export interface StepCost {
  readonly amount: number;
  /** Its code, such as `USD`; empty where the data names none. */
  readonly currency: string;
}

/** What may be recorded of any step; what is not recorded is absent, never zero. */
export interface StepRecord {
  readonly agent?: string;
  readonly model?: string;
  /** When it began, in milliseconds since 1970, or since the run began where no more is known. */
  readonly startMs?: number;
  /** Milliseconds, 0 or more. */
  readonly durationMs?: number;
  readonly tokens?: StepTokens;
  readonly cost?: StepCost;
}

/** Who speaks. */
export type StepRole = 'user' | 'agent' | 'system';

/** Something said. A turn of a model in which it only asked for calls has an empty text. */
export interface MessageStep extends StepRecord {
  readonly kind: 'message';
  readonly role: StepRole;
  readonly text: string;
}

/** A tool call with what came of it. */
export interface CallStep extends StepRecord {
  readonly kind: 'call';
  /** Its place in the trajectory, from 0. */
  readonly place: number;
  readonly call: ToolCall;
  readonly id?: string;
  /** What the tool returned; absent where that is not recorded. */
  readonly output?: JsonValue;
  /** What went wrong, `true` where only that it did; absent where nothing says so. */
  readonly error?: string | true;
  /** Calls of one number were made at the same time. */
  readonly parallel?: number;
}

/** One step of an agent's run, in the order in which steps happened. */
export type Step = MessageStep | CallStep;
