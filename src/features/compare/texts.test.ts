import { describe, expect, it } from 'vitest';
import { WITHOUT_CALLS } from '#core/compare/without-calls.ts';
import { CHANGES, groupByChange, type Change } from '#core/compare/changes.ts';
import type { Comparison, MetricComparison } from '#core/compare/compare-runs.ts';
import {
  describeBriefly,
  describeVerdict,
  standingOf,
  describeDifference,
  describeInterval,
  describeRowDifference,
  describeScale,
  formatDifference,
  judgeDifference,
  describePairing,
} from '#core/compare/comparison-sentences.ts';
import { PAIR_FILTERS, wordsOf } from './texts.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';

function metric(metricId: string, about: Partial<MetricComparison>): MetricComparison {
  return {
    columnId: metricId,
    metricId,
    pairs: 118,
    baselineMean: 0.4,
    candidateMean: 0.68,
    difference: 0.28,
    better: 0,
    worse: 0,
    baselineOverall: 0.4,
    candidateOverall: 0.68,
    interval: null,
    chance: null,
    passes: null,
    lost: 0,
    ...about,
  };
}

function comparison(changes: readonly Change[], metrics: readonly MetricComparison[]): Comparison {
  return {
    pairedBy: 'id',
    baselineRows: Uint32Array.from(changes.keys()),
    candidateRows: Uint32Array.from(changes.keys()),
    onlyBaseline: new Uint32Array(),
    onlyCandidate: new Uint32Array(),
    duplicates: 0,
    partners: Int32Array.from(changes.keys()),
    withoutCalls: Uint8Array.from(changes, (change) =>
      change === 'lost' ? WITHOUT_CALLS.candidate : WITHOUT_CALLS.neither,
    ),
    ...groupByChange(Uint8Array.from(changes, (change) => CHANGES.indexOf(change))),
    metrics,
    onlyInBaseline: [],
    onlyInCandidate: [],
  };
}

const say = (...metrics: MetricComparison[]) => {
  const { lead, rest } = describeVerdict(comparison(['improved', 'regressed'], metrics));
  return lead + rest;
};
const inOrder = (about: Partial<MetricComparison>) => metric('trajectory_in_order_match', about);

