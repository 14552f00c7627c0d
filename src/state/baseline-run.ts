import type { OtherRows } from '#bridge/judge-rows.ts';
import type { JudgeMetric } from '#core/judging/judge-metric.ts';
import type { AppState } from './app.svelte.ts';
import type { OpenRun } from './open-run.ts';

/** The run that rows are compared with, and which of its rows belongs to which. */
export interface OtherRun extends OtherRows {
  readonly run: OpenRun;
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
    if (!other) throw new Error('The run it is compared with is not stored any more.');
    const [comparison] = await this.#app.reader.compare(other, [run]);
    const partners = new Int32Array(run.columns.rowCount).fill(-1);
    for (const [pair, row] of (comparison?.candidateRows ?? []).entries()) {
      partners[row] = comparison?.baselineRows[pair] ?? -1;
    }
    return { run: other, partners };
  }
}
