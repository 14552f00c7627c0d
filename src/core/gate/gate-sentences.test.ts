import { describe, expect, it } from 'vitest';
import { gateOf, gateRunOf, passingRows } from '../../../tests/support/gated-runs.ts';
import type { Condition } from './gate-config.ts';
import {
  gateMarkdown,
  byVerdict,
  describeCondition,
  describeConfigProblem,
  describeExit,
  describeFinding,
  describeGateProblem,
  describeRule,
  describeVerdict,
} from './gate-sentences.ts';
import { judgeGate, type GateReport, type JudgedCondition } from './judge-gate.ts';

const EXACT = 'trajectory_exact_match';

const judged = (about: Partial<JudgedCondition>): JudgedCondition => ({
  condition: { metric: EXACT, min: 0.8 },
  ...{ place: 0, verdict: 'PASS', unit: 'row', value: 0.86, count: 240, left: 0, counted: null },
  ...{ trialsMissing: 0, differ: null, interval: { low: 0.81, high: 0.9 }, side: 'at least' },
  ...{ threshold: 0.8, needed: null, isSpared: false },
  ...about,
});

it.each([
  [{ metric: EXACT, min: 0.8 }, 'Exact match is at least 0.80'],
  [{ metric: EXACT, max: 0.125 }, 'Exact match is at most 0.125'],
  [{ metric: EXACT, noWorseBy: 0.05 }, 'Exact match no worse than baseline by more than 0.05'],
  [{ metric: EXACT, noWorseBy: 0 }, 'Exact match no worse than baseline'],
  [{ metric: EXACT, 'pass^k': 4, min: 0.5 }, 'pass^4 of Exact match is at least 0.50'],
  [
    { metric: 'trajectory_single_tool_use(book)', min: 0.5 },
    'Single tool use (book) is at least 0.50',
  ],
  [{ metric: 'my own', min: 3 }, 'my own is at least 3.00'],
  [{ latency: 'p95', max: 6 }, 'Latency, p95 is at most 6 s'],
  [{ metric: 'latency_in_seconds', max: 6.5 }, 'Latency is at most 6.5 s'],
  [{ calls: 'mean', max: 8 }, 'Calls, mean is at most 8'],
  [{ cause: 'number-as-string', max: 0.02 }, 'Number sent as string in at most 2 % of rows'],
  [{ cause: 'missing', tool: 'book', max: 0.015 }, 'Missing calls (book) in at most 1.5 % of rows'],
  [{ rows: 'failed', max: 0.1 }, 'Failed in at most 10 % of rows'],
  [
    { rows: 'unscored', min: 0.1, group: { column: 'topic', value: 'refund' } },
    'Without a score in at least 10 % of rows, where topic is refund',
  ],
  [
    { metric: EXACT, min: 0.5, group: { column: 'topic', value: '' } },
    'Exact match is at least 0.50, where topic is empty',
  ],
  [
    { metric: EXACT, min: 0.5, group: { column: 'topic' } },
    'Exact match is at least 0.50, for each topic',
  ],
] as const)('%j is in words: %s', (condition: Condition, sentence) => {
  const { subject, demand } = describeCondition(condition);
  expect(`${subject} ${demand}`).toBe(sentence);
});

it.each([
  [{}, '0.86, n = 240 (0.81 to 0.90)'],
  [
    {
      condition: { metric: EXACT, noWorseBy: 0.05 },
      ...{ unit: 'pair', value: -0.00001, interval: { low: -0.004, high: 0 } },
    },
    '0.00, n = 240 pairs (−0.004 to 0.00)',
  ],
  [{ left: 2 }, '0.86, n = 240, 2 rows without a value (0.81 to 0.90)'],
  [
    {
      condition: { metric: EXACT, noWorseBy: 0.05 },
      unit: 'pair',
      value: -0.01,
      interval: { low: -0.06, high: 0.04 },
    },
    '−0.01, n = 240 pairs (−0.06 to +0.04)',
  ],
  [
    {
      condition: { metric: EXACT, 'pass^k': 4, min: 0.5 },
      unit: 'task',
      count: 60,
      value: 0.41,
      left: 1,
    },
    '0.41 over 60 tasks, 1 task with fewer trials (0.81 to 0.90)',
  ],
  [
    {
      condition: { metric: EXACT, 'pass^k': 4, min: 0.5 },
      unit: 'task',
      count: 0,
      value: null,
      left: 9,
      trialsMissing: 1,
      interval: null,
    },
    'no task has 4 scored trials (–)',
  ],
  [
    {
      condition: { cause: 'missing', max: 0.02 },
      counted: 0,
      value: 0,
      interval: { low: 0, high: 0.0157 },
    },
    '0 of 240 rows (0.0 % to 1.6 %)',
  ],
  [
    { condition: { latency: 'p95', max: 6 }, value: 4.1, interval: { low: 3.8, high: Infinity } },
    '4.10 s, n = 240 (3.80 s to ∞)',
  ],
] as const)('what was found of %j', (about, sentence) => {
  const { value, interval } = describeFinding(judged(about as Partial<JudgedCondition>), 5);
  expect(`${value} (${interval})`).toBe(sentence);
});

