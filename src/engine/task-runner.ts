import type { CustomMetric } from '#core/score/metric/settings.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { ParquetReading } from '#workers/parquet/read-parquet.ts';
import type { NumberedPart } from '#workers/score-source.ts';
import type * as SCORING_QUESTIONS from '#workers/scoring-questions.ts';
import type { Instances } from '#workers/score-job.ts';

/** The questions about files for reading and scoring. */
export type ScoringQuestions = typeof SCORING_QUESTIONS;

/** Options of one question. */
export interface AskLimits {
  /** Cancels the task. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without an answer or heartbeat after which a worker counts as hung. */
  readonly deadlineMs?: number;
  /** Called with the parts of a text, one at a time; `touch` extends the deadline. */
  readonly onProgress?: (part: NumberedPart, touch: () => void) => Promise<void>;
}

/** Whether the user has seen code and allowed it to run. */
export type IsTrusted = (code: string) => boolean;

/** Scores the rows of parts with custom metrics. */
export interface OwnMetricScorer {
  /**
   * Adds a column for each metric.
   * @param onProgress called from time to time with the share done, in [0,1]
   */
  score(
    columns: ScoredColumns,
    instances: Instances,
    onProgress: (share: number) => void,
  ): Promise<ScoredColumns>;
  /** Ends the code. */
  close(): void;
}

/** Runs the work of scoring: in workers of the page, threads, or the caller's thread. */
export interface TaskRunner {
  /** The number of parallel tasks. */
  readonly size: number;
  /** Has a question about a file answered. */
  ask<Name extends keyof ScoringQuestions>(
    name: Name,
    input: Parameters<ScoringQuestions[Name]>[0],
    limits?: AskLimits,
  ): Promise<Awaited<ReturnType<ScoringQuestions[Name]>>>;
  /** Converts a Parquet file to lines of JSON. */
  readParquet(file: Blob, signal: AbortSignal): Promise<ParquetReading>;
  /** Prepares scoring with custom metrics; code that is not trusted never runs. */
  openOwnMetrics(
    metrics: readonly CustomMetric[],
    isTrusted: IsTrusted,
    signal: AbortSignal,
  ): Promise<OwnMetricScorer>;
}
