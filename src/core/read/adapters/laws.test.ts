import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';
import { isItem } from '#core/read/transcripts/read-output-item.ts';
import { isMessage } from '#core/read/transcripts/read-message.ts';
import { readWith, USUAL_OPTIONS, type AdapterOptions } from '#core/read/framework/adapter.ts';
import { ADAPTERS, recogniseAdapter } from './registry.ts';

const CASES = tablesOf<{ foreign: [JsonValue[]][] }>('reading');

const FIXTURES = new URL('../../../../tests/fixtures/adapters/', import.meta.url);
const fixtures = readdirSync(FIXTURES).flatMap((folder) => {
  const text = readFileSync(new URL(`${folder}/cases.json`, FIXTURES), 'utf8');
  const { cases } = JSON.parse(text) as { cases: { values: JsonValue[] }[] };
  return cases.map(({ values }) => ({ folder, values }));
});
const recorded = fixtures.map(({ values }) => values);

const options: fc.Arbitrary<AdapterOptions> = fc.record({
  turns: fc.constantFrom('rows', 'conversation'),
  subAgents: fc.constantFrom('all', 'root'),
  droppedTools: fc.constantFrom<readonly string[]>([], ['f', 'transfer_*'], ['*']),
});

/** Replaces what stands at some of the places of a value, counted in the order they are visited. */
function damage(value: JsonValue, places: ReadonlyMap<number, JsonValue>): JsonValue {
  let at = 0;
  const walk = (item: JsonValue): JsonValue => {
    const replacement = places.get(at++);
    if (replacement !== undefined) return replacement;
    if (Array.isArray(item)) return item.map((inner: JsonValue) => walk(inner));
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value);
}

/** Objects that cannot be written as text. */
const hostile = fc.constant<JsonValue>({ toString: 1, valueOf: 1 });

const damaged = fc
  .tuple(
    fc.constantFrom(...recorded),
    fc.array(fc.tuple(fc.nat({ max: 80 }), fc.oneof(json, hostile)), { maxLength: 4 }),
  )
  .map(([values, places]) => damage(values, new Map(places)))
  .map((value): readonly JsonValue[] =>
    Array.isArray(value) ? (value as readonly JsonValue[]) : [value],
  );

const files = fc.oneof(damaged, fc.array(json, { maxLength: 3 }));

function isPlainRow(row: JsonObject): boolean {
  return Object.getPrototypeOf(row) === Object.prototype;
}

describe('no file', () => {
  it.each(ADAPTERS)('makes an adapter throw or touch a prototype: $id', (adapter) => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    fc.assert(
      fc.property(files, options, (values, chosen) => {
        for (const value of values) expect(typeof adapter.recognise(value)).toBe('boolean');
        const { rows, notes } = readWith(adapter, values, chosen);
        expect(rows.every(isPlainRow)).toBe(true);
        expect(notes.every(({ count }) => count > 0)).toBe(true);
      }),
      { numRuns: lawRuns(100) },
    );
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  });

  it('makes an adapter throw by what stands where a moment is read', () => {
    const span = {
      trace_id: 'a',
      span_id: '1',
      name: 'chat',
      attributes: { 'gen_ai.system': 'x' },
    };
    for (const odd of [[{ toString: null }], [[]], { toString: 1 }, [null, 'x']] as JsonValue[])
      for (const adapter of ADAPTERS)
        expect(() =>
          readWith(adapter, [{ ...span, start_time: odd, end_time: odd }], USUAL_OPTIONS),
        ).not.toThrow();
  });

  it.each(ADAPTERS)('is too deep for an adapter: $id', (adapter) => {
    for (const key of ['messages', 'function', 'content', 'spans', 'child_runs', 'kwargs']) {
      let deep: JsonValue = [];
      for (let level = 0; level < 20_000; level++) deep = level % 2 ? [deep] : { [key]: deep };
      expect(() => adapter.recognise(deep)).not.toThrow();
      expect(() => readWith(adapter, [deep, { [key]: [deep] }], USUAL_OPTIONS)).not.toThrow();
    }
  });
});

