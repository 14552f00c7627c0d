import { expect, it } from 'vitest';
import { expectSentences, type Said } from '../../../tests/support/cases.ts';
import { CHANGES, groupByChange, type Change } from '#core/compare/changes.ts';
import type { Comparison, MetricComparison } from '#core/compare/compare-runs.ts';
import {
  describeBriefly,
  describeDifference,
  describeInterval,
  describePairing,
  describeRowDifference,
  describeVerdict,
  formatDifference,
  judgeDifference,
} from '#core/compare/comparison-sentences.ts';
import type { RunLetter } from '#core/compare/run-letters.ts';
import { mainMetric } from '#core/compare/main-metric.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';

type About = Partial<MetricComparison>;

const metric = (metricId: string, about: About): MetricComparison => ({
  columnId: metricId,
  metricId,
  pairs: 118,
  baselineMean: 0.4,
  candidateMean: 0.68,
  difference: 0.28,
  differing: (about.better ?? 0) + (about.worse ?? 0),
  better: 0,
  worse: 0,
  baselineOverall: 0.4,
  candidateOverall: 0.68,
  interval: null,
  chance: null,
  passes: null,
  ...about,
});
const inOrder = (about: About) => metric('trajectory_in_order_match', about);
const recall = (about: About) => metric('trajectory_recall', about);

/** In-order match of 100 rows, with an interval and a test. */
const tested = (p: number, low: number, high: number): About => ({
  pairs: 100,
  better: 7,
  worse: 2,
  difference: 0.05,
  interval: { low, high, method: 'bootstrap' },
  chance: { test: 'McNemar', p, midP: null, adjustedP: Math.min(1, p * 2) },
});
const SETTLED = tested(0.016, 0.01, 0.11);

/** In-order match where only the rules differ. */
const turned = (onlyCandidate: number, onlyBaseline: number, about: About = {}) =>
  inOrder({
    better: onlyCandidate,
    worse: onlyBaseline,
    pairs: 18,
    passes: { both: 9, onlyCandidate, onlyBaseline, neither: 3 },
    ...about,
  });

function comparison(changes: readonly Change[], about: Partial<Comparison> = {}): Comparison {
  return {
    pairedBy: 'id',
    baselineRows: Uint32Array.from(changes.keys()),
    candidateRows: Uint32Array.from(changes.keys()),
    onlyBaseline: new Uint32Array(),
    onlyCandidate: new Uint32Array(),
    duplicates: 0,
    partners: Int32Array.from(changes.keys()),
    notRecorded: { baseline: 0, candidate: 0 },
    byName: { baseline: 0, candidate: 0 },
    unlike: new Uint32Array(),
    ...groupByChange(Uint8Array.from(changes, (change) => CHANGES.indexOf(change))),
    decides: mainMetric(about.metrics ?? [])?.columnId,
    metrics: [],
    tests: 0,
    onlyInBaseline: [],
    onlyInCandidate: [],
    ...about,
  };
}

/** The verdict, rows that are lost, the note, and the same in brief. */
function verdict(
  of: string,
  changes: readonly Change[],
  metrics: readonly MetricComparison[],
  letter: RunLetter = 'B',
  isRescored = false,
  about: Partial<Comparison> = {},
): Said {
  const compared = comparison(changes, { metrics, ...about });
  const { lead, rest, lost, note } = describeVerdict(compared, letter, isRescored);
  return [
    of,
    `**${lead}**${rest}`,
    ...(lost ? [`**${lost.lead}**${lost.rest}`] : []),
    ...(note ? [note] : []),
    `In brief: ${describeBriefly(compared, letter, isRescored)}`,
  ];
}

function pairing(
  of: string,
  pairs: number,
  about: Partial<Comparison> = {},
  duplicates = DEFAULT_SETTINGS.duplicates,
): Said {
  const compared = comparison(Array<Change>(pairs).fill('same'), about);
  const settings = { ...DEFAULT_SETTINGS, duplicates };
  const said = describePairing(compared, { settings: DEFAULT_SETTINGS }, { settings });
  return [of, said.text, ...said.warnings];
}

