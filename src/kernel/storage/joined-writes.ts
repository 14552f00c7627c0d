import type { Store, StoreName } from './connection.ts';
import type { PlaygroundSchema } from './schema.ts';

/** Writes several records in one transaction; resolves once they are stored. */
type WriteAll<T> = (records: readonly T[]) => Promise<void>;

interface Waiting<T> {
  readonly record: T;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Writes records that come one by one: those that come while a transaction is under way, or soon
 * after it began, share the next one. A transaction costs more than what is in it.
 */
export class JoinedWrites<T> {
  readonly #writeAll: WriteAll<T>;
  readonly #everyMs: number;
  #waiting: Waiting<T>[] = [];
  #isWriting = false;

  /**
   * Begins with nothing to write.
   * @param everyMs milliseconds from the beginning of a transaction to that of the next, at least
   */
  constructor(writeAll: WriteAll<T>, everyMs = 0) {
    this.#writeAll = writeAll;
    this.#everyMs = everyMs;
  }

  /**
   * Writes a record, without waiting longer than for the transaction under way or its time.
   * @returns resolves once it is stored; rejects as its transaction does
   */
  put(record: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ record, resolve, reject });
      if (!this.#isWriting) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const pause = wait(this.#everyMs);
      try {
        await this.#writeAll(batch.map(({ record }) => record));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      await pause;
    }
    this.#isWriting = false;
  }
}

function wait(ms: number): Promise<void> | undefined {
  return ms === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Stores records one by one, see {@link JoinedWrites}.
 * @param everyMs milliseconds from the beginning of a transaction to that of the next, at least
 */
export function joinedPuts<Name extends StoreName>(
  store: Store,
  name: Name,
  everyMs = 0,
): JoinedWrites<PlaygroundSchema[Name]['value']> {
  return new JoinedWrites(
    (records) =>
      store.write(
        [name],
        async (tx) => {
          const puts = tx.objectStore(name);
          await Promise.all(records.map((record) => puts.put(record)));
        },
        'relaxed',
      ),
    everyMs,
  );
}
