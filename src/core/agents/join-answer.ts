import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import {
  ownValue,
  setOwn,
  type JsonObject,
  type JsonValue,
  isBlank,
} from '#core/base/json/json-value.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import { isTranscript } from '#core/calls/transcript.ts';
import type { AgentAnswer } from './read-answer.ts';

/** The outcome of an agent's call. */
export interface CallOutcome {
  /** Undefined when it failed. */
  readonly answer: AgentAnswer | undefined;
  /** The reason of a failure, in words; empty without one. */
  readonly failure: string;
  /** Milliseconds until the answer or failure; null where no call was made. */
  readonly latencyMs: number | null;
  readonly firstByteMs: number | null;
  /** The row’s number in the dataset, from 0. */
  readonly row: number;
  /** The row's trial, from 0. */
  readonly trial: number;
}

/** The roles filled by an agent's answers, under their own names. */
const FILLED_ROLES = ['response', 'predicted_trajectory', 'latency_in_seconds', 'failure'] as const;

const MADE = [
  ...FILLED_ROLES,
  'failure_reason',
  'first_byte_in_seconds',
  'input_tokens',
  'output_tokens',
  'trial',
];

/** The roles of columns after an agent's answers are added. */
export function rolesAfter(roles: ColumnRoles): ColumnRoles {
  return { ...roles, ...Object.fromEntries(FILLED_ROLES.map((role) => [role, role])) };
}

/** Lists the columns, in order, that an agent’s answers replace. */
export function replacedColumns(columns: readonly string[], roles: ColumnRoles): string[] {
  const filled = FILLED_ROLES.map((role) => roles[role]);
  return columns.filter((name) => MADE.includes(name) || filled.includes(name));
}

/** Joins a row with an answer; null for both cells of a failed call. Trials share the row's id. */
export function joinAnswer(
  record: JsonObject,
  roles: ColumnRoles,
  outcome: CallOutcome,
  trials: number,
): JsonObject {
  const replaced = new Set(replacedColumns(Object.keys(record), roles));
  const joined: Record<string, JsonValue> = {};
  const id = roles.id ?? 'id';
  const needsId = trials > 1 && isBlank(ownValue(record, id));
  if (needsId) {
    setOwn(joined, id, `row ${String(outcome.row + 1)}`);
    replaced.add(id);
  }
  for (const [name, cell] of Object.entries(record)) {
    // the recorded transcript is that of another run
    const isOld = name === roles.transcript && isTranscript(unwrapEncoded(cell));
    if (!replaced.has(name) && !isOld) setOwn(joined, name, cell);
  }
  const { answer, failure, latencyMs, firstByteMs, trial } = outcome;
  return {
    ...joined,
    ...(trials > 1 ? { trial: trial + 1 } : {}),
    response: answer?.response ?? null,
    predicted_trajectory: answer?.calls ?? null,
    latency_in_seconds: inSeconds(latencyMs),
    first_byte_in_seconds: inSeconds(firstByteMs),
    failure: answer ? 0 : 1,
    failure_reason: failure === '' ? null : failure,
    ...(answer?.usage
      ? { input_tokens: answer.usage.input, output_tokens: answer.usage.output }
      : {}),
  };
}

function inSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms) / 1000;
}
