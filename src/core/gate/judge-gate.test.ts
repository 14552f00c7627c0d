import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { EXACT, PRECISION, row } from '../../../tests/support/build.ts';
import { tablesOf } from '../../../tests/support/cases.ts';
import { gateOf, gateRunOf, passingRows } from '../../../tests/support/gated-runs.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { compareRuns } from '#core/compare/compare-runs.ts';
import { summarise } from '#core/explain/summary/summarise.ts';
import { consistencyOf } from '#core/explain/summary/trials.ts';
import { allRows } from '#core/base/lists/growing-array.ts';
import type { Condition, GateConfig } from './gate-config.ts';
import { judgeGate, needsOf, type GateReport, type JudgedCondition } from './judge-gate.ts';
import type { GateRun } from './measure.ts';

/** Rows, and of those the ones that pass. */
type Passing = [number, number];
const { judged, unjudgeable } = tablesOf<{
  judged: [Condition, Passing, Passing | null, Partial<JudgedCondition>][];
  unjudgeable: [Condition, string][];
}>('gate');

function judge(
  conditions: readonly Condition[],
  candidate: GateRun,
  baseline?: GateRun,
  chosen: Partial<GateConfig> = {},
): GateReport {
  const result = judgeGate({ ...gateOf(...conditions), ...chosen }, candidate, baseline);
  if (!result.ok) throw new Error(result.problems.map(({ reason }) => reason).join());
  return result.report;
}
const judgeOne = (condition: Condition, candidate: GateRun, baseline?: GateRun): JudgedCondition =>
  judge([condition], candidate, baseline).conditions[0]!;
const reasonOf = (condition: Condition, candidate: GateRun, baseline?: GateRun): string => {
  const result = judgeGate(gateOf(condition), candidate, baseline);
  return result.ok ? '' : result.problems.map(({ reason }) => reason).join();
};

// Wilson’s interval for 180 of 200 is 0.851 to 0.934; McNemar’s p of 5 and 6 lost pairs is 2 ÷ 2⁵ and 2 ÷ 2⁶
it.each(judged)('%j of %j rows, against %j, is %j', (condition, made, before, expected) => {
  const baseline = before === null ? undefined : gateRunOf(passingRows(...before));
  expect(judgeOne(condition, gateRunOf(passingRows(...made)), baseline)).toMatchObject(expected);
});

describe('a condition on a mean', () => {
  it('has the mean and the interval that the page shows', () => {
    const mixed = gateRunOf([...passingRows(30, 20), row('x', 'a'), row('y', 'abc')]);
    for (const summary of summarise(mixed.columns)) {
      if (summary.mean === null || summary.metricId === 'trajectory_single_tool_use') continue;
      const judged = judgeOne({ metric: summary.metricId, min: 0.5 }, mixed);
      const { low, high } = summary.interval!;
      expect(judged.value).toBe(summary.mean);
      expect(judged.interval).toEqual({ low, high });
    }
  });

  it('counts rows without a score apart', () => {
    const some = gateRunOf([...passingRows(20, 20), { id: 'z', predicted_trajectory: [] }]);
    expect(judgeOne({ metric: EXACT, min: 0.5 }, some)).toMatchObject({ count: 20, left: 1 });
  });
});

