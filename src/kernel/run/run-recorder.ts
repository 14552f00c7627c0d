import type { Recognised, ScoredSource } from '#engine/score-dataset.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { PartEnd, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { cutColumns } from '#core/score/columns/slice-columns.ts';
import { keepDigest, type RunDigest } from '#core/explain/summary/digest.ts';
import { annotationsOf } from '#core/score/review/annotations.ts';
import type { TaskSet } from '#core/score/columns/task-set.ts';
import { holdRunLock } from '#kernel/storage/locks.ts';
import type { RunStore } from '#kernel/storage/runs.ts';
import type { RunRecord, SourceRecord } from '#engine/run-file/run-records.ts';
import type { OpenRun } from './open-run.ts';
import type { Dataset } from './open-dataset.ts';

/**
 * Writing competes with scoring for the same cores: a run that is scored within this time is
 * written right after, a longer one from then on as it is produced.
 */
const HEAD_START_MS = 600;

/** What a run is of. */
export interface RecordedJob {
  readonly dataset: Dataset;
  /** The run's name. */
  readonly name: string;
  readonly settings: MetricSettings;
  /** A run of the same rows under other settings: scores that cannot differ are taken over. */
  readonly known?: OpenRun | undefined;
  /** A run that was interrupted, to go on with. */
  readonly begun?: OpenRun | undefined;
}

let hasAsked = false;

/**
 * Asks the browser, once, not to clear the page's data by itself: the first run of a person's own data
 * is worth it. Browsers often decline without asking anybody.
 */
async function askToPersist(): Promise<void> {
  if (hasAsked) return;
  hasAsked = true;
  try {
    await navigator.storage.persist();
  } catch {
    // as if the browser had declined; on a plain-http host there is no such thing
  }
}

/**
 * Writes one run while it is scored, one write after the other. When the store fails the writing
 * stops, the run stays open on the page, and the store reports the trouble.
 */
export class RunRecorder {
  readonly #runs: RunStore;
  readonly #onChange: () => Promise<void>;
  #record: RunRecord;
  /** The source as it is stored until all rows are there. */
  #source: SourceRecord;
  /** Ends the writing under way; undefined before writing begins. */
  #queue: Promise<void> | undefined;
  readonly #waiting: ScoredColumns[] = [];
  readonly #isResumed: boolean;
  #chunks: number;
  #hasFailed = false;
  #release: (() => void) | undefined;
  #endHeadStart: () => void = () => undefined;

