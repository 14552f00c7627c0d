import type { AgentFault } from './agent-error.ts';

/** One request and what came back. No secret is in it. */
export interface Leg {
  readonly method: string;
  /** Empty in exchanges of earlier versions, whose agent could be a function. */
  readonly url: string;
  /** The request’s headers; secret ones are masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The request’s body; empty where there was none. */
  readonly body: string;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly contentType: string;
  /** The answer as it came, as far as it came. */
  readonly text: string;
  /** Milliseconds until the first byte; null where there was none. */
  readonly firstByteMs: number | null;
  /** Milliseconds until the last byte. */
  readonly totalMs: number;
  /** Why it broke off; null when the answer is whole, whatever its status. */
  readonly fault: AgentFault | null;
  readonly detail: string;
}

/** Everything that was said for one trial of a row: enough to read the answer again. */
export interface Exchange {
  /** The row’s number in the dataset that was run, from 0. */
  readonly row: number;
  /** Which of the row’s trials, from 0. */
  readonly trial: number;
  /** The row’s prompt. */
  readonly prompt: string;
  readonly legs: readonly Leg[];
  /** Milliseconds from the first request to the last byte. */
  readonly latencyMs: number;
  /** Milliseconds until the first byte of an answer; null where there was none. */
  readonly firstByteMs: number | null;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}