describe('a condition on the baseline', () => {
  const before = gateRunOf(passingRows(200, 180));
  const worse = gateRunOf(passingRows(200, 120));

  it('goes by the paired interval that the page shows', () => {
    const shown = compareRuns(before.columns, [worse.columns])[0]!.metrics;
    for (const metric of [EXACT, PRECISION]) {
      const { difference, interval, pairs } = shown.find(({ columnId }) => columnId === metric)!;
      const judged = judgeOne({ metric, noWorseBy: 0.05 }, worse, before);
      expect(judged).toMatchObject({ verdict: 'FAIL', unit: 'pair', count: pairs });
      expect(judged.value).toBe(difference);
      expect(judged.interval).toEqual({ low: interval!.low, high: interval!.high });
    }
  });

  it('has an interval of seven pairs that alone would be too sure', () => {
    const seven = gateRunOf(passingRows(7, 7));
    const judged = judgeOne(
      { metric: EXACT, noWorseBy: 0.05 },
      gateRunOf(passingRows(7, 2)),
      seven,
    );
    expect(judged.interval!.high).toBeCloseTo(-3 / 7, 1);
  });

  it('judges a group of many pairs as it judges all, rows without calls among them', () => {
    const rows = passingRows(1200, 1100).map((row) => ({ ...row, topic: 'x' }));
    const without = rows.map((row, at) => (at < 100 ? { ...row, predicted_trajectory: [] } : row));
    const [a, b] = [gateRunOf(rows), gateRunOf(without)];
    const all = judgeOne({ metric: EXACT, noWorseBy: 0.05 }, b, a);
    const group = { column: 'topic', value: 'x' };
    const grouped = judgeOne({ metric: EXACT, noWorseBy: 0.05, group }, b, a);
    expect(grouped).toEqual({ ...all, condition: grouped.condition });
    expect(all).toMatchObject({ verdict: 'FAIL', count: 1200, value: -100 / 1200 });
  });

  it('counts a row that makes no calls as 0, as Compare does', () => {
    const without = passingRows(200, 180).map((row, at) =>
      at < 60 ? { ...row, predicted_trajectory: [] } : row,
    );
    const judged = judgeOne({ metric: EXACT, noWorseBy: 0.05 }, gateRunOf(without), before);
    expect(judged).toMatchObject({ verdict: 'FAIL', count: 200 });
    expect(judged.value).toBeCloseTo(-0.3, 12);
  });

  it('asks less time of a latency, where lower is better', () => {
    const at = (seconds: number): GateRun =>
      gateRunOf(
        passingRows(40, 40).map((row, place) => ({
          ...row,
          latency_in_seconds: seconds + (place % 5) / 10,
        })),
      );
    const condition = { latency: 'mean', noWorseBy: 0.5 } as const;
    expect(judgeOne(condition, at(2.2), at(2))).toMatchObject({ verdict: 'PASS', side: 'at most' });
    const slower = judgeOne(condition, at(5), at(2));
    expect(slower).toMatchObject({ verdict: 'FAIL', threshold: 0.5 });
    expect(slower.interval!.low).toBeCloseTo(3, 9);
    expect(slower.interval!.high).toBeCloseTo(3, 9);
    expect(judgeOne(condition, at(1), at(2)).verdict).toBe('PASS');
  });

  it('compares causes, failures and calls too', () => {
    const causes = { cause: 'missing', noWorseBy: 0.05 } as const;
    const lacking = gateRunOf(
      passingRows(60, 60).map((one, at) => (at < 30 ? row(String(at), 'a') : one)),
    );
    const whole = gateRunOf(passingRows(60, 60));
    expect(judgeOne(causes, lacking, whole)).toMatchObject({ verdict: 'FAIL', value: 0.5 });
    expect(judgeOne(causes, whole, lacking).verdict).toBe('PASS');
    expect(judgeOne({ calls: 'mean', noWorseBy: 0 }, whole, lacking)).toMatchObject({
      ...{ verdict: 'FAIL', value: 0.5 },
    });
  });
});

