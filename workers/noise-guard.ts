import type { FileIssue } from '#core/issues/issue.ts';

/** Broken records without a row among them that are noise: so many, or fewer that are long. */
const BROKEN_RECORDS = 20_000;
const BROKEN_LONG_RECORDS = 1000;
const BROKEN_BYTES = 8_000_000;

/** Tells when what is read is no dataset any more. */
export class NoiseGuard {
  #records = 0;
  #bytes = 0;

  /** Why reading on makes no sense, once it does not. */
  failure: FileIssue | undefined;

  /** Counts anew: a row could be read. */
  row(): void {
    this.#records = this.#bytes = 0;
  }

  /**
   * Counts a broken record.
   * @param bytes its length, about
   * @param line its 1-based physical line
   */
  broken(bytes: number, line: number): void {
    this.#records++;
    this.#bytes += bytes;
    const areLong = this.#bytes >= BROKEN_BYTES && this.#records >= BROKEN_LONG_RECORDS;
    if (areLong || this.#records >= BROKEN_RECORDS)
      this.failure ??= { code: 'records_broken', line, count: this.#records };
  }
}
