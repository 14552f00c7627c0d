import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { EXACT, PRECISION, row } from '../../../tests/support/build.ts';
import { tablesOf } from '../../../tests/support/cases.ts';
import { gateOf, gateRunOf, passingRows } from '../../../tests/support/gated-runs.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { compareRuns } from '#core/compare/compare-runs.ts';
import { withoutScores } from '#core/compare/judged-alike.ts';
import type { DifferenceKind } from '#core/match/signature.ts';
import { summarise } from '#core/explain/summary/summarise.ts';
import { consistencyOf } from '#core/explain/summary/trials.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';
import type { Condition, GateConfig } from './gate-config.ts';
import { judgeGate, type GateReport, type JudgedCondition } from './judge-gate.ts';
import type { GateRun } from './measure.ts';

/** So many rows alike: the letters of the tools called instead of `ab`, and what else is in them. */
type Rows = [number, (JsonObject & { readonly made?: string }) | null];
const { runs, judged, unseen, unjudgeable } = tablesOf<{
  runs: Record<string, Rows[]>;
  judged: [Condition, string, string | null, Partial<JudgedCondition>][];
  unseen: [Condition, string, string | null, string, Partial<JudgedCondition> | null][];
  unjudgeable: [Condition, string, string | null, string][];
}>('gate');

function runNamed(name: string): GateRun {
  const rows = runs[name]!.flatMap(([count, about]) => new Array<Rows[1]>(count).fill(about));
  return gateRunOf(
    rows.map((about, at) => {
      const { made, ...more } = about ?? {};
      return made === undefined ? { id: String(at), ...more } : row(String(at), made, 'ab', more);
    }),
  );
}

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
it.each(judged)('%j where %s, against %j, is %j', (condition, made, before, expected) => {
  const baseline = before === null ? undefined : runNamed(before);
  expect(judgeOne(condition, runNamed(made), baseline)).toMatchObject(expected);
});

it.each(unseen)(
  'no row that is not seen is passed: %j where %s, against %j, is %s',
  (condition, made, before, verdict, expected) => {
    const baseline = before === null ? undefined : runNamed(before);
    const { conditions, verdict: found } = judge([condition], runNamed(made), baseline);
    expect(found).toBe(verdict);
    if (!expected) expect(conditions).toHaveLength(1);
    else expect(conditions).toContainEqual(expect.objectContaining(expected));
  },
);

it('knows nothing of the arguments of rows left out, and of other mistakes what names show', () => {
  const main = gateRunOf(passingRows(20, 20));
  const run = gateRunOf(Array.from({ length: 20 }, (_, at) => row(String(at), 'abc', 'ab')));
  const columns = withoutScores(run.columns, run.columns.idKeys.keys());
  const judgeCause = (cause: DifferenceKind): GateReport =>
    judge([{ cause, max: 0.3 }], { ...run, columns }, main);
  const { verdict, conditions } = judgeCause('other-arguments');
  expect(verdict).toBe('FAIL');
  expect(conditions).toMatchObject([{ count: 0 }, { counted: 20, count: 20 }]);
  expect(judgeCause('extra').conditions).toMatchObject([{ verdict: 'FAIL', counted: 20 }]);
  expect(judgeCause('missing').conditions).toMatchObject([{ verdict: 'PASS', counted: 0 }]);
});

it('counts records that cannot be read, and pairs with other expected calls', () => {
  const [run, main] = [gateRunOf(passingRows(10, 10)), gateRunOf(passingRows(12, 12))];
  const unread = { ...run, columns: { ...run.columns, skippedCount: 3 } };
  const counts = { read: 10, differing: 2, otherCalls: 2, others: 0 };
  const others = { counts, rows: new Set([0, 1]) };
  const result = judgeGate(gateOf({ metric: EXACT, noWorseBy: 0.05 }), unread, main, others);
  // of twelve rows two are missing, which are among the three records, and two ask for other calls
  const counted = { counted: 5, count: 13, verdict: 'FAIL' };
  expect(result).toMatchObject({
    report: { unseen: { unread: 3, missing: 2, added: 0 }, conditions: [{}, counted] },
  });
});

it('counts a row that lost a value, whatever else it never had', () => {
  const timed = (rows: readonly JsonObject[]): GateRun =>
    gateRunOf(rows.map((one, at) => (at < 5 ? one : { ...one, latency_in_seconds: 1 })));
  const conditions: Condition[] = [
    { metric: EXACT, noWorseBy: 0.05 },
    { latency: 'mean', max: 5 },
  ];
  const rows = passingRows(20, 20);
  expect(judge(conditions, timed(rows), timed(rows)).conditions).toHaveLength(2);
  const lost = rows.map((one, at) => (at < 3 ? { ...one, predicted_trajectory: null } : one));
  expect(judge(conditions, timed(lost), timed(rows)).conditions).toContainEqual(
    expect.objectContaining({ verdict: 'FAIL', counted: 3, count: 20 }),
  );
});

