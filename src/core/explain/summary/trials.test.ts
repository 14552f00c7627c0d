import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calls, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';
import { consistencyOf, describeTrials, passAtK, passHatK } from './trials.ts';

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

describe('describeTrials', () => {
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
  const exactOf = (k: number, thresholds = {}, id = 'trajectory_exact_match') =>
    describeTrials(columns, allRows(6), k, thresholds)?.metrics.find(
      ({ columnId }) => columnId === id,
    );

  it('averages over tasks with enough trials', () => {
    expect(exactOf(2)).toMatchObject({ tasks: 2, passAtK: 0.5, passHatK: 1 / 6 });
    expect(exactOf(1)?.tasks).toBe(3);
    expect(exactOf(1)?.passAtK).toBeCloseTo((2 / 3 + 0 + 1) / 3, 12);
    expect(exactOf(3)).toMatchObject({ tasks: 1, passAtK: 1, passHatK: 0 });
  });

  it('says how far the trials of a task differ', () => {
    // 1, 0, 1 has the deviation √(1/3), 0, 0 has none, a single trial says nothing
    expect(exactOf(2)?.spread).toBeCloseTo(Math.sqrt(1 / 3) / 2, 12);
    expect(exactOf(2)?.unsteady).toBe(1);
    const steady = describeTrials(columns, Uint32Array.of(3, 4), 2, {})?.metrics[0];
    expect(steady).toMatchObject({ spread: 0, unsteady: 0 });
  });

  it('any order of the rows gives the same chances', () => {
    const score = fc.constantFrom(right, wrong);
    const tasks = fc.array(fc.tuple(fc.constantFrom('x', 'y', 'z'), score), { minLength: 2 });
    fc.assert(
      fc.property(tasks, (trials) => {
        const all = scoreRecords(trials.map(([id, record]) => ({ id, ...record })));
        const numbers = (rows: Uint32Array): unknown =>
          describeTrials(all, rows, 2, {})?.metrics.map(({ passAtK: once, passHatK: always }) =>
            [once, always].map((chance) => chance?.toFixed(12)),
          );
        const rows = allRows(trials.length);
        expect(numbers(rows.slice().reverse())).toEqual(numbers(rows));
      }),
    );
  });

  it('gives the same chances for each k, with an interval over tasks', () => {
    const [exact] = columns.scores;
    const chances = consistencyOf(columns, allRows(6), exact!, {});
    expect(chances.map(({ k, tasks }) => [k, tasks])).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
    ]);
    expect(chances[1]).toMatchObject({ passAtK: 0.5, passHatK: 1 / 6 });
  });

  it('passes from the threshold on, and draws no more than there are', () => {
    const recall = 'trajectory_recall';
    expect(exactOf(2, { [recall]: 0.5 }, recall)).toMatchObject({ passHatK: 1 });
    expect(describeTrials(columns, allRows(6), 9, {})).toMatchObject({
      k: 3,
      most: 3,
      taskCount: 3,
    });
  });

  it('is nothing where no id occurs twice', () => {
    expect(describeTrials(scoreRecords([right, right]), allRows(2), 2, {})).toBeUndefined();
    expect(describeTrials(columns, Uint32Array.of(0, 3, 5), 2, {})).toBeUndefined();
  });
});
