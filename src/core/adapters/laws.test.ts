import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../tests/support/arbitraries.ts';
import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
import { readTrajectory } from '#core/trajectory/read-trajectory.ts';
import type { AdapterOptions } from './adapter.ts';
import { ADAPTERS, findAdapter, recogniseAdapter } from './registry.ts';

const FIXTURES = new URL('../../../tests/fixtures/adapters/', import.meta.url);
const recorded = readdirSync(FIXTURES).flatMap((folder) => {
  const text = readFileSync(new URL(`${folder}/cases.json`, FIXTURES), 'utf8');
  return (JSON.parse(text) as { cases: { values: JsonValue[] }[] }).cases.map(
    ({ values }) => values,
  );
});

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
        const { rows, notes } = adapter.read(values, chosen);
        expect(rows.every(isPlainRow)).toBe(true);
        expect(notes.every(({ count }) => count > 0)).toBe(true);
      }),
      { numRuns: 100 },
    );
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  });

  it.each(ADAPTERS)('is too deep for an adapter: $id', (adapter) => {
    for (const key of ['messages', 'function', 'content', 'spans', 'child_runs', 'kwargs']) {
      let deep: JsonValue = [];
      for (let level = 0; level < 20_000; level++) deep = level % 2 ? [deep] : { [key]: deep };
      expect(() => adapter.recognise(deep)).not.toThrow();
      expect(() => adapter.read([deep, { [key]: [deep] }], DEFAULTS)).not.toThrow();
    }
  });
});

const DEFAULTS: AdapterOptions = { turns: 'rows', subAgents: 'all', droppedTools: [] };

describe('every reading', () => {
  const read = (values: readonly JsonValue[], chosen: AdapterOptions) =>
    (recogniseAdapter(values) ?? ADAPTERS[0]!).read(values, chosen);

  const sides = (rows: readonly JsonObject[], side: string): string[] =>
    rows.flatMap((row) => {
      const cell = row[`${side}_trajectory`];
      return Array.isArray(cell) ? cell.map((call) => JSON.stringify(call)) : [];
    });

  it('gives calls that the playground can read', () => {
    for (const values of recorded) {
      for (const row of read(values, DEFAULTS).rows) {
        for (const side of ['predicted', 'reference']) {
          expect(readTrajectory(row[`${side}_trajectory`]).state).not.toBe('unreadable');
        }
      }
    }
  });

  it('has the same calls in rows of turns as in rows of conversations', () => {
    for (const values of recorded) {
      const turns = read(values, DEFAULTS).rows;
      const whole = read(values, { ...DEFAULTS, turns: 'conversation' }).rows;
      for (const side of ['predicted', 'reference']) {
        expect(sides(whole, side)).toEqual(sides(turns, side));
      }
    }
  });

  it('keeps no call of a dropped tool', () => {
    for (const values of recorded) {
      const { rows } = read(values, { ...DEFAULTS, droppedTools: ['*'] });
      if (recogniseAdapter(values)?.id === 'vertex') continue; // rows are kept as they are
      expect([...sides(rows, 'predicted'), ...sides(rows, 'reference')]).toEqual([]);
    }
  });
});

describe('recogniseAdapter', () => {
  it.each<[JsonValue[]]>([
    [[]],
    [[1, 'a', null]],
    [[{ prompt: 'a', response: 'b' }]],
    [[{ role: 'user', content: 'hi' }]],
    [[{ name: 'f', description: 'd', parameters: { type: 'object', properties: {} } }]],
    [[{ events: [{ name: 'concert', date: '2026-01-01' }] }]],
  ])('takes nothing of %j', (values) => {
    expect(recogniseAdapter(values)).toBeUndefined();
  });

  it('finds every adapter by its id', () => {
    expect(ADAPTERS.map(({ id }) => findAdapter(id))).toEqual(ADAPTERS);
    expect(findAdapter('nonsense')).toBeUndefined();
  });
});
