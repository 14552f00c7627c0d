import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runOf } from './run-of-trace.ts';
import { momentOf, rootOf, secondsOf, type Step } from './step.ts';

const step = (id: string, parentId?: string, start?: number, tool?: string): Step => ({
  id,
  parentId,
  start: start === undefined ? undefined : BigInt(start),
  end: undefined,
  call: tool === undefined ? undefined : { name: tool, input: {} },
  asked: undefined,
  said: undefined,
  isModel: false,
  about: {},
});
const ignore = (): void => undefined;

describe('the calls of a run', () => {
  it('goes by time, keeps the order of one moment, and puts unknown times last', () => {
    const steps = [
      step('1', undefined, undefined, 'z'),
      step('2', undefined, 5, 'b'),
      step('3', undefined, 5, 'c'),
      step('4', undefined, 1, 'a'),
    ];
    expect(runOf(steps, ignore).calls.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'z']);
  });

  it('nests calls below calls at any depth', () => {
    const steps = [
      step('1', undefined, 1, 'a'),
      step('2', '1', 2),
      step('3', '2', 3, 'b'),
      step('4', 'gone', 4, 'c'),
    ];
    expect(
      runOf(steps, ignore).calls.map(({ name, isNested = false }) => [name, isNested]),
    ).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ]);
  });

  it('ends where parents go round in circles, and keeps every call', () => {
    const id = fc.constantFrom('1', '2', '3', '4');
    const steps = fc.uniqueArray(fc.tuple(id, id, fc.boolean()), { selector: ([own]) => own });
    fc.assert(
      fc.property(steps, (list) => {
        const all = list.map(([own, parent, isTool]) =>
          step(own, parent, 1, isTool ? `t${own}` : undefined),
        );
        expect(runOf(all, ignore).calls).toHaveLength(list.filter(([, , isTool]) => isTool).length);
        rootOf(all);
      }),
    );
  });
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
