import * as v from 'valibot';
import type { FirstAnswers, OpenedRun } from '#workers/open-file.ts';
import type { OnPart } from '#engine/part-gatherer.ts';
import type { RunReader } from '#kernel/worker/run-reader.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';
import {
  scoreDataset,
  type Recognised,
  type RememberedReading,
  type ScoredSource,
  type ScoreResult,
} from '#engine/score-dataset.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';
import type { RowTable } from '#core/read/containers/format.ts';
import { ColumnRoles } from '#core/read/names/column-roles.ts';
import { withoutChoice } from '#core/read/choices/reading-choices.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { hasAnnotations, annotationsOf, newRunKey, randomId, type OpenRun } from './open-run.ts';
import { withAnnotations } from '#core/score/review/annotation-columns.ts';
import { FIRST_LINES, type RowPreview } from '#core/explain/row/row-detail.ts';
import { mergeScores, planRescore, type RescorePlan } from '#core/score/columns/plan-rescore.ts';
import type { TaskSet } from '#core/score/columns/task-set.ts';
import { GrowingColumns } from '#core/score/columns/growing-columns.ts';
import type { ScoredColumns, PartEnd } from '#core/score/columns/scored-columns.ts';
import type { RunRecord, SourceRecord } from '#engine/run-file/run-records.ts';
import type { Library } from './library.svelte.ts';
import type { ScoringProgress } from './phase.ts';
import type { TrustedCode } from '#kernel/sandbox/trusted-code.svelte.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { cutColumns } from '#core/score/columns/pack-columns.ts';
import { keepDigest, type RunDigest } from '#core/explain/summary/digest.ts';
import { holdRunLock } from '#kernel/storage/other-tabs.ts';
import type { RunStore } from '#kernel/storage/runs.ts';
import type { Dataset } from './open-dataset.ts';
import type { Shape } from '#core/base/json/json-shape.ts';
import { ReadingChoices } from '#core/read/choices/reading-shape.ts';
import { loadValue, saveValue } from '#kernel/settings-storage.ts';

const PARTIAL_EVERY_MS = 1000;
/** Drawing the progress of every part would take as long as scoring some. */
const REPORT_EVERY_MS = 100;

/** What is scored, and which results are known already. */
export interface ScoringJob {
  readonly dataset: Dataset;
  /** The run's name. */
  readonly name: string;
  readonly settings: MetricSettings;
  /** The open run that it takes the place of, which is shown until all rows are scored. */
  readonly replaced?: OpenRun | undefined;
  /** A run of the same rows under other settings: scores that cannot differ are kept. */
  readonly known?: OpenRun | undefined;
  /** A run that was interrupted, to continue. */
  readonly begun?: OpenRun | undefined;
  readonly chosenRoles: ColumnRoles;
  readonly reading: ReadingChoices;
  /**
   * Whether a person has chosen nothing for this data yet: what was chosen for files like it is chosen
   * again, and its format may define settings.
   */
  readonly isNew?: boolean;
  /** What the workers answer about the dataset under these settings, where that is known. */
  readonly prepared?: OpenedRun | undefined;
}

/** What scoring needs. */
export interface ScoringServices {
  readonly pool: WorkerPool;
  readonly reader: RunReader;
  readonly library: Library;
  readonly trusted: Pick<TrustedCode, 'has'>;
}

/**
 * Table lines of the first rows of a run that was not shown before, so that it is drawn once; other
 * lines are read when somebody looks at them.
 */
export type FirstLines = readonly RowPreview[] | undefined;

/** What is called while scoring continues. */
export interface ScoringWatcher {
  readonly onProgress: (progress: ScoringProgress) => void;
  readonly onPartial: (run: OpenRun, firstLines: FirstLines) => void;
  /** Called with what was chosen before for files like new data. */
  readonly onRecalled: (known: RememberedReading) => void;
  /** Called with the settings as the format of new data defines them. */
  readonly onDefined: (settings: MetricSettings) => void;
}

/** What scoring returned. */
export type ScoringOutcome =
  | {
      readonly kind: 'scored';
      /** The run with all its rows; not stored yet. */
      readonly run: OpenRun;
      readonly firstLines: FirstLines;
      /** Set when the file broke off; the rows before it are scored. */
      readonly issue: FileIssue | null;
      /** Stores what is left of it, and returns the record as stored. */
      readonly store: () => Promise<RunRecord>;
    }
  | { readonly kind: 'unreadable'; readonly issue: FileIssue };