it.each([
  [{}, ''],
  [{ verdict: 'FAIL' }, 'No more rows needed.'],
  [{ verdict: 'FAIL', unit: 'task' }, 'No more tasks needed.'],
  [{ needed: { kind: 'more', count: 120, isAtLeast: false } }, 'About 120 more rows would decide.'],
  [{ needed: { kind: 'more', count: 1, isAtLeast: true } }, 'At least 1 more row is needed.'],
  [
    { needed: { kind: 'more', count: 3, isAtLeast: true }, unit: 'task' },
    'At least 3 more tasks are needed.',
  ],
  [{ needed: { kind: 'trials', count: 2 } }, '2 more trials of a task are needed.'],
  [{ needed: { kind: 'too close' } }, 'Too close to the threshold for any usual number of rows.'],
  [
    { needed: { kind: 'more', count: 40, isAtLeast: false }, isSpared: true },
    'Fails by itself, but not when adjusted for 5 conditions. About 40 more rows would decide.',
  ],
] as const)('what comes next of %j', (about, sentence) => {
  const verdict = 'needed' in about ? { verdict: 'INCONCLUSIVE' as const } : {};
  const all = { ...verdict, ...about } as Partial<JudgedCondition>;
  expect(describeFinding(judged(all), 5).next).toBe(sentence);
});

describe('a report', () => {
  const run = gateRunOf(passingRows(200, 180));
  const report = (...mins: number[]): GateReport => {
    const result = judgeGate(
      gateOf(...mins.map((min) => ({ metric: EXACT, min }))),
      run,
      undefined,
    );
    if (!result.ok) throw new Error('no report');
    return result.report;
  };

  it.each([
    [[0.5], 'The condition passes.'],
    [[0.5, 0.6], 'All 2 conditions pass.'],
    [[0.99], '1 of 1 condition fails.'],
    [[0.99, 0.5, 0.88, 0.6], '1 of 4 conditions fails, 1 is inconclusive, 2 pass.'],
    [[0.88, 0.87, 0.5], '2 of 3 conditions are inconclusive, 1 passes.'],
  ])('of conditions at %j: %s', (mins, sentence) => {
    expect(describeVerdict(report(...mins))).toBe(sentence);
  });

  it('says how it judges and what it exits with', () => {
    expect(describeRule(report(0.5))).toBe(
      'Judged by the bound of the 95 % interval, not the mean.',
    );
    expect(describeRule(report(0.5, 0.6))).toContain(
      'Failing is adjusted for 2 conditions (Holm).',
    );
    expect([0.5, 0.88, 0.99].map((min) => describeExit(report(min)))).toEqual([
      ...['Exit code 0.', 'Exit code 2.', 'Exit code 1.'],
    ]);
  });

  it('lists what fails first', () => {
    const found = byVerdict(report(0.5, 0.88, 0.99).conditions);
    expect(found.map(({ verdict }) => verdict)).toEqual(['FAIL', 'INCONCLUSIVE', 'PASS']);
  });

  it('is Markdown, with names that cannot break it', () => {
    const text = gateMarkdown(report(0.99, 0.5), 'to|day', '**main**');
    expect(text).toBe(`### Gate: ✕ FAIL

**1 of 2 conditions fails, 1 passes.** to&#124;day against &#42;&#42;main&#42;&#42;.

| verdict | condition | found | 95 % interval | |
| --- | --- | --- | --- | --- |
| ✕ FAIL | **Exact match** is at least 0.99 | 0.90, n = 200 | 0.85 to 0.93 | No more rows needed. |
| ● PASS | **Exact match** is at least 0.50 | 0.90, n = 200 | 0.85 to 0.93 |  |

Judged by the bound of the 95 % interval, not the mean. Failing is adjusted for 2 conditions (Holm).
`);
  });
});

it('names what is wrong with its place', () => {
  expect(
    describeConfigProblem('gate.json', {
      path: 'conditions[1].min',
      line: 6,
      reason: 'must be a number',
    }),
  ).toBe('gate.json:6: conditions[1].min must be a number.');
  expect(describeConfigProblem('gate.json', { path: '', line: 1, reason: 'is empty' })).toBe(
    'gate.json:1: The config is empty.',
  );
  const conditions = [{ metric: EXACT, min: 0.5 }];
  expect(describeGateProblem(conditions, { place: 0, reason: 'No row.' })).toBe(
    'Condition 1 (Exact match): No row.',
  );
  expect(describeGateProblem([], { place: 0, reason: 'No condition.' })).toBe('No condition.');
});
