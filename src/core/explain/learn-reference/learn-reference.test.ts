import { describe, expect, it } from 'vitest';
import { call } from '../../../../tests/support/arbitraries.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { learnReference, MOST_RUNS, MOST_STEPS, type LearntReference } from './learn-reference.ts';
import { noteRuns } from './run-notes.ts';

type Call = readonly [tool: string, input?: JsonValue];

function runOf(...calls: readonly Call[]): Trajectory {
  return calls.map(([tool, input = {}]) => call(tool, input));
}

function learn(...runs: readonly Trajectory[]): LearntReference {
  const learnt = learnReference(runs);
  if (typeof learnt === 'string') throw new Error(learnt);
  return learnt;
}

const step = (tool_name: string, tool_input: JsonValue = {}) => ({ tool_name, tool_input });

describe('one run gives itself', () => {
  it('call by call', () => {
    const run = runOf(['search', { q: 'cats' }], ['open', { id: 7 }], ['search', { q: 'cats' }]);
    expect(learn(run).reference).toEqual([
      step('search', { q: 'cats' }),
      step('open', { id: 7 }),
      step('search', { q: 'cats' }),
    ]);
  });

  it('and no call where it has none', () => {
    expect(learn([]).reference).toEqual([]);
  });

  it('what looks like a pattern is written as what it is', () => {
    expect(learn(runOf(['find', { where: { $any: [1] } }])).reference).toEqual([
      step('find', { where: { $literal: { $any: [1] } } }),
    ]);
  });
});

describe('arguments that vary', () => {
  const join = (...values: readonly JsonValue[]): JsonValue | undefined => {
    const runs = values.map((value) => runOf(['t', { x: value }]));
    const input = learn(...runs).steps[0]?.input as { readonly x: JsonValue };
    return input.x;
  };

  it.each<[string, readonly JsonValue[], JsonValue]>([
    ['few words', ['damaged', 'broken'], { $any: ['broken', 'damaged'] }],
    ['many words', ['a', 'b', 'c', 'd', 'e', 'f'], { $type: 'string' }],
    ['ids', ['ORD-17', 'ORD-23'], { $regex: '^ORD-\\d{2}$' }],
    ['ids of different lengths', ['ORD-1', 'ORD-23'], { $regex: '^ORD-\\d+$' }],
    ['dates', ['2024-01-05', '2025-11-30'], { $regex: '^\\d{4}-\\d{2}-\\d{2}$' }],
    ['addresses', ['https://a.example/x', 'http://b.example'], { $regex: '^https?:\\/\\/\\S+$' }],
    ['ids and a word', ['A1', 'A2', 'none'], { $any: [{ $regex: '^A\\d$' }, 'none'] }],
    ['few numbers', [3, 1], { $any: [1, 3] }],
    ['many numbers', [3, 1, 2, 2.5], { $range: { min: 1, max: 3 } }],
    ['types', [1, null, 'a'], { $any: [null, 1, 'a'] }],
    [
      'lists as long',
      [
        [1, 2],
        [1, 3],
      ],
      [1, { $any: [2, 3] }],
    ],
    ['other lists', [[1], [1, 2]], { $type: 'array' }],
    ['objects', [{ a: 1 }, { a: 1, b: 2 }], { a: 1, b: { $optional: 2 } }],
    ['objects that look like patterns', [{ $any: 1 }, { $any: 2 }], { $type: 'object' }],
  ])('%s', (_, values, expected) => {
    expect(join(...values)).toEqual(expected);
  });

  it('long texts are any text', () => {
    const long = 'The mug arrived in two pieces, and the box had been opened before.';
    expect(join(long, `${long} Please refund it.`)).toEqual({ $type: 'string' });
  });

  it('UUIDs are any UUID', () => {
    const pattern = join(
      '123e4567-e89b-12d3-a456-426614174000',
      'FFFFFFFF-0000-4000-8000-abcdefabcdef',
    );
    expect(pattern).toMatchObject({ $regex: expect.stringContaining('{8}') as string });
  });
});

