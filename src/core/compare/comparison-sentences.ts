import { findLatency, findMetric } from '#core/score/metrics/registry.ts';
import { listFirst } from '#core/base/text/list-first.ts';
import {
  countOf,
  formatAmount,
  formatCount,
  formatScore,
  ROUNDING_ERROR,
  toDecimals,
} from '#core/base/text/sentence.ts';
import type { Interval } from '#core/base/statistics/interval.ts';
import { isScoredAlike } from '#core/score/columns/plan-rescore.ts';
import { describeSettings, type ScoredHow } from '#core/score/metric/settings.ts';
import type { Change } from './changes.ts';
import {
  decidingOf,
  FEWEST_PAIRS,
  type Comparison,
  type DecidingMetric,
  type MetricComparison,
  type OtherTasks,
} from './compare-runs.ts';
import { scoresCalls } from './main-metric.ts';
import type { RunLetter } from './run-letters.ts';

/** The verdict of a comparison: counts and means, claiming no more than they show. */
export interface VerdictSentence {
  readonly lead: string;
  readonly rest: string;
  /** The number of lost rows and its meaning; absent for none. */
  readonly lost?: { readonly lead: string; readonly rest: string } | undefined;
  readonly note: string;
}

/**
 * Describes a candidate against A: better or worse only where the interval of the difference
 * excludes 0 and the test agrees. For the same calls under other rules (`isRescored`) it describes
 * the effect of the rules, which is not a matter of chance.
 */
export function describeVerdict(
  comparison: Comparison,
  letter: RunLetter = 'B',
  isRescored = false,
): VerdictSentence {
  const pairCount = comparison.changes.length;
  if (pairCount === 0)
    return { lead: `A and ${letter} have no row in common`, rest: '.', note: '' };
  const counts = comparison.changeCounts;
  const main = decidingOf(comparison);
  const rules = isRescored && main ? describeRules(main, letter) : undefined;
  const note = noteOf(comparison, letter, rules !== undefined);
  const lost = describeLost(counts.lost, letter);
  if (counts['not scored'] === pairCount)
    return { lead: 'No row has a score in both runs', rest: '.', lost, note };
  const differ = comparison.metrics.some(({ differing }) => differing > 0);
  const few = describeFew(comparison, !differ);
  if (!main || !differ) {
    const isPart = main !== undefined && main.pairs < pairCount;
    const lead = isPart ? 'No row scored in both differs' : 'No row differs';
    return { lead, rest: few === '' ? '.' : `, but only ${few}.`, lost, note };
  }
  const { lead, rest } = rules ?? metricSentence(main, pairCount, letter);
  const end = few === '' ? '' : ` Only ${few}.`;
  return { lead, rest: `${rest}${end}`, lost, note };
}

/** The effect of a candidate's rules on the scores of the same calls; undefined for none. */
function describeRules(metric: MetricComparison, letter: RunLetter): Sentence | undefined {
  const { metricId, passes, differing, pairs, baselineMean, candidateMean } = metric;
  if (differing === 0 || !passes || !scoresCalls(metricId)) return undefined;
  const [more, fewer] = [passes.onlyCandidate, passes.onlyBaseline];
  const lead =
    more + fewer === 0
      ? `The same rows pass under ${letter}’s rules`
      : fewer === 0
        ? `${letter}’s rules make ${countOf(more, 'more row')} pass`
        : more === 0
          ? `${letter}’s rules make ${countOf(fewer, 'row')} fail`
          : `${letter}’s rules make ${countOf(more, 'more row')} pass and ${formatCount(fewer)} fail`;
  const scores = more + fewer === 0 ? `${countOf(differing, 'score')} differ, ` : '';
  const means = `${formatScore(baselineMean)} → ${formatScore(candidateMean)}`;
  return { lead, rest: ` on ${nameOf(metric)}: ${scores}mean ${means} over ${rows(pairs)}.` };
}

function describeLost(count: number, letter: RunLetter): VerdictSentence['lost'] {
  if (count === 0) return undefined;
  const rest = `: ${count === 1 ? 'it passes' : 'they pass'} in A, ${letter} makes no calls.`;
  return { lead: `${rows(count)} lost`, rest };
}

/** The standing of a candidate on one metric. */
export type Standing = 'better' | 'worse' | 'unsettled';

/** The largest p-value at which a verdict is given. */
const MIN_CHANCE = 0.05;

/**
 * The standing of a candidate on a metric: better or worse only where the interval excludes 0 and
 * the adjusted test agrees; undefined for too few rows scored in both.
 */