/** Scores one dataset once: reads, shows rows as they come, stores the run as it is produced. */
export class Scoring {
  readonly #services: ScoringServices;
  readonly #job: ScoringJob;
  readonly #watcher: ScoringWatcher;
  readonly #recorder: RunRecorder;
  readonly #plan: RescorePlan | undefined;
  readonly #key = newRunKey();
  readonly #columns = new GrowingColumns();
  /** What is asked first about the rows that were scored when the file was opened. */
  #answers: FirstAnswers | undefined;
  #partCount = 0;
  #rowCount = 0;
  #shownAtMs = 0;
  #reportedAtMs = -Infinity;
  #hasReportedRows = false;
  #hasFirstLines = false;
  readonly #startedAtMs = performance.now();

  constructor(services: ScoringServices, job: ScoringJob, watcher: ScoringWatcher) {
    this.#services = services;
    this.#job = job;
    this.#watcher = watcher;
    const { settings, known } = job;
    this.#plan = known && planRescore(known.columns, known.record.settings, settings);
    const { library } = services;
    const onChange = () => library.refresh();
    this.#recorder = new RunRecorder(library.store, job, this.#plan && known, onChange);
  }

  /**
   * Scores the dataset.
   * @throws AbortError when cancelled, else what made it fail; what was stored is removed again
   */
  async run(signal: AbortSignal): Promise<ScoringOutcome> {
    try {
      return this.#plan && this.#job.known
        ? await this.#rescore(this.#job.known, this.#plan, signal)
        : await this.#scoreAll(signal);
    } catch (error) {
      await this.#recorder.discard();
      throw error;
    }
  }

