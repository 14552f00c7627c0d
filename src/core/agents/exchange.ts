import * as v from 'valibot';
import { count, tableOf, type Shape } from '#core/base/json/json-shape.ts';
import { isAgentFault, type AgentFault } from './agent-error.ts';

/** The method of a function in the sandbox, which stood for an agent before version 2. */
export const CODE_METHOD = 'RUN';

const Leg = v.object({
  method: v.string(),
  /** Empty for a function. */
  url: v.string(),
  /** The request’s headers; secret ones are masked. */
  headers: tableOf(v.string()),
  /** The request’s body, or the function's input; empty without one. */
  body: v.string(),
  /** The HTTP status; 0 without an answer. */
  status: count,
  contentType: v.string(),
  /** The part of the answer that arrived. */
  text: v.string(),
  /** Milliseconds to the first byte; null without one. */
  firstByteMs: v.nullable(v.number()),
  /** Milliseconds to the last byte. */
  totalMs: v.number(),
  /** Why the answer broke off; null for a complete one, whatever its status. */
  fault: v.nullable(v.custom<AgentFault>(isAgentFault)),
  detail: v.string(),
});

/** A request with its answer, or a function call. Contains no secret. */
export type Leg = Shape<typeof Leg>;

/** The schema of {@link Exchange}. */
export const Exchange = v.object({
  /** The row’s number in its dataset, from 0. */
  row: count,
  /** The row’s trial, from 0. */
  trial: count,
  /** The row’s prompt. */
  prompt: v.string(),
  legs: v.array(Leg),
  /** Milliseconds from the first request to the last byte. */
  latencyMs: v.number(),
  /** Milliseconds to the first byte of an answer; null without one. */
  firstByteMs: v.nullable(v.number()),
  /** Milliseconds since 1970. */
  atMs: v.number(),
});

/** All requests and answers of one trial of a row, enough to read the answer again. */
export type Exchange = Shape<typeof Exchange>;
