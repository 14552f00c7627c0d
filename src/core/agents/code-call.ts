import {
  type JsonObject,
  type JsonValue,
  isDeeperThan,
  isJsonList,
  isJsonObject,
  ownValue,
  DEPTH_LIMIT,
} from '#core/base/json/json-value.ts';
import { hasKey, unwrapEncoded } from '#core/base/json/pick.ts';
import { AgentError } from './agent-error.ts';
import { ANYWHERE, readAnswer, type AgentAnswer } from './read-answer.ts';

/** A function's result, or the reason why not. */
export type CodeResult =
  | {
      readonly kind: 'given';
      /** The value as JSON; empty where nothing was returned. */
      readonly json: string;
      /** Milliseconds, without waiting for its turn. */
      readonly ms: number;
    }
  | {
      readonly kind: 'error';
      readonly message: string;
      /** 1-based line, where known. */
      readonly line?: number;
    };

/** Runs the user's function in the sandbox; rejects with an AbortError when cancelled. */
export type RunCode = (args: readonly JsonValue[]) => Promise<CodeResult>;

/** The longest JSON that a function may return, in characters. */
export const LONGEST_JSON = 1_000_000;
const MESSAGE_LIMIT = 300;

/** Checks the sandbox's answer; code that ran there may have tampered with it. */
export function readCodeResult(answer: unknown): CodeResult {
  const { json, ms, error, line } = isRecord(answer) ? answer : {};
  if (typeof error === 'string') {
    const message = error.slice(0, MESSAGE_LIMIT);
    const isLine = typeof line === 'number' && Number.isSafeInteger(line) && line > 0;
    return { kind: 'error', message, ...(isLine ? { line } : {}) };
  }
  if (typeof json !== 'string' || json.length > LONGEST_JSON)
    return { kind: 'error', message: 'Returned an invalid result.' };
  const isTime = typeof ms === 'number' && ms >= 0 && ms < Infinity;
  return { kind: 'given', json, ms: isTime ? ms : 0 };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The most calls that a function may return for a row. */
export const MAX_CALLS = 1000;

/**
 * Reads the result of the user's function for a row: `{response, predicted_trajectory}`, where
 * nothing is guessed, or the answer of a framework's agent. Throws AgentError.
 */
export function readGiven(given: JsonValue | undefined): AgentAnswer {
  if (given === undefined) throw refuse('It returned nothing');
  if (typeof given !== 'object' || given === null) throw refuse('It did not return an object');
  const answer = hasKey(given, 'response', 'predicted_trajectory')
    ? readNamed(given)
    : readAnswer({ values: [given], isStream: false }, ANYWHERE);
  if ((answer.calls?.length ?? 0) > MAX_CALLS)
    throw refuse(`There are more than ${String(MAX_CALLS)} calls`);
  return answer;
}

function readNamed(given: JsonObject): AgentAnswer {
  const response = ownValue(given, 'response') ?? undefined;
  if (response !== undefined && typeof response !== 'string')
    throw refuse('Its “response” is not a string');
  // functions in the documentation return JSON text
  const calls = unwrapEncoded(ownValue(given, 'predicted_trajectory')) ?? undefined;
  if (calls === undefined && response !== undefined) return { response, calls, usage: undefined };
  if (calls === undefined || !isJsonList(calls))
    throw refuse('Its “predicted_trajectory” is not a list of calls ([] for none)');
  const nameless = calls.findIndex(
    (call) => !isJsonObject(call) || typeof ownValue(call, 'tool_name') !== 'string',
  );
  if (nameless >= 0) throw refuse(`Call ${String(nameless + 1)} has no “tool_name”`);
  if (isDeeperThan(calls, DEPTH_LIMIT - 2))
    throw refuse(`Its calls nest deeper than ${String(DEPTH_LIMIT)} levels`);
  return { response, calls, usage: undefined };
}

function refuse(what: string): AgentError {
  return new AgentError('code_failed', `${what}; expected {response, predicted_trajectory}.`);
}
