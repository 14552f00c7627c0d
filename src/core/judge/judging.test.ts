import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_SETTINGS,
  findMetric,
  fullMarks,
  listColumns,
} from '#core/score/metrics/registry.ts';
import { planResultColumns, resultCells, resultNames } from '#core/share/results/result-table.ts';
import { printSummary } from '#core/share/results/summary-file.ts';
import { joinColumns } from '#core/score/columns/growing-columns.ts';
import { sliceColumns } from '#core/score/columns/pack-columns.ts';
import { OUTCOMES, type Outcome } from '#core/calls/outcome.ts';
import { versusRates } from '#core/explain/summary/metric-summary.ts';
import { summarise } from '#core/explain/summary/summarise.ts';
import { scoreRecords } from '../../../tests/support/build.ts';
import { cacheKeyOf, type JudgeCall } from './cache-key.ts';
import { checkJudgeMetric } from '#core/score/judged-metrics/check-judge-metric.ts';
import { combineOrders, combineSamples } from './combine-samples.ts';
import { costOf, estimateTokens, measurePrompts, preflight } from './cost.ts';
import { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import { withJudge } from '#core/score/metric/settings.ts';
import { PAIR_TEMPLATES, TEMPLATES } from './templates/registry.ts';

const [TEMPLATE] = TEMPLATES;
const METRIC: JudgeMetric = { ...TEMPLATE!, columns: {}, samples: 1, fence: 'abc123' };

describe('a judged metric', () => {
  const likert = { ...METRIC, ratings: [1, 2, 3].map((score) => ({ score, text: '' })) };

  it('has a column whose id tells its scale', () => {
    expect(judgeColumn(METRIC).metricId).toBe(`judge:binary:${METRIC.id}`);
    expect(judgeColumn({ ...METRIC, samples: 3 }).metricId).toBe(`judge:share:${METRIC.id}`);
    expect(findMetric(judgeColumn(likert).metricId)).toMatchObject({
      scale: 'number',
      better: 'higher',
      title: 'Response follows trajectory',
    });
    expect(findMetric('judge:Not a name')).toBeUndefined();
    const majority = { ...METRIC, samples: 3, combine: 'majority' as const };
    expect(judgeColumn(majority).metricId).toBe(`judge:binary:${METRIC.id}`);
  });

  it('has a column, a title and a name in files of its own for each model', () => {
    const columns = ['small', 'large (2)'].map((model) => judgeColumn({ ...METRIC, model }));
    expect(columns.map(({ metricId }) => findMetric(metricId)?.title)).toEqual([
      'Response follows trajectory (small)',
      'Response follows trajectory (large (2))',
    ]);
    const judges = ['small', 'large (2)'].map((model) => ({ ...METRIC, model }));
    const names = resultNames(planResultColumns(scoreRecords([{}], { metrics: [], judges })));
    expect(names.filter((name) => name.endsWith('/score'))).toEqual([
      `${METRIC.id}(small)/score`,
      `${METRIC.id}(large (2))/score`,
    ]);
    const [one, other] = judges.map((judge) => withJudge(DEFAULT_SETTINGS, judge).judges);
    const both = withJudge(withJudge(DEFAULT_SETTINGS, judges[0]!), judges[1]!);
    expect(both.judges).toEqual([...one!, ...other!]);
    expect(withJudge(both, judges[1]!)).toEqual(both);
  });

  it.each([
    [{}, 'higher', 3],
    [{ better: 'lower' as const }, 'lower', 1],
    [{ better: 'none' as const }, 'none', undefined],
    [{ ratings: [-0.5, 1e21].map((score) => ({ score, text: '' })) }, 'higher', 1e21],
  ])('knows which end of its rubric is good: %o', (part, better, best) => {
    const { metricId } = judgeColumn({ ...likert, ...part });
    expect(findMetric(metricId)).toMatchObject({ scale: 'number', better });
    expect(fullMarks(metricId)).toBe(best);
  });

  it('counts a lower score of 0 or 1 as good where that is what it means', () => {
    const { metricId } = judgeColumn({ ...METRIC, better: 'lower' });
    expect(findMetric(metricId)).toMatchObject({ scale: 'binary', better: 'lower' });
    expect(fullMarks(metricId)).toBe(0);
    // as stored before there was a direction
    expect(findMetric('judge:number:old')).toMatchObject({ better: 'higher' });
    const verbosity = TEMPLATES.find(({ id }) => id === 'verbosity');
    expect(verbosity?.better).toBe('none');
  });

  it('that compares tells wins, ties and losses over the rows asked about, and the winner of each', () => {
    const metric: JudgeMetric = { ...METRIC, ...PAIR_TEMPLATES[0]! };
    const columns = scoreRecords([{}, {}, {}, {}], { metrics: [], judges: [metric] });
    const [first] = columns.scores;
    const values = Float64Array.of(1, 0.5, 0, Number.NaN);
    const agreement = Float64Array.of(1, 0, 1, Number.NaN);
    const judged = {
      ...columns,
      scores: [{ ...first!, values, agreement, texts: ['', '', '', ''] }],
    };
    const again = joinColumns([sliceColumns(judged, 0, 1), sliceColumns(judged, 1, 4)]);
    const endedAs = (outcome: Outcome) =>
      summarise({
        ...again,
        scores: [
          { ...again.scores[0]!, outcomes: Uint8Array.of(0, 0, 0, OUTCOMES.indexOf(outcome)) },
        ],
      })[0];
    const summary = endedAs('judge_server');
    expect(versusRates(endedAs('not_judged')!)).toMatchObject({
      wins: 1 / 3,
      unjudged: 0,
      notAsked: 1,
    });
    expect(summary).toMatchObject({ versus: { wins: 1, ties: 1, losses: 1 }, agreement: 2 / 3 });
    expect(versusRates(summary!)).toEqual({
      wins: 0.25,
      ties: 0.25,
      losses: 0.25,
      flips: 1 - 2 / 3,
      unjudged: 1,
      notAsked: 0,
    });
    const file = JSON.parse(
      printSummary({
        ...{ name: '', datasetName: '', createdAtMs: 0, rowCount: 4, skippedCount: 0 },
        settings: DEFAULT_SETTINGS,
        summary: [summary!],
      }),
    ) as { summary_metrics: Record<string, number> };
    const name = metric.id;
    expect(file.summary_metrics).toEqual({
      row_count: 4,
      [`${name}/candidate_model_win_rate`]: 0.25,
      [`${name}/baseline_model_win_rate`]: 0.25,
      [`${name}/tie_rate`]: 0.25,
      [`${name}/flip_rate`]: 1 - 2 / 3,
    });
    const plan = planResultColumns(again);
    expect(resultNames(plan).slice(-3)).toEqual([
      `${name}/pairwise_choice`,
      `${name}/explanation`,
      `${name}/agreement`,
    ]);
    expect([0, 1, 2, 3].map((row) => resultCells(plan, {}, row)[0])).toEqual([
      'CANDIDATE',
      'TIE',
      'BASELINE',
      null,
    ]);
  });

  it('is a column of its settings, and not judged until a model has been asked', () => {
    const settings = { ...DEFAULT_SETTINGS, judges: [METRIC] };
    expect(listColumns(settings).at(-1)).toEqual(judgeColumn(METRIC));
    const columns = scoreRecords([{ prompt: 'a' }, { prompt: 'b' }], { judges: [METRIC] });
    expect(summarise(columns).at(-1)).toMatchObject({ valid: 0, notEvaluated: 2, errors: 0 });
  });

  it('keeps its texts when rows are cut and joined, and writes them to results', () => {
    const columns = scoreRecords([{ prompt: 'a' }, { prompt: 'b' }], {
      metrics: [],
      judges: [METRIC],
    });
    const [first] = columns.scores;
    const judged = {
      ...columns,
      scores: [
        {
          ...first!,
          values: Float64Array.of(1, Number.NaN),
          outcomes: first!.outcomes,
          texts: ['good', 'HTTP 500'],
        },
      ],
    };
    const again = joinColumns([sliceColumns(judged, 0, 1), sliceColumns(judged, 1, 2)]);
    expect(again.scores[0]?.texts).toEqual(['good', 'HTTP 500']);
    const plan = planResultColumns(judged);
    expect(resultNames(plan).slice(-2)).toEqual([
      'response_follows_trajectory/score',
      'response_follows_trajectory/explanation',
    ]);
    expect(resultCells(plan, { prompt: 'a' }, 0)).toEqual(['a', 1, 'good']);
    expect(resultCells(plan, { prompt: 'b' }, 1)).toEqual(['b', null, 'HTTP 500']);
  });

  it('summarises ratings below 0 and above 1 as they are', () => {
    const columns = scoreRecords([{}, {}, {}], { metrics: [], judges: [likert] });
    const [first] = columns.scores;
    const scores = [{ ...first!, values: Float64Array.of(-2, 0, 5) }];
    const [summary] = summarise({ ...columns, scores });
    expect(summary).toMatchObject({ mean: 1, min: -2, max: 5 });
    expect(summary?.histogram).toMatchObject({ min: -2, max: 5 });
    expect(summary?.histogram.bins.reduce((a, b) => a + b)).toBe(3);
    expect(summary?.interval?.low).toBeLessThan(0);
  });

  it('is checked before it is used and before it is believed', () => {
    expect(checkJudgeMetric(METRIC)).toEqual([]);
    expect(v.is(JudgeMetric, JSON.parse(JSON.stringify(METRIC)))).toBe(true);
    const text = { kind: 'text', text: 'no variable' } as const;
    const rating = { score: 1, text: '' };
    const broken: [Partial<JudgeMetric>, RegExp][] = [
      [{ id: 'Über' }, /Name/],
      [{ ratings: [rating] }, /at least two/],
      [{ ratings: [rating, rating] }, /same score/],
      [{ ratings: [rating, { score: Number.NaN, text: '' }] }, /needs a number/],
      [{ prompt: text }, /no \{variable\}/],
      [{ prompt: { ...TEMPLATE!.prompt, criteria: [] } }, /Criteria/],
      [{ samples: 33 }, /1 to 32/],
      [{ baseline: { kind: 'column', column: '' } }, /Baseline/],
      [
        { baseline: { kind: 'column', column: 'a' }, prompt: { kind: 'text', text: '{a}' } },
        /\{response_a\} is missing/,
      ],
    ];
    for (const [part, message] of broken) {
      expect(checkJudgeMetric({ ...METRIC, ...part }).join(' ')).toMatch(message);
    }
    for (const part of [
      { id: 1 },
      { fence: '<' },
      { ratings: 'x' },
      { prompt: {} },
      { samples: 0 },
      { combine: 'best' },
      { better: 1 },
      { baseline: { kind: 'run', id: 'x' } },
    ]) {
      expect(v.is(JudgeMetric, { ...METRIC, ...part })).toBe(false);
    }
    expect(v.is(JudgeMetric, null)).toBe(false);
  });
});

describe('combineSamples', () => {
  it('gives the mean, how many agree, and the words of a sample near the mean', () => {
    const verdicts = [5, 4, 4].map((score) => ({ score, explanation: `says ${String(score)}` }));
    expect(combineSamples(verdicts)).toEqual({
      score: 13 / 3,
      agreement: 2 / 3,
      explanation: 'says 4',
    });
    expect(() => combineSamples([])).toThrow(RangeError);
  });

  it.each([
    [undefined, 1],
    ['lower', 5],
  ] as const)('gives the most frequent score, the worst of several: %s is better', (end, worst) => {
    const of = (...scores: number[]) =>
      combineSamples(
        scores.map((score) => ({ score, explanation: '' })),
        { combine: 'majority', ...(end && { better: end }) },
      );
    expect(of(5, 1, 5)).toMatchObject({ score: 5, agreement: 2 / 3 });
    expect(of(5, 1, 3, 5, 1)).toMatchObject({ score: worst, agreement: 2 / 5 });
  });
});

describe('preflight', () => {
  const plan = {
    rows: 100,
    samples: 3,
    orders: 1,
    promptTokens: 500,
    price: { input: 1, output: 4 },
  };

  it('multiplies rows by samples', () => {
    expect(preflight(plan)).toEqual({
      calls: 300,
      usage: { input: 150_000, output: 45_000 },
      cost: expect.closeTo(0.33, 12) as number,
    });
  });

  it('does not know what it was not told', () => {
    expect(preflight({ ...plan, price: undefined }).cost).toBeUndefined();
    expect(preflight({ ...plan, rows: 0 })).toMatchObject({ calls: 0, cost: 0 });
    expect(costOf({ input: 1, output: 1 }, undefined)).toBeUndefined();
  });

  it('measures prompts, leaving out rows that have none', () => {
    const prompt = {
      kind: 'prompt',
      orders: [{ system: 'eight ch', user: 'four', cut: 0 }],
    } as const;
    const measured = measurePrompts([prompt, { kind: 'missing', variables: ['response'] }]);
    expect(measured).toEqual({ promptTokens: 3, share: 0.5 });
    expect(measurePrompts([])).toEqual({ promptTokens: 0, share: 0 });
  });

  it('counts four characters a token, one for East Asian scripts', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('eight ch')).toBe(2);
    expect(estimateTokens('東京です')).toBe(4);
  });
});

