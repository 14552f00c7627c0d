import type { CustomMetric } from '#core/score/metric/settings.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { ParquetReading } from '#workers/parquet/read-parquet.ts';
import type { NumberedPart } from '#workers/score-source.ts';
import type { SCORING_QUESTIONS } from '#workers/scoring-questions.ts';
import type { Instances } from '#workers/score-job.ts';

/** The questions about files that reading and scoring ask. */
export type ScoringQuestions = typeof SCORING_QUESTIONS;

/** Limits of one answer, and who follows it. */
export interface AskLimits {
  /** Cancels the task. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without an answer or a sign of life after which a worker counts as hung. */
  readonly deadlineMs?: number;
  /** Called with the parts of a text, each of which waits for it; `touch` puts off the deadline. */
  readonly onProgress?: (part: NumberedPart, touch: () => void) => Promise<void>;
}

/** Whether a person has seen code and agreed that it runs. */
export type IsTrusted = (code: string) => boolean;

/** Scores the rows of parts with a person's own metrics. */
export interface OwnMetricScorer {
  /**
   * Adds a column for each metric.
   * @param onProgress called now and then with the share of the work done, in [0,1]
   */
  score(
    columns: ScoredColumns,
    instances: Instances,
    onProgress: (share: number) => void,
  ): Promise<ScoredColumns>;
  /** Ends whatever runs the code. */
  close(): void;
}

/** Does the work of scoring: the workers of a page, threads, or the caller's own thread. */
export interface TaskRunner {
  /** How many tasks run side by side. */
  readonly size: number;
  /** Has a question about a file answered. */
  ask<Name extends keyof ScoringQuestions>(
    name: Name,
    input: Parameters<ScoringQuestions[Name]>[0],
    limits?: AskLimits,
  ): Promise<Awaited<ReturnType<ScoringQuestions[Name]>>>;
  /** Converts a Parquet file to lines of JSON. */
  readParquet(file: Blob, signal: AbortSignal): Promise<ParquetReading>;
  /** Gets ready to score with a person's own metrics; code that is not trusted never runs. */
  openOwnMetrics(
    metrics: readonly CustomMetric[],
    isTrusted: IsTrusted,
    signal: AbortSignal,
  ): Promise<OwnMetricScorer>;
}
