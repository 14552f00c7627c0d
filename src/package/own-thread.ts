import { addCustomScores, waitingScores } from '#core/score/columns/gather-results.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';
import { inspectFile } from '#workers/inspect-file.ts';
import { readPairKeys, writeJoined } from '#workers/join-sides.ts';
import type { ParquetReading } from '#workers/parquet/read-parquet.ts';
import { scoreRecords } from '#workers/score-records.ts';
import { scoreRowsAt } from '#workers/score-rows.ts';
import { scoreLines, scoreText, type NumberedPart } from '#workers/score-source.ts';
import { writeNamedRows } from '#workers/write-rows.ts';
import type {
  AskLimits,
  OwnMetricScorer,
  ScoringQuestions,
  TaskRunner,
} from '#engine/task-runner.ts';

const QUESTIONS: ScoringQuestions = {
  inspectFile,
  scoreLines,
  scoreRecords,
  scoreRowsAt,
  scoreText,
  writeNamedRows,
  readPairKeys,
  writeJoined,
};

type Answer = (input: unknown, onPart: (part: NumberedPart) => Promise<void>) => Promise<never>;

/** Answers a question about a file in this thread; reading waits for `onPart`. */
export function answer(
  name: keyof ScoringQuestions,
  input: unknown,
  onPart: (part: NumberedPart) => Promise<void> = () => Promise.resolve(),
): Promise<never> {
  return (QUESTIONS[name] as unknown as Answer)(input, onPart);
}

/** Converts a Parquet file; the code that can comes with the first such file. */
export async function readParquet(file: Blob): Promise<ParquetReading> {
  const { readParquet: read } = await import('#workers/parquet/read-parquet.ts');
  return read(file);
}

/** Leaves the rows of a person's own metrics not evaluated: no code runs. */
function withoutOwnCode(metrics: readonly CustomMetric[]): OwnMetricScorer {
  return {
    score: (columns) =>
      Promise.resolve(
        addCustomScores(
          columns,
          metrics.map((metric) => waitingScores(metric, columns.rowCount)),
        ),
      ),
    close: () => undefined,
  };
}

/** Scores in the thread that asks, wherever there is JavaScript. It runs no code of a metric set. */
export const OWN_THREAD: TaskRunner = {
  size: 1,
  ask: (name, input, { signal, onProgress }: AskLimits = {}) => {
    signal?.throwIfAborted();
    return answer(name, input, async (part) => {
      signal?.throwIfAborted();
      await onProgress?.(part, () => undefined);
    });
  },
  readParquet,
  openOwnMetrics: (metrics) => Promise.resolve(withoutOwnCode(metrics)),
};
