import type { RunReader } from '#bridge/run-reader.ts';
import type { ColumnRoles } from '#core/dataset/columns.ts';
import type { FormatInfo } from '#core/formats/format.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import type { SummaryFile } from '#core/results/summary-file.ts';
import { joinColumns, NO_ROWS, type ScoredColumns } from '#core/scoring/scored-columns.ts';
import type { MetricSummary } from '#core/summary/summarise.ts';
import type { RunStore } from '#storage/runs.ts';
import type { RunRecord, SourceRecord } from '#storage/schema.ts';
import { askToPersist, estimateUsage } from '#storage/usage.ts';
import type { Notices } from './notices.svelte.ts';
import { newRunKey, type OpenRun } from './open-run.ts';
import { RunWriter } from './run-writer.ts';

/** What is known of a run before its first row. */
export interface NewRun {
  readonly name: string;
  readonly datasetName: string;
  readonly sampleId: string;
  readonly settings: MetricSettings;
  readonly blob: Blob;
}

/** What is known of a run once all rows are scored. */
export interface FinishedRun {
  readonly columns: ScoredColumns;
  readonly summary: readonly MetricSummary[];
  readonly fingerprint: string;
  readonly rows: Blob;
  readonly original: Blob | null;
  readonly skipped: Blob;
}

/** The runs kept in this browser. */
export class Library {
  readonly #runs: RunStore;
  readonly #reader: RunReader;
  readonly #notices: Notices;
  #list = $state.raw<readonly RunRecord[]>([]);
  #isLoaded = $state(false);
  #usedBytes = $state<number | undefined>();

  constructor(runs: RunStore, reader: RunReader, notices: Notices) {
    this.#runs = runs;
    this.#reader = reader;
    this.#notices = notices;
  }

  /** Runs with rows or a summary, newest first; runs still being written are not among them. */
  get list(): readonly RunRecord[] {
    return this.#list;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  async refresh(): Promise<void> {
    try {
      const runs = await this.#runs.list();
      this.#list = runs.filter(({ state }) => state !== 'running');
    } catch {
      // the store has told why; the page goes on without it
    }
    this.#isLoaded = true;
    void estimateUsage().then((usage) => (this.#usedBytes = usage?.usedBytes));
  }

  /** How much room the page's data takes, by the browser's estimate. */
  get usedBytes(): number | undefined {
    return this.#usedBytes;
  }

  find(id: string): RunRecord | undefined {
    return this.#list.find((run) => run.id === id);
  }

  /** The run of an unedited sample under the same settings. */
  findSampleRun(sampleId: string, settings: MetricSettings): RunRecord | undefined {
    const wanted = JSON.stringify(settings);
    return this.#list.find(
      (run) =>
        run.sampleId === sampleId &&
        run.state === 'complete' &&
        JSON.stringify(run.settings) === wanted,
    );
  }

  /** Begins a run that is written as it is scored. */
  record(run: NewRun): RunRecorder {
    return new RunRecorder(this.#runs, run, () => this.refresh());
  }

  /** Opens a run with all its rows. */
  async load(id: string): Promise<OpenRun | undefined> {
    try {
      const loaded = await this.#runs.load(id);
      if (!loaded) return undefined;
      const { run: record, source, chunks } = loaded;
      const columns = chunks.length > 0 ? joinColumns(chunks) : NO_ROWS;
      const { rows, original, skipped } = source ?? {
        rows: new Blob(),
        original: null,
        skipped: new Blob(),
      };
      const readable = { key: newRunKey(), columns, rows, roles: record.roles };
      const digest = await this.#reader.digest(readable);
      const isSummary = record.state === 'summary';
      return {
        ...readable,
        ...digest,
        ...(isSummary ? { summary: record.summary } : {}),
        record,
        original,
        skipped,
      };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#notices.banner({
        id: 'load',
        kind: 'error',
        title: 'This run could not be opened.',
        text,
      });
      return undefined;
    }
  }

