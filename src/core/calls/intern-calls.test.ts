import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { call, calls } from '../../../tests/support/build.ts';
import { json, reorderKeys, trajectory } from '../../../tests/support/arbitraries.ts';
import { hashCalls, internCalls, isCallEqual } from './intern-calls.ts';
import type { Trajectory } from './trajectory.ts';

/** Two ids are equal exactly where the calls are. */
function expectTrueIds(prediction: Trajectory, reference: Trajectory): void {
  const pair = internCalls(prediction, reference);
  const all = [...reference, ...prediction];
  const ids = [...pair.reference, ...pair.prediction];
  expect(ids).toHaveLength(all.length);
  const isTrue = all.every((a, i) =>
    all.every((b, j) => (ids[i] === ids[j]) === isCallEqual(a, b)),
  );
  expect(isTrue).toBe(true);
  expect(pair.distinct).toBe(new Set(ids).size);
  expect([...new Set(ids)].sort((a, b) => a - b)).toEqual(
    Array.from({ length: pair.distinct }, (_, id) => id),
  );
}

it('isCallEqual compares name and arguments, nothing else', () => {
  const a = { ...call('a', { x: 1, y: [2] }), source: { id: 1 } };
  expect(isCallEqual(a, { ...call('a', { y: [2], x: 1 }), source: { id: 2 } })).toBe(true);
  expect(isCallEqual(a, call('A', { x: 1, y: [2] }))).toBe(false);
  expect(isCallEqual(a, call('a', { x: 1 }))).toBe(false);
  expect(isCallEqual(call('a', {}), call('a', null))).toBe(false);
});

describe('internCalls', () => {
  it('gives equal calls the same id, of short lists', () => {
    fc.assert(fc.property(trajectory, trajectory, expectTrueIds));
  });

  it('gives equal calls the same id, of long lists', () => {
    const long = fc.array(trajectory, { minLength: 6, maxLength: 9 }).map((lists) => lists.flat());
    fc.assert(fc.property(long, long, expectTrueIds), { numRuns: lawRuns(20) });
  });

  it('finds an equal call with its keys in another order, in short and long lists', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 50), (input, padding) => {
        const pad = Array.from({ length: padding }, (_, index) => call('pad', index));
        const pair = internCalls(
          [call('t', reorderKeys(input)), ...pad],
          [...pad, call('t', input)],
        );
        expect(pair.prediction[0]).toBe(pair.reference.at(-1));
        expect(pair.distinct).toBe(padding + 1);
      }),
    );
  });

  it('keeps hostile tool names apart', () => {
    const names = [
      '__proto__',
      'constructor',
      'toString',
      '',
      'a',
      'A',
      'a ',
      'á',
      'a\u0301',
      '\ud800',
      '\ud801',
    ];
    const list = names.map((name) => call(name));
    expect(internCalls(list, []).distinct).toBe(names.length);
    expect(internCalls([...list, ...list, ...list, ...list], []).distinct).toBe(names.length);
  });

  it('reads ids in the order of the calls', () => {
    expect(internCalls(calls('ba'), calls('aab'))).toEqual({
      reference: [0, 0, 1],
      prediction: [1, 0],
      distinct: 2,
    });
  });

  it('takes ten thousand different calls on each side', () => {
    const list = Array.from({ length: 10_000 }, (_, index) =>
      call('t', { index, text: `call ${index}` }),
    );
    const pair = internCalls([...list].reverse(), list);
    expect(pair.distinct).toBe(10_000);
    expect([...pair.prediction].reverse()).toEqual(pair.reference);
  });
});

it('hashCalls is the same for equal trajectories, and sees names, arguments and order', () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      const list = [call('t', a), call('u', b)];
      expect(hashCalls([call('t', reorderKeys(a)), call('u', reorderKeys(b))])).toBe(
        hashCalls(list),
      );
      expect(hashCalls([call('u', b), call('t', a)])).not.toBe(hashCalls(list));
      expect(hashCalls([call('t', a)])).not.toBe(hashCalls(list));
      expect(hashCalls([call('t', [a]), call('u', b)])).not.toBe(hashCalls(list));
    }),
  );
});