export function standingOf(metric: MetricComparison): Standing | undefined {
  const { interval, chance, metricId, difference } = metric;
  if (!interval || !chance || difference === null) return undefined;
  const isSettled = (interval.low > 0 || interval.high < 0) && chance.adjustedP <= MIN_CHANCE;
  const judgement = judgeDifference(metricId, difference);
  return isSettled && judgement !== 'none' ? judgement : 'unsettled';
}

/** Whether the rows decide that the candidate is better or worse on a metric. */
export function isSettled(metric: MetricComparison): boolean {
  const standing = standingOf(metric);
  return standing === 'better' || standing === 'worse';
}

/** The verdict on a further candidate, in short. */
export function describeBriefly(
  comparison: Comparison,
  letter: RunLetter,
  isRescored = false,
): string {
  const { changes, changeCounts } = comparison;
  const { lost } = changeCounts;
  const main = decidingOf(comparison);
  const rules = isRescored && main ? describeRules(main, letter)?.lead : undefined;
  const verdict = rules ?? describeBriefVerdict(comparison, letter);
  const isSame = main?.differing === 0;
  const few = changes.length > 0 ? describeFew(comparison, isSame) : '';
  const parts = [lost > 0 && `${rows(lost)} lost`, few !== '' && `only ${few}`];
  return [verdict, ...parts.filter((part) => part !== false)].join(', ');
}

function describeBriefVerdict(comparison: Comparison, letter: RunLetter): string {
  const { changes } = comparison;
  const main = decidingOf(comparison);
  const standing = main && standingOf(main);
  if (changes.length === 0) return `${letter} has no row in common with A`;
  if (!main) return `${letter}: no metric in common`;
  const difference = formatDifferenceIn(main.metricId, main.difference ?? 0);
  if (standing === undefined) return `${letter}: too few rows to tell (${difference})`;
  const part = partOf(main, changes.length);
  if (standing !== 'unsettled') return `${letter} is ${standing} than A${part} (${difference})`;
  return main.differing === 0
    ? `${letter} scores the same${part}`
    : `${letter}: no clear difference (${difference})`;
}

/** The rows behind a verdict, where not all paired rows are: “ on 40 of 100 rows”. */
function partOf({ pairs }: MetricComparison, paired: number): string {
  return pairs >= paired ? '' : ` on ${formatCount(pairs)} of ${rows(paired)}`;
}

function describeStanding(
  metric: MetricComparison,
  paired: number,
  letter: RunLetter,
): Sentence | undefined {
  const standing = standingOf(metric);
  if (standing === undefined) return undefined;
  const { difference, interval, pairs, chance } = metric;
  const isUnsettled = standing === 'unsettled';
  const range = `${formatDifferenceIn(metric.metricId, difference ?? 0)} (95 % ${describeInterval(metric.metricId, interval)})`;
  const part = partOf(metric, paired);
  const on = `${part === '' ? ' on' : ','} ${nameOf(metric)}: ${range}`;
  const isIntervalAlone =
    isUnsettled && interval && chance && (interval.low > 0 || interval.high < 0);
  const but = isIntervalAlone ? `, but adjusted ${describeP(chance.adjustedP)}` : '';
  const lead = isUnsettled
    ? `No clear difference between A and ${letter}`
    : `${letter} is ${standing} than A`;
  return { lead: `${lead}${part}`, rest: `${on} over ${rows(pairs)}${but}.` };
}

type Sentence = Pick<VerdictSentence, 'lead' | 'rest'>;

function metricSentence(metric: DecidingMetric, paired: number, letter: RunLetter): Sentence {
  const { differing, better, worse, pairs, difference, candidateMean } = metric;
  if (differing === 0) {
    const title = findMetric(metric.metricId)?.title ?? metric.metricId;
    const lead = `${title} is the same on every row scored in both, other metrics differ`;
    return { lead, rest: `: mean ${formatScore(candidateMean)} over ${rows(pairs)}.` };
  }
  const standing = describeStanding(metric, paired, letter);
  if (standing) return standing;
  const rest = `: mean ${formatDifferenceIn(metric.metricId, difference ?? 0)} over ${rows(pairs)}.`;
  const about = findMetric(metric.metricId);
  const deed = about?.deed;
  if (deed !== undefined)
    return { lead: `${letter} ${deed} on ${moreAndFewer(better, worse)}`, rest };
  if (about?.needs.includes('failure'))
    return { lead: `${letter} fails on ${moreAndFewer(worse, better)}`, rest };
  const name = nameOf(metric);
  const [higher, lower] = about?.better === 'lower' ? [worse, better] : [better, worse];
  if (lower === 0)
    return { lead: `${letter} has higher ${name} on ${rows(higher)} and lower on none`, rest };
  if (higher === 0)
    return { lead: `${letter} has lower ${name} on ${rows(lower)} and higher on none`, rest };
  return {
    lead: `${letter} has higher ${name} on ${rows(higher)} and lower on ${formatCount(lower)}`,
    rest,
  };
}