it('counts rows without an answer where answers alone are scored', () => {
  const rows = passingRows(20, 20).map((one, at) => ({
    ...one,
    reference: 'a b c d',
    ...(at > 1 && { response: 'a b c d' }),
  }));
  const run = gateRunOf(rows, { metrics: ['bleu'] });
  const least: Condition = { metric: 'bleu', min: 0.5 };
  expect(judge([least], run).verdict).toBe('FAIL');
  expect(judge([least, { rows: 'unscored', max: 0.1 }], run).verdict).toBe('PASS');
});

it.each([
  ['total_tokens', { usage: { input_tokens: 5, output_tokens: 5 } }],
  ['tool_error_rate', { tool_output: 'ok' }],
])('counts rows that no longer record what is judged: %s', (metric, more) => {
  const run = (recorded: number): GateRun =>
    gateRunOf(
      Array.from({ length: 20 }, (_, at) => ({
        id: String(at),
        predicted_trajectory: [{ tool_name: 'a', tool_input: {}, ...(at < recorded && more) }],
        reference_trajectory: [],
      })),
      { metrics: [metric] },
    );
  const { conditions } = judge([{ metric, noWorseBy: 0.05 }], run(12), run(20));
  expect(conditions[1]).toMatchObject({ verdict: 'FAIL', counted: 8, count: 20 });
});

it('has values as they are counted by hand', () => {
  const lost = { metric: EXACT, noWorseBy: 0.05 };
  const seven = judgeOne(lost, runNamed('2 of 7 pass'), runNamed('7 of 7 pass'));
  expect(seven.interval!.high).toBeCloseTo(-3 / 7, 1);
  const slower = judgeOne(
    { latency: 'mean', noWorseBy: 0.5 },
    runNamed('steady at 5 s'),
    runNamed('steady at 2 s'),
  );
  expect(slower.interval!.low).toBeCloseTo(3, 9);
  expect(slower.interval!.high).toBeCloseTo(3, 9);
});

