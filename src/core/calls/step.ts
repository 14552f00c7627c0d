import type { JsonValue } from '#core/base/json/json-value.ts';
import type { ToolCall } from './trajectory.ts';

/** The tokens of a step; absent means not recorded, never zero. */
export interface StepTokens {
  /** All input, cached tokens included. */
  readonly input?: number;
  readonly output?: number;
  /** The part of the input read from a cache. */
  readonly cached?: number;
}

/** The cost of a step in its own currency. */
export interface StepCost {
  readonly amount: number;
  /** Its code, such as `USD`; empty where not recorded. */
  readonly currency: string;
}

/** The record of any step; absent means not recorded, never zero. */
export interface StepRecord {
  readonly agent?: string;
  readonly model?: string;
  /** Milliseconds since 1970, or since the run began where no date is recorded. */
  readonly startMs?: number;
  /** Milliseconds, 0 or more. */
  readonly durationMs?: number;
  readonly tokens?: StepTokens;
  readonly cost?: StepCost;
}

/** The author of a message. */
export type StepRole = 'user' | 'agent' | 'system';

/** A message; the text is empty for a turn in which the model only requested calls. */
export interface MessageStep extends StepRecord {
  readonly kind: 'message';
  readonly role: StepRole;
  readonly text: string;
}

/** A tool call with its result. */
export interface CallStep extends StepRecord {
  readonly kind: 'call';
  /** Its place in the trajectory, from 0. */
  readonly place: number;
  readonly call: ToolCall;
  readonly id?: string;
  /** The result; absent where not recorded. */
  readonly output?: JsonValue;
  /** The error; `true` where only the failure is recorded, absent where nothing is. */
  readonly error?: string | true;
  /** Calls with the same number ran in parallel. */
  readonly parallel?: number;
}

/** One step of a run; steps are in the order in which they happened. */
export type Step = MessageStep | CallStep;
