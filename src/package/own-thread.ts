import { addCustomScores, waitingScores } from '#core/score/columns/gather-results.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';
import type { NumberedPart } from '#workers/score-source.ts';
import * as SCORING_QUESTIONS from '#workers/scoring-questions.ts';
import type {
  AskLimits,
  OwnMetricScorer,
  ScoringQuestions,
  TaskRunner,
} from '#engine/task-runner.ts';

type Answer = (input: unknown, onPart: (part: NumberedPart) => Promise<void>) => Promise<never>;

/** Answers a question about a file in this thread; reading waits for `onPart`. */
export function answer(
  name: keyof ScoringQuestions,
  input: unknown,
  onPart: (part: NumberedPart) => Promise<void> = () => Promise.resolve(),
): Promise<never> {
  return (SCORING_QUESTIONS[name] as unknown as Answer)(input, onPart);
}

/** Leaves custom metrics not evaluated: their code is not run. */
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

/** Scores in the caller's thread, in any JavaScript runtime. Runs no code of metric sets. */
export const OWN_THREAD: TaskRunner = {
  size: 1,
  ask: (name, input, { signal, onProgress }: AskLimits = {}) => {
    signal?.throwIfAborted();
    return answer(name, input, async (part) => {
      signal?.throwIfAborted();
      await onProgress?.(part, () => undefined);
    });
  },
  readParquet: async (file) => {
    // its code is large, and rarely needed
    const { readParquet } = await import('#workers/parquet/read-parquet.ts');
    return readParquet(file);
  },
  openOwnMetrics: (metrics) => Promise.resolve(withoutOwnCode(metrics)),
};
