import * as v from 'valibot';
import { count, tableOf, type Shape } from '#core/base/json/json-shape.ts';
import { countLabels, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { Headline, headlineOf } from './headline.ts';
import type { MetricSummary } from './metric-summary.ts';
import { distributionsOf, summarise } from './summarise.ts';
import { isErrorOutcome } from '#core/calls/outcome.ts';
import { findRecorded, fullMarks } from '#core/score/metrics/registry.ts';
import { countOf, type Distribution } from '#core/base/statistics/distribution.ts';

const FilterCounts = v.object({
  /** Rows short of full marks, by column; metrics without full marks have none. */
  failing: tableOf(count),
  unreadable: count,
  agentFailed: count,
});

/** How many rows each of the usual filters would keep. */
export type FilterCounts = Shape<typeof FilterCounts>;

const labelCounts = v.array(v.object({ name: v.string(), count }));

/** The schema of what is kept of a digest. */
export const KeptDigest = v.object({
  headline: Headline,
  counts: FilterCounts,
  /** Tools that occur, with the rows they occur in, most frequent first. */
  tools: labelCounts,
  /** What differs between the sides, with the rows it differs in, most frequent first. */
  causes: labelCounts,
  /** How many causes there are; the rarest are not listed. */
  causeCount: count,
});

/** What is kept of a digest beside the summary that every run has. */
export type KeptDigest = Shape<typeof KeptDigest>;

/** Everything that is said about a run as a whole, whatever its number of rows. */
export interface RunDigest extends KeptDigest {
  readonly summary: readonly MetricSummary[];
}

const CAUSES_LISTED = 500;
/** Of fewer rows it is made again sooner than it is read. */
const KEPT_FROM_ROWS = 20_000;

/** Picks what a run keeps of its digest, so that opening it again need not go through its rows. */
export function keepDigest(
  digest: RunDigest,
  rowCount: number,
): { readonly summary: readonly MetricSummary[]; readonly digest: KeptDigest | undefined } {
  const { summary, headline, counts, tools, causes, causeCount } = digest;
  const kept = { headline, counts, tools, causes, causeCount };
  return { summary, digest: rowCount < KEPT_FROM_ROWS ? undefined : kept };
}

/** Summarises a run; where more rows are to come, intervals that need resampling are left out. */
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

/** Counts rows for the filter chips, so that a count is true before the click. */
export function countFilters(
  columns: ScoredColumns,
  distributions: readonly Distribution[] = distributionsOf(columns.scores),
): FilterCounts {
  const failing: Record<string, number> = {};
  let agentFailed = 0;
  const failure = findRecorded(columns.scores, 'failure');
  for (const [at, { id, metricId }] of columns.scores.entries()) {
    const distribution = distributions[at];
    if (!distribution) continue;
    const full = fullMarks(metricId);
    if (full !== undefined) failing[id] = distribution.size - countOf(distribution, full);
    if (id === failure?.id) agentFailed = countOf(distribution, 1);
  }
  return { failing, unreadable: countUnreadable(columns), agentFailed };
}

/** Counts rows with an error of the data. */
function countUnreadable({ scores, rowCount }: ScoredColumns): number {
  const isUnreadable = new Uint8Array(rowCount);
  for (const { outcomes } of scores) {
    for (let row = 0; row < rowCount; row++)
      if (isErrorOutcome(outcomes[row] as number)) isUnreadable[row] = 1;
  }
  return isUnreadable.reduce((count, is) => count + is, 0);
}
