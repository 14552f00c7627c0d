import {
  DEFAULT_SETTINGS,
  METRICS,
  nameInFiles,
  idOfMetric,
} from '#core/score/metrics/registry.ts';
import { GrowingColumns } from '#core/score/columns/growing-columns.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { OWN_THREAD } from './own-thread.ts';
import { scoreDataset } from '#engine/score-dataset.ts';
import { FileUnreadable } from '#engine/score-whole.ts';
import type { Dataset } from './dataset.ts';

/** Metrics and options, as in a metric set; absent ones have their defaults. */
export type ScoreOptions = Partial<MetricSettings>;

/** A dataset with its scores. */
export interface ScoredRun {
  readonly dataset: Dataset;
  readonly settings: MetricSettings;
  readonly rowCount: number;
  /**
   * The score columns: `scores` has one for each metric, with `values` (NaN without a score) and
   * `outcomes` (0 for a score).
   */
  readonly columns: ScoredColumns;
  /** Lists a score column by its id, such as `trajectory_exact_match`; null without a score. */
  values(columnId: string): readonly (number | null)[];
}

/**
 * Scores the rows of a dataset.
 * @param dataset the rows
 * @param options metrics and options. Custom metrics, and those that a model judges, are not evaluated
 *   here
 * @returns the run
 * @throws RangeError for a metric that is not known
 * @example
 * const run = await score(dataset, { metrics: ['trajectory_recall'] });
 * run.values('trajectory_recall'); // [0.5]
 */
export async function score(dataset: Dataset, options: ScoreOptions = {}): Promise<ScoredRun> {
  const given: MetricSettings = { ...DEFAULT_SETTINGS, ...dataset.scoring, ...options };
  const settings = { ...given, metrics: given.metrics.map(idOfMetric) };
  const unknown = settings.metrics.find((id) => METRICS.every((metric) => metric.id !== id));
  if (unknown !== undefined)
    throw new RangeError(
      `The metric “${unknown}” is not known. Known are ${METRICS.map(({ id }) => id).join(', ')}.`,
    );
  const columns = new GrowingColumns();
  const result = await scoreDataset(OWN_THREAD, {
    mode: 'rows',
    blob: dataset.jsonl,
    settings,
    roles: dataset.columns,
    isTrusted: () => false,
    signal: new AbortController().signal,
    onPart: (part) => columns.append(part),
  });
  if (result.kind === 'unreadable') throw new FileUnreadable(result.issue);
  const scored = columns.take();
  return {
    dataset,
    settings,
    rowCount: scored.rowCount,
    columns: scored,
    values(columnId) {
      const found = scored.scores.find(
        (column) => column.id === columnId || nameInFiles(column, scored.scores) === columnId,
      );
      if (!found)
        throw new RangeError(
          `The run has no scores “${columnId}”. It has ${scored.scores.map(({ id }) => id).join(', ')}.`,
        );
      return Array.from(found.values, (value) => (Number.isNaN(value) ? null : value));
    },
  };
}