const BOTH = ['improved', 'regressed'] as const;
/** 100 pairs that are scored in both, and 60 of which one run has no score. */
const PARTLY = Array<Change>(160).fill('not scored', 100).fill('improved', 0, 100);
const ONE = ['improved'] as const;
const LOST = inOrder({ worse: 1, difference: -1, pairs: 1 });
const FAILING = { ...turned(2, 0), columnId: 'failure', metricId: 'failure' };
const UNPAIRED = { onlyBaseline: new Uint32Array(2), onlyCandidate: new Uint32Array(1200) };
const ALIKE = Array<Change>(48).fill('same');
/** Rows that the candidate was not asked. */
const DROPPED = { onlyBaseline: new Uint32Array(12) };
const ONLY = inOrder({ better: 1, pairs: 1, difference: 1 });
const NAMED = { byName: { baseline: 0, candidate: 1 }, unlike: Uint32Array.of(0) };
const OTHER_METRICS = {
  onlyInBaseline: ['latency_in_seconds', 'trajectory_single_tool_use(pairing(x))'],
  onlyInCandidate: ['failure'],
};

it('says what differs, whether rows settle it, and how rows are paired', async () => {
  await expectSentences('compare', {
    'Too few rows for a verdict': [
      verdict('better on 7, worse on 2', BOTH, [inOrder({ better: 7, worse: 2 })]),
      verdict('better on the only row', ONE, [inOrder({ better: 1, pairs: 1, difference: 1 })]),
      verdict('better on the only pair', ONE, [ONLY], 'B', false, UNPAIRED),
      verdict('the only pair is the same', ['same'], [inOrder({})], 'B', false, UNPAIRED),
      verdict('most pairs are the same', ALIKE, [inOrder({ pairs: 48 })], 'B', false, DROPPED),
      verdict('arguments in one run alone', ['not scored'], [], 'C', false, NAMED),
      verdict('worse on 2', BOTH, [inOrder({ worse: 2, difference: -0.02 })]),
      verdict('better as often as worse', BOTH, [inOrder({ better: 2, worse: 2, difference: 0 })]),
      verdict('other metrics alone differ', BOTH, [inOrder({}), recall({ better: 2 })]),
      verdict('recall instead', BOTH, [recall({ better: 3, worse: 1 })]),
      verdict('recall, never lower', BOTH, [recall({ better: 3 })]),
      verdict('recall, never higher', BOTH, [recall({ worse: 1 })]),
      verdict('fewer errors', BOTH, [metric('tool_error_count', { better: 1, difference: -1 })]),
      verdict('more errors', BOTH, [metric('tool_error_count', { worse: 1, difference: 1 })]),
      verdict('failures', BOTH, [metric('failure', { better: 2, worse: 1, difference: -0.01 })]),
      verdict(
        'time, too',
        ['improved', 'same'],
        [inOrder({ better: 1 }), metric('latency_in_seconds', { difference: -0.21 })],
      ),
      verdict('no metric in common', ['not scored', 'not scored'], []),
    ],
    'Lost rows': [
      verdict('one', ['lost', 'same'], [LOST], 'C'),
      verdict('two', ['lost', 'lost'], [LOST]),
      verdict('none', ['regressed'], [LOST]),
      verdict('beside a verdict', ['lost', 'improved'], [inOrder(SETTLED)], 'D'),
    ],
    'Nothing to tell': [
      verdict('no row differs', ['same', 'not scored'], [inOrder({ difference: 0 })]),
      verdict(
        'no row that both score differs',
        ['same', 'not scored'],
        [inOrder({ difference: 0, pairs: 1 })],
      ),
      verdict('no row is scored in both', ['not scored'], [inOrder({ pairs: 0 })]),
      verdict('no row in common', [], []),
    ],
    'The same calls under other rules': [
      verdict('2 more pass', ONE, [turned(2, 0)], 'B', true),
      verdict('1 fails', ONE, [turned(0, 1)], 'B', true),
      verdict('2 more pass and 1 fails', ONE, [turned(2, 1)], 'B', true),
      verdict('scores differ, no pass does', ONE, [turned(0, 0, { better: 3 })], 'B', true),
      verdict('nothing differs', ONE, [turned(0, 0)], 'B', true),
      verdict('no rule’s metric', ONE, [FAILING], 'B', true),
    ],
    'Enough rows': [
      verdict('interval and test agree', ONE, [inOrder(SETTLED)], 'C'),
      verdict('worse', ONE, [inOrder({ ...tested(0.00001, -0.2, -0.1), difference: -0.15 })], 'C'),
      verdict('the interval includes 0', ONE, [inOrder(tested(0.016, -0.01, 0.11))], 'C'),
      verdict('the adjusted p is over 0.05', ONE, [inOrder(tested(0.03, 0.01, 0.11))], 'C'),
      verdict('several metrics', ONE, [inOrder(SETTLED), recall(tested(0.5, 0, 0))]),
      verdict('of part of the pairs', PARTLY, [inOrder(SETTLED)]),
      verdict('none of part of the pairs', PARTLY, [inOrder(tested(0.18, -0.01, 0.11))]),
      verdict('no difference', ONE, [inOrder({ ...tested(1, 0, 0), better: 0, worse: 0 })], 'D'),
    ],
    Pairs: [
      pairing('all', 18),
      pairing('one, by its content', 1, { pairedBy: 'prompt and reference' }),
      pairing('ids of which none is in both', 7, {
        ...{ pairedBy: 'prompt and reference', otherIds: { shared: 0, repeated: 2 } },
      }),
      pairing('some', 118, UNPAIRED),
      pairing('repeated ids', 9, { duplicates: 3 }),
      pairing('one repeated', 9, { duplicates: 1, pairedBy: 'prompt and reference' }),
      pairing('metrics of one run', 9, OTHER_METRICS),
      pairing('different rules', 9, {}, 'multiset'),
    ],
  });
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

it.each([
  ['trajectory_recall', 0.27, '▲ +0.27', '+0.27', 'better'],
  ['trajectory_recall', -0.27, '▼ −0.27', '−0.27', 'worse'],
  ['trajectory_recall', Number.NaN, '–', '–', 'none'],
  ['latency_in_seconds', -0.21, 'faster −0.21', '−0.21', 'better'],
  ['latency_in_seconds', 0.07, 'slower +0.07', '+0.07', 'worse'],
  ['failure', -0.1, 'fewer −0.10', '−0.10', 'better'],
  ['failure', 0.1, 'more +0.10', '+0.10', 'worse'],
  ['trajectory_single_tool_use', 0.5, '+0.50', '+0.50', 'none'],
  ['total_cost', -0.0123, 'fewer −0.012', '−0.012', 'better'],
  ['total_tokens', 1500, 'more +1,500', '+1,500', 'worse'],
])('%s %d: %s where it is settled, %s else', (metricId, difference, settled, open, judgement) => {
  const shown = Number.isNaN(difference) ? null : difference;
  expect(describeDifference(metricId, shown, true)).toBe(settled);
  expect(describeDifference(metricId, shown, false)).toBe(open);
  expect(judgeDifference(metricId, difference)).toBe(judgement);
});

it('writes no difference without a sign, and intervals as their scale asks', () => {
  expect(describeDifference('trajectory_recall', 0, false)).toBe('0.00');
  expect(judgeDifference('trajectory_recall', 0)).toBe('none');
  expect(describeDifference('total_cost', 1e-17, false)).toBe('0');
  const between = (low: number) => ({ low, high: 0.0211, method: 'normal' }) as const;
  expect(describeInterval('total_cost', between(-0.00456))).toBe('−0.0046 to +0.021');
  expect(describeInterval('trajectory_recall', between(-0.0456))).toBe('−0.05 to +0.02');
});

it.each([
  ['trajectory_in_order_match', 0, 1, '+1'],
  ['trajectory_in_order_match', 1, 0, '−1'],
  ['trajectory_in_order_match', 1, 1, '0'],
  ['trajectory_recall', 0.5, 0.25, '−0.25'],
  ['trajectory_recall', 0.5, Number.NaN, '–'],
  ['total_cost', 0.005, 0.0016, '−0.0034'],
])('a row’s difference in %s from %d to %d is %s', (metricId, a, b, text) => {
  expect(describeRowDifference(metricId, a, b)).toBe(text);
});