describe('describeVerdict', () => {
  it.each([
    [
      { better: 7, worse: 2 },
      'B follows the reference in order on 7 more rows and on 2 fewer: mean +0.28 over 118 rows.',
    ],
    [
      { better: 1, pairs: 1, difference: 1 },
      'B follows the reference in order on 1 more row and on none fewer: mean +1.00 over 1 row.',
    ],
    [
      { worse: 2, difference: -0.02 },
      'B follows the reference in order on 2 fewer rows and on none more: mean −0.02 over 118 rows.',
    ],
    [
      { better: 2, worse: 2, difference: 0 },
      'B follows the reference in order on 2 more rows and on 2 fewer: mean 0.00 over 118 rows.',
    ],
    [
      {},
      'In-order match is the same on every row, other metrics differ on 2: mean 0.68 over 118 rows in both.',
    ],
  ])('%o', (about, sentence) => {
    expect(say(inOrder(about))).toBe(sentence);
  });

  it('counts lost rows beside the verdict, also where nothing else differs', () => {
    const main = inOrder({ worse: 1, difference: -1, pairs: 1, lost: 1 });
    const one = describeVerdict(comparison(['lost', 'same'], [main]), 'C');
    expect(one.lost).toEqual({ lead: '1 row lost', rest: ': it passes in A, C makes no calls.' });
    expect(one.lead).not.toBe('No row differs');
    expect(one.note).toContain('A row without calls counts as 0 where the other run passes.');
    const two = describeVerdict(comparison(['lost', 'lost'], [main]));
    expect(two.lost).toEqual({
      lead: '2 rows lost',
      rest: ': they pass in A, B makes no calls.',
    });
    const none = describeVerdict(comparison(['regressed'], [main]));
    expect(none.lost).toBeUndefined();
    expect(none.note).not.toContain('without calls');
  });

  it('falls back to the first metric with a verdict', () => {
    expect(say(metric('trajectory_recall', { better: 3, worse: 1 }))).toBe(
      'B has higher recall on 3 rows and lower on 1: mean +0.28 over 118 rows.',
    );
    expect(say(metric('trajectory_recall', { better: 3 }))).toMatch(
      /^B has higher recall on 3 rows and lower on none:/,
    );
    expect(say(metric('trajectory_recall', { worse: 1 }))).toMatch(
      /^B has lower recall on 1 row and higher on none:/,
    );
    expect(say(metric('failure', { better: 2, worse: 1, difference: -0.01 }))).toMatch(
      /^B fails on 1 more row and on 2 fewer: mean −0.01/,
    );
    expect(say()).toBe('2 rows differ.');
  });

  it('says plainly when nothing differs, is scored or is shared', () => {
    const inBoth = [inOrder({ difference: 0 })];
    expect(describeVerdict(comparison(['same', 'not scored'], inBoth))).toEqual({
      lead: 'No row differs',
      rest: '.',
      note: '2 rows paired, 1 without a score in both. Means are over the rows scored in both.',
    });
    expect(describeVerdict(comparison(['not scored'], [inOrder({ pairs: 0 })])).lead).toBe(
      'No row has a score in both runs',
    );
    expect(describeVerdict(comparison([], [])).lead).toBe('A and B have no row in common');
  });

  it('notes the time taken', () => {
    const latency = metric('latency_in_seconds', { difference: -0.21 });
    const { note } = describeVerdict(
      comparison(['improved', 'same'], [inOrder({ better: 1 }), latency]),
    );
    expect(note).toBe(
      '2 rows paired. Fewer than 6 are scored in both: too few for an interval, see the rows. B is faster by 0.21 s a row on average. Means are over the rows scored in both.',
    );
  });

  describe('of the same calls under other rules', () => {
    const passes = (more: number, fewer: number): MetricComparison =>
      inOrder({
        ...{ better: more, worse: fewer, pairs: 18, chance: null },
        passes: { both: 9, onlyCandidate: more, onlyBaseline: fewer, neither: 3 },
      });
    const rules = (metric: MetricComparison) =>
      describeVerdict(comparison(['improved'], [metric]), 'B', true);

    it('says how many rows the rules turn, and nothing of chance', () => {
      expect(rules(passes(2, 0))).toMatchObject({
        lead: 'B’s rules make 2 more rows pass',
        rest: ' on in-order match: mean 0.40 → 0.68 over 18 rows.',
        note: '1 row paired. The calls are the same in both runs; only how they are scored differs. Means are over the rows scored in both.',
      });
      expect(rules(passes(0, 1)).lead).toBe('B’s rules make 1 row fail');
      expect(rules(passes(2, 1)).lead).toBe('B’s rules make 2 more rows pass and 1 fail');
      const brief = describeBriefly(comparison(['improved'], [passes(2, 0)]), 'C', true);
      expect(brief).toBe('C’s rules make 2 more rows pass');
    });

    it('says so where scores differ and no pass does', () => {
      const scores = { ...passes(0, 0), better: 3, worse: 0 };
      expect(rules(scores)).toMatchObject({
        lead: 'The same rows pass under B’s rules',
        rest: ' on in-order match: 3 scores differ, mean 0.40 → 0.68 over 18 rows.',
      });
    });

    it('has nothing to say of rules where the metric is the same on every row or is no rule’s', () => {
      expect(rules(passes(0, 0)).lead).toMatch(/^In-order match is the same on every row/);
      const failure = { ...passes(2, 0), metricId: 'failure', columnId: 'failure' };
      expect(rules(failure).lead).not.toContain('rules');
    });
  });

  describe('with enough rows', () => {
    const test = (p: number, low: number, high: number): Partial<MetricComparison> => ({
      ...{ pairs: 100, better: 7, worse: 2, difference: 0.05 },
      interval: { low, high, method: 'bootstrap' },
      chance: { test: 'McNemar', p, midP: null, adjustedP: Math.min(1, p * 2) },
    });
    const verdict = (about: Partial<MetricComparison>) =>
      describeVerdict(comparison(['improved'], [inOrder(about)]), 'C');

    it('gives a verdict where interval and test agree', () => {
      expect(verdict(test(0.016, 0.01, 0.11))).toEqual({
        lead: 'C is better than A',
        rest: ' on in-order match: +0.05 (95 % +0.01 to +0.11) over 100 rows.',
        note: '1 row paired. On in-order match C is better on 7, worse on 2, the same on 91; McNemar p = 0.016. Means are over the rows scored in both.',
      });
      expect(verdict({ ...test(0.00001, -0.2, -0.1), difference: -0.15 }).lead).toBe(
        'C is worse than A',
      );
    });

    it('leaves open what 100 rows do not settle', () => {
      for (const about of [test(0.18, -0.01, 0.11), test(0.03, 0.01, 0.11)]) {
        expect(verdict(about).lead).toBe('No clear difference between A and C');
        expect(verdict(about).rest).toMatch(/; 100 rows are too few to tell\.$/);
      }
      expect(verdict(test(0.03, 0.01, 0.11)).rest).toContain(', but adjusted p = 0.060; 100 rows');
    });

    it('takes fewer failures for better', () => {
      const failure = metric('failure', { ...test(0.01, -0.1, -0.02), difference: -0.06 });
      expect(standingOf(failure)).toBe('better');
      expect(standingOf({ ...failure, interval: null })).toBeUndefined();
    });

    it('tells the adjusted chance where several metrics are compared', () => {
      const metrics = [
        inOrder(test(0.016, 0.01, 0.11)),
        metric('trajectory_recall', test(0.5, 0, 0)),
      ];
      expect(describeVerdict(comparison(['improved'], metrics)).note).toContain(
        'McNemar p = 0.016, p = 0.032 when adjusted for all metrics compared (Holm).',
      );
    });

    it('says the same in few words of further candidates', () => {
      const brief = (...metrics: MetricComparison[]) =>
        describeBriefly(comparison(['improved'], metrics), 'D');
      expect(brief(inOrder(test(0.016, 0.01, 0.11)))).toBe('D is better than A (+0.05)');
      expect(brief(inOrder(test(0.18, -0.01, 0.11)))).toBe('D: no clear difference (+0.05)');
      expect(brief(inOrder({ ...test(1, 0, 0), better: 0, worse: 0 }))).toBe('D scores the same');
      const withLost = comparison(['lost', 'improved'], [inOrder(test(0.016, 0.01, 0.11))]);
      expect(describeBriefly(withLost, 'D')).toBe('D is better than A (+0.05), 1 row lost');
      expect(brief(inOrder({}))).toBe('D: too few rows to tell (+0.28)');
      expect(brief()).toBe('D: no metric in common');
      expect(describeBriefly(comparison([], []), 'D')).toBe('D has no row in common with A');
    });
  });

  it('never speaks of significance', () => {
    expect(say(inOrder({ better: 100 }))).not.toMatch(/significan|better than/);
  });
});

