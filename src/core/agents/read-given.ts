import {
  isDeeperThan,
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonValue,
} from '#core/json/json-value.ts';
import { DEPTH_LIMIT } from '#core/trajectory/read-trajectory.ts';
import { AgentError } from './agent-error.ts';
import type { AgentAnswer } from './read-answer.ts';

/** Calls that a function may give for a row. */
export const MOST_CALLS = 1000;

/**
 * Reads what a person's function gave for a row: `{response, predicted_trajectory}`. Nothing is
 * guessed, since the person can write it as it should be.
 * @param given its value; undefined where it gave nothing
 * @returns the answer, its calls as they were given
 * @throws AgentError that says what is wrong with it
 */
export function readGiven(given: JsonValue | undefined): AgentAnswer {
  if (given === undefined) throw refuse('It gave nothing');
  if (!isJsonObject(given)) throw refuse('It gave no object');
  const response = ownValue(given, 'response') ?? undefined;
  if (response !== undefined && typeof response !== 'string')
    throw refuse('Its “response” is no text');
  const calls = ownValue(given, 'predicted_trajectory');
  if (calls === undefined || !isJsonList(calls))
    throw refuse('Its “predicted_trajectory” is no list of calls, [] for none');
  if (calls.length > MOST_CALLS)
    throw refuse(`Its “predicted_trajectory” has more than ${String(MOST_CALLS)} calls`);
  const nameless = calls.findIndex(
    (call) => !isJsonObject(call) || typeof ownValue(call, 'tool_name') !== 'string',
  );
  if (nameless >= 0) throw refuse(`Call ${String(nameless + 1)} has no “tool_name”`);
  if (isDeeperThan(calls, DEPTH_LIMIT - 2))
    throw refuse(`Its calls nest deeper than ${String(DEPTH_LIMIT)} levels`);
  return { response, calls, usage: undefined };
}

function refuse(what: string): AgentError {
  return new AgentError('code_failed', `${what}: {response, predicted_trajectory} is wanted.`);
}
