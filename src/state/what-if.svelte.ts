import { SourceLost } from '#bridge/source-lost.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import type { FlipCount } from '#core/what-if/count-flips.ts';
import type { AppState } from './app.svelte.ts';
import type { OpenRun } from './open-run.ts';

/** The metrics in which flips are counted. */
const MAIN_METRICS = [
  'trajectory_exact_match',
  'trajectory_in_order_match',
  'trajectory_any_order_match',
  'trajectory_precision',
  'trajectory_recall',
];

/** How many rows other settings would move, kept until the run changes. */
export class WhatIf {
  readonly #app: AppState;
  #runKey = '';
  #flips = $state.raw<ReadonlyMap<string, readonly FlipCount[]>>(new Map());
  #share = $state<number | undefined>();
  /** A person has stopped it: nothing is counted before the run changes. */
  #isStopped = false;
  #abort = new AbortController();

  constructor(app: AppState) {
    this.#app = app;
  }

  get isCounting(): boolean {
    return this.#share !== undefined;
  }

  /** The share of rows read so far, in [0,1]. */
  get share(): number {
    return this.#share ?? 0;
  }

  /** What settings would do; undefined while it is not known. */
  flipsOf(settings: MetricSettings): readonly FlipCount[] | undefined {
    return this.#flips.get(JSON.stringify(settings));
  }

  /** Counts what is not known yet; what was being counted before is stopped. */
  count(run: OpenRun, wanted: readonly MetricSettings[]): void {
    this.leave();
    if (run.key !== this.#runKey) {
      this.#runKey = run.key;
      this.#flips = new Map();
      this.#isStopped = false;
    }
    const missing = wanted.filter((settings) => !this.#flips.has(JSON.stringify(settings)));
    if (missing.length === 0 || this.#isStopped) return;
    this.#abort = new AbortController();
    this.#share = 0;
    void this.#count(run, missing, this.#abort.signal);
  }

  /** Stops counting without a word. */
  leave(): void {
    this.#abort.abort();
    this.#share = undefined;
  }

  /** Stops counting until the run changes. */
  stop(): void {
    this.leave();
    this.#isStopped = true;
  }

  async #count(
    run: OpenRun,
    variants: readonly MetricSettings[],
    signal: AbortSignal,
  ): Promise<void> {
    const onProgress = (share: number): void => {
      this.#share = share;
    };
    try {
      const flips = await this.#app.countFlips(run, MAIN_METRICS, variants, { signal, onProgress });
      if (signal.aborted) return;
      const found = variants.map(
        (settings, i) => [JSON.stringify(settings), flips[i] ?? []] as const,
      );
      this.#flips = new Map([...this.#flips, ...found]);
    } catch (error) {
      if (!signal.aborted && !(error instanceof SourceLost)) throw error;
    } finally {
      if (!signal.aborted) this.#share = undefined;
    }
  }
}
