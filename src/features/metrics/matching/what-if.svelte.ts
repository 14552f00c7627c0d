import { findMetric, METRICS } from '#core/score/metrics/registry.ts';
import { SourceLost } from '#engine/source-lost.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { addFlips, type FlipCount } from '#core/score/what-if/count-flips.ts';
import { sliceScores } from '#core/score/columns/pack-columns.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { RowPlaces } from '#workers/read-rows.ts';
import type { Reading } from '#kernel/worker/run-reader.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';

/** Small, so that scoring does not wait long for a worker. */
const SLICE_BYTES = 512 * 1024;
const SLICE_ROWS = 2000;

/** The metrics in which flips are counted. */
const MAIN_METRICS = METRICS.filter(
  ({ origin, options }) => origin === 'vertex' && options?.includes('matching'),
).map(({ id }) => id);

/** Counting reads every row again: in longer runs only once a person asks. */
export const COUNTED_UNASKED = 50_000;

/** The most rows that would pass in one metric: shares have no rows that pass. */
export function mostPasses(flips: readonly FlipCount[] | undefined): number | undefined {
  const passing = flips?.filter(({ columnId }) => findMetric(columnId)?.scale === 'binary');
  return passing && Math.max(0, ...passing.map(({ passes }) => passes));
}

/** How many rows other settings would move, kept until the run changes. */
export class WhatIf {
  readonly #app: AppState;
  #runKey = '';
  #flips = $state.raw<ReadonlyMap<string, readonly FlipCount[]>>(new Map());
  #share = $state<number | undefined>();
  /** A person has stopped it: nothing is counted before the run changes. */
  #isStopped = false;
  #abort = new AbortController();
  /** What is being counted, as text; empty for nothing. */
  #asked = '';

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

  /** Counts what is not known yet; other counting is stopped, the same one continues. */
  count(run: OpenRun, wanted: readonly MetricSettings[]): void {
    const asked = JSON.stringify([run.key, wanted]);
    if (asked === this.#asked) return;
    this.leave();
    if (run.key !== this.#runKey) {
      this.#runKey = run.key;
      this.#flips = new Map();
      this.#isStopped = false;
    }
    const missing = wanted.filter((settings) => !this.#flips.has(JSON.stringify(settings)));
    if (missing.length === 0 || this.#isStopped) return;
    this.#abort = new AbortController();
    this.#asked = asked;
    this.#share = 0;
    void this.#count(run, missing, this.#abort.signal);
  }

  /** Stops counting: the counts are no longer shown. */
  leave(): void {
    this.#abort.abort();
    this.#asked = '';
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
      const { pool } = this.#app;
      const reading = { signal, onProgress };
      const flips = await countFlips(pool, run, MAIN_METRICS, variants, reading);
      if (signal.aborted) return;
      const found = variants.map(
        (settings, i) => [JSON.stringify(settings), flips[i] ?? []] as const,
      );
      this.#flips = new Map([...this.#flips, ...found]);
    } catch (error) {
      if (!signal.aborted && !(error instanceof SourceLost)) throw error;
    } finally {
      if (!signal.aborted) this.leave();
    }
  }
}

/**
 * Counts for several settings how many rows each would move, reading every row once.
 * @param columnIds the score columns to count in
 * @returns the counts of every variant, in their order
 * @throws AbortError when stopped; SourceLost
 */
async function countFlips(
  pool: WorkerPool,
  run: ReadableRun,
  columnIds: readonly string[],
  variants: readonly MetricSettings[],
  { signal, onProgress }: Reading = {},
): Promise<FlipCount[][]> {
  const { columns, rows, table, roles } = run;
  const scores = columns.scores.filter(({ id }) => columnIds.includes(id));
  const slices = slicesOf(columns);
  const sums: FlipCount[][] = variants.map(() => []);
  let rowsDone = 0;
  const work = async (): Promise<void> => {
    for (let slice = slices.next(); slice.done !== true; slice = slices.next()) {
      signal?.throwIfAborted();
      const [from, to] = slice.value;
      const before = scores.map((column) => sliceScores(column, from, to));
      const places = placesBetween(columns, from, to);
      const counts = await pool.ask('countFlips', { rows, table, places, roles, before, variants });
      for (const [index, found] of counts.entries()) {
        sums[index] = addFlips(sums[index] ?? [], found);
      }
      rowsDone += to - from;
      if (signal?.aborted !== true) onProgress?.(rowsDone / columns.rowCount);
    }
  };
  await Promise.all(Array.from({ length: pool.size }, work));
  signal?.throwIfAborted();
  return sums;
}

function* slicesOf({ rowCount, lengths }: ScoredColumns): Generator<[from: number, to: number]> {
  for (let from = 0; from < rowCount;) {
    let bytes = 0;
    let to = from;
    while (to < rowCount && to - from < SLICE_ROWS && bytes < SLICE_BYTES) {
      bytes += lengths[to++] as number;
    }
    yield [from, to];
    from = to;
  }
}

function placesBetween({ offsets, lengths }: ScoredColumns, from: number, to: number): RowPlaces {
  return { offsets: offsets.slice(from, to), lengths: lengths.slice(from, to) };
}