function moreAndFewer(more: number, fewer: number): string {
  if (fewer === 0) return `${countOf(more, 'more row')} and on none fewer`;
  if (more === 0) return `${countOf(fewer, 'fewer row')} and on none more`;
  return `${countOf(more, 'more row')} and on ${formatCount(fewer)} fewer`;
}

function noteOf(comparison: Comparison, letter: RunLetter, areRules: boolean): string {
  const { metrics, changes, changeCounts, notRecorded, byName, unlike } = comparison;
  const unscored = changeCounts['not scored'];
  const without = unscored === 0 ? '' : `, ${formatCount(unscored)} without a score in both`;
  const evidence = areRules
    ? ['The calls are the same in both runs; only how they are scored differs.']
    : describeEvidence(comparison, letter);
  const parts = [`${rows(changes.length)} paired${without}.`, ...evidence];
  parts.push(...countInRuns('Calls not recorded', notRecorded, letter));
  parts.push(...countInRuns('Calls compared by name only', byName, letter));
  if (unlike.length > 0) {
    const [have, are] = unlike.length === 1 ? ['has', 'is'] : ['have', 'are'];
    parts.push(`${rows(unlike.length)} ${have} arguments in one run alone, and ${are} left out.`);
  }
  const latency = findLatency(metrics);
  if (latency?.difference) {
    const seconds = formatDifference(Math.abs(latency.difference)).slice(1);
    parts.push(
      `${letter} is ${latency.difference < 0 ? 'faster' : 'slower'} by ${seconds} s a row on average.`,
    );
  }
  parts.push('Means are over the rows scored in both.');
  return parts.join(' ');
}

/** Counts rows of both runs: “Calls not recorded: 2 rows in A, 1 row in B.”; empty for none. */
function countInRuns(
  what: string,
  { baseline, candidate }: Comparison['notRecorded'],
  letter: RunLetter,
): string[] {
  const counted = [
    baseline > 0 && `${rows(baseline)} in A`,
    candidate > 0 && `${rows(candidate)} in ${letter}`,
  ].filter((part) => part !== false);
  return counted.length > 0 ? [`${what}: ${counted.join(', ')}.`] : [];
}

/** The evidence for the verdict: rows better, worse and equal, the test, the number of tests. */
function describeEvidence(comparison: Comparison, letter: RunLetter): string[] {
  const main = decidingOf(comparison);
  if (!main || main.differing === 0) return [];
  const { better, worse, pairs, chance } = main;
  if (!chance) {
    return [
      `Fewer than ${formatCount(FEWEST_PAIRS)} are scored in both: too few for an interval, see the rows.`,
    ];
  }
  const same = pairs - main.differing;
  const counts = `On ${nameOf(main)} ${letter} is better on ${formatCount(better)}, worse on ${formatCount(worse)}, the same on ${formatCount(same)}`;
  const test = chance.test === 'McNemar' ? 'McNemar' : 'sign-flip test';
  const { tests } = comparison;
  const adjusted =
    tests < 2
      ? ''
      : `, ${describeP(chance.adjustedP)} when adjusted for ${formatCount(tests)} tests (Holm)`;
  return [`${counts}; ${test} ${describeP(chance.p)}${adjusted}.`];
}

function nameOf({ metricId }: MetricComparison): string {
  return findMetric(metricId)?.title.toLowerCase() ?? metricId;
}

/** A number of rows in a table; a dash where rows are not counted. */
export function describeCount(count: number | null | undefined): string {
  return typeof count === 'number' ? formatCount(count) : '–';
}

function rows(count: number): string {
  return countOf(count, 'row');
}

/** The label of a change; glyph and word are always shown together. */
export interface ChangeLabel {
  readonly glyph: string;
  readonly word: string;
  readonly kind: 'plain' | 'pass' | 'fail' | 'missing';
}

/** The labels of changes. */
export const CHANGE_LABELS: Readonly<Record<Change, ChangeLabel>> = {
  lost: { glyph: '⊘', word: 'Lost', kind: 'missing' },
  regressed: { glyph: '▼', word: 'Regressed', kind: 'fail' },
  improved: { glyph: '▲', word: 'Improved', kind: 'pass' },
  same: { glyph: '=', word: 'Same', kind: 'plain' },
  'not scored': { glyph: '–', word: 'Left out', kind: 'plain' },
};

