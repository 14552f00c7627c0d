/** Writes several records in one transaction; resolves once they are stored. */
type WriteAll<T> = (records: readonly T[]) => Promise<void>;

interface Waiting<T> {
  readonly record: T;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Writes records that come one by one: those that come while a transaction is under way share the
 * next one. A transaction costs more than what is in it.
 */
export class JoinedWrites<T> {
  readonly #writeAll: WriteAll<T>;
  #waiting: Waiting<T>[] = [];
  #isWriting = false;

  /**
   * Begins with nothing to write.
   * @param writeAll writes the records that wait
   */
  constructor(writeAll: WriteAll<T>) {
    this.#writeAll = writeAll;
  }

  /**
   * Writes a record, without waiting longer than for the transaction under way.
   * @param record the record
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
      try {
        await this.#writeAll(batch.map(({ record }) => record));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }
}