describe('other subjects', () => {
  const rows = Array.from({ length: 100 }, (_, at) => ({
    ...row(String(at), at < 3 ? 'a' : at < 5 ? 'b' : 'ab'),
    failure: at < 2,
    latency_in_seconds: at / 10,
    topic: at < 80 ? 'refund' : 'seats',
  }));
  const run = gateRunOf(rows);

  it('are causes, of one tool where that is named', () => {
    const judged = judgeOne({ cause: 'missing', max: 0.2 }, run);
    expect(judged).toMatchObject({ verdict: 'PASS', counted: 5, count: 100, value: 0.05 });
    expect(judgeOne({ cause: 'missing', tool: 'b', max: 0.2 }, run).counted).toBe(3);
    expect(judgeOne({ cause: 'extra', max: 0.01 }, run)).toMatchObject({
      ...{ verdict: 'INCONCLUSIVE', counted: 0 },
    });
    expect(judgeOne({ cause: 'missing', max: 0.01 }, run).verdict).toBe('FAIL');
  });

  it('are causes of rows without calls, too', () => {
    const empty = { ...row('empty', ''), predicted_trajectory: [] };
    const some = gateRunOf([...passingRows(99, 99), empty]);
    expect(judgeOne({ cause: 'missing', max: 0.2 }, some)).toMatchObject({
      counted: 1,
      count: 100,
    });
  });

  it('are rows that failed or have no score', () => {
    expect(judgeOne({ rows: 'failed', max: 0.1 }, run)).toMatchObject({
      counted: 2,
      verdict: 'PASS',
    });
    const gaps = gateRunOf([
      ...passingRows(90, 90),
      ...new Array<JsonObject>(10).fill({ id: 'g' }),
    ]);
    expect(judgeOne({ rows: 'unscored', max: 0.08 }, gaps)).toMatchObject({
      ...{ counted: 10, count: 100, verdict: 'INCONCLUSIVE' },
    });
  });

  it('are percentiles of latency and calls', () => {
    const latency = judgeOne({ latency: 'p95', max: 9.9 }, run);
    expect(latency.value).toBeCloseTo(9.405, 9);
    expect(latency.verdict).toBe('PASS');
    expect(judgeOne({ latency: 'p95', max: 8 }, run).verdict).toBe('FAIL');
    expect(judgeOne({ latency: 'p95', max: 9.4 }, run).verdict).toBe('INCONCLUSIVE');
    expect(judgeOne({ calls: 'p50', max: 2 }, run)).toMatchObject({ value: 2, verdict: 'PASS' });
    expect(judgeOne({ calls: 'mean', max: 2 }, run)).toMatchObject({
      value: 1.95,
      verdict: 'PASS',
    });
  });

  it('are groups, one or each by itself', () => {
    const one = judgeOne(
      { cause: 'missing', max: 0.5, group: { column: 'topic', value: 'seats' } },
      run,
    );
    expect(one).toMatchObject({ count: 20, counted: 0 });
    const each = judge([{ metric: EXACT, min: 0.5, group: { column: 'topic' } }], run).conditions;
    expect(each.map(({ condition, count }) => [condition.group!.value, count])).toEqual([
      ['refund', 80],
      ['seats', 20],
    ]);
    const pairs = { metric: EXACT, noWorseBy: 0.1, group: { column: 'topic', value: 'seats' } };
    expect(judgeOne(pairs, run, run)).toMatchObject({ unit: 'pair', count: 20, value: 0 });
  });
});

describe('pass^k', () => {
  const trials = (passes: number): JsonObject[] =>
    Array.from({ length: 160 }, (_, at) =>
      row(String(Math.floor(at / 4)), at % 40 < passes ? 'ab' : 'x'),
    );
  const run = gateRunOf(trials(30));

  it('goes by tasks, with the numbers that the page shows', () => {
    const scores = run.columns.scores.find(({ id }) => id === EXACT)!;
    const shown = consistencyOf(run.columns, allRows(160), scores, {});
    for (const { k, passHatK, interval, tasks } of shown) {
      const judged = judgeOne({ metric: EXACT, 'pass^k': k, min: 0.1 }, run);
      expect(judged).toMatchObject({ unit: 'task', count: tasks, value: passHatK });
      expect(judged.interval).toEqual({ low: interval!.low, high: interval!.high });
    }
    expect(shown).toHaveLength(4);
    expect(judgeOne({ metric: EXACT, 'pass^k': 4, min: 0.95 }, run).verdict).toBe('FAIL');
    expect(judgeOne({ metric: EXACT, 'pass^k': 4, min: 0.5 }, run).verdict).toBe('PASS');
  });

  it('says how many trials are missing', () => {
    expect(judgeOne({ metric: EXACT, 'pass^k': 6, min: 0.5 }, run)).toMatchObject({
      ...{ verdict: 'INCONCLUSIVE', needed: { kind: 'trials', count: 2 }, interval: null },
    });
  });
});