/** Whether a difference is an improvement. */
export type Judgement = 'better' | 'worse' | 'none';

const MINUS = '−';

/** Writes a difference with its sign: +0.47, −0.21, 0.00; a nonzero one is never zero. */
export function formatDifference(difference: number, digits = 2): string {
  const size = Math.abs(difference);
  const text = toDecimals(size, digits);
  if (size < ROUNDING_ERROR) return text;
  return `${difference < 0 ? MINUS : '+'}${text}`;
}

/** Writes a difference in a metric; tokens and costs with significant digits. */
function formatDifferenceIn(metricId: string, difference: number): string {
  const size = Math.abs(difference);
  if (findMetric(metricId)?.scale !== 'amount') return formatDifference(difference);
  if (size < ROUNDING_ERROR) return formatAmount(0);
  return `${difference < 0 ? MINUS : '+'}${formatAmount(size)}`;
}

/** Judges B − A in a metric. */
export function judgeDifference(metricId: string, difference: number): Judgement {
  const better = findMetric(metricId)?.better ?? 'none';
  if (better === 'none' || difference === 0 || Number.isNaN(difference)) return 'none';
  return difference > 0 === (better === 'higher') ? 'better' : 'worse';
}

/**
 * Writes a difference of means: with a glyph or word where settled ("▲ +0.47", "faster −0.21",
 * "fewer −0.10"), else as a number; a dash for none.
 */
export function describeDifference(
  metricId: string,
  difference: number | null,
  isSettled: boolean,
): string {
  if (difference === null) return '–';
  const metric = findMetric(metricId);
  const text = formatDifferenceIn(metricId, difference);
  if (!isSettled || !metric) return text;
  switch (metric.better) {
    case 'none':
      return text;
    case 'higher':
      return `${difference > 0 ? '▲' : '▼'} ${text}`;
    case 'lower': {
      const [down, up] = metric.scale === 'seconds' ? ['faster', 'slower'] : ['fewer', 'more'];
      return `${difference < 0 ? down : up} ${text}`;
    }
  }
}

/** B − A of one row, a whole number where scores are 0 or 1; a dash unless both have a score. */
export function describeRowDifference(metricId: string, a: number, b: number): string {
  const difference = b - a;
  if (Number.isNaN(difference)) return '–';
  if (difference === 0) return '0';
  return findMetric(metricId)?.scale === 'binary'
    ? formatDifference(difference, 0)
    : formatDifferenceIn(metricId, difference);
}

/** A 95 % interval of a difference: "−0.02 to +0.31"; a dash for none. */
export function describeInterval(metricId: string, interval: Interval | null): string {
  if (!interval) return '–';
  const [low, high] = [interval.low, interval.high].map((end) => formatDifferenceIn(metricId, end));
  return `${String(low)} to ${String(high)}`;
}

/** A p-value: "p = 0.016", "p < 0.0001". */
export function describeP(p: number): string {
  if (p < 0.0001) return 'p < 0.0001';
  return `p = ${p < 0.001 ? p.toFixed(4) : p.toFixed(p < 0.1 ? 3 : 2)}`;
}

/** The unit and the good end of a metric's scale: "s, lower is better", "no verdict". */
export function describeScale(metricId: string): string {
  const metric = findMetric(metricId);
  if (metric?.better !== 'lower') return metric?.better === 'none' ? 'no verdict' : '';
  return metric.scale === 'seconds' ? 's, lower is better' : 'lower is better';
}

/** How rows of two runs were paired. */
export interface PairingSentence {
  readonly text: string;
  /** Limits of the comparison; empty for none. */
  readonly warnings: readonly string[];
}

/** The rows that only one run has, by their ids. */
export interface UnpairedRows {
  /** Those of the baseline, then those of the candidate. */
  readonly missing?: readonly string[];
  readonly added?: readonly string[];
}

const UNPAIRED_NAMED = 3;

/** Counts rows that only one run has, and names the first where names are known. */
function describeUnpaired(count: number, letter: RunLetter, ids: readonly string[]): string {
  const which = ids.length === 0 ? '' : `: ${listFirst(ids, UNPAIRED_NAMED, count)}`;
  return `${formatCount(count)} only in ${letter}${which}`;
}