describe('a value that goes from call to call', () => {
  const refund = (id: string): Trajectory =>
    runOf(['get_order', { order_id: id }], ['refund', { order_id: id, reason: 'broken' }]);

  it('is a variable, which says where it comes first what it may be', () => {
    expect(learn(refund('A-2291'), refund('A-1180')).reference).toEqual([
      step('get_order', { order_id: { $var: { name: 'order_id', as: { $regex: '^A-\\d{4}$' } } } }),
      step('refund', { order_id: { $var: 'order_id' }, reason: 'broken' }),
    ]);
  });

  it('is no variable where one run does otherwise', () => {
    const other = runOf(
      ['get_order', { order_id: 'A-1' }],
      ['refund', { order_id: 'A-2', reason: 'broken' }],
    );
    const { reference } = learn(refund('A-3'), refund('A-4'), other);
    expect(JSON.stringify(reference)).not.toContain('$var');
  });

  it('is no variable where it may be chance', () => {
    const book = (count: number): Trajectory =>
      runOf(['book', { adults: count }], ['pay', { cards: count }]);
    expect(JSON.stringify(learn(book(1), book(2)).reference)).not.toContain('$var');
  });
});

describe('order', () => {
  it('what came first in all runs stays first, what changed places is in any order', () => {
    const { reference } = learn(
      runOf(['get'], ['verify'], ['check'], ['refund']),
      runOf(['get'], ['check'], ['verify'], ['refund']),
    );
    expect(reference).toEqual([
      step('get'),
      { $inAnyOrder: [step('check'), step('verify')] },
      step('refund'),
    ]);
  });

  it('chains beside one another name what they come after', () => {
    const { reference } = learn(
      runOf(['a'], ['b'], ['x'], ['y']),
      runOf(['x'], ['y'], ['a'], ['b']),
    );
    expect(reference).toEqual([
      { ...step('a'), $step: 'a' },
      { ...step('x'), $after: [], $step: 'x' },
      { ...step('b'), $after: ['a'] },
      { ...step('y'), $after: ['x'] },
    ]);
  });

  it('a call of some runs is optional, in its place', () => {
    expect(learn(runOf(['a'], ['b'], ['mail']), runOf(['a'], ['b'])).reference).toEqual([
      step('a'),
      step('b'),
      { $optional: [step('mail')] },
    ]);
  });

  it('an optional call passes on no order that a run without it breaks', () => {
    const { reference } = learn(runOf(['a'], ['x'], ['b']), runOf(['b'], ['a']));
    expect(reference).toEqual([
      { ...step('a'), $step: 'a' },
      { ...step('b'), $after: [] },
      { $optional: [step('x')], $after: ['a'] },
    ]);
  });

  it('calls of a tool that differ stand for one another, as many as the runs have made', () => {
    const { reference } = learn(
      runOf(['search', { q: 'cats' }], ['search', { q: 'dogs' }], ['answer']),
      runOf(['search', { q: 'pets' }], ['answer']),
    );
    const search = step('search', { q: { $any: ['cats', 'dogs', 'pets'] } });
    expect(reference).toEqual([search, { $optional: [search] }, step('answer')]);
  });
});

describe('nothing is learnt', () => {
  it.each([
    ['from no run', [], 'no_runs'],
    ['from too many', Array.from({ length: MOST_RUNS + 1 }, () => []), 'too_many_runs'],
    [
      'from a run of too many calls',
      [Array.from({ length: MOST_STEPS + 1 }, () => call('t', {}))],
      'too_many_calls',
    ],
  ] as const)('%s', (_, runs, reason) => {
    expect(learnReference(runs)).toBe(reason);
  });
});

it('runs of two hundred calls are learnt from while a person waits', () => {
  const runs = Array.from({ length: 10 }, (_, run) =>
    Array.from({ length: 200 }, (_, at) => call(`tool ${String((at * 7 + run) % 100)}`, { at })),
  );
  const start = performance.now();
  learnReference(runs);
  expect(performance.now() - start).toBeLessThan(2000);
});

it('each run is told what it alone does', () => {
  const runs = [
    runOf(['get', { id: 'A-1' }], ['mail']),
    runOf(['get', { id: 'A-2' }], ['check'], ['mail']),
    runOf(['get', { id: 'A-2' }]),
  ];
  const learnt = learn(...runs);
  const stepAt = (tool: string): number => learnt.steps.findIndex((one) => one.tool === tool);
  expect(noteRuns(learnt, runs)).toEqual([
    { onlyHere: [], leftOut: [], values: [{ step: 0, path: '/id', text: '"A-1"' }] },
    { onlyHere: [stepAt('check')], leftOut: [], values: [] },
    { onlyHere: [], leftOut: [stepAt('mail')], values: [] },
  ]);
});