it('a condition on a mean has the mean and the interval that the page shows', () => {
  const mixed = gateRunOf([...passingRows(30, 20), row('x', 'a'), row('y', 'abc')]);
  for (const summary of summarise(mixed.columns)) {
    if (summary.mean === null || summary.metricId === 'trajectory_single_tool_use') continue;
    const judged = judgeOne({ metric: summary.metricId, min: 0.5 }, mixed);
    const { low, high } = summary.interval!;
    expect(judged.value).toBe(summary.mean);
    expect(judged.interval).toEqual({ low, high });
  }
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

  const sixty = (lost: number): GateRun => gateRunOf(passingRows(60, 60 - lost));

  it.each([
    [0, 'PASS'],
    [3, 'INCONCLUSIVE'],
    // McNemar’s p of 5 lost pairs is 2 ÷ 2⁵
    [5, 'INCONCLUSIVE'],
    [6, 'FAIL'],
    [8, 'FAIL'],
  ])('of 60 rows with %i clearly worse is %s', (lost, verdict) => {
    const lostBy = { metric: EXACT, noWorseBy: 0.05 };
    expect(judgeOne(lostBy, sixty(lost), sixty(0)).verdict).toBe(verdict);
  });

  it('fails no drop that is allowed, however sure', () => {
    const rows = (lost: number): GateRun => gateRunOf(passingRows(400, 400 - lost));
    const judgedAt = (lost: number): JudgedCondition =>
      judgeOne({ metric: EXACT, noWorseBy: 0.05 }, rows(lost), rows(0));
    expect(judgedAt(20).interval!.high).toBeLessThan(0);
    expect([20, 21].map((lost) => judgedAt(lost).verdict)).toEqual(['INCONCLUSIVE', 'FAIL']);
  });

  it('is judged no worse where more is allowed, and asks for no number that chance decides', () => {
    const order = ['FAIL', 'INCONCLUSIVE', 'PASS'];
    const margin = fc.double({ min: 0, max: 0.5, noNaN: true });
    const run = fc.array(fc.constantFrom('ab', 'ab', 'ab', 'x'), { minLength: 6, maxLength: 60 });
    const rowsOf = (made: readonly string[]): GateRun =>
      gateRunOf(made.map((letters, at) => row(String(at), letters)));
    fc.assert(
      fc.property(run, fc.infiniteStream(fc.boolean()), margin, margin, (made, flips, one, two) => {
        const now = made.map((letters) => (flips.next().value ? letters : 'ab'));
        const [candidate, baseline] = [rowsOf(now), rowsOf(made)];
        const [strict, lenient] = [Math.min(one, two), Math.max(one, two)].map((noWorseBy) =>
          judgeOne({ metric: EXACT, noWorseBy }, candidate, baseline),
        ) as [JudgedCondition, JudgedCondition];
        expect(order.indexOf(lenient.verdict)).toBeGreaterThanOrEqual(
          order.indexOf(strict.verdict),
        );
        for (const { needed, count } of [strict, lenient])
          if (needed?.kind === 'more' && !needed.isAtLeast)
            expect(needed.count).toBeGreaterThanOrEqual(count);
      }),
      { numRuns: lawRuns(60) },
    );
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
});

it('judges percentiles by their interval', () => {
  const rows = passingRows(100, 100).map((one, at) => ({ ...one, latency_in_seconds: at / 10 }));
  const run = gateRunOf(rows);
  const judgedAt = (max: number): JudgedCondition => judgeOne({ latency: 'p95', max }, run);
  expect(judgedAt(9.9).value).toBeCloseTo(9.405, 9);
  expect([9.9, 9.4, 8].map((max) => judgedAt(max).verdict)).toEqual([
    ...['PASS', 'INCONCLUSIVE', 'FAIL'],
  ]);
});

it('judges each group by itself', () => {
  const condition = { metric: EXACT, min: 0.5, group: { column: 'topic' } };
  const each = judge([condition], runNamed('some of two topics')).conditions;
  expect(each.map(({ condition: { group }, count }) => [group!.value, count])).toEqual([
    ['refund', 80],
    ['seats', 20],
  ]);
});

it('leaves rows in the groups that the baseline has them in', () => {
  const topics = (topic: string): GateRun =>
    gateRunOf([
      ...passingRows(20, 20, { topic: 'seats' }),
      ...passingRows(40, topic === 'refund' ? 40 : 10).map((one, at) => ({
        ...one,
        id: `r${at}`,
        topic: at < 10 ? 'refund' : topic,
      })),
    ]);
  const refund = { metric: EXACT, min: 0.5, group: { column: 'topic', value: 'refund' } };
  const judged = judge([refund], topics('misc'), topics('refund')).conditions[0];
  expect(judged).toMatchObject({ verdict: 'FAIL', count: 40, value: 0.25 });
});

it.each([
  ['blank in the baseline', (at: number) => (at < 10 ? 'refund' : ''), () => 'refund'],
  [
    'of more values than are told apart',
    () => 'refund',
    (at: number) => (at < 10 ? 'refund' : `x${at}`),
  ],
])('leaves no row out of its group: %s', (_, before, now) => {
  const run = (topicOf: (at: number) => string, passing: number): GateRun =>
    gateRunOf(passingRows(1200, passing).map((one, at) => ({ ...one, topic: topicOf(at) })));
  const refund = { metric: EXACT, min: 0.5, group: { column: 'topic', value: 'refund' } };
  const judged = judge([refund], run(now, 10), run(before, 1200)).conditions[0];
  expect(judged).toMatchObject({ verdict: 'FAIL', count: 1200, counted: 10 });
});

it('judges each group of the baseline where all rows of the run are in others now', () => {
  const named = (topic: string): GateRun => gateRunOf(passingRows(20, 20, { topic }));
  const each = { metric: EXACT, min: 0.5, group: { column: 'topic' } };
  const { conditions } = judge([each], named('renamed'), named('seats'));
  expect(conditions.map(({ condition }) => condition.group!.value)).toEqual(['seats']);
  const lost = gateRunOf([...passingRows(20, 20), { id: 'x', topic: 'lost' }]);
  expect(reasonOf(each, named('renamed'), lost)).toContain('no row of the group “lost”');
});

it('is a problem where what no config has to ask cannot be measured', () => {
  const failing = passingRows(20, 20).map((one, at) => ({ ...one, failure: Number(at === 3) }));
  const [twice, others] = [
    failing.concat(failing),
    failing.map((one, at) => ({ ...one, id: `o${at}`, prompt: `o${at}` })),
  ];
  const least = { metric: EXACT, min: 0.5 };
  const main = gateRunOf(passingRows(20, 20));
  expect(reasonOf(least, gateRunOf(twice), main)).toContain('repeats tasks more often');
  expect(reasonOf(least, gateRunOf(others), main)).not.toBe('');
});

it('says why no row is paired where all repeat what they ask under ids of one run', () => {
  const run = (mark: string): GateRun =>
    gateRunOf(passingRows(20, 20).map((one, at) => ({ ...one, prompt: 'Q', id: `${mark}${at}` })));
  const { columns } = run('a');
  const keyed = (mark: string): GateRun => {
    const one = run(mark);
    return { ...one, columns: { ...one.columns, contentKeys: columns.offsets.map(() => 7) } };
  };
  expect(reasonOf({ metric: EXACT, noWorseBy: 0.05 }, keyed('a'), keyed('b'))).toContain(
    'paired on prompt and expected calls, as no id is in both, and 40 rows have the same as another row of their run',
  );
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

  it('is passed by no run with tasks of fewer trials, which may be those that fail', () => {
    const fails = [row('new', 'x'), row('new', 'x')];
    const cut = gateRunOf([...trials(40), ...fails]);
    expect(judgeOne({ metric: EXACT, 'pass^k': 3, min: 0.5 }, cut)).toMatchObject({
      ...{ verdict: 'INCONCLUSIVE', value: 1, left: 1, needed: { kind: 'trials', count: 1 } },
    });
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

  it('fail after Holm: of many groups, one that just fails by itself is spared', () => {
    // the score test of 180 of 200 against 0.938 has p = 0.013, one-sided
    const just = { metric: EXACT, min: 0.938 };
    expect(judge([just], run).verdict).toBe('FAIL');
    expect(judge([just, good!, good!], run).verdict).toBe('FAIL');
    const topicsOf = (rows: number): GateRun =>
      gateRunOf(
        [180, rows, rows].flatMap((passing, topic) =>
          passingRows(200, passing, { topic: String(topic) }),
        ),
      );
    const each = { ...just, group: { column: 'topic' } };
    const { conditions } = judge([each], topicsOf(200));
    expect(conditions[0]).toMatchObject({
      ...{ verdict: 'INCONCLUSIVE', isSpared: true, adjustedFor: 3 },
      // 2.394² × 0.938 × 0.062 ÷ 0.038² rows at a tail of 0.025 ÷ 3: 231, of which there are 200
      needed: { kind: 'as many again' },
    });
    expect(judge([each], topicsOf(200), undefined, { adjust: 'none' }).verdict).toBe('FAIL');
  });

  it('are adjusted on the baseline for one with too few rows as for one with nothing against it', () => {
    const [few, many] = ['few', 'many'].map((value) => ({
      ...{ metric: EXACT, noWorseBy: 0.05, group: { column: 'topic', value } },
    }));
    const nine = (made: string): GateRun =>
      gateRunOf(
        Array.from({ length: 9 }, (_, at) =>
          row(String(at), made, 'ab', { topic: at < 6 ? 'many' : 'few' }),
        ),
      );
    const [main, worse] = [nine('ab'), nine('x')];
    // McNemar’s p of 6 lost pairs is 2 ÷ 2⁶, of which half is 0.016
    expect(judge([many!], worse, main).verdict).toBe('FAIL');
    expect(judge([few!, many!], worse, main).conditions[1]).toMatchObject({
      ...{ verdict: 'INCONCLUSIVE', isSpared: true, adjustedFor: 2 },
    });
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

  it.each(unjudgeable)('%j where %s', (condition, made, before, reason) => {
    const baseline = before === null ? undefined : runNamed(before);
    expect(reasonOf(condition, runNamed(made), baseline)).toContain(reason);
  });

  it('no ids', () => {
    const nameless = gateRunOf(passingRows(9, 9).map(({ id: _, ...row }) => row));
    const condition = { metric: EXACT, 'pass^k': 2, min: 0.5 };
    expect(reasonOf(condition, nameless)).toContain('rows with an id');
  });

  it('a baseline without the metric', () => {
    const unscored = gateRunOf(passingRows(10, 10), { metrics: [PRECISION] });
    expect(reasonOf({ metric: EXACT, noWorseBy: 0 }, run, unscored)).toContain(
      'The baseline is not scored',
    );
  });

  it('causes, where no trajectory metric is scored', () => {
    const bare = gateRunOf(passingRows(9, 9), { metrics: ['bleu'] });
    const condition = { cause: 'missing', max: 0.1 } as const;
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

const equal = (count: number): GateRun =>
  gateRunOf(passingRows(count, count).map((one) => ({ ...one, latency_in_seconds: 2 })));

it.each([
  [{ metric: PRECISION, min: 0.99 }, 6, 368],
  [{ metric: EXACT, min: 0.99 }, 6, 381],
  [{ metric: 'trajectory_recall', 'pass^k': 1, min: 0.99 }, 6, 368],
  [{ latency: 'mean', max: 2.5 }, 6, 30],
  [{ calls: 'mean', max: 9 }, 6, 30],
] as const)(
  'few rows that are all equal decide nothing %j with %i rows, of %i that are needed',
  (condition, few, enough) => {
    const { verdict, needed } = judgeOne(condition, equal(few));
    expect(verdict).toBe('INCONCLUSIVE');
    expect(needed).toMatchObject({ kind: 'more' });
    const { count = 0 } = needed as { readonly count?: number };
    expect(Math.abs(few + count - enough)).toBeLessThan(enough / 20 + 1);
    expect(judgeOne(condition, equal(enough)).verdict).toBe('PASS');
  },
);
