import { transfer } from 'comlink';
import type { ScoredColumns } from '#core/scoring/scored-columns.ts';
import { buffersOf, sliceColumns } from '#core/scoring/slice-columns.ts';
import type { RowSource } from '#workers/held-run.ts';

/** Copying more at once would hold up the page. */
const ROWS_PER_PIECE = 50_000;

/** What of a run a worker keeps. */
export interface HoldableRun extends RowSource {
  /** Unique among open runs, new whenever the columns change otherwise than by more rows. */
  readonly key: string;
  readonly columns: ScoredColumns;
}

/** The side of the worker: takes the next piece of a run, gives the keys of the runs it keeps. */
export interface HoldingWorker {
  hold(key: string, from: number, piece: ScoredColumns, source: RowSource): Promise<string[]>;
}

/** Passes on the rows of runs that a worker does not keep yet, piece by piece, each row once. */
export class RunHolder {
  /** How many rows the worker of this generation keeps, by run. */
  #held = new Map<string, number>();
  #generation = -1;
  /** Two who pass on the same run at the same time would pass its rows twice. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Passes on what is missing of a run, after what was begun before.
   * @param worker the worker
   * @param generation which worker it is: another one keeps nothing yet, and waits for nobody
   * @param run the run
   * @returns settled once the worker keeps all rows of it
   */
  hold(worker: HoldingWorker, generation: number, run: HoldableRun): Promise<void> {
    if (this.#generation !== generation) {
      this.#generation = generation;
      this.#held = new Map();
      this.#last = Promise.resolve();
    }
    const counts = this.#held;
    const passed = this.#last.then(() => pass(worker, counts, run));
    this.#last = passed.catch(() => undefined);
    return passed;
  }
}

async function pass(
  worker: HoldingWorker,
  counts: Map<string, number>,
  { key, columns, rows, roles, matching }: HoldableRun,
): Promise<void> {
  const source = { rows, roles, matching };
  for (let from = counts.get(key); from === undefined || from < columns.rowCount;) {
    const to = Math.min(columns.rowCount, (from ?? 0) + ROWS_PER_PIECE);
    const piece = sliceColumns(columns, from ?? 0, to);
    const keys = await worker.hold(key, from ?? 0, transfer(piece, buffersOf(piece)), source);
    from = to;
    counts.set(key, to);
    for (const dropped of [...counts.keys()].filter((other) => !keys.includes(other))) {
      counts.delete(dropped);
    }
  }
}
