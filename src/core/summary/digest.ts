import { countLabels, type LabelCount, type ScoredColumns } from '#core/scoring/scored-columns.ts';
import { countFilters, type FilterCounts } from '#core/view/count-filters.ts';
import { headlineOf, type Headline } from './headline.ts';
import { distributionsOf, summarise, type MetricSummary } from './summarise.ts';

/** Everything that is said about a run as a whole, whatever its number of rows. */
export interface RunDigest {
  readonly headline: Headline;
  readonly summary: readonly MetricSummary[];
  readonly counts: FilterCounts;
  /** Tools that occur, with the rows they occur in, most frequent first. */
  readonly tools: readonly LabelCount[];
  /** What differs between the sides, with the rows it differs in, most frequent first. */
  readonly causes: readonly LabelCount[];
  /** How many causes there are; the rarest are not listed. */
  readonly causeCount: number;
}

/** What is kept of a digest beside the summary that every run has. */
export type KeptDigest = Omit<RunDigest, 'summary'>;

const CAUSES_LISTED = 500;
/** Of fewer rows it is made anew sooner than it is read. */
const KEPT_FROM_ROWS = 20_000;

/**
 * Picks what a run keeps of its digest, so that opening it again need not go through its rows.
 * @param digest the digest of all rows
 * @param rowCount how many rows there are
 * @returns what goes into the run's record
 */
export function keepDigest(
  digest: RunDigest,
  rowCount: number,
): { readonly summary: readonly MetricSummary[]; readonly digest: KeptDigest | undefined } {
  const { summary, headline, counts, tools, causes, causeCount } = digest;
  const kept = { headline, counts, tools, causes, causeCount };
  return { summary, digest: rowCount < KEPT_FROM_ROWS ? undefined : kept };
}

/**
 * Says what there is to say about a run as a whole.
 * @param columns the scored rows
 * @param isPartial more rows are to come: intervals that need resampling are left out
 * @returns the digest
 */
export function digestRun(columns: ScoredColumns, isPartial = false): RunDigest {
  const causes = countLabels(columns.signatures);
  const distributions = distributionsOf(columns.scores);
  return {
    headline: headlineOf(columns, causes[0]),
    summary: summarise(columns, isPartial, distributions),
    counts: countFilters(columns, distributions),
    tools: countLabels(columns.tools),
    causes: causes.slice(0, CAUSES_LISTED),
    causeCount: causes.length,
  };
}
