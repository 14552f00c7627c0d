import { expect, it } from 'vitest';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { call, calls } from '../../../../tests/support/arbitraries.ts';
import { RuleMiner } from './mine-rules.ts';

function mine(good: readonly Trajectory[], others: readonly Trajectory[] = [], known?: string[]) {
  const miner = new RuleMiner();
  for (const [row, made] of good.entries()) miner.add({ calls: made, hasAnswer: true }, row, true);
  for (const [row, made] of others.entries())
    miner.add({ calls: made, hasAnswer: row > 0 }, 100 + row, false);
  return miner.finish(known);
}

const refunds = (id: string) => [call('verify', { id }), call('look'), call('refund', { id })];

it('proposes the order that good runs keep, with the argument that ties the calls, and its support', () => {
  const good = Array.from({ length: 40 }, (_, index) => refunds(String(index)));
  const odd = [call('verify', { id: 'a' }), call('look'), call('refund', { id: 'b' })];
  const rules = mine([...good, odd], [odd, odd, refunds('x')]);
  expect(rules.find(({ text }) => text.startsWith('refund only after verify'))).toEqual({
    text: 'refund only after verify with the same id',
    ...{ kept: 40, of: 41, keptByOthers: 1, others: 3, exceptions: [40] },
  });
  // what tells good runs from others comes first
  expect(rules[0]?.text).toBe('refund only after verify with the same id');
});

it('ties calls by integers of any length', () => {
  const id = 9007199254740993n;
  const good = Array.from({ length: 4 }, (_, index) => [
    call('verify', { id: id + BigInt(index) }),
    call('refund', { id: id + BigInt(index) }),
  ]);
  expect(mine(good).map(({ text }) => text)).toContain('refund only after verify with the same id');
});

it('proposes limits and answers, none that is known, and nothing from two runs', () => {
  const good = ['ab', 'aab', 'ab', 'aabc'].map((names) => calls(names));
  const texts = mine(good).map(({ text }) => text);
  expect(texts).toEqual(
    expect.arrayContaining([
      'ends with an answer',
      'a before b',
      'at most 2 calls of a',
      'at most 1 call of b',
      'at least 1 call of a',
      'at most 4 calls',
    ]),
  );
  expect(texts).not.toContain('b before a');
  expect(mine(good, [], ['a before b']).map(({ text }) => text)).not.toContain('a before b');
  expect(mine(good.slice(2))).toEqual([]);
});

it('every rule is kept by nineteen of twenty good runs at least', () => {
  const good = Array.from({ length: 60 }, (_, index) => calls(index % 12 === 0 ? 'ba' : 'aab'));
  for (const { kept, of, text } of mine(good)) expect(kept, text).toBeGreaterThanOrEqual(0.95 * of);
});

it('takes long runs with many tools in little time', () => {
  const tools = Array.from({ length: 60 }, (_, index) => `tool_${String(index)}`);
  const long = Array.from({ length: 200 }, (_, place) =>
    call(tools[(place * 7) % 60] ?? '', { id: place }),
  );
  const from = performance.now();
  mine(Array.from({ length: 5 }, () => long));
  expect(performance.now() - from).toBeLessThan(3000);
});
