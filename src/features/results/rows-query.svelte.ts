import type { Reading } from '#kernel/worker/run-reader.ts';
import { SourceLost } from '#engine/source-lost.ts';

/** Something that is read of all rows in the worker: groups, tools, a summary. */
export class RowsQuery<T> {
  #result = $state.raw<T | undefined>();
  #share = $state<number | undefined>();
  #isStopped = $state(false);
  #abort = new AbortController();

  /** What was last read; undefined before, and while rows are read. */
  get result(): T | undefined {
    return this.#share === undefined ? this.#result : undefined;
  }

  /** The share of rows read so far, in [0,1]; undefined when nothing is being read. */
  get share(): number | undefined {
    return this.#share;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Reads; what was being read before is stopped. */
  read(task: (reading: Reading) => Promise<T | undefined>): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    void this.#read(task, this.#abort.signal);
  }

  /** Stops reading: the result is no longer shown. */
  leave(): void {
    this.#abort.abort();
  }

  /** Stops reading; there is no result then. */
  stop(): void {
    this.#abort.abort();
    this.#share = undefined;
    this.#result = undefined;
    this.#isStopped = true;
  }

  async #read(
    task: (reading: Reading) => Promise<T | undefined>,
    signal: AbortSignal,
  ): Promise<void> {
    this.#isStopped = false;
    this.#share = undefined;
    try {
      const onProgress = (share: number): void => {
        if (!signal.aborted) this.#share = share;
      };
      const result = await task({ signal, onProgress });
      if (!signal.aborted) this.#result = result;
    } catch (error) {
      if (!signal.aborted && !(error instanceof SourceLost)) throw error;
    } finally {
      if (!signal.aborted) this.#share = undefined;
    }
  }
}
