import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordOf, scoreRecords } from '../../../../tests/support/rows.ts';
import { trajectory } from '../../../../tests/support/arbitraries.ts';
import { GrowingColumns } from './growing-columns.ts';
import { joinColumns } from './slice-columns.ts';
import { NO_ROWS, type ScoredColumns } from './scored-columns.ts';

const part = fc
  .tuple(fc.array(fc.tuple(trajectory, trajectory), { maxLength: 5 }), fc.nat({ max: 50 }))
  .map(([rows, first]) =>
    scoreRecords(
      rows.map(([made, expected]) => recordOf(made, expected)),
      {},
      first,
    ),
  );

it('is at any time what joining the parts would give, and stays so', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const growing = new GrowingColumns();
      const taken: ScoredColumns[] = [];
      for (const one of parts) {
        growing.append(one, 1 / (parts.length - taken.length));
        taken.push(growing.take());
      }
      for (const [index, columns] of taken.entries())
        expect(columns).toEqual(joinColumns(parts.slice(0, index + 1)));
    }),
  );
});

it('has no rows at first, and refuses parts with other columns', () => {
  const growing = new GrowingColumns();
  expect(growing.take()).toBe(NO_ROWS);
  growing.append(scoreRecords([{}]));
  expect(() => growing.append(scoreRecords([{}], { metrics: [] }))).toThrow(RangeError);
});

it('copies no list of columns: a file may have as many as its rows have keys', () => {
  const growing = new GrowingColumns();
  const first = scoreRecords([{ a: 1 }]);
  growing.append(first);
  expect(growing.take().columns).toBe(first.columns);
  growing.append({ ...scoreRecords([{}]), columns: [] });
  expect(growing.take().columns).toBe(first.columns);
});
