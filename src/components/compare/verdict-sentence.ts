import type { Comparison } from '#core/compare/compare-runs.ts';
import { FEWEST_PAIRS, type MetricComparison } from '#core/compare/compare-scores.ts';
import { findMetric } from '#core/metrics/registry.ts';
import { countOf, formatCount, formatScore } from '../ui/format-number.ts';
import type { RunLetter } from '../ui/run-letters.ts';
import {
  describeInterval,
  describeP,
  formatDifference,
  judgeDifference,
} from './describe-difference.ts';

/** What a comparison says: counts and means, never more than they show. */
export interface VerdictSentence {
  /** The answer. */
  readonly lead: string;
  /** Its numbers; follows the lead. */
  readonly rest: string;
  /** What stands behind it. */
  readonly note: string;
}

const IN_ORDER = 'trajectory_in_order_match';

/** What a row does that has full marks. */
const DEEDS: Readonly<Record<string, string>> = {
  trajectory_exact_match: 'matches the reference exactly',
  [IN_ORDER]: 'follows the reference in order',
  trajectory_any_order_match: 'makes every reference call',
};

/**
 * Says in words how a candidate stands against A: better or worse only where the interval of the
 * difference leaves 0 out and the test agrees.
 */
export function sayVerdict(comparison: Comparison, letter: RunLetter = 'B'): VerdictSentence {
  const pairCount = comparison.changes.length;
  if (pairCount === 0)
    return { lead: `A and ${letter} have no row in common`, rest: '.', note: '' };
  const counts = comparison.changeCounts;
  const note = noteOf(comparison, letter);
  if (counts['not scored'] === pairCount)
    return { lead: 'No row has a score in both runs', rest: '.', note };
  const changed = counts.improved + counts.regressed + counts.mixed;
  if (changed === 0) return { lead: 'No row differs', rest: '.', note };
  const main = mainMetric(comparison.metrics);
  return main
    ? { ...sayMetric(main, changed, letter), note }
    : { lead: `${rows(changed)} differ`, rest: '.', note };
}

/** The metric the answer and the table are about: in-order match, else the first with a verdict. */
export function mainMetric(metrics: readonly MetricComparison[]): MetricComparison | undefined {
  const judged = metrics.filter(({ metricId, pairs }) => {
    const metric = findMetric(metricId);
    return pairs > 0 && metric && metric.better !== 'none' && metric.scale !== 'seconds';
  });
  return judged.find(({ metricId }) => metricId === IN_ORDER) ?? judged[0];
}

/** What can be said of a candidate on one metric. */
export type Standing = 'better' | 'worse' | 'unsettled';

/** At this chance of a difference by accident, or below, a verdict is given. */
const LEAST_CHANCE = 0.05;

/** Judges the candidate on a metric; undefined where too few rows are scored in both. */
export function standingOf(metric: MetricComparison): Standing | undefined {
  const { interval, chance, metricId, difference } = metric;
  if (!interval || !chance || difference === null) return undefined;
  const isSettled = (interval.low > 0 || interval.high < 0) && chance.p <= LEAST_CHANCE;
  const judgement = judgeDifference(metricId, difference);
  return isSettled && judgement !== 'none' ? judgement : 'unsettled';
}

/** The verdict on a further candidate, in a few words. */
export function sayBriefly(comparison: Comparison, letter: RunLetter): string {
  const main = mainMetric(comparison.metrics);
  const standing = main && standingOf(main);
  if (comparison.changes.length === 0) return `${letter} has no row in common with A`;
  if (!main) return `${letter}: no metric in common`;
  const difference = formatDifference(main.difference ?? 0);
  if (standing === undefined) return `${letter}: too few rows to tell (${difference})`;
  if (standing !== 'unsettled') return `${letter} is ${standing} than A (${difference})`;
  return main.better + main.worse === 0
    ? `${letter} scores the same`
    : `${letter}: cannot tell (${difference})`;
}

function sayStanding(metric: MetricComparison, letter: RunLetter): Sentence | undefined {
  const standing = standingOf(metric);
  if (standing === undefined) return undefined;
  const { difference, interval, pairs, chance } = metric;
  const range = `${formatDifference(difference ?? 0)} (95 % ${describeInterval(interval)})`;
  const on = ` on ${nameOf(metric)}: ${range}`;
  const isIntervalAlone = interval && chance && (interval.low > 0 || interval.high < 0);
  const but = isIntervalAlone ? `, but ${describeP(chance.p)}:` : ',';
  return standing === 'unsettled'
    ? { lead: `Cannot tell ${letter} from A`, rest: `${on}${but} not settled by ${rows(pairs)}.` }
    : { lead: `${letter} is ${standing} than A`, rest: `${on} over ${rows(pairs)}.` };
}

