import { digestRun } from '#core/explain/summary/digest.ts';
import { signatureInWords } from '#core/explain/summary/headline.ts';
import { describeTrials, type TrialStatistics } from '#core/explain/summary/trials.ts';
import type { MetricSummary } from '#core/explain/summary/summarise.ts';
import { parseSignature } from '#core/match/signature.ts';
import type { LabelCount } from '#core/score/columns/scored-columns.ts';
import type { ScoredRun } from './score.ts';

/** What differs between prediction and reference in some rows. */
export interface Cause {
  readonly tool: string;
  /** The argument, as a JSON Pointer with `*` for any place of a list; empty for the whole call. */
  readonly path: string;
  /** What about it: “is missing”, “is a string, expected a number”. */
  readonly what: string;
  readonly rows: number;
}

/** What is said of a run as a whole. */
export interface RunSummary {
  /** How many rows follow the reference, and what most failures have in common. */
  readonly headline: string;
  readonly rowCount: number;
  readonly skippedCount: number;
  /** Mean, standard deviation, 95 % interval and counts, one for each score column. */
  readonly metrics: readonly MetricSummary[];
  /**
   * pass@k and pass^k over the trials of tasks, one for each score column that can be passed; none
   * where no id is repeated.
   */
  readonly trials: readonly TrialStatistics[];
  /** Most frequent first; at most 500. */
  readonly causes: readonly Cause[];
}

/**
 * Summarises a run as the page's tiles and headline do.
 * @param run a scored run; one without rows has no means
 * @example
 * const { metrics, causes } = summarise(run);
 * metrics[0].mean; // 0.5
 * causes; // [{"tool": "lend", "path": "", "what": "is missing", "rows": 1}]
 */
export function summarise({
  columns,
  settings,
}: Pick<ScoredRun, 'columns'> & Partial<Pick<ScoredRun, 'settings'>>): RunSummary {
  const rows = Uint32Array.from({ length: columns.rowCount }, (_, row) => row);
  const { headline, summary, causes } = digestRun(columns);
  return {
    headline: headline.parts.map(({ text }) => text).join(''),
    rowCount: columns.rowCount,
    skippedCount: columns.skippedCount,
    metrics: summary,
    trials: describeTrials(columns, rows, 1, settings?.thresholds ?? {})?.metrics ?? [],
    causes: causes.map(causeOf),
  };
}

/** Describes a cause by its signature. */
export function causeOf({ name, count }: LabelCount): Cause {
  const signature = parseSignature(name);
  const { tool, path } = signature;
  return { tool, path, what: signatureInWords(signature), rows: count };
}
