import { expect, it } from 'vitest';
import { readFields } from './span-fields.ts';
import { momentIn } from './span.ts';
import { rootsOf, timesOf, type Step } from './span-step.ts';

const step = (id: string, parentId?: string, start?: number, end?: number): Step => ({
  id,
  parentId,
  start,
  end,
  call: undefined,
  asked: undefined,
  said: undefined,
  isModel: false,
  about: {},
});

it('a trace starts with the first step whose parent is not among the others', () => {
  const idsOf = (steps: readonly Step[]) => rootsOf(steps).map(({ id }) => id);
  expect(idsOf([step('2', '1', 2), step('1', undefined, 1)])).toEqual(['1']);
  expect(idsOf([step('1', 'a', 2), step('2', 'b', 1)])).toEqual(['2', '1']);
  expect(idsOf([])).toEqual([]);
});

it.each([
  ['1700000000000000001', 1_700_000_000_000],
  [1700000000000000001n, 1_700_000_000_000],
  [1_700_000_000_000_123, 1_700_000_000_000.123],
  [1_700_000_000_000.25, 1_700_000_000_000.25],
  [[1_700_000_000, 2000], 1_700_000_000_000.002],
  ['1970-01-01T00:00:01.000002Z', 1000.002],
  ['1970-01-01T01:00:00+01:00', 0],
  ['yesterday', undefined],
  [Infinity, undefined],
  [null, undefined],
])('a moment of %s', (start, moment) => {
  expect(momentIn(readFields({ start }).own, 'start')).toBe(moment);
});

it('times are in milliseconds, never backwards', () => {
  expect(timesOf(step('1', undefined, 500, 3000.0007))).toEqual({
    startMs: 500,
    durationMs: 2500.001,
  });
  expect(timesOf(step('1', undefined, 2, 1))).toEqual({ startMs: 2 });
  expect(timesOf(step('1'))).toEqual({});
});
