import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { call, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { trajectory } from '../../../../tests/support/arbitraries.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { describeFlips } from './count-flips.ts';
import { FlipCounter } from './flip-counter.ts';

const IGNORING: MetricSettings = {
  ...DEFAULT_SETTINGS,
  metrics: [...DEFAULT_SETTINGS.metrics, 'trajectory_edit_distance'],
  matching: { ...EXACT_RULES, rule: { mode: 'ignore' } },
};

function flipsOf(records: readonly JsonObject[], settings: MetricSettings) {
  const before = scoreRecords(records, { metrics: settings.metrics });
  const counter = new FlipCounter(before, settings, assignRoles([]));
  for (const [row, record] of records.entries()) counter.add(record, row);
  return { counts: counter.finish(), before };
}

describe('FlipCounter', () => {
  it('counts rows that rise and rows that reach full marks', () => {
    const wrong = recordOf([call('a', { x: 1 })], [call('a', { x: 2 })]);
    const half = recordOf([call('a', 1), call('c')], [call('a', 2), call('b')]);
    const right = recordOf([call('a')], [call('a')]);
    const { counts } = flipsOf([wrong, half, right, recordOf([], [])], IGNORING);
    const countOf = (id: string) => counts.find(({ columnId }) => columnId === id);
    const none = { falls: 0, fails: 0, scored: 0, unscored: 0 };
    const columnId = 'trajectory_exact_match';
    expect(countOf(columnId)).toEqual({ columnId, rises: 1, passes: 1, ...none });
    expect(countOf('trajectory_recall')).toMatchObject({ rises: 2, passes: 1, falls: 0 });
    expect(countOf('trajectory_edit_distance')).toMatchObject({ rises: 0, passes: 1, falls: 2 });
    expect(countOf('failure')).toBeUndefined();
  });

  it('counts rows that get a score, and rows that lose it', () => {
    const settings: MetricSettings = { ...DEFAULT_SETTINGS, emptyTrajectories: 'skip' };
    const { counts } = flipsOf([recordOf([], [])], settings);
    expect(counts[0]).toMatchObject({ scored: 0, unscored: 1, rises: 0, passes: 0 });
    const after = scoreRecords([recordOf([], [])], settings);
    const back = new FlipCounter(after, DEFAULT_SETTINGS, assignRoles([]));
    back.add(recordOf([], []), 0);
    expect(back.finish()[0]).toMatchObject({ scored: 1, unscored: 0 });
  });

  it('agrees with scoring all rows again', () => {
    const records = fc.array(
      fc.tuple(trajectory, trajectory).map(([p, r]) => recordOf(p, r)),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(records, (rows) => {
        const { counts, before } = flipsOf(rows, IGNORING);
        const after = scoreRecords(rows, IGNORING);
        for (const { rises, falls, scored, unscored, columnId } of counts) {
          const [old = [], now = []] = [before, after].map(({ scores }) => [
            ...scores.find(({ id }) => id === columnId)!.values,
          ]);
          const count = (isFlip: (was: number, is: number) => boolean): number =>
            now.filter((value, row) => isFlip(old[row]!, value)).length;
          expect(rises).toBe(count((was, is) => is > was));
          expect(falls).toBe(count((was, is) => is < was));
          expect(scored).toBe(count((was, is) => Number.isNaN(was) && !Number.isNaN(is)));
          expect(unscored).toBe(count((was, is) => !Number.isNaN(was) && Number.isNaN(is)));
          if (columnId !== 'trajectory_edit_distance') expect(falls).toBe(0);
        }
      }),
      { numRuns: lawRuns(50) },
    );
  });

  it('leaves out columns that only one side has', () => {
    const before = scoreRecords([recordOf([], [])], { metrics: ['trajectory_recall'] });
    expect(new FlipCounter(before, IGNORING, assignRoles([])).finish()).toHaveLength(1);
  });
});

const NONE = { rises: 0, falls: 0, passes: 0, fails: 0, scored: 0, unscored: 0 };

it('says how many rows would pass in the metric that decides, else how many score differently', () => {
  const flips = [
    { columnId: 'trajectory_exact_match', ...NONE, rises: 3, passes: 3, falls: 1, fails: 1 },
    { columnId: 'trajectory_precision', ...NONE, rises: 5, falls: 2, passes: 4 },
    { columnId: 'trajectory_any_order_match', ...NONE },
    { columnId: 'trajectory_in_order_match', ...NONE, unscored: 2 },
  ];
  const told = (decides: string): string => describeFlips(flips, decides);
  expect(told('trajectory_exact_match')).toBe('3 more rows pass, 1 fewer row passes');
  expect(told('trajectory_in_order_match')).toBe('2 fewer rows are scored');
  // a share passes at a threshold of one's own, which is not counted
  expect(told('trajectory_precision')).toBe('7 rows score differently');
  expect(told('trajectory_any_order_match')).toBe('7 rows score differently');
  expect(told('')).toBe('7 rows score differently');
});

it('has nothing to say when no row would change', () => {
  const flips = [{ columnId: 'trajectory_exact_match', ...NONE }];
  expect(describeFlips(flips, 'trajectory_exact_match')).toBe('');
  expect(describeFlips([], '')).toBe('');
});
