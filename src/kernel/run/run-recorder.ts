import type { Recognised } from '#engine/score-dataset.ts';
import type { AgentNote } from '#core/agents/agent-config.ts';
import type { RowTable } from '#core/read/containers/format.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { PartEnd, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { cutColumns } from '#core/score/columns/slice-columns.ts';
import { keepDigest, type RunDigest } from '#core/explain/summary/digest.ts';
import { givenOf, type GivenByPerson } from '#core/score/ratings/given.ts';
import type { TaskSet } from '#core/score/columns/task-set.ts';
import type { RunStore } from '#kernel/storage/runs.ts';
import type { RunRecord, SourceRecord } from '#engine/run-file/records.ts';
import { askToPersist } from '#kernel/storage/usage.ts';
import type { OpenRun } from './open-run.ts';
import { RunWriter } from './run-writer.ts';

/** What is known of a run before its first row. */
export interface NewRun {
  readonly name: string;
  readonly datasetName: string;
  readonly sampleId: string;
  readonly settings: MetricSettings;
  readonly blob: Blob;
  readonly agent?: AgentNote | undefined;
  /** An open run of the same data, whose stored source is shared. */
  readonly sharedWith?: OpenRun | undefined;
  /** What a person says of the same rows. */
  readonly given?: GivenByPerson | undefined;
  /** What was accepted into the references of the same rows. */
  readonly references?: RunRecord['references'];
  /** A run that was interrupted, to go on with. */
  readonly begun?: OpenRun | undefined;
}

/** What is known of a run once all rows are scored. */
export interface FinishedRun {
  readonly columns: ScoredColumns;
  readonly digest: RunDigest;
  readonly fingerprint: string;
  /** Becomes known while the rows are written. */
  readonly taskSet: Promise<TaskSet | undefined>;
  readonly rows: Blob;
  readonly table: RowTable | undefined;
  readonly original: Blob | null;
  readonly skipped: Blob;
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
  readonly #begun: Omit<SourceRecord, 'table'>;
  #record: RunRecord;
  #writer: RunWriter | undefined;
  readonly #waiting: ScoredColumns[] = [];
  readonly #chunksDone: number;

  constructor(runs: RunStore, run: NewRun, onChange: () => Promise<void>) {
    this.#runs = runs;
    this.#onChange = onChange;
    const { name, datasetName, sampleId, settings, blob, agent, sharedWith, begun } = run;
    const { given, references } = run;
    this.#chunksDone = begun?.parts.length ?? 0;
    const { rows, original, skipped } = sharedWith ?? {
      rows: blob,
      original: null,
      skipped: new Blob(),
    };
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
      ...(given && givenOf(given)),
      ...(references && { references }),
    };
    this.#begun = { id: this.#record.sourceId, rows, original, skipped };
  }

  /** The record as far as it is known. */
  draft(): RunRecord {
    return this.#record;
  }

  recognised(recognised: Recognised): void {
    const { format, roles, reading, table, header, settings = this.#record.settings } = recognised;
    const { id: formatId, title: formatTitle, unit: lineUnit } = format;
    const read = { formatId, formatTitle, lineUnit, roles, reading, header };
    this.#record = { ...this.#record, ...read, settings };
    const source = sourceOf(this.#begun, table);
    this.#writer = new RunWriter(this.#runs, this.#record, source, this.#chunksDone);
  }

  /**
   * Adds rows. Those that cannot be read from what is stored so far wait for the end: a run that
   * was interrupted before would have scores without rows.
   */
  append(columns: ScoredColumns, end: PartEnd, isReadable: boolean): void {
    if (isReadable) this.#writer?.append(columns, end);
    else this.#waiting.push(columns);
  }

  /** Adds all rows at once; their source is stored already. */
  appendRows(columns: ScoredColumns): void {
    this.#waiting.push(...cutColumns(columns));
  }

  /** Writes what there is, now that nothing is left to score. */
  startNow(): void {
    this.#writer?.startNow();
  }

  /** Keeps whether a reserved key of patterns stands in the rows, once that is known. */
  looked(mentionsPatterns: boolean | undefined): void {
    this.#record = { ...this.#record, mentionsPatterns };
  }

  /** Stores the last of it; a record that could not be stored is returned as still running. */
  async finish({
    columns,
    digest,
    fingerprint,
    taskSet: asked,
    rows,
    table,
    original,
    skipped,
  }: FinishedRun): Promise<RunRecord> {
    const { rowCount, skippedCount } = columns;
    const taskSet = await asked;
    this.#record = {
      ...this.#record,
      state: 'complete',
      rowCount,
      skippedCount,
      ...keepDigest(digest, rowCount),
      fingerprint,
      ...(taskSet && { taskSet }),
    };
    const source = sourceOf({ id: this.#record.sourceId, rows, original, skipped }, table);
    const stored = await this.#writer?.finish(this.#record, source, this.#waiting);
    await this.#onChange();
    if (!stored) return { ...this.#record, state: 'running' };
    if (stored.sampleId === '') askOnce();
    return stored;
  }

  async discard(): Promise<void> {
    await this.#writer?.discard();
    await this.#onChange();
  }
}

function sourceOf(source: Omit<SourceRecord, 'table'>, table: RowTable | undefined): SourceRecord {
  return { ...source, ...(table && { table }) };
}