describe('every reading', () => {
  const read = (values: readonly JsonValue[], chosen: AdapterOptions) =>
    readWith(recogniseAdapter(values) ?? ADAPTERS[0]!, values, chosen);

  const sides = (rows: readonly JsonObject[], side: string): string[] =>
    rows.flatMap((row) => {
      const cell = row[`${side}_trajectory`];
      return Array.isArray(cell) ? cell.map((call) => JSON.stringify(call)) : [];
    });

  it('gives calls that the playground can read', () => {
    for (const values of recorded) {
      for (const row of read(values, USUAL_OPTIONS).rows) {
        for (const side of ['predicted', 'reference']) {
          expect(readTrajectory(row[`${side}_trajectory`]).state).not.toBe('unreadable');
        }
      }
    }
  });

  it('has the same calls in rows of turns as in rows of conversations', () => {
    for (const values of recorded) {
      const turns = read(values, USUAL_OPTIONS).rows;
      const whole = read(values, { ...USUAL_OPTIONS, turns: 'conversation' }).rows;
      for (const side of ['predicted', 'reference']) {
        expect(sides(whole, side)).toEqual(sides(turns, side));
      }
    }
  });

  it('keeps no call of a dropped tool', () => {
    for (const values of recorded) {
      const { rows } = read(values, { ...USUAL_OPTIONS, droppedTools: ['*'] });
      if (!recogniseAdapter(values)) continue; // rows are kept as they are
      expect([...sides(rows, 'predicted'), ...sides(rows, 'reference')]).toEqual([]);
    }
  });
});

/** A record that no framework writes. */
const FOREIGN = { input: 'Renew my card', error: 'timeout', calls_of_others: [{ deep: { n: 1 } }] };
const COLUMN = [{ deep: ['kept', { n: 1 }] }];

/** Replaces one part of a value by another. */
function replace(value: JsonValue, part: JsonValue, by: JsonValue): JsonValue {
  if (value === part) return by;
  if (Array.isArray(value)) return value.map((item: JsonValue) => replace(item, part, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replace(item, part, by)]),
  );
}

/** A message, an item, a call or a piece of a stream: one of several that make a run. */
function isPartOfRun(record: JsonObject): boolean {
  const isPiece = typeof record['object'] === 'string' && record['object'].endsWith('.chunk');
  return (
    isPiece ||
    isMessage(record) ||
    isItem(record) ||
    isCallLike(record) ||
    [
      'type',
      'finishReason',
      'trace',
      'Items',
      'toolCall',
      'toolResponse',
      'clientContent',
      'task_images',
      'serverContent',
      'llm_message',
      'agentName',
      // events and nodes of applications
      ...[
        'key',
        'bubbleId',
        'kind',
        'node_type',
        'workflow_run_id',
        'event',
        'role_at_backend',
        'step_num',
      ],
    ].some((key) => key in record) ||
    '$schemaVersion' in record
  );
}

/** What a log of events or a bare list of messages holds beside them belongs to no row. */
const LOGS = new Set([
  ...['opentelemetry', 'langfuse', 'langsmith', 'openai-agents', 'claude-code', 'codex', 'mcp'],
  ...['openhands', 'api-bank', 'a2a', 'llamaindex', 'braintrust-spans', 'langgraph'],
]);

describe('nothing vanishes', () => {
  const cases = fixtures.flatMap(({ folder, values }) => {
    const adapter = recogniseAdapter(values);
    return adapter ? [{ id: folder, adapter, values }] : [];
  });

  it.each(cases)('a foreign record is a row and changes no other: $id', ({ adapter, values }) => {
    const before = readWith(adapter, values, USUAL_OPTIONS).rows;
    for (const at of [0, Math.ceil(values.length / 2), values.length]) {
      const mixed = values.toSpliced(at, 0, FOREIGN);
      const { rows } = readWith(adapter, mixed, USUAL_OPTIONS);
      expect(rows.filter((row) => row['error'] === 'timeout')).toEqual([FOREIGN]);
      expect(rows.filter((row) => row['error'] !== 'timeout')).toEqual(before);
    }
  });

  it.each(cases.filter(({ id }) => !LOGS.has(id)))(
    'a foreign column is kept in the rows of its record: $id',
    ({ adapter, values }) => {
      const before = readWith(adapter, values, USUAL_OPTIONS);
      for (const [index, [record]] of before.origins.entries()) {
        if (typeof record !== 'object' || record === null || Array.isArray(record)) continue;
        if (isPartOfRun(record as JsonObject)) continue;
        const changed = { ...record, foreign_column: COLUMN };
        const mixed = values.map((value) => replace(value, record, changed));
        // what was text inside the file is not found again
        if (!JSON.stringify(mixed).includes('foreign_column')) continue;
        const { rows } = readWith(adapter, mixed, USUAL_OPTIONS);
        expect(rows.length).toBe(before.rows.length);
        expect(rows[index]).toEqual({ ...before.rows[index], foreign_column: COLUMN });
      }
    },
  );
});

it.each(CASES.foreign)('recogniseAdapter takes nothing of %j', (values) => {
  expect(recogniseAdapter(values)).toBeUndefined();
});