it('needs as many rows as the config wants', () => {
  const twenty = gateRunOf(passingRows(20, 20));
  const report = judge([{ metric: EXACT, min: 0.1 }], twenty, undefined, { fewestRows: 50 });
  expect(report.conditions[0]!.needed).toEqual({ kind: 'more', count: 30, isAtLeast: true });
});

describe('all conditions together', () => {
  const run = gateRunOf(passingRows(200, 180));
  const [good, open, bad] = [0.5, 0.88, 0.99].map((min) => ({ metric: EXACT, min }));

  it.each([
    [[good!], 'PASS'],
    [[good!, open!], 'INCONCLUSIVE'],
    [[good!, open!, bad!], 'FAIL'],
  ])('are as good as the worst of them', (conditions, verdict) => {
    expect(judge(conditions, run).verdict).toBe(verdict);
  });

  it('fail after Holm: of many, one that just fails by itself is spared', () => {
    // the score test of 180 of 200 against 0.938 has p = 0.013, one-sided
    const just = { metric: EXACT, min: 0.938 };
    expect(judge([just], run).verdict).toBe('FAIL');
    const among = judge([just, good!, good!], run);
    expect(among.conditions[0]).toMatchObject({ verdict: 'INCONCLUSIVE', isSpared: true });
    // 2.394² × 0.938 × 0.062 ÷ 0.038² rows at a tail of 0.025 ÷ 3
    expect(among.conditions[0]!.needed).toEqual({ kind: 'more', count: 31, isAtLeast: false });
    expect(judge([just, good!, good!], run, undefined, { adjust: 'none' }).verdict).toBe('FAIL');
  });

  it('are adjusted for one with too few rows as for one that has nothing against it', () => {
    const rows = passingRows(200, 180).map((row, at) => ({ ...row, topic: at < 180 ? 'a' : 'b' }));
    const few = { metric: EXACT, min: 0.5, group: { column: 'topic', value: 'b' } };
    const just = { metric: EXACT, min: 0.938 };
    const { conditions } = judge([few, just], gateRunOf(rows), undefined, { fewestRows: 50 });
    expect(conditions.map(({ verdict }) => verdict)).toEqual(['INCONCLUSIVE', 'INCONCLUSIVE']);
    expect(conditions[1]!.isSpared).toBe(true);
  });

  it('never turn from fail to pass with a better run', () => {
    const counts = fc.tuple(fc.integer({ min: 6, max: 60 }), fc.nat(60), fc.nat(60));
    const order = ['FAIL', 'INCONCLUSIVE', 'PASS'];
    const share = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(counts, share, share, ([rows, a, b], min, other) => {
        const [fewer, more] = [Math.min(a, b, rows), Math.min(Math.max(a, b), rows)];
        const conditions = [
          { metric: EXACT, min },
          { metric: EXACT, min: other },
        ];
        const [low, high] = [fewer, more].map((passing) =>
          judge(conditions, gateRunOf(passingRows(rows, passing))),
        );
        expect(order.indexOf(high!.verdict)).toBeGreaterThanOrEqual(order.indexOf(low!.verdict));
        expect(judge(conditions, gateRunOf(passingRows(rows, more)))).toEqual(high);
      }),
      { numRuns: lawRuns(40) },
    );
  });
});

