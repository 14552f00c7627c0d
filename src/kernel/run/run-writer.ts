import type { PartEnd, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { holdRunLock } from '#kernel/storage/locks.ts';
import type { RunStore } from '#kernel/storage/runs.ts';
import type { RunRecord, SourceRecord } from '#engine/run-file/records.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';

/**
 * Writing competes with scoring for the same cores: a run that is scored within this time is
 * written right after, a longer one from then on as it is produced.
 */
const HEAD_START_MS = 600;

/**
 * Writes a run as it is produced, one write after the other, beside the scoring. When the store
 * fails the writing stops, the run stays open on the page, and the store reports the trouble.
 */
export class RunWriter {
  readonly #runs: RunStore;
  readonly #runId: string;
  #queue: Promise<void>;
  readonly #chunksDone: number;
  #chunks: number;
  #hasFailed = false;
  #release: (() => void) | undefined;
  #endHeadStart: () => void = () => undefined;
  readonly #begun: SourceRecord;

  /** Begins writing. */
  constructor(runs: RunStore, run: RunRecord, source: SourceRecord, chunksDone: number) {
    this.#runs = runs;
    this.#chunksDone = chunksDone;
    this.#chunks = chunksDone;
    this.#runId = run.id;
    this.#begun = source;
    const start = new Promise<void>((resolve) => {
      this.#endHeadStart = resolve;
      setTimeout(resolve, HEAD_START_MS);
    });
    this.#queue = holdRunLock(run.id).then((release) => {
      this.#release = release;
      return start;
    });
    this.#write(() => runs.begin(run, source));
  }

  /** Adds rows. */
  append(columns: ScoredColumns, end?: PartEnd): void {
    const index = this.#chunks++;
    this.#write(() => this.#runs.appendChunk(this.#runId, index, columns, end));
  }

  /** Writes what there is, now that scoring needs no head start any more. */
  startNow(): void {
    this.#endHeadStart();
  }

  /** Ends the run. Returns the record as stored, or undefined when it could not be saved. */
  async finish(
    run: RunRecord,
    source: SourceRecord,
    rest: readonly ScoredColumns[],
  ): Promise<RunRecord | undefined> {
    // the bytes that are stored already need not be stored again
    const isStored = isSameSource(source, this.#begun);
    if (!isStored) this.#write(() => this.#runs.putSource(source));
    for (const columns of rest) this.append(columns);
    let stored: RunRecord | undefined;
    this.#write(async () => {
      stored = await this.#runs.finish({ ...run, chunkCount: this.#chunks }, isSameRun);
    });
    await this.#end();
    return stored;
  }

  /** Removes what was written of a run that is not wanted; one that was resumed stays. */
  async discard(): Promise<void> {
    this.#write(() =>
      this.#chunksDone > 0
        ? this.#runs.interrupt(this.#runId)
        : this.#runs.discardRunning(this.#runId),
    );
    await this.#end();
  }

  async #end(): Promise<void> {
    this.startNow();
    await this.#queue;
    this.#release?.();
  }

  #write(write: () => Promise<void>): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#hasFailed) return;
      try {
        await write();
      } catch {
        this.#hasFailed = true; // the store has reported it
        await this.#runs.discardRunning(this.#runId).catch(() => undefined);
      }
    });
  }
}

function isSameSource(a: SourceRecord, b: SourceRecord): boolean {
  const isSame = (one: Blob, other: Blob): boolean =>
    one === other || (one.size === 0 && other.size === 0);
  return a.rows === b.rows && a.original === b.original && isSame(a.skipped, b.skipped);
}

/** Whether two runs differ in nothing but when they were scored and how they are stored. */
function isSameRun(a: RunRecord, b: RunRecord): boolean {
  const told = ({ digest, taskSet, mentionsPatterns, ...run }: RunRecord): JsonValue => {
    const stored = { id: '', createdAtMs: 0, state: '', chunkCount: 0, sourceId: '' };
    return JSON.parse(JSON.stringify({ ...run, ...stored })) as JsonValue;
  };
  return a.state === 'complete' && a.id !== b.id && isJsonEqual(told(a), told(b));
}
