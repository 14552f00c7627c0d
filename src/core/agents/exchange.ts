import * as v from 'valibot';
import { count, tableOf, type Shape } from '#core/base/json/json-shape.ts';
import { isAgentFault, type AgentFault } from './agent-error.ts';

/** Stands for a method where a person's function was run in the sandbox. */
export const CODE_METHOD = 'RUN';

const Leg = v.object({
  method: v.string(),
  /** Empty for a function. */
  url: v.string(),
  /** The request’s headers; secret ones are masked. */
  headers: tableOf(v.string()),
  /** The request’s body, or what a function was run about; empty where there was none. */
  body: v.string(),
  /** The HTTP status; 0 where there was no answer. */
  status: count,
  contentType: v.string(),
  /** The answer as it came, as far as it came. */
  text: v.string(),
  /** Milliseconds until the first byte; null where there was none. */
  firstByteMs: v.nullable(v.number()),
  /** Milliseconds until the last byte. */
  totalMs: v.number(),
  /** Why it broke off; null when the answer is whole, whatever its status. */
  fault: v.nullable(v.custom<AgentFault>(isAgentFault)),
  detail: v.string(),
});

/** One request and what came back, or one run of a function. No secret is in it. */
export type Leg = Shape<typeof Leg>;

/** The schema of what was said for a trial. */
export const Exchange = v.object({
  /** The row’s number in the dataset that was run, from 0. */
  row: count,
  /** Which of the row’s trials, from 0. */
  trial: count,
  /** The row’s prompt. */
  prompt: v.string(),
  legs: v.array(Leg),
  /** Milliseconds from the first request to the last byte. */
  latencyMs: v.number(),
  /** Milliseconds until the first byte of an answer; null where there was none. */
  firstByteMs: v.nullable(v.number()),
  /** Milliseconds since 1970. */
  atMs: v.number(),
});

/** Everything that was said for one trial of a row: enough to read the answer again. */
export type Exchange = Shape<typeof Exchange>;
