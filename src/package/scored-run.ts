import { digestRun } from '#core/explain/summary/digest.ts';
import { signatureInWords } from '#core/explain/summary/headline.ts';
import { consistencyOf, type Consistency } from '#core/explain/summary/trials.ts';
import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { parseSignature } from '#core/match/signature.ts';
import { sentenceText, countOf } from '#core/base/text/sentence.ts';
import { detailRow, type SlotView } from '#core/explain/row/row-detail.ts';
import type { Comparison } from '#core/compare/compare-runs.ts';
import { compareWithSource } from '#workers/compare-with-source.ts';
import {
  DEFAULT_SETTINGS,
  METRICS,
  nameInFiles,
  idOfMetric,
} from '#core/score/metrics/registry.ts';
import { GrowingColumns } from '#core/score/columns/growing-columns.ts';
import type { LabelCount, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { checkSettings, requireDataset, requireRun } from './check-arguments.ts';
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
 * @param options metrics and options; without metrics the usual ones are scored, and what the dataset
 *   records of its runs is counted: calls, errors, tokens, cost, time. Custom metrics, and those that
 *   a model judges, are not evaluated here
 * @returns the run
 * @throws RangeError for a metric that is not known; TypeError for another setting that cannot be used
 * @example
 * const run = await score(dataset, { metrics: ['trajectory_recall'] });
 * run.values('trajectory_recall'); // [0.5]
 */
export async function score(dataset: Dataset, options: ScoreOptions = {}): Promise<ScoredRun> {
  requireDataset(dataset);
  checkSettings(options);
  const usual = [...DEFAULT_SETTINGS.metrics, ...dataset.observed];
  const chosen = Object.entries(options).filter(([, value]) => value !== undefined);
  const given: MetricSettings = {
    ...DEFAULT_SETTINGS,
    metrics: usual,
    ...dataset.scoring,
    ...Object.fromEntries(chosen),
  };
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

/** A difference between prediction and reference in some rows. */
export interface Cause {
  readonly tool: string;
  /** A JSON Pointer to the argument, with `*` for places of lists; empty for the whole call. */
  readonly path: string;
  /** The difference: “is missing”, “is a string, expected a number”. */
  readonly what: string;
  readonly rows: number;
}

/** The chances that one, and that all, of k trials of a task pass, in a score column. */
interface TrialSummary {
  readonly columnId: string;
  readonly metricId: string;
  readonly tool?: string;
  /** For each k from 1 to the most trials of a task, at most 10. */
  readonly byK: readonly Consistency[];
}

/** The summary of a run. */
export interface RunSummary {
  /** How many rows pass, what most failures have in common, and which rows are not counted. */
  readonly headline: string;
  readonly rowCount: number;
  readonly skippedCount: number;
  /** Mean, standard deviation, 95 % interval and counts, one for each score column. */
  readonly metrics: readonly MetricSummary[];
  /** The trials of tasks, for each score column with a verdict; empty where no id repeats. */
  readonly trials: readonly TrialSummary[];
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
export function summarise(
  run: Pick<ScoredRun, 'columns'> & Partial<Pick<ScoredRun, 'settings'>>,
): RunSummary {
  requireRun(run, 'run');
  const { columns, settings } = run;
  const rows = Uint32Array.from({ length: columns.rowCount }, (_, row) => row);
  const { headline, summary, causes } = digestRun(columns);
  return {
    headline: `${sentenceText(headline.parts)} ${headline.note}`.trimEnd(),
    rowCount: columns.rowCount,
    skippedCount: columns.skippedCount,
    metrics: summary,
    trials: columns.scores.flatMap((scores) => {
      const byK = consistencyOf(columns, rows, scores, settings?.thresholds ?? {});
      const { id: columnId, metricId, tool } = scores;
      return byK.length === 0
        ? []
        : { columnId, metricId, ...(tool !== undefined && { tool }), byK };
    }),
    causes: causes.map(causeOf),
  };
}

function causeOf({ name, count }: LabelCount): Cause {
  const signature = parseSignature(name);
  const { tool, path } = signature;
  return { tool, path, what: signatureInWords(signature), rows: count };
}

/** Why a row has its score in a metric. */
export interface ScoreExplanation {
  readonly value: number;
  readonly why: string;
  /** The smallest edit of the prediction for the best score; empty without one. */
  readonly toPass: string;
}

/** An explained row. */
export interface RowExplanation {
  readonly id: string;
  readonly prompt: string;
  /** The main difference, in words; empty without one. */
  readonly why: string;
  /** By score column, such as `trajectory_exact_match`; columns without a score are left out. */
  readonly scores: Readonly<Record<string, ScoreExplanation>>;
  /** The calls of both sides, aligned: equal, changed, missing, extra or moved. */
  readonly calls: readonly SlotView[];
}

/**
 * Explains the scores of a row.
 * @param run the run
 * @param index the row's number, from 0
 * @returns the explanation
 * @throws RangeError where the run has no such row
 * @example
 * const row = await explainRow(run, 0);
 * row.why; // "missing lend"
 * row.scores.trajectory_recall.toPass; // "add lend as call 2"
 */
export async function explainRow(run: ScoredRun, index: number): Promise<RowExplanation> {
  requireRun(run, 'run');
  const { dataset, settings } = run;
  const record = await dataset.row(index);
  if (!record)
    throw new RangeError(`The run has ${countOf(run.rowCount, 'row')}, none with number ${index}.`);
  const { preview, reasons, slots } = detailRow(record, dataset.columns, settings);
  const scores = [...reasons].map(([id, { value, words, edit }]) => [
    id,
    { value, why: sentenceText(words), toPass: sentenceText(edit) },
  ]);
  return {
    id: preview.id,
    prompt: preview.prompt,
    why: sentenceText(preview.why),
    scores: Object.fromEntries(scores) as RowExplanation['scores'],
    calls: slots,
  };
}

/**
 * Compares two runs row by row: paired differences with intervals and tests in every metric, and what
 * became of each row. Rows are paired by id where all have one and some is in both, else by prompt and reference.
 * @param baseline the run that is compared with
 * @param candidate the other
 * @returns the comparison; without a row in common its metrics have no pairs
 * @example
 * const comparison = await compare(before, after);
 * comparison.metrics[0].difference; // 0.5
 */
export async function compare(baseline: ScoredRun, candidate: ScoredRun): Promise<Comparison> {
  requireRun(baseline, 'baseline');
  requireRun(candidate, 'candidate');
  const [comparison] = await compareWithSource(comparable(baseline), [comparable(candidate)]);
  if (!comparison) throw new RangeError('no comparison of one candidate');
  return comparison;
}

function comparable({ columns, settings, dataset }: ScoredRun) {
  return { columns, settings, rows: dataset.jsonl, table: undefined, roles: dataset.columns };
}
