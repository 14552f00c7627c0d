import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { assignRoles } from './columns.ts';
import {
  PairKeyReader,
  type PairKeys,
  joinOrder,
  pairEachWay,
  pairSides,
  proposeWay,
  joinRow,
} from './pair-sides.ts';
import { PAIR_WAYS, type PairBy } from '#core/read/choices/reading-shape.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';

function keysOf(rows: readonly JsonObject[]): PairKeys {
  const reader = new PairKeyReader(
    rows.length,
    assignRoles(['id', 'prompt', 'reference_trajectory']),
  );
  for (const [index, row] of rows.entries()) reader.add(row, index);
  return reader.finish();
}

function orderOf(a: readonly JsonObject[], b: readonly JsonObject[], by: PairBy): number[][] {
  const { predictions, references } = joinOrder(pairSides(keysOf(a), keysOf(b), by));
  return [...predictions].map((prediction, row) => [prediction, references[row] ?? NaN]);
}

describe('pairSides', () => {
  it('pairs by id whatever the order, as text or number; who stays alone comes too', () => {
    expect(orderOf([{ id: 1 }, { id: 'x' }, {}], [{ id: 'y' }, { id: '1 ' }, {}], 'id')).toEqual([
      [0, 1],
      [1, -1],
      [2, -1],
      [-1, 0],
      [-1, 2],
    ]);
  });

  it('gives runs of one task the same reference, and leaves out what contradicts itself', () => {
    const runs = [{ id: 'a' }, { id: 'b' }, { id: 'a' }];
    const one = pairSides(keysOf(runs), keysOf([{ id: 'a' }]), 'id');
    expect([[...one.baselineRows], [...one.candidateRows], one.shared]).toEqual([
      [0, 2],
      [0, 0],
      1,
    ]);
    const two = [1, 2].map((x) => ({
      id: 'a',
      reference_trajectory: [{ name: 'f', args: { x } }],
    }));
    expect(pairSides(keysOf(runs), keysOf(two), 'id')).toMatchObject({
      ...{ unclear: 2, baselineRows: new Uint32Array() },
    });
  });

  it('uses every prediction once, and every reference', () => {
    const row = fc.record({
      id: fc.constantFrom(null, 1, 2, '2', '__proto__'),
      prompt: fc.string({ maxLength: 1 }),
    });
    const rows = fc.array(row, { maxLength: 12 });
    fc.assert(
      fc.property(rows, rows, fc.constantFrom(...PAIR_WAYS), (a, b, by) => {
        const order = orderOf(a, b, by);
        const numbers = (side: 0 | 1): number[] =>
          order.map((row) => row[side] ?? -1).filter((index) => index >= 0);
        expect(numbers(0)).toEqual([...a.keys()]);
        expect([...new Set(numbers(1))].sort((x, y) => x - y)).toEqual([...b.keys()]);
      }),
    );
  });
});

it.each<[JsonObject[], JsonObject[], PairBy | undefined]>([
  [[{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }], 'id'],
  [[{ id: 1, prompt: 'a' }], [{ id: 9, prompt: 'a' }], 'prompt'],
  [[{ prompt: 'a' }], [{ reference_trajectory: [] }], 'order'],
  [[{ prompt: 'a' }], [{ prompt: 'b' }], undefined],
  [[{ id: 't1' }, { id: 't2' }], [{ id: 'a', trace: 't2' }], 'id'],
  [[{ prompt: 'a' }, { prompt: 'b' }], [{ prompt: 'c' }, { prompt: 'a' }], 'prompt'],
  [[{ id: 1 }, { id: 2 }, { id: 3 }], [{ id: 1 }, { id: 8 }, { id: 9 }, { id: 7 }], 'id'],
])('proposeWay %j with %j is by %s', (predictions, references, by) => {
  const keys = keysOf(references);
  expect(proposeWay(pairEachWay(keysOf(predictions), keys), keys)).toBe(by);
});

describe('a row joined to its other side', () => {
  function join(
    prediction: JsonObject | undefined,
    reference: JsonObject | undefined,
    roles: ColumnRoles = assignRoles(['id']),
  ): JsonObject {
    const side = (record: JsonObject | undefined) => record && { record, roles };
    return joinRow(side(prediction), side(reference));
  }

  describe('joinRow', () => {
    it('trusts each file on its own side and keeps what the other says otherwise', () => {
      expect(
        join(
          {
            id: 1,
            prompt: 'p',
            predicted_trajectory: [],
            reference: 'old',
            note: 'mine',
            tag: 'x',
          },
          { id: '1', prompt: 'p', reference_trajectory: [], reference: 'new', note: 'y', tag: 'x' },
        ),
      ).toEqual({
        ...{ id: 1, prompt: 'p', predicted_trajectory: [], tag: 'x', reference_trajectory: [] },
        ...{ reference: 'new', 'reference (predictions)': 'old' },
        ...{ note: 'mine', 'note (references)': 'y' },
      });
    });

    it('never takes what an agent did from the file of references', () => {
      const reference = { response: 'r', latency_in_seconds: 2, predicted_trajectory: [] };
      expect(join({ id: 1 }, reference)).toEqual({
        ...{ id: 1, 'response (references)': 'r', 'latency_in_seconds (references)': 2 },
        'predicted_trajectory (references)': [],
      });
      expect(join(undefined, { id: 2, reference_trajectory: [] })).toEqual({
        ...{ id: 2, reference_trajectory: [] },
      });
    });

    it('gives columns with a role the service’s own names; a mere namesake plays none', () => {
      const roles = { ...assignRoles(['id']), response: 'answer' };
      expect(join({ answer: 'a', response: 'draft', empty: null }, undefined, roles)).toEqual({
        ...{ response: 'a', 'response (no role)': 'draft' },
      });
    });

    it('keeps a column that is named like a property of objects', () => {
      const row: unknown = JSON.parse('{"__proto__": 1, "constructor": 2}');
      const joined = join(row as JsonObject, { id: 1 });
      expect(JSON.stringify(joined)).toBe('{"__proto__":1,"constructor":2,"id":1}');
    });
  });
});