/** Describes how the rows of A and a candidate were paired. */
export function describePairing(
  comparison: Comparison,
  a: ScoredHow,
  b: ScoredHow,
  letter: RunLetter = 'B',
  { missing = [], added = [] }: UnpairedRows = {},
): PairingSentence {
  const { pairedBy, changes, onlyBaseline, onlyCandidate, duplicates, otherTasks } = comparison;
  const { repeated } = comparison.otherIds ?? { repeated: 0 };
  const key = PAIRED_BY[pairedBy];
  const one = duplicates === 1;
  const ruleA = describeSettings(a);
  const ruleB = describeSettings(b);
  const otherwise = comparison.metrics
    .filter(
      ({ columnId: id, metricId }) => !isScoredAlike({ id, metricId }, a.settings, b.settings),
    )
    .map(({ columnId }) => nameColumn(columnId));
  const warnings = [
    onlyBaseline.length > 0 && describeUnpaired(onlyBaseline.length, 'A', missing),
    onlyCandidate.length > 0 && describeUnpaired(onlyCandidate.length, letter, added),
    duplicates > 0 &&
      `${formatCount(duplicates)} ${one ? 'row shares' : 'rows share'} ${pairedBy === 'id' ? 'an id' : key} and ${one ? 'is' : 'are'} paired in order`,
    repeated > 0 &&
      `${formatCount(repeated)} rows share ${key} with others of their run and are not paired`,
    otherTasks !== undefined && describeOtherTasks(otherTasks),
    ruleA !== ruleB
      ? `scored differently: A ${ruleA}, ${letter} ${ruleB}`
      : otherwise.length > 0 &&
        `other options, code or prompt in ${letter}: ${otherwise.join(', ')}`,
    describeOnly(comparison.onlyInBaseline, 'A'),
    describeOnly(comparison.onlyInCandidate, letter),
  ];
  return {
    text: `${howPaired(comparison)}: ${formatCount(changes.length)} of ${rows(countRows(comparison))}`,
    warnings: warnings.filter((warning) => warning !== false),
  };
}

const PAIRED_BY = { id: 'id', 'prompt and reference': 'prompt and expected calls' } as const;

/** Says what the rows of two runs are paired on: “paired on id”. */
export function howPaired({
  pairedBy,
  otherIds,
}: Pick<Comparison, 'pairedBy' | 'otherIds'>): string {
  const why = otherIds && `, as ${otherIds.shared > 0 ? 'few ids are' : 'no id is'} in both`;
  return `paired on ${PAIRED_BY[pairedBy]}${why ?? ''}`;
}

/** The rows of two runs, those that are paired once. */
function countRows({ changes, onlyBaseline, onlyCandidate }: Comparison): number {
  return changes.length + onlyBaseline.length + onlyCandidate.length;
}

/**
 * Counts the rows that are compared; empty where they are half of all or more, or all where the
 * verdict is that nothing differs.
 */
function describeFew(comparison: Comparison, isSame: boolean): string {
  const { length } = comparison.changes;
  const total = countRows(comparison);
  if (length === total || (!isSame && 2 * length >= total)) return '';
  return `${formatCount(length)} of ${rows(total)} ${length === 1 ? 'is' : 'are'} paired`;
}

/** How rows of runs are paired. */
export const HOW_PAIRED =
  'Rows are paired by id where most ids of a run are in both, otherwise by prompt and expected calls.';

/** Describes in how many pairs each run asks something else. */
export function describeOtherTasks({ read, differing, otherCalls }: OtherTasks): string {
  const pairs = ` of ${countOf(read, 'pair')}`;
  const prompts = differing - otherCalls;
  if (otherCalls === 0) return `${formatCount(prompts)}${pairs} have another prompt`;
  const more = prompts > 0 ? `, and ${formatCount(prompts)} another prompt alone` : '';
  return `${formatCount(otherCalls)}${pairs} have other expected calls or answers${more}`;
}

/** Whether equal ids mean different tasks throughout. */
export function areOtherTasks({ read, others }: OtherTasks): boolean {
  return read > 0 && others === read;
}

function describeOnly(columnIds: readonly string[], letter: RunLetter): string | false {
  if (columnIds.length === 0) return false;
  return `only ${letter} has ${columnIds.map(nameColumn).join(', ')}`;
}

/** The title of a column such as `trajectory_single_tool_use(search)`. */
function nameColumn(columnId: string): string {
  const [, metricId = columnId, tool] = /^([^(]+)(?:\((.*)\))?$/s.exec(columnId) ?? [];
  const title = findMetric(metricId)?.title.toLowerCase() ?? metricId;
  return tool === undefined ? title : `${title} of ${tool}`;
}
