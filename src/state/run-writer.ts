import type { ScoredColumns } from '#core/scoring/scored-columns.ts';
import { holdRunLock } from '#storage/run-lock.ts';
import type { RunStore } from '#storage/runs.ts';
import type { RunRecord, SourceRecord } from '#storage/schema.ts';

/**
 * Writing competes with scoring for the same cores: a run that is scored within this time is
 * written right after, a longer one from then on as it is produced.
 */
const HEAD_START_MS = 600;

/**
 * Writes a run as it is produced, one write after the other, beside the scoring. When the store
 * fails the writing stops, the run stays open on the page, and the trouble is told by the store.
 */
export class RunWriter {
  readonly #runs: RunStore;
  readonly #runId: string;
  #queue: Promise<void>;
  #chunks = 0;
  #hasFailed = false;
  #release: (() => void) | undefined;
  #startNow: () => void = () => undefined;
  readonly #begun: SourceRecord;

  constructor(runs: RunStore, run: RunRecord, source: SourceRecord) {
    this.#runs = runs;
    this.#runId = run.id;
    this.#begun = source;
    const start = new Promise<void>((resolve) => {
      this.#startNow = resolve;
      setTimeout(resolve, HEAD_START_MS);
    });
    this.#queue = holdRunLock(run.id).then((release) => {
      this.#release = release;
      return start;
    });
    this.#write(() => runs.begin(run, source));
  }

  /** Adds rows. */
  append(columns: ScoredColumns): void {
    const index = this.#chunks++;
    this.#write(() => this.#runs.appendChunk(this.#runId, index, columns));
  }

  /**
   * Ends the run.
   * @param rest the rows that only the whole source holds
   * @returns the record as stored, or undefined when it could not be saved
   */
  async finish(
    run: RunRecord,
    source: SourceRecord,
    rest: readonly ScoredColumns[],
  ): Promise<RunRecord | undefined> {
    // the bytes that are stored already need not be stored again
    const isStored = source.rows === this.#begun.rows && source.skipped.size === 0;
    if (!isStored) this.#write(() => this.#runs.putSource(source));
    for (const columns of rest) this.append(columns);
    let stored: RunRecord | undefined;
    this.#write(async () => {
      stored = await this.#runs.finish({ ...run, chunkCount: this.#chunks });
    });
    await this.#end();
    return stored;
  }

  /** Takes back what was written of a run that is not wanted. */
  async discard(): Promise<void> {
    this.#write(() => this.#runs.discardRunning(this.#runId));
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#startNow();
    await this.#queue;
    this.#release?.();
  }

  #write(write: () => Promise<void>): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#hasFailed) return;
      try {
        await write();
      } catch {
        this.#hasFailed = true; // the store has told why
        await this.#runs.discardRunning(this.#runId).catch(() => undefined);
      }
    });
  }
}
