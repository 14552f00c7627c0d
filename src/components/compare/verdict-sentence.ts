import type { Change, Comparison, MetricComparison } from '#core/compare/compare-runs.ts';
import { CHANGES } from '#core/compare/compare-runs.ts';
import { findMetric } from '#core/metrics/registry.ts';
import { formatCount, formatScore } from '../ui/format-number.ts';
import { formatDifference } from './describe-difference.ts';

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

/** Says in words how B stands against A. */
export function sayVerdict(comparison: Comparison): VerdictSentence {
  const pairCount = comparison.changes.length;
  if (pairCount === 0) return { lead: 'A and B have no row in common', rest: '.', note: '' };
  const counts = countChanges(comparison.changes);
  const note = noteOf(comparison, counts);
  if (counts['not scored'] === pairCount)
    return { lead: 'No row has a score in both runs', rest: '.', note };
  const changed = counts.improved + counts.regressed + counts.mixed;
  if (changed === 0) return { lead: 'No row differs', rest: '.', note };
  const main = mainMetric(comparison.metrics);
  return main
    ? { ...sayMetric(main, changed), note }
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

function sayMetric(
  metric: MetricComparison,
  changed: number,
): Pick<VerdictSentence, 'lead' | 'rest'> {
  const { better, worse, pairs, difference, candidateMean } = metric;
  if (better === 0 && worse === 0) {
    const title = findMetric(metric.metricId)?.title ?? metric.metricId;
    const lead = `${title} is the same on every row, other metrics differ on ${formatCount(changed)}`;
    return { lead, rest: `: mean ${formatScore(candidateMean)} over ${rows(pairs)} in both.` };
  }
  const rest = `: mean ${formatDifference(difference ?? 0)} over ${rows(pairs)}.`;
  const deed = DEEDS[metric.metricId];
  if (deed !== undefined) return { lead: `B ${deed} on ${moreAndFewer(better, worse)}`, rest };
  if (metric.metricId === 'failure')
    return { lead: `B fails on ${moreAndFewer(worse, better)}`, rest };
  const name = nameOf(metric);
  if (worse === 0)
    return { lead: `B has higher ${name} on ${rows(better)} and lower on none`, rest };
  if (better === 0)
    return { lead: `B has lower ${name} on ${rows(worse)} and higher on none`, rest };
  return {
    lead: `B has higher ${name} on ${rows(better)} and lower on ${formatCount(worse)}`,
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

function noteOf(
  { metrics, changes }: Comparison,
  counts: Readonly<Record<Change, number>>,
): string {
  const unscored = counts['not scored'];
  const without = unscored === 0 ? '' : `, ${formatCount(unscored)} without a score in both`;
  const parts = [`${rows(changes.length)} paired${without}.`];
  const latency = metrics.find(({ metricId }) => metricId === 'latency_in_seconds');
  if (latency?.difference) {
    const seconds = formatDifference(Math.abs(latency.difference)).slice(1);
    parts.push(
      `B is ${latency.difference < 0 ? 'faster' : 'slower'} by ${seconds} s a row on average.`,
    );
  }
  parts.push('Means are over the rows scored in both.');
  return parts.join(' ');
}

function countChanges(changes: Uint8Array): Record<Change, number> {
  const counts = { same: 0, improved: 0, regressed: 0, mixed: 0, 'not scored': 0 };
  for (const change of changes) counts[CHANGES[change] as Change]++;
  return counts;
}

function nameOf({ metricId }: MetricComparison): string {
  return findMetric(metricId)?.title.toLowerCase() ?? metricId;
}

function rows(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;
}
