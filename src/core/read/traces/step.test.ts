import { describe, expect, it } from 'vitest';
import { momentOf, rootOf, secondsOf, type Step } from './step.ts';

const step = (id: string, parentId?: string, start?: number): Step => ({
  id,
  parentId,
  start: start === undefined ? undefined : BigInt(start),
  end: undefined,
  call: undefined,
  asked: undefined,
  said: undefined,
  isModel: false,
  about: {},
});
it('rootOf tells whether the first step holds the others', () => {
  expect(rootOf([step('2', '1', 2), step('1', undefined, 1)])).toMatchObject({
    root: { id: '1' },
    isOnly: true,
  });
  expect(rootOf([step('1', 'a', 2), step('2', 'b', 1)])).toMatchObject({
    root: { id: '2' },
    isOnly: false,
  });
  expect(rootOf([])).toBeUndefined();
});

describe('momentOf', () => {
  it.each([
    ['1700000000000000001', 1n, 1700000000000000001n],
    [1700000000000000001n, 1n, 1700000000000000001n],
    [1500, 1000n, 1500000n],
    ['1970-01-01T00:00:01.000002Z', 1n, 1000002000n],
    ['1970-01-01 00:00:01', 1n, 1000000000n],
    ['1970-01-01T01:00:00+01:00', 1n, 0n],
    ['yesterday', 1n, undefined],
    [Infinity, 1n, undefined],
    [null, 1n, undefined],
  ])('of %s', (value, unit, moment) => {
    expect(momentOf(value, unit)).toBe(moment);
  });

  it('measures in seconds, never backwards', () => {
    expect(secondsOf({ ...step('1'), start: 500_000_000n, end: 3_000_000_000n })).toBe(2.5);
    expect(secondsOf({ ...step('1'), start: 2n, end: 1n })).toBeUndefined();
    expect(secondsOf(undefined)).toBeUndefined();
  });
});
