import * as is from '#core/base/json/json-shape.ts';
import { isAgentFault } from './agent-error.ts';

/** Stands for a method where a person's function was run in the sandbox. */
export const CODE_METHOD = 'RUN';

const isLeg = is.record({
  method: is.text,
  /** Empty for a function. */
  url: is.text,
  /** The request’s headers; secret ones are masked. */
  headers: is.tableOf(is.text),
  /** The request’s body, or what a function was run about; empty where there was none. */
  body: is.text,
  /** The HTTP status; 0 where there was no answer. */
  status: is.count,
  contentType: is.text,
  /** The answer as it came, as far as it came. */
  text: is.text,
  /** Milliseconds until the first byte; null where there was none. */
  firstByteMs: is.nullOr(is.number),
  /** Milliseconds until the last byte. */
  totalMs: is.number,
  /** Why it broke off; null when the answer is whole, whatever its status. */
  fault: is.nullOr(isAgentFault),
  detail: is.text,
});

/** One request and what came back, or one run of a function. No secret is in it. */
export type Leg = is.Shape<typeof isLeg>;

/** The properties of an exchange. */
export const EXCHANGE = {
  /** The row’s number in the dataset that was run, from 0. */
  row: is.count,
  /** Which of the row’s trials, from 0. */
  trial: is.count,
  /** The row’s prompt. */
  prompt: is.text,
  legs: is.listOf(isLeg),
  /** Milliseconds from the first request to the last byte. */
  latencyMs: is.number,
  /** Milliseconds until the first byte of an answer; null where there was none. */
  firstByteMs: is.nullOr(is.number),
  /** Milliseconds since 1970. */
  atMs: is.number,
};

/** Checks whether a value holds what was said for a trial. */
export const isExchange = is.record(EXCHANGE);

/** Everything that was said for one trial of a row: enough to read the answer again. */
export type Exchange = is.Shape<typeof isExchange>;
