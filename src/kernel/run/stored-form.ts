import * as v from 'valibot';
import { KeptDigest } from '#core/explain/summary/digest.ts';
import { hasAnnotations, newRunKey, randomId, type OpenRun } from './open-run.ts';
import { withAnnotations } from '#core/score/review/annotation-columns.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { GrowingColumns } from '#core/score/columns/growing-columns.ts';
import { unpackColumns } from '#core/score/columns/pack-columns.ts';
import type { Store } from '#kernel/storage/connection.ts';
import { keepExchanges } from '#kernel/storage/exchanges.ts';
import type { RunStore } from '#kernel/storage/runs.ts';
import type { LoadedRun } from '#engine/run-file/pack-runs.ts';
import type { StoredChunk } from '#kernel/storage/read-records.ts';
import { storedForm, type RunRecord, type SourceRecord } from '#engine/run-file/run-records.ts';
import type { DonePart } from '#engine/part-gatherer.ts';
import type { RunReader } from '#kernel/worker/run-reader.ts';
import type { RowSource } from '#workers/read-rows.ts';

/** Converts an open run to the form it is stored and sent in, whole; one without rows stays a summary. */
export function toLoadedRun(run: OpenRun): LoadedRun {
  const { record, said } = run;
  if (record.state === 'summary') return { run: record, source: undefined, chunks: [] };
  return { ...storedForm(record, run, run), said };
}

/** Sets new ids, so that the run replaces none that is stored. */
export function withNewIds({ run, source, chunks, said }: LoadedRun): LoadedRun {
  const id = randomId();
  const sourceId = source ? randomId() : '';
  return {
    run: { ...run, id, sourceId },
    source: source && { ...source, id: sourceId },
    chunks: chunks.map((chunk) => ({ ...chunk, runId: id })),
    said,
  };
}

/** Stores an open run as a new one, with the exchanges of its agent; returns the stored record. */
export async function keepRun(run: OpenRun, runs: RunStore, store: Store): Promise<RunRecord> {
  const loaded = withNewIds(toLoadedRun(run));
  await runs.restore(loaded);
  await keepExchanges(loaded, store);
  return loaded.run;
}

/** Where the rows of a run are read from. */
type OpenSource = Omit<SourceRecord, 'id'>;

const NO_SOURCE: OpenSource = { rows: new Blob(), original: null, skipped: new Blob() };

/**
 * A stored run that is being read: its rows are joined as they come, and handed over to the worker
 * that will be asked about them.
 */
export class OpeningRun {
  readonly #record: RunRecord;
  readonly #source: OpenSource;
  readonly #reader: RunReader;
  readonly #key: string;
  readonly #columns = new GrowingColumns();
  readonly #parts: DonePart[] = [];
  #canGoOn: boolean;

  /**
   * @param source its source; undefined for a summary
   * @param key a key for its columns that has not been used before
   */
  constructor(
    record: RunRecord,
    source: OpenSource | undefined,
    reader: RunReader,
    key = newRunKey(),
  ) {
    this.#record = record;
    this.#source = source ?? NO_SOURCE;
    this.#reader = reader;
    this.#key = key;
    this.#canGoOn = record.state === 'interrupted';
  }

  /** Adds the rows that follow. */
  add({ columns, end }: Pick<StoredChunk, 'columns' | 'end'>): void {
    const share = Math.min(1, (this.#columns.rowCount + columns.rowCount) / this.#record.rowCount);
    this.#columns.append(columns, share);
    // what was skipped is stored only at the end
    this.#canGoOn &&= end !== undefined && columns.skippedCount === 0;
    if (this.#canGoOn && end) this.#parts.push({ columns: unpackColumns(columns), end });
  }

  /** Adds rows whose memory nobody else needs. */
  take(chunk: Pick<StoredChunk, 'columns' | 'end'>): void {
    const from = this.#columns.rowCount;
    this.add(chunk);
    if (this.#record.state !== 'complete') return;
    const share = this.#columns.rowCount / this.#record.rowCount;
    this.#reader.handOver(this.#key, from, chunk.columns, this.#rowSource, share);
  }

  /**
   * The first rows of a long run, as a run that is growing: the facts about all its rows are there
   * already. Undefined where the rest is needed to show any of it.
   */
  head(): OpenRun | undefined {
    const record = this.#record;
    const kept = keptDigest(record);
    const isHead = record.state === 'complete' && this.#columns.rowCount < record.rowCount;
    if (!isHead || hasAnnotations(record) || !kept) return undefined;
    return {
      ...this.#openAs({ ...record, state: 'running' }, this.#columns.take()),
      ...kept,
      isGrowing: true,
    };
  }

  /** The run with all its rows. */
  async whole(said?: Blob): Promise<OpenRun> {
    const record = this.#record;
    const columns = this.#columns.take();
    const run = this.#openAs(
      record,
      hasAnnotations(record) ? withAnnotations(columns, record) : columns,
    );
    const { summary, state } = record;
    const kept = keptDigest(record);
    // a lost worker is reported to the next caller
    if (kept) this.#reader.keep(run).catch(() => undefined);
    const digest = kept ?? (await this.#reader.ask(run, 'digest', false));
    const isOwn = kept !== undefined || state === 'summary';
    return { ...run, ...digest, ...(isOwn && { summary }), said, parts: this.#parts };
  }

  get #rowSource(): RowSource {
    const { rows, table } = this.#source;
    const { roles, settings } = this.#record;
    return { rows, table, roles, settings };
  }

  #openAs(record: RunRecord, columns: ScoredColumns): Omit<OpenRun, keyof KeptDigest> {
    const { original, skipped } = this.#source;
    const { summary } = record;
    const source = this.#rowSource;
    return { ...source, key: this.#key, columns, record, summary, original, skipped, parts: [] };
  }
}

/** Converts a run that came from outside to one that can be shown. */
export function toOpenRun(
  { run, source, chunks, said }: LoadedRun,
  reader: RunReader,
): Promise<OpenRun> {
  const opening = new OpeningRun(run, source, reader);
  for (const chunk of chunks) opening.add(chunk);
  return opening.whole(said);
}

/** What the run has kept of its digest, where that can be read. */
function keptDigest({ digest }: RunRecord): KeptDigest | undefined {
  return v.is(KeptDigest, digest) ? digest : undefined;
}
