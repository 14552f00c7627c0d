import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calls, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';
import { consistencyOf, passAtK, passHatK } from './trials.ts';

describe('chances of repeated trials', () => {
  it.each([
    // worked out with binomial coefficients as fractions
    [4, 2, 2, 5 / 6, 1 / 6],
    [5, 1, 3, 3 / 5, 0],
    [6, 5, 2, 1, 2 / 3],
    [3, 0, 3, 0, 0],
    [3, 3, 2, 1, 1],
  ])('of %i trials %i pass, %i drawn', (trials, passes, k, atK, hatK) => {
    expect(passAtK(trials, passes, k)).toBeCloseTo(atK, 12);
    expect(passHatK(trials, passes, k)).toBeCloseTo(hatK, 12);
  });

  it('with one trial drawn both are the share of passes; more trials help the one, hurt the other', () => {
    const counts = fc
      .integer({ min: 2, max: 60 })
      .chain((n) => fc.tuple(fc.constant(n), fc.nat(n), fc.integer({ min: 1, max: n - 1 })));
    fc.assert(
      fc.property(counts, ([n, c, k]) => {
        expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 10);
        expect(passHatK(n, c, 1)).toBeCloseTo(c / n, 10);
        expect(passAtK(n, c, k + 1)).toBeGreaterThanOrEqual(passAtK(n, c, k) - 1e-12);
        expect(passHatK(n, c, k + 1)).toBeLessThanOrEqual(passHatK(n, c, k) + 1e-12);
      }),
    );
  });
});

describe('consistencyOf', () => {
  const right = recordOf(calls('ab'), calls('ab'));
  const wrong = recordOf(calls('a'), calls('ab'));
  const columns = scoreRecords([
    { id: 'x', ...right },
    { id: 'x', ...wrong },
    { id: 'x', ...right },
    { id: 'y', ...wrong },
    { id: 'y', ...wrong },
    { id: 'z', ...right },
  ]);
  const chancesIn = (id: string, thresholds = {}) => {
    const scores = columns.scores.find((column) => column.id === id)!;
    return consistencyOf(columns, allRows(6), scores, thresholds);
  };

  it('averages for each k over tasks with enough trials', () => {
    const chances = chancesIn('trajectory_exact_match');
    expect(chances.map(({ k, tasks }) => [k, tasks])).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
    ]);
    expect(chances[0]?.passAtK).toBeCloseTo((2 / 3 + 0 + 1) / 3, 12);
    expect(chances[1]).toMatchObject({ passAtK: 0.5, passHatK: 1 / 6 });
    expect(chances[2]).toMatchObject({ passAtK: 1, passHatK: 0 });
  });

  it('any order of the rows gives the same chances', () => {
    const score = fc.constantFrom(right, wrong);
    const tasks = fc.array(fc.tuple(fc.constantFrom('x', 'y', 'z'), score), { minLength: 2 });
    fc.assert(
      fc.property(tasks, (trials) => {
        const all = scoreRecords(trials.map(([id, record]) => ({ id, ...record })));
        const numbers = (rows: Uint32Array): unknown =>
          consistencyOf(all, rows, all.scores[0]!, {}).map(({ passAtK: once, passHatK: always }) =>
            [once, always].map((chance) => chance.toFixed(12)),
          );
        const rows = allRows(trials.length);
        expect(numbers(rows.slice().reverse())).toEqual(numbers(rows));
      }),
    );
  });

  it('passes from the threshold on', () => {
    const recall = 'trajectory_recall';
    expect(chancesIn(recall, { [recall]: 0.5 })[1]).toMatchObject({ passHatK: 1 });
  });

  it('is nothing where no id occurs twice', () => {
    const [exact] = columns.scores;
    expect(consistencyOf(columns, Uint32Array.of(0, 3, 5), exact!, {})).toEqual([]);
  });
});