  async #scoreAll(signal: AbortSignal): Promise<ScoringOutcome> {
    this.#reportProgress(0);
    const result = await this.#read(signal);
    signal.throwIfAborted();
    if (result.kind !== 'scored') {
      await this.#recorder.discard();
      return result;
    }
    return this.#finish(this.#columns.take(), result, signal);
  }

  #read(signal: AbortSignal): Promise<ScoreResult> {
    const { dataset, chosenRoles, reading, isNew = false, begun } = this.#job;
    const { onRecalled, onDefined } = this.#watcher;
    const { blob } = dataset;
    const done = begun?.parts ?? [];
    const onPart: OnPart = (columns, end, bytesDone, rowsSoFar) => {
      this.#columns.append(columns, Math.min(1, bytesDone / Math.max(1, blob.size)));
      this.#partCount++;
      this.#rowCount += columns.rowCount;
      this.#reportProgress(bytesDone);
      if (this.#partCount <= done.length) return;
      this.#recorder.append(columns, end, rowsSoFar() === blob);
      this.#showSoFar(bytesDone, rowsSoFar, signal);
    };
    const { pool, reader } = this.#services;
    if (begun && done.length > 0) {
      return scoreDataset(pool, { ...this.#rowsOf(begun, signal), blob, done, onPart });
    }
    return scoreDataset(pool, {
      ...this.#shared(signal),
      mode: 'file',
      blob,
      open: async (file) => {
        const opened = this.#job.prepared ?? (await reader.open(this.#key, file, { signal }));
        this.#answers = opened.answers;
        return opened.file;
      },
      name: dataset.fileName,
      chosenRoles,
      reading,
      recall: (header) => {
        const known = isNew ? recallReading(header) : undefined;
        if (known) onRecalled(known);
        return known;
      },
      onPart,
      takesDefined: isNew,
      observes: isNew,
      onRecognised: (recognised) => {
        if (recognised.settings) onDefined(recognised.settings);
        this.#recorder.recognised(recognised);
      },
    });
  }

  /** What every request has. */
  #shared(signal: AbortSignal) {
    return {
      settings: this.#job.settings,
      isTrusted: (code: string): boolean => this.#services.trusted.has(code),
      signal,
      onRows: (rows: number, bytesDone: number): void => this.#reportProgress(bytesDone, rows),
    };
  }

  /** A request for rows of a run, whose columns are known. */
  #rowsOf(run: OpenRun, signal: AbortSignal) {
    const { roles, formatId } = run.record;
    this.#recorder.recognised(recognisedOf(run));
    return { ...this.#shared(signal), mode: 'rows' as const, roles, formatId, table: run.table };
  }

  /** Computes only the scores that the new settings change, from the stored rows. */
  async #rescore(known: OpenRun, plan: RescorePlan, signal: AbortSignal): Promise<ScoringOutcome> {
    const { fingerprint, mentionsPatterns } = known.record;
    const { rows, table, original, skipped } = known;
    const request = this.#rowsOf(known, signal);
    const fresh: ScoredColumns[] = [];
    if (plan.wanted.length > 0) {
      this.#reportProgress(0);
      const result = await scoreDataset(this.#services.pool, {
        ...request,
        blob: rows,
        places: known.columns,
        only: plan.wanted,
        onPart: (columns, _end, bytesDone) => {
          fresh.push(columns);
          this.#rowCount += columns.rowCount;
          this.#reportProgress(bytesDone);
        },
      });
      signal.throwIfAborted();
      if (result.kind === 'unreadable') {
        await this.#recorder.discard();
        return result;
      }
    }
    const columns = mergeScores(known.columns, plan, fresh);
    this.#recorder.appendRows(columns);
    const found = { fingerprint, mentionsPatterns, issue: null };
    return this.#finish(columns, { rows, table, original, skipped, ...found }, signal);
  }

  async #finish(
    scored: ScoredColumns,
    source: ScoredSource,
    signal: AbortSignal,
  ): Promise<ScoringOutcome> {
    this.#recorder.startNow();
    const { rows, table, original, skipped, mentionsPatterns, issue } = source;
    const record = { ...this.#recorder.record, mentionsPatterns };
    const { roles, settings } = record;
    // rows shown before lack a person's reviews
    const [columns, key] = hasAnnotations(record)
      ? [withAnnotations(scored, record), newRunKey()]
      : [scored, this.#key];
    const readable = { key, columns, rows, table, roles, settings };
    const known = key === this.#key && this.#answers?.isWhole ? this.#answers : undefined;
    const [digest, firstLines] = await Promise.all([
      known?.digest ?? this.#services.reader.ask(readable, 'digest', false),
      known?.firstLines ?? this.#readFirstLines(readable),
    ]);
    signal.throwIfAborted();
    const run: OpenRun = { ...readable, ...digest, record, original, skipped, parts: [] };
    const store = async (): Promise<RunRecord> => {
      if (columns.rowCount > 0)
        return this.#recorder.finish(columns, digest, source, this.#taskSetOf(readable));
      await this.#recorder.discard();
      return record;
    };
    return { kind: 'scored', run, firstLines, issue, store };
  }

  /** The same rows have the same tasks; a run whose tasks cannot be read is stored without. */
  async #taskSetOf(run: ReadableRun): Promise<TaskSet | undefined> {
    const known = this.#job.known?.record.taskSet ?? this.#answers?.taskSet;
    if (known) return known;
    try {
      return await this.#services.reader.ask(run, 'taskSet', undefined);
    } catch {
      return undefined; // the run is listed by its dataset's name
    }
  }

  /** Shows the rows scored so far, now and then, unless all are there anyway. */
  #showSoFar(bytesDone: number, rowsSoFar: () => Blob, signal: AbortSignal): void {
    const now = performance.now();
    const isOver = bytesDone >= this.#job.dataset.blob.size;
    const isWhole = isOver || this.#answers?.isWhole === true;
    if (this.#job.replaced || isWhole || now - this.#shownAtMs < PARTIAL_EVERY_MS) return;
    this.#shownAtMs = now;
    const { record, table } = this.#recorder;
    const columns = this.#columns.take();
    const { roles, settings } = record;
    const readable = { key: this.#key, columns, rows: rowsSoFar(), table, roles, settings };
    const rest = { record, original: null, skipped: new Blob(), parts: [] };
    const known = this.#partCount === 1 ? this.#answers : undefined;
    this.#hasFirstLines ||= known !== undefined;
    Promise.all([
      known?.digest ?? this.#services.reader.ask(readable, 'digest', true),
      known?.firstLines ?? this.#readFirstLines(readable),
    ]).then(
      ([digest, firstLines]) => {
        const run: OpenRun = { ...readable, ...digest, ...rest, isGrowing: true };
        if (!signal.aborted) this.#watcher.onPartial(run, firstLines);
      },
      () => undefined, // a reader that is lost for good fails the whole at its end
    );
  }

  async #readFirstLines(run: ReadableRun): Promise<FirstLines> {
    if (this.#hasFirstLines) return undefined;
    this.#hasFirstLines = true;
    const count = Math.min(FIRST_LINES, run.columns.rowCount);
    try {
      const rows = Array.from({ length: count }, (_, row) => row);
      return await this.#services.reader.ask(run, 'previewRows', { rows });
    } catch {
      return undefined; // they are asked for again when somebody looks
    }
  }

  /** Reports progress: of the first rows at once, then every 100 ms at most. */
  #reportProgress(bytesDone: number, rowsMore = 0): void {
    const { dataset } = this.#job;
    const { size } = dataset.blob;
    const rowCount = this.#rowCount + rowsMore;
    const isFirst = !this.#hasReportedRows && rowCount > 0;
    const now = performance.now();
    if (!isFirst && now - this.#reportedAtMs < REPORT_EVERY_MS) return;
    this.#reportedAtMs = now;
    this.#hasReportedRows = rowCount > 0;
    this.#watcher.onProgress({
      datasetName: dataset.title,
      // what was unpacked has more bytes than the file
      bytesDone: Math.min(bytesDone, size),
      bytesTotal: size,
      rowCount,
      startedAtMs: this.#startedAtMs,
    });
  }
}

