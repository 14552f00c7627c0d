import { isJsonList, isJsonObject, ownValue, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { readRowText } from '#core/base/literals/parse-tolerant.ts';
import { itemsOf } from './reference-cell.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import { holdsPattern } from '#core/match/patterns/value-pattern.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import { instanceOf } from '#core/score/custom-metrics/instance.ts';
import { rowJson } from '#kernel/run/row-json.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';
import { typedCalls as texts } from './texts.ts';

/** Calls as they are typed: what they are, or the first thing that is wrong with their text. */
export type TypedCalls =
  | {
      readonly ok: true;
      /** The calls as one line of JSON. */
      readonly text: string;
      readonly tools: readonly string[];
      readonly hasPatterns: boolean;
    }
  /** `at`: the offset in the text, where that is known. */
  | { readonly ok: false; readonly reason: string; readonly at?: number };

const MATCHER = createMatcher({ ...EXACT_RULES, patterns: true });
const COLUMN = 'calls';

/** Reads the calls expected of a row as a person types them: a list as JSON, empty for no call. */
export function readTypedCalls(text: string): TypedCalls {
  const reading = readJson(text);
  if (!reading.ok) return { ok: false, reason: reading.reason, at: reading.column - 1 };
  const { value } = reading;
  if (!isJsonList(value)) return { ok: false, reason: texts.noList };
  const roles = { reference_trajectory: COLUMN };
  const { reference } = readRow({ [COLUMN]: value }, roles, 0, MATCHER).row;
  if (reference.state === 'calls') {
    const tools = reference.calls.map(({ tool_name }) => tool_name);
    return { ok: true, text: printJson(value), tools, hasPatterns: holdsPattern(value) };
  }
  if (reference.state === 'missing') return { ok: false, reason: texts.noList };
  const { problem } = reference;
  const issue = { code: 'trajectory_unreadable', line: 0, column: COLUMN, problem } as const;
  return { ok: false, reason: sentenceOf(issue).detail };
}

/** The calls expected of a row as text to begin with; those made where none are expected. */
export async function textToType(
  run: ReadableRun,
  row: number,
  pool: Pick<WorkerPool, 'ask'>,
): Promise<string> {
  const reading = readRowText(await (await rowJson(run, row, pool)).text());
  const record = reading.ok && isJsonObject(reading.value) ? reading.value : {};
  const { reference_trajectory: one, reference_trajectories: several } = run.roles;
  const cell = one === undefined ? undefined : ownValue(record, one);
  const lists = several === undefined ? [] : itemsOf(ownValue(record, several));
  const expected = [cell, ...lists].map(itemsOf).find((items) => items.length > 0);
  const made = instanceOf(record, run.roles)['predicted_trajectory'] ?? null;
  const calls: readonly JsonValue[] = expected ?? (isJsonList(made) ? made : []);
  return calls.length === 0
    ? '[]'
    : `[\n${calls.map((call) => `  ${printJson(call)}`).join(',\n')}\n]`;
}
