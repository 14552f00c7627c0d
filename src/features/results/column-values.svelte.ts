import type { RunReader } from '#kernel/worker/run-reader.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';

const NO_VALUES: ReadonlyMap<string, readonly string[]> = new Map();

/** Values of columns of a run, read by the worker when they are asked for: to be offered. */
export class ColumnValues {
  readonly #reader: RunReader;
  readonly #run: ReadableRun;
  #known = $state.raw(NO_VALUES);

  constructor(reader: RunReader, run: ReadableRun) {
    this.#reader = reader;
    this.#run = run;
  }

  /** By column, those of most rows first; at most a thousand. */
  get known(): ReadonlyMap<string, readonly string[]> {
    return this.#known;
  }

  /** Reads the values of a column, unless they are known; the answer stops it. */
  read(column: string | undefined): (() => void) | undefined {
    if (column === undefined || this.#known.has(column)) return undefined;
    const stop = new AbortController();
    this.#read(column, stop.signal).catch(() => undefined); // nothing is offered then
    return () => stop.abort();
  }

  async #read(column: string, signal: AbortSignal): Promise<void> {
    const by = { kind: 'cell', column } as const;
    const { groups } = await this.#reader.ask(this.#run, 'group', { by, filters: [] }, { signal });
    const values = groups.flatMap(({ filter }) => (filter.kind === 'cell' ? [filter.value] : []));
    if (!signal.aborted) this.#known = new Map([...this.#known, [column, values]]);
  }
}