it('has a chip for every change, for all and for both sides alone', () => {
  expect(PAIR_FILTERS).toHaveLength(CHANGES.length + 3);
  expect(PAIR_FILTERS).toEqual(expect.arrayContaining([...CHANGES]));
});

it('tells changes apart without colour', () => {
  const glyphs = CHANGES.map((change) => wordsOf(change).glyph);
  expect(new Set(glyphs).size).toBe(CHANGES.length);
  expect(new Set(PAIR_FILTERS.map((filter) => wordsOf(filter).word)).size).toBe(
    PAIR_FILTERS.length,
  );
});

it.each([
  [0.466, '+0.47'],
  [-0.21, '−0.21'],
  [0, '0.00'],
  [0.003, '+0.003'],
  [-0.00012, '−0.0001'],
  [1.1e-16, '0.00'],
])('writes %d as %s', (difference, text) => {
  expect(formatDifference(difference)).toBe(text);
});

describe('describeDifference', () => {
  it.each([
    ['trajectory_recall', 0.27, '▲ +0.27', 'better'],
    ['trajectory_recall', -0.27, '▼ −0.27', 'worse'],
    ['latency_in_seconds', -0.21, 'faster −0.21', 'better'],
    ['latency_in_seconds', 0.07, 'slower +0.07', 'worse'],
    ['failure', -0.1, 'fewer −0.10', 'better'],
    ['failure', 0.1, 'more +0.10', 'worse'],
    ['trajectory_single_tool_use', 0.5, '+0.50', 'none'],
  ])('%s %d: %s', (metricId, difference, text, judgement) => {
    expect(describeDifference(metricId, difference, true)).toBe(text);
    expect(describeDifference(metricId, difference, false)).toBe(formatDifference(difference));
    expect(judgeDifference(metricId, difference)).toBe(judgement);
  });

  it('writes tokens whole and small costs with the digits that say something, as means are', () => {
    expect(describeDifference('total_cost', -0.0123, true)).toBe('fewer −0.012');
    expect(describeDifference('total_cost', 1e-17, false)).toBe('0');
    expect(describeDifference('total_tokens', 1500, false)).toBe('+1,500');
    expect(describeRowDifference('total_cost', 0.005, 0.0016)).toBe('−0.0034');
    expect(describeInterval('total_cost', { low: -0.00456, high: 0.0211, method: 'normal' })).toBe(
      '−0.0046 to +0.021',
    );
    expect(
      describeInterval('trajectory_recall', { low: -0.0456, high: 0.0211, method: 'normal' }),
    ).toBe('−0.05 to +0.02');
  });

  it('has a dash where there is none', () => {
    expect(describeDifference('trajectory_recall', null, false)).toBe('–');
    expect(describeDifference('trajectory_recall', 0, false)).toBe('0.00');
    expect(judgeDifference('trajectory_recall', 0)).toBe('none');
    expect(judgeDifference('trajectory_recall', Number.NaN)).toBe('none');
  });
});

