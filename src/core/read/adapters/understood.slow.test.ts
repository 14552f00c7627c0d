import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import { pickText } from '#core/base/json/pick.ts';
import { readWith, USUAL_OPTIONS } from '#core/read/framework/adapter.ts';
import { kindOf } from '#core/read/transcripts/event-words.ts';
import { recogniseAdapter } from './registry.ts';

const FIXTURES = new URL('../../../../tests/fixtures/adapters/', import.meta.url);

interface Golden {
  readonly cases: readonly { readonly name: string; readonly values: readonly JsonValue[] }[];
}

/** Spans and transports, and OpenHands: an event of unknown kind among theirs says nothing yet. */
const LOSE = new Set([
  'deepeval',
  'langfuse',
  'mcp',
  'openai-agents',
  'openhands',
  'opentelemetry',
]);

const files = readdirSync(FIXTURES).flatMap((id) => {
  const text = readFileSync(new URL(`${id}/cases.json`, FIXTURES), 'utf8');
  return (JSON.parse(text) as Golden).cases.map(({ name, values }) => ({ id, name, values }));
});

/** Here a list of calls beside the text, its trace or its checker says that nothing was called. */
const SAY_NONE = new Set(['a2a', 'bfcl', 'deepeval', 'promptfoo', 'opentelemetry']);

/** Here an empty column of calls says that nothing was called, whatever stands beside it. */
const STATE_NONE = new Set([
  'results in a list of their own are no calls',
  'both sides one level further in',
  'runs of a case without a question of its own',
  'a case and what was done in it are told in two lists',
  'ToolAlpaca: an action as a list of tool, input and log; none beside an answer',
]);

/** What a reader may meet in place of a call. */
const DAMAGES: readonly ((call: JsonObject) => JsonValue)[] = [
  (call) => ({ ...call, type: 'widget_of_tomorrow' }),
  (call) => ({ type: 'envelope', payload_of_tomorrow: call }),
];

/** A text that holds a call nobody can read. */
const UNKNOWN = 'I look.\n<tool_call>\nlook at the weather\n</tool_call>';

/** Every place at which a call stands, or a part that is one by its type. */
function callsIn(value: JsonValue): readonly JsonObject[] {
  if (isJsonList(value)) return value.flatMap(callsIn);
  if (!isJsonObject(value)) return [];
  const isCall = isCallLike(value) || kindOf(pickText(value, 'type', 'part_kind') ?? '') === 'call';
  return [...(isCall ? [value] : []), ...Object.values(value).flatMap(callsIn)];
}

function replace(value: JsonValue, part: JsonValue, by: JsonValue): JsonValue {
  if (value === part) return by;
  if (isJsonList(value)) return value.map((item) => replace(item, part, by));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, replace(item, part, by)]);
  return Object.fromEntries(entries) as JsonObject;
}

/** The keys of a value and of all within it. */
function keysIn(value: JsonValue): readonly string[] {
  if (isJsonList(value)) return value.flatMap(keysIn);
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)])
    : [];
}

function rename(value: JsonValue, key: string): JsonValue {
  if (isJsonList(value)) return value.map((item) => rename(item, key));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]): [string, JsonValue] => [
    name === key ? 'key_of_tomorrow' : name,
    rename(item, key),
  ]);
  return Object.fromEntries(entries);
}

/** Notes that say that a call may be missing. */
const SAY = /unread|unrecorded|record_other|invalid|unclear/;

function read(values: readonly JsonValue[]) {
  const adapter = recogniseAdapter(values);
  if (!adapter) return undefined;
  const { rows, notes } = readWith(adapter, values, USUAL_OPTIONS);
  const sides = rows.map((row) => row['predicted_trajectory']);
  const lists = sides.filter((side): side is JsonValue[] => Array.isArray(side));
  return {
    rows,
    empty: lists.filter((list) => list.length === 0).length,
    calls: lists.flat().length,
    missing: sides.length - lists.length,
    said: notes.reduce((sum, { code, count }) => sum + (SAY.test(code) ? count : 0), 0),
  };
}

it.each(files.filter(({ id, name }) => !LOSE.has(id) && !STATE_NONE.has(name)))(
  'what was not understood is never told as “called nothing”, nor left out unsaid calls of $id: $name',
  ({ values }) => {
    const before = read(values);
    for (const call of new Set(callsIn(values))) {
      for (const damage of DAMAGES) {
        const after = read(values.map((value) => replace(value, call, damage(call))));
        if (!before || !after) continue;
        expect(after.empty).toBeLessThanOrEqual(before.empty);
        const isSaid = after.said > before.said || after.missing > before.missing;
        expect(isSaid || after.calls >= before.calls).toBe(true);
      }
    }
  },
);

it.each(files)(
  'what was not understood is never told as “called nothing”, nor left out unsaid under keys of $id: $name',
  ({ values }) => {
    const before = read(values);
    if (!before || before.calls === 0) return;
    for (const key of new Set(keysIn(values))) {
      const after = read(values.map((value) => rename(value, key)));
      if (!after || after.calls >= before.calls) continue;
      const isSaid = after.said > before.said || after.missing > before.missing;
      expect(isSaid || after.empty <= before.empty, `calls are lost unsaid without “${key}”`).toBe(
        true,
      );
    }
  },
);

it.each(files.filter(({ id, name }) => !SAY_NONE.has(id) && !STATE_NONE.has(name)))(
  'what was not understood is never told as “called nothing”, nor left out unsaid texts of $id: $name',
  ({ values }) => {
    for (const row of read(values)?.rows ?? []) {
      const { response } = row;
      if (typeof response !== 'string') continue;
      const after = read(values.map((value) => replace(value, response, UNKNOWN)));
      const told = after?.rows.filter((one) => one['response'] === UNKNOWN) ?? [];
      for (const one of told) expect(one['predicted_trajectory']).not.toEqual([]);
    }
  },
);
