import { type Store, StorageError } from './connection.ts';
import { loadWork } from '#kernel/load-work.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import type { StoredRuns } from './stored-runs.ts';

/**
 * Access to stored runs, whose code a first visit starts without: it comes with the first run that
 * is read or written. All methods reject with a `StorageError` and nothing else.
 */
export class RunStore {
  readonly begin = this.#later('begin');
  readonly appendChunk = this.#later('appendChunk');
  readonly putSource = this.#later('putSource');
  readonly finish = this.#later('finish');
  readonly get = this.#later('get');
  readonly read = this.#later('read');
  readonly load = this.#later('load');
  readonly change = this.#later('change');
  readonly putScores = this.#later('putScores');
  readonly remove = this.#later('remove');
  readonly restore = this.#later('restore');
  readonly discardRunning = this.#later('discardRunning');
  readonly interrupt = this.#later('interrupt');
  readonly markInterrupted = this.#later('markInterrupted');
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Lists all runs. Records that cannot be read are left out and reported as `damaged`. */
  async list(): Promise<RunRecord[]> {
    const records: unknown[] = await this.#store.read(['runs'], (tx) =>
      tx.objectStore('runs').getAll(),
    );
    return records.length === 0 ? [] : (await this.#runs()).readable(records);
  }

  async #runs(): Promise<StoredRuns> {
    try {
      const { StoredRuns } = await loadWork();
      return new StoredRuns(this.#store);
    } catch (cause) {
      this.#store.report('unavailable');
      throw new StorageError('unavailable', { cause });
    }
  }

  #later<Name extends Exclude<keyof StoredRuns, 'readable'>>(name: Name): StoredRuns[Name] {
    const call = async (...given: unknown[]): Promise<unknown> => {
      const runs = await this.#runs();
      return (runs[name] as (...given: unknown[]) => unknown).apply(runs, given);
    };
    return call as StoredRuns[Name];
  }
}