describe('describeRowDifference', () => {
  it('writes whole numbers for scores of 0 and 1', () => {
    expect(describeRowDifference('trajectory_in_order_match', 0, 1)).toBe('+1');
    expect(describeRowDifference('trajectory_in_order_match', 1, 0)).toBe('−1');
    expect(describeRowDifference('trajectory_in_order_match', 1, 1)).toBe('0');
  });

  it('writes two decimals for the rest', () => {
    expect(describeRowDifference('trajectory_recall', 0.5, 0.25)).toBe('−0.25');
    expect(describeRowDifference('trajectory_recall', 0.5, Number.NaN)).toBe('–');
  });
});

it('notes scales on which more is not better', () => {
  expect(describeScale('latency_in_seconds')).toBe('s, lower is better');
  expect(describeScale('failure')).toBe('lower is better');
  expect(describeScale('trajectory_single_tool_use')).toBe('no verdict');
  expect(describeScale('trajectory_recall')).toBe('');
});

function pairedRuns(pairs: number, about: Partial<Comparison> = {}): Comparison {
  return {
    pairedBy: 'id',
    baselineRows: new Uint32Array(pairs),
    candidateRows: new Uint32Array(pairs),
    onlyBaseline: new Uint32Array(),
    onlyCandidate: new Uint32Array(),
    duplicates: 0,
    partners: new Int32Array(pairs),
    withoutCalls: new Uint8Array(pairs),
    ...groupByChange(new Uint8Array(pairs)),
    metrics: [],
    onlyInBaseline: [],
    onlyInCandidate: [],
    ...about,
  };
}

const USUAL = { settings: DEFAULT_SETTINGS };
const pairing = (run: Comparison) => describePairing(run, USUAL, USUAL);

it('has no warning when every row has its pair', () => {
  expect(pairing(pairedRuns(18))).toEqual({ text: 'paired on id: 18 of 18 rows', warnings: [] });
  expect(pairing(pairedRuns(1, { pairedBy: 'prompt and reference' })).text).toBe(
    'paired on prompt and reference: 1 of 1 row',
  );
});

it('counts the rows without a pair', () => {
  const unpaired = { onlyBaseline: new Uint32Array(2), onlyCandidate: new Uint32Array(1200) };
  expect(pairing(pairedRuns(118, unpaired))).toEqual({
    text: 'paired on id: 118 of 1,320 rows',
    warnings: ['2 only in A', '1,200 only in B'],
  });
});

it('tells of keys that occur more than once', () => {
  expect(pairing(pairedRuns(9, { duplicates: 3 })).warnings).toEqual([
    '3 rows share an id and are paired in order',
  ]);
  expect(
    pairing(pairedRuns(9, { duplicates: 1, pairedBy: 'prompt and reference' })).warnings,
  ).toEqual(['1 row shares prompt and reference and is paired in order']);
});

it('names metrics that only one run has', () => {
  const about = {
    onlyInBaseline: ['latency_in_seconds', 'trajectory_single_tool_use(pairing(x))'],
    onlyInCandidate: ['failure'],
  };
  expect(pairing(pairedRuns(9, about)).warnings).toEqual([
    'only A has latency, single tool use of pairing(x)',
    'only B has failure',
  ]);
});

it('tells of scores that follow different rules', () => {
  const { warnings } = describePairing(pairedRuns(9), USUAL, {
    settings: { ...DEFAULT_SETTINGS, duplicates: 'multiset' },
  });
  expect(warnings).toEqual(['scored differently: A Vertex AI rules, B repeats counted once']);
});
