import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import type { RowsToJudge } from './questions.ts';
import type { RunAnswer, RunInput, RunReader } from '#kernel/worker/run-reader.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';
import { judgeRows as texts } from './texts.ts';

/** The run that rows are compared with, by row of the first run the row that belongs to it, −1 without one. */
export interface OtherRun {
  readonly run: OpenRun;
  readonly partners: Int32Array;
}

/**
 * Reads the prompts that a judge is sent about rows (`judgePrompts`), or the texts it sees of them
 * (`judgeInputs`).
 * @param other the rows they are compared with, where the metric’s baseline is another run
 * @returns for each row what it gives, or what it lacks
 * @throws SourceLost
 */
export function readToJudge<Name extends 'judgePrompts' | 'judgeInputs'>(
  reader: RunReader,
  name: Name,
  run: ReadableRun,
  rows: readonly number[],
  metric: JudgeMetric,
  other: OtherRun | undefined,
): Promise<RunAnswer<Name>> {
  const partners = other && rows.map((row) => other.partners[row] ?? -1);
  // both are asked in the same way
  const input = { rows, metric, partners } satisfies RowsToJudge as RunInput<Name>;
  return reader.ask(other ? [run, other.run] : run, name, input);
}

/** Finds the runs that metrics compare with; the last one is kept. */
export class BaselineRuns {
  readonly #app: AppState;
  #last: { readonly of: string; readonly found: Promise<OtherRun> } | undefined;

  constructor(app: AppState) {
    this.#app = app;
  }

  /**
   * Pairs a run’s rows with those of the metric’s baseline.
   * @returns undefined where the metric compares with no other run
   * @throws Error where the baseline is not stored any more; SourceLost
   */
  async find(run: OpenRun, { baseline }: JudgeMetric): Promise<OtherRun | undefined> {
    if (baseline?.kind !== 'run') return undefined;
    const of = `${run.key} ${baseline.id}`;
    if (this.#last?.of !== of) this.#last = { of, found: this.#pair(run, baseline.id) };
    return this.#last.found;
  }

  async #pair(run: OpenRun, id: string): Promise<OtherRun> {
    const other = await this.#app.library.load(id);
    if (!other) throw new Error(texts.noBaselineRun);
    const [comparison] = await this.#app.reader.ask([other, run], 'compare', undefined);
    const partners = new Int32Array(run.columns.rowCount).fill(-1);
    for (const [pair, row] of (comparison?.candidateRows ?? []).entries()) {
      partners[row] = comparison?.baselineRows[pair] ?? -1;
    }
    return { run: other, partners };
  }
}