  /** Keeps a summary that was read from a file, as a run without rows. */
  async addSummary(file: SummaryFile): Promise<string> {
    const id = crypto.randomUUID();
    const record: RunRecord = {
      ...file,
      id,
      state: 'summary',
      chunkCount: 0,
      roles: {},
      formatId: 'summary',
      formatTitle: 'Summary',
      lineUnit: 'Line',
      sourceId: '',
      fingerprint: '',
      sourceBytes: 0,
      sampleId: '',
    };
    try {
      await this.#runs.addSummary(record);
    } finally {
      await this.refresh();
    }
    return id;
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#try(() => this.#runs.rename(id, name));
  }

  /** Deletes a run; a notice offers to take that back. */
  async remove(id: string): Promise<void> {
    const name = this.find(id)?.name ?? '';
    await this.#try(async () => {
      let token: Awaited<ReturnType<RunStore['remove']>> | undefined = await this.#runs.remove(id);
      const undo = async (): Promise<void> => {
        const kept = token;
        token = undefined;
        if (kept) await this.#try(() => this.#runs.restore(kept));
      };
      this.#notices.toast(`Deleted “${name}”.`, { label: 'Undo', run: () => void undo() }, () => {
        token = undefined;
      });
    });
  }

  /** Drops a run that another has taken the place of. */
  async forget(id: string): Promise<void> {
    await this.#try(() => this.#runs.remove(id));
  }

  async #try(change: () => Promise<unknown>): Promise<void> {
    try {
      await change();
    } catch {
      // the store has told why
    }
    await this.refresh();
  }
}

let hasAsked = false;

/** The first run of a person's own data is worth asking for storage that lasts. */
function askOnce(): void {
  if (!hasAsked) void askToPersist();
  hasAsked = true;
}

/** Writes one run while it is scored. */
export class RunRecorder {
  readonly #runs: RunStore;
  readonly #onChange: () => Promise<void>;
  readonly #blob: Blob;
  #record: RunRecord;
  #writer: RunWriter | undefined;
  readonly #waiting: ScoredColumns[] = [];

  constructor(runs: RunStore, run: NewRun, onChange: () => Promise<void>) {
    this.#runs = runs;
    this.#onChange = onChange;
    this.#blob = run.blob;
    const { name, datasetName, sampleId, settings } = run;
    this.#record = {
      name,
      datasetName,
      sampleId,
      settings,
      id: crypto.randomUUID(),
      createdAtMs: Date.now(),
      state: 'running',
      rowCount: 0,
      skippedCount: 0,
      chunkCount: 0,
      roles: {},
      formatId: '',
      formatTitle: '',
      lineUnit: 'Line',
      summary: [],
      sourceId: crypto.randomUUID(),
      fingerprint: '',
      sourceBytes: run.blob.size,
    };
  }

  /** The record as far as it is known. */
  draft(): RunRecord {
    return this.#record;
  }

  recognised(format: FormatInfo, roles: ColumnRoles): void {
    const { id: formatId, title: formatTitle, unit: lineUnit } = format;
    this.#record = { ...this.#record, formatId, formatTitle, lineUnit, roles };
    this.#writer = new RunWriter(
      this.#runs,
      this.#record,
      this.#source(this.#blob, null, new Blob()),
    );
  }

  /**
   * Adds rows. Those that cannot be read from what is stored so far wait for the end: a run that
   * was interrupted before would have scores without rows.
   */
  append(columns: ScoredColumns, isReadable: boolean): void {
    if (isReadable) this.#writer?.append(columns);
    else this.#waiting.push(columns);
  }

  /** Stores the last of it; a record that could not be stored is returned as still running. */
  async finish({
    columns,
    summary,
    fingerprint,
    rows,
    original,
    skipped,
  }: FinishedRun): Promise<RunRecord> {
    const { rowCount, skippedCount } = columns;
    this.#record = {
      ...this.#record,
      state: 'complete',
      rowCount,
      skippedCount,
      summary,
      fingerprint,
    };
    const source = this.#source(rows, original, skipped);
    const stored = await this.#writer?.finish(this.#record, source, this.#waiting);
    await this.#onChange();
    if (!stored) return { ...this.#record, state: 'running' };
    if (stored.sampleId === '') askOnce();
    return stored;
  }

  async discard(): Promise<void> {
    await this.#writer?.discard();
  }

  #source(rows: Blob, original: Blob | null, skipped: Blob): SourceRecord {
    return { id: this.#record.sourceId, rows, original, skipped };
  }
}