  /**
   * @param sharedWith an open run of the same data, whose stored source is shared
   * @param onChange called once something was written or removed
   */
  constructor(
    runs: RunStore,
    { name, dataset, settings, known, begun }: RecordedJob,
    sharedWith: OpenRun | undefined,
    onChange: () => Promise<void>,
  ) {
    this.#runs = runs;
    this.#onChange = onChange;
    const { blob, title: datasetName, sampleId, agent } = dataset;
    const before = (known ?? begun)?.record;
    const references = known?.record.references;
    this.#chunks = begun?.parts.length ?? 0;
    this.#isResumed = this.#chunks > 0;
    this.#record = {
      name,
      datasetName,
      sampleId,
      settings,
      id: begun?.record.id ?? crypto.randomUUID(),
      createdAtMs: begun?.record.createdAtMs ?? Date.now(),
      state: 'running',
      rowCount: 0,
      skippedCount: 0,
      chunkCount: 0,
      roles: {},
      formatId: '',
      formatTitle: '',
      lineUnit: 'Line',
      summary: [],
      sourceId: (begun ?? sharedWith)?.record.sourceId ?? crypto.randomUUID(),
      fingerprint: '',
      sourceBytes: blob.size,
      ...(agent ? { agent } : {}),
      ...(before && annotationsOf(before)),
      ...(references && { references }),
    };
    this.#source = this.#sourceOf(
      sharedWith ?? { rows: blob, original: null, skipped: new Blob(), table: undefined },
    );
  }

  #sourceOf(source: Pick<ScoredSource, 'rows' | 'table' | 'original' | 'skipped'>): SourceRecord {
    const { rows, table, original, skipped } = source;
    return { id: this.#record.sourceId, rows, original, skipped, ...(table && { table }) };
  }

  /** The record as far as it is known. */
  draft(): RunRecord {
    return this.#record;
  }

  /** Begins writing, now that it is known how the rows are read. */
  recognised(recognised: Recognised): void {
    const { format, roles, reading, table, header, settings = this.#record.settings } = recognised;
    const { id: formatId, title: formatTitle, unit: lineUnit } = format;
    const read = { formatId, formatTitle, lineUnit, roles, reading, header };
    this.#record = { ...this.#record, ...read, settings };
    this.#source = this.#sourceOf({ ...this.#source, table });
    const [run, source] = [this.#record, this.#source];
    const headStart = new Promise<void>((resolve) => {
      this.#endHeadStart = resolve;
      setTimeout(resolve, HEAD_START_MS);
    });
    this.#queue = holdRunLock(run.id).then((release) => {
      this.#release = release;
      return headStart;
    });
    this.#write(() => this.#runs.begin(run, source));
  }

  /**
   * Adds rows. Those that cannot be read from what is stored so far wait for the end: a run that
   * was interrupted before would have scores without rows.
   */
  append(columns: ScoredColumns, end: PartEnd, isReadable: boolean): void {
    if (isReadable) this.#writeChunk(columns, end);
    else this.#waiting.push(columns);
  }

  /** Adds all rows at once; their source is stored already. */
  appendRows(columns: ScoredColumns): void {
    this.#waiting.push(...cutColumns(columns));
  }

  /** Writes what there is, now that nothing is left to score. */
  startNow(): void {
    this.#endHeadStart();
  }

  /**
   * Stores the last of it; a record that could not be stored is returned as still running.
   * @param asked becomes known while the rows are written
   */
  async finish(
    { rowCount, skippedCount }: ScoredColumns,
    digest: RunDigest,
    scored: ScoredSource,
    asked: Promise<TaskSet | undefined>,
  ): Promise<RunRecord> {
    const taskSet = await asked;
    const { fingerprint, mentionsPatterns } = scored;
    this.#record = {
      ...this.#record,
      state: 'complete',
      rowCount,
      skippedCount,
      ...keepDigest(digest, rowCount),
      fingerprint,
      mentionsPatterns,
      ...(taskSet && { taskSet }),
    };
    const source = this.#sourceOf(scored);
    // the bytes that are stored already need not be stored again
    if (!isSameSource(source, this.#source)) this.#write(() => this.#runs.putSource(source));
    for (const columns of this.#waiting) this.#writeChunk(columns);
    let stored: RunRecord | undefined;
    this.#write(async () => {
      stored = await this.#runs.finish({ ...this.#record, chunkCount: this.#chunks }, isSameRun);
    });
    await this.#end();
    if (!stored) return { ...this.#record, state: 'running' };
    if (stored.sampleId === '') void askToPersist();
    return stored;
  }

  /** Removes what was written of a run that is not wanted; one that was resumed stays. */
  async discard(): Promise<void> {
    const { id } = this.#record;
    this.#write(() => (this.#isResumed ? this.#runs.interrupt(id) : this.#runs.discardRunning(id)));
    await this.#end();
  }

  #writeChunk(columns: ScoredColumns, end?: PartEnd): void {
    const index = this.#chunks++;
    this.#write(() => this.#runs.appendChunk(this.#record.id, index, columns, end));
  }

  async #end(): Promise<void> {
    this.startNow();
    await this.#queue;
    this.#release?.();
    await this.#onChange();
  }

  /** Writes after what is being written; nothing before writing has begun. */
  #write(write: () => Promise<void>): void {
    this.#queue = this.#queue?.then(async () => {
      if (this.#hasFailed) return;
      try {
        await write();
      } catch {
        this.#hasFailed = true; // the store has reported it
        await this.#runs.discardRunning(this.#record.id).catch(() => undefined);
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