describe('what cannot be judged has a reason, and never passes', () => {
  const run = gateRunOf(passingRows(10, 10));
  const topics = gateRunOf(passingRows(60, 60).map((row, at) => ({ ...row, topic: String(at) })));

  it.each(unjudgeable)('%j', (condition, reason) => {
    expect(reasonOf(condition, run)).toContain(reason);
  });

  it('too many groups', () => {
    const condition = { metric: EXACT, min: 0.5, group: { column: 'topic' } };
    expect(reasonOf(condition, topics)).toContain('has more than 50 values; name one with "value"');
  });

  it('no rows, no reference, no calls, no ids', () => {
    const bare = gateRunOf([{ id: '1', predicted_trajectory: [] }, { id: '2' }]);
    expect(reasonOf({ metric: EXACT, min: 0.5 }, bare)).toContain('give it with --reference FILE');
    const none = gateRunOf([]);
    expect(reasonOf({ metric: EXACT, min: 0.5 }, none)).toBe('The run has no rows.');
    expect(reasonOf({ calls: 'mean', max: 5 }, none)).toContain('no predicted trajectory');
    const nameless = gateRunOf(passingRows(9, 9).map(({ id: _, ...row }) => row));
    expect(reasonOf({ metric: EXACT, 'pass^k': 2, min: 0.5 }, nameless)).toContain(
      'rows with an id',
    );
  });

  it('a baseline without shared rows, or without the metric', () => {
    const other = gateRunOf(
      passingRows(10, 10).map((row) => ({ ...row, id: `other ${String(row['id'])}` })),
    );
    expect(reasonOf({ metric: EXACT, noWorseBy: 0 }, run, other)).toContain('shares no row');
    const unscored = gateRunOf(passingRows(10, 10), { metrics: [PRECISION] });
    expect(reasonOf({ metric: EXACT, noWorseBy: 0 }, run, unscored)).toContain(
      'The baseline is not scored',
    );
  });

  it('causes, where no trajectory metric is scored', () => {
    const bare = gateRunOf(passingRows(9, 9), { metrics: ['bleu'] });
    for (const condition of [
      { cause: 'missing', max: 0.1 },
      { rows: 'unscored', max: 0.1 },
    ] as const)
      expect(reasonOf(condition, bare)).toContain('is scored with no trajectory metric');
  });

  it('a metric without a better end, or with a column for each tool', () => {
    const used = gateRunOf(passingRows(10, 10), {
      metrics: ['trajectory_single_tool_use'],
      tools: ['a', 'b'],
    });
    expect(reasonOf({ metric: 'trajectory_single_tool_use', min: 0.5 }, used)).toContain(
      'name one of “trajectory_single_tool_use(a)”',
    );
    const a = 'trajectory_single_tool_use(a)';
    expect(judgeOne({ metric: a, min: 0.3 }, used).verdict).toBe('PASS');
    expect(reasonOf({ metric: a, noWorseBy: 0.1 }, used, used)).toContain('has no better end');
  });

  it('lists every problem, and a gate without conditions is one', () => {
    const conditions = [
      { metric: 'x', min: 0.5 },
      { metric: EXACT, min: 0.5 },
      { metric: 'y', min: 0.5 },
    ];
    const result = judgeGate(gateOf(...conditions), run, undefined);
    expect(result).toMatchObject({ ok: false, problems: [{ place: 0 }, { place: 2 }] });
    expect(judgeGate(gateOf(), run, undefined).ok).toBe(false);
  });
});

it('says what has to be read of the rows', () => {
  expect(
    needsOf(
      gateOf(
        { calls: 'mean', max: 5, group: { column: 'topic' } },
        { metric: EXACT, noWorseBy: 0, group: { column: 'topic', value: 'a' } },
      ),
    ),
  ).toEqual({ cells: ['topic'], callCounts: true, baseline: true });
  expect(needsOf(gateOf({ metric: EXACT, min: 0.5 }))).toEqual({
    ...{ cells: [], callCounts: false, baseline: false },
  });
});
