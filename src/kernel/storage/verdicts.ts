import * as v from 'valibot';
import type { Store } from './connection.ts';
import { VerdictRecord } from './schema.ts';

/** Answers of judges, kept so that none is paid for twice. Methods reject with a `StorageError` only. */
export class VerdictStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Keeps answers; they are there once this resolves. */
  put(...verdicts: readonly VerdictRecord[]): Promise<void> {
    return this.#store.put('verdicts', ...verdicts);
  }

  /**
   * Finds answers.
   * @returns an answer for each key; undefined when absent or unreadable
   */
  get(keys: readonly string[]): Promise<(VerdictRecord | undefined)[]> {
    return this.#store.read(['verdicts'], async (tx) => {
      const store = tx.objectStore('verdicts');
      const found: unknown[] = await Promise.all(keys.map((key) => store.get(key)));
      return found.map((record) => (v.is(VerdictRecord, record) ? record : undefined));
    });
  }

  /** Forgets all answers. */
  clear(): Promise<void> {
    return this.#store.write(['verdicts'], (tx) => tx.objectStore('verdicts').clear());
  }
}