describe('combineOrders', () => {
  const verdict = (score: number) => ({ score, explanation: String(score) });
  const both = (there: number, back: number) => ({
    baselineFirst: verdict(there),
    candidateFirst: verdict(back),
  });

  it('believes what both orders say, and takes the rest for a tie', () => {
    // the candidate stands second first, then first
    expect(combineOrders([both(1, -1)])).toMatchObject({ score: 1, agreement: 1 });
    expect(combineOrders([both(-1, 1)])).toMatchObject({ score: 0, agreement: 1 });
    expect(combineOrders([both(0, 0)])).toMatchObject({ score: 0.5, agreement: 1 });
    for (const [there, back] of [
      [1, 1],
      [-1, -1],
      [1, 0],
      [0, 1],
    ] as const) {
      expect(combineOrders([both(there, back)])).toMatchObject({ score: 0.5, agreement: 0 });
    }
    expect(() => combineOrders([])).toThrow(RangeError);
  });

  it('takes the most frequent of several samples, a tie where there is none', () => {
    const [win, loss, flip] = [both(1, -1), both(-1, 1), both(1, 1)];
    expect(combineOrders([win, win, loss])).toMatchObject({ score: 1, agreement: 1 });
    expect(combineOrders([win, loss])).toMatchObject({ score: 0.5, agreement: 1 });
    expect(combineOrders([win, flip, flip])).toMatchObject({ score: 0.5, agreement: 1 / 3 });
  });

  it('turns round when the sides change places', () => {
    const side = fc.constantFrom(-1, 0, 1);
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side), { minLength: 1 }), (pairs) => {
        const one = combineOrders(pairs.map(([a, b]) => both(a, b)));
        const other = combineOrders(pairs.map(([a, b]) => both(b, a)));
        expect(one.score + other.score).toBe(1);
        expect(one.agreement).toBe(other.agreement);
      }),
    );
  });
});

const call: JudgeCall = {
  provider: 'openai',
  baseUrl: 'https://a',
  model: 'm',
  temperature: 0,
  prompt: { system: 's', user: 'u' },
  allowed: [0, 1],
  sample: 0,
};

it('cacheKeyOf differs with everything that decides the answer', () => {
  const others: JudgeCall[] = [
    { ...call, provider: 'gemini' },
    { ...call, baseUrl: 'https://b' },
    { ...call, model: 'n' },
    { ...call, temperature: 1 },
    { ...call, prompt: { system: 'x', user: 'u' } },
    { ...call, prompt: { system: 's', user: 'x' } },
    { ...call, allowed: [0, 1, 2] },
    { ...call, sample: 1 },
  ];
  expect(new Set([call, ...others].map(cacheKeyOf)).size).toBe(9);
  expect(cacheKeyOf({ ...call })).toBe(cacheKeyOf(call));
  // as written by every version so far: stored verdicts are found again
  expect(cacheKeyOf(call)).toBe('fc5c7a8598ec22d086f0da9a9f64e5edff53f98557f62c4267ce4696a7d10281');
});