type Sentence = Pick<VerdictSentence, 'lead' | 'rest'>;

function sayMetric(metric: MetricComparison, changed: number, letter: RunLetter): Sentence {
  const { better, worse, pairs, difference, candidateMean } = metric;
  if (better === 0 && worse === 0) {
    const title = findMetric(metric.metricId)?.title ?? metric.metricId;
    const lead = `${title} is the same on every row, other metrics differ on ${formatCount(changed)}`;
    return { lead, rest: `: mean ${formatScore(candidateMean)} over ${rows(pairs)} in both.` };
  }
  const standing = sayStanding(metric, letter);
  if (standing) return standing;
  const rest = `: mean ${formatDifference(difference ?? 0)} over ${rows(pairs)}.`;
  const deed = DEEDS[metric.metricId];
  if (deed !== undefined)
    return { lead: `${letter} ${deed} on ${moreAndFewer(better, worse)}`, rest };
  if (metric.metricId === 'failure')
    return { lead: `${letter} fails on ${moreAndFewer(worse, better)}`, rest };
  const name = nameOf(metric);
  if (worse === 0)
    return { lead: `${letter} has higher ${name} on ${rows(better)} and lower on none`, rest };
  if (better === 0)
    return { lead: `${letter} has lower ${name} on ${rows(worse)} and higher on none`, rest };
  return {
    lead: `${letter} has higher ${name} on ${rows(better)} and lower on ${formatCount(worse)}`,
    rest,
  };
}

function moreAndFewer(more: number, fewer: number): string {
  if (fewer === 0)
    return `${formatCount(more)} more ${more === 1 ? 'row' : 'rows'} and on none fewer`;
  if (more === 0)
    return `${formatCount(fewer)} fewer ${fewer === 1 ? 'row' : 'rows'} and on none more`;
  return `${formatCount(more)} more ${more === 1 ? 'row' : 'rows'} and on ${formatCount(fewer)} fewer`;
}

function noteOf({ metrics, changes, changeCounts }: Comparison, letter: RunLetter): string {
  const unscored = changeCounts['not scored'];
  const without = unscored === 0 ? '' : `, ${formatCount(unscored)} without a score in both`;
  const parts = [`${rows(changes.length)} paired${without}.`, ...sayEvidence(metrics, letter)];
  const latency = metrics.find(({ metricId }) => metricId === 'latency_in_seconds');
  if (latency?.difference) {
    const seconds = formatDifference(Math.abs(latency.difference)).slice(1);
    parts.push(
      `${letter} is ${latency.difference < 0 ? 'faster' : 'slower'} by ${seconds} s a row on average.`,
    );
  }
  parts.push('Means are over the rows scored in both.');
  return parts.join(' ');
}

/** What the verdict rests on: rows better, worse and the same, the test, and that it is one of several. */
function sayEvidence(metrics: readonly MetricComparison[], letter: RunLetter): string[] {
  const main = mainMetric(metrics);
  if (!main || main.better + main.worse === 0) return [];
  const { better, worse, pairs, chance } = main;
  if (!chance) {
    return [
      `Fewer than ${formatCount(FEWEST_PAIRS)} are scored in both: too few for an interval, see the rows.`,
    ];
  }
  const same = pairs - better - worse;
  const counts = `On ${nameOf(main)} ${letter} is better on ${formatCount(better)}, worse on ${formatCount(worse)}, the same on ${formatCount(same)}`;
  const test = chance.test === 'McNemar' ? 'McNemar' : 'sign-flip test';
  const tests = metrics.filter((metric) => metric.chance).length;
  const adjusted =
    tests < 2
      ? ''
      : `, ${describeP(chance.adjustedP)} when adjusted for all metrics compared (Holm)`;
  return [`${counts}; ${test} ${describeP(chance.p)}${adjusted}.`];
}

function nameOf({ metricId }: MetricComparison): string {
  return findMetric(metricId)?.title.toLowerCase() ?? metricId;
}

function rows(count: number): string {
  return countOf(count, 'row');
}
