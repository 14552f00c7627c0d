import * as v from 'valibot';
import { count, tableOf, type Shape } from '#core/base/json/json-shape.ts';
import { countLabels, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { Headline, headlineOf } from './headline.ts';
import type { MetricSummary } from './metric-summary.ts';
import { distributionsOf, summarise } from './summarise.ts';
import { findRecorded, fullMarks } from '#core/score/metrics/registry.ts';
import { countOf, type Distribution } from '#core/base/statistics/distribution.ts';

const labelCounts = v.array(v.object({ name: v.string(), count }));

/** The schema of {@link KeptDigest}. */
export const KeptDigest = v.object({
  headline: Headline,
  counts: v.object({
    /** Rows short of full marks, by column; columns of metrics without full marks are absent. */
    failing: tableOf(count),
    /** Rows whose agent failed, where the data records that. */
    agentFailed: count,
  }),
  /** Tools that occur, with the rows they occur in, most frequent first. */
  tools: labelCounts,
  /** Differences between the sides with their numbers of rows, most frequent first. */
  causes: labelCounts,
  /** The number of all causes; the rarest are not listed. */
  causeCount: count,
});

/** What a run stores of its digest, besides the summary. */
export type KeptDigest = Shape<typeof KeptDigest>;

/** A run's figures that do not depend on filters. */
export interface RunDigest extends KeptDigest {
  readonly summary: readonly MetricSummary[];
}

const CAUSES_LISTED = 500;
/** With fewer rows, computing it again is faster than reading it. */
const KEPT_FROM_ROWS = 20_000;

/** Picks what a run stores of its digest, so that opening it again need not go through its rows. */
export function keepDigest(
  digest: RunDigest,
  rowCount: number,
): { readonly summary: readonly MetricSummary[]; readonly digest: KeptDigest | undefined } {
  const { summary, headline, counts, tools, causes, causeCount } = digest;
  const kept = { headline, counts, tools, causes, causeCount };
  return { summary, digest: rowCount < KEPT_FROM_ROWS ? undefined : kept };
}

/** Summarises a run; while more rows are to come, intervals that need resampling are left out. */
export function digestRun(columns: ScoredColumns, isPartial = false): RunDigest {
  const causes = countLabels(columns.signatures);
  const distributions = distributionsOf(columns.scores);
  return {
    headline: headlineOf(columns),
    summary: summarise(columns, isPartial, distributions),
    counts: countFilters(columns, distributions),
    tools: countLabels(columns.tools),
    causes: causes.slice(0, CAUSES_LISTED),
    causeCount: causes.length,
  };
}

function countFilters(
  { scores }: ScoredColumns,
  distributions: readonly Distribution[],
): KeptDigest['counts'] {
  const failing: Record<string, number> = {};
  let agentFailed = 0;
  const failure = findRecorded(scores, 'failure');
  for (const [at, { id, metricId }] of scores.entries()) {
    const distribution = distributions[at];
    if (!distribution) continue;
    const full = fullMarks(metricId);
    if (full !== undefined) failing[id] = distribution.size - countOf(distribution, full);
    if (id === failure?.id) agentFailed = countOf(distribution, 1);
  }
  return { failing, agentFailed };
}
