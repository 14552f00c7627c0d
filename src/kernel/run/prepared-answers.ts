import type { RunDigest } from '#core/explain/summary/digest.ts';
import type { RowPreview } from '#core/explain/row/row-detail.ts';
import type { ScoringQuestions, TaskRunner } from '#engine/task-runner.ts';

/** So many table lines are read along with a run: more than a usual screen shows. */
export const FIRST_LINES = 40;

type Answer<Name extends keyof ScoringQuestions> = Awaited<ReturnType<ScoringQuestions[Name]>>;

/** What the workers answer about a dataset, known beforehand. */
export interface PreparedAnswers {
  readonly inspectFile: Answer<'inspectFile'>;
  /** The whole file as one slice. */
  readonly scoreLines: Answer<'scoreLines'>;
  readonly digest: RunDigest;
  readonly firstLines: readonly RowPreview[];
}

/** Gives the answers that are known, and has the workers asked for all others. */
export function withPrepared(pool: TaskRunner, prepared: PreparedAnswers): TaskRunner {
  return {
    size: pool.size,
    ask: (name, input, limits) =>
      name in prepared
        ? Promise.resolve(prepared[name as 'scoreLines'] as never)
        : pool.ask(name, input, limits),
    readParquet: (file, signal) => pool.readParquet(file, signal),
    openOwnMetrics: (metrics, isTrusted, signal) => pool.openOwnMetrics(metrics, isTrusted, signal),
  };
}