function recognisedOf({ record, table }: OpenRun): Recognised {
  const { formatId, formatTitle, lineUnit, roles, reading = {}, header = '' } = record;
  const format = { id: formatId, title: formatTitle, unit: lineUnit };
  return { format, roles, reading, table, header };
}

/**
 * Writing competes with scoring for the same cores: a run that is scored within this time is
 * written right after, a longer one from then on as it is produced.
 */
const HEAD_START_MS = 600;

type RecordedJob = Pick<ScoringJob, 'name' | 'dataset' | 'settings' | 'known' | 'begun'>;

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
  /** Ends the current writing; undefined before writing begins. */
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
      id: begun?.record.id ?? randomId(),
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
      sourceId: (begun ?? sharedWith)?.record.sourceId ?? randomId(),
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

  /** The record so far. */
  get record(): RunRecord {
    return this.#record;
  }

  /** The table that its rows are read back from, if any. */
  get table(): RowTable | undefined {
    return this.#source.table;
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
  const contentOf = ({ digest, taskSet, mentionsPatterns, ...run }: RunRecord): JsonValue => {
    const stored = { id: '', createdAtMs: 0, state: '', chunkCount: 0, sourceId: '' };
    return JSON.parse(JSON.stringify({ ...run, ...stored })) as JsonValue;
  };
  return a.state === 'complete' && a.id !== b.id && isJsonEqual(contentOf(a), contentOf(b));
}

const READINGS = 'readings';
/** Headers beyond this many are forgotten, the oldest first. */
const MAX_READINGS = 50;

const Entry = v.object({ header: v.string(), roles: ColumnRoles, reading: ReadingChoices });
type Entry = Shape<typeof Entry>;

/**
 * Finds what was chosen for the last file with a header.
 * @returns the choices; undefined when there were none
 */
export function recallReading(header: string): RememberedReading | undefined {
  return readEntries().find((entry) => entry.header === header);
}

/** Keeps on this device what was chosen for files with a header, but for what one file alone has. */
export function rememberReading(header: string, roles: ColumnRoles, choices: ReadingChoices): void {
  if (header === '') return;
  const reading = withoutChoice(choices, 'joined');
  const others = readEntries().filter((entry) => entry.header !== header);
  const isDefault = Object.keys({ ...roles, ...reading }).length === 0;
  const entries = isDefault
    ? others
    : [{ header, roles, reading }, ...others].slice(0, MAX_READINGS);
  saveValue(READINGS, entries);
}

function readEntries(): readonly Entry[] {
  const stored = loadValue(READINGS);
  return Array.isArray(stored) ? stored.filter((entry) => v.is(Entry, entry)) : [];
}
