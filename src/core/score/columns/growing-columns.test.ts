import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { trajectory } from '../../../../tests/support/arbitraries.ts';
import { packColumns } from './pack-columns.ts';
import { codesOf, outcomeAt, scoreAt, NO_ROWS, type ScoredColumns } from './scored-columns.ts';
import { GrowingColumns, joinColumns } from './growing-columns.ts';

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

it('is the same of packed parts, whose few scores stay codes until their lists are asked for', () => {
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 6 }),
      fc.func(fc.boolean()),
      (parts, isPacked) => {
        const growing = new GrowingColumns();
        const taken: ScoredColumns[] = [];
        const packed = parts.map((one, index) => (isPacked(index) ? packColumns(one) : one));
        for (const one of packed) {
          growing.append(one);
          taken.push(growing.take());
          // lists may be asked for at any time
          if (isPacked(taken.length)) void growing.take().scores[0]?.values;
        }
        for (const [index, columns] of taken.entries()) {
          const joined = joinColumns(parts.slice(0, index + 1));
          for (const [at, scores] of columns.scores.entries()) {
            const wanted = joined.scores[at];
            const isCoded = packed.slice(0, index + 1).every((one) => 'codes' in one.scores[at]!);
            // it is known only later that some are no codes
            if (isCoded) expect(codesOf(scores)?.codes).toHaveLength(columns.rowCount);
            const rows = Array.from({ length: columns.rowCount }, (_, row) => row);
            expect(rows.map((row) => scoreAt(scores, row))).toEqual([...wanted!.values]);
            expect(rows.map((row) => outcomeAt(scores, row))).toEqual([...wanted!.outcomes]);
          }
          expect(columns).toEqual(joined);
        }
      },
    ),
  );
});

it('keeps no codes once there are more than 256 different scores', () => {
  const of = (from: number) => {
    const { scores, ...rest } = scoreRecords(Array.from({ length: 200 }, () => ({})));
    const values = Float64Array.from({ length: 200 }, (_, row) => (from + row) / 1000);
    return { ...rest, scores: [{ ...scores[0]!, values }] };
  };
  const growing = new GrowingColumns();
  growing.append(packColumns(of(0)));
  const before = growing.take();
  expect(codesOf(before.scores[0]!)).toBeDefined();
  growing.append(packColumns(of(100)));
  const now = growing.take();
  expect(codesOf(now.scores[0]!)).toBeUndefined();
  expect(now).toEqual(joinColumns([of(0), of(100)]));
  expect(before).toEqual(of(0));
});

it('has texts and agreement of all rows as soon as some part has them', () => {
  const plainPart = scoreRecords([recordOf([], [])]);
  const [first, ...others] = plainPart.scores;
  const judged = {
    ...plainPart,
    scores: [{ ...first!, texts: ['why'], agreement: Float64Array.of(0.5) }, ...others],
  };
  const growing = new GrowingColumns();
  for (const one of [plainPart, judged, plainPart]) growing.append(one);
  expect(growing.take()).toEqual(joinColumns([plainPart, judged, plainPart]));
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
