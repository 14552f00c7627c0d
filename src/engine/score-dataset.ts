import { customColumn } from '#core/score/custom-metrics/custom-metric.ts';
import type { CustomMetric, MetricSettings } from '#core/score/metric/settings.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { ReadingChoices } from '#core/read/choices/reading-choices.ts';
import { type FormatInfo, type RowTable } from '#core/read/containers/format.ts';
import { HEAD_LENGTH, type FileHead } from '#core/read/containers/head-values.ts';
import type { DatasetIssue, FileIssue } from '#core/read/issues/issue.ts';
import { fingerprintOf } from '#core/base/json/equal-json.ts';
import type { FileToOpen, OpenedFile } from '#workers/open-file.ts';
import type { RowFile, RowPlaces } from '#workers/read-rows.ts';
import type { ScoreJob } from '#workers/score-job.ts';
import { definedFor, type WantedScoring } from '#core/score/metrics/registry.ts';
import {
  PartGatherer,
  type DonePart,
  type FoundBefore,
  type GatherRequest,
  type RowKeeper,
} from './part-gatherer.ts';
import {
  FIRST_SLICE_BYTES,
  scoreAsLines,
  scoreAsPlaced,
  scoreAsRecords,
  scoreAsText,
  type PartWork,
} from './score-parts.ts';
import { readSource, SourceLost } from './source-lost.ts';
import type { IsTrusted, TaskRunner } from './task-runner.ts';

/** A dataset to score: a file as it comes, or rows whose columns are known. */
export type ScoreRequest = FileRequest | RowsRequest;

/** A file, whose shape is found first. */
export interface FileRequest extends GatherRequest, WantedScoring {
  readonly mode: 'file';
  /** The file's name; empty for pasted data. */
  readonly name: string;
  readonly chosenRoles: ColumnRoles;
  readonly reading: ReadingChoices;
  /** Returns earlier choices for files with the same header. */
  readonly recall?: ((header: string) => RememberedReading | undefined) | undefined;
  /** Stores the rows of several files; absent: as a Blob. */
  readonly keepRows?: (() => RowKeeper) | undefined;
  /** Whether it is one of several files: columns that are named need not be in it. */
  readonly isOfSet?: boolean | undefined;
  /** Whether it is in an archive or a set, and cannot be one itself. */
  readonly isInSet?: boolean | undefined;
  /** Which code of custom metrics may run. */
  readonly isTrusted: IsTrusted;
  /** Opens a file whose rows are scored; absent: the pool does. */
  readonly open?: (file: FileToOpen) => Promise<OpenedFile>;
  /** Called once the shape is known, before any row. */
  readonly onRecognised: (recognised: Recognised) => void;
}

/** Facts of a file that are known before its first row. */
export interface Recognised {
  readonly format: FormatInfo;
  readonly roles: ColumnRoles;
  readonly reading: ReadingChoices;
  /** The table that rows are read back from, if any. */
  readonly table: RowTable | undefined;
  /** Equal for files that are read alike. */
  readonly header: string;
  /** The settings with those that the format defines; absent without any. */
  readonly settings?: MetricSettings;
}

/** The choices of a user for a file. */
export interface RememberedReading {
  readonly roles: ColumnRoles;
  readonly reading: ReadingChoices;
}

/** Rows whose columns are known: all, the rest of a run that was interrupted, or some scores of all. */
interface RowsRequest extends Pick<
  FileRequest,
  'blob' | 'settings' | 'signal' | 'onPart' | 'onRows' | 'isTrusted'
> {
  readonly mode: 'rows';
  readonly roles: ColumnRoles;
  /** Absent: JSONL. */
  readonly formatId?: string;
  /** The table at the start of the blob, if any. */
  readonly table?: RowTable | undefined;
  /** Parts at the start that are already scored; they are passed on unchanged. */
  readonly done?: readonly DonePart[];
  /** The places of the rows; absent: they are searched for. */
  readonly places?: RowPlaces;
  /** Ids of the score columns to compute; absent: all. */
  readonly only?: readonly string[];
}

/** The data of the scored rows. */
export interface ScoredSource extends RowFile {
  /** The opened data, where rows are not read from it. */
  readonly original: Blob | null;
  readonly skipped: Blob;
  readonly fingerprint: string;
  /** Whether rows contain a reserved key of patterns; undefined where unknown. */
  readonly mentionsPatterns: boolean | undefined;
  /** Set when the file broke off; the rows before are scored. */
  readonly issue: FileIssue | null;
}

/** The result of scoring a dataset. */
export type ScoreResult = ({ readonly kind: 'scored' } & ScoredSource) | Unreadable;

interface Unreadable {
  readonly kind: 'unreadable';
  readonly issue: FileIssue;
}

/** What is known of a dataset once its shape is: what is scored, by what, and what there is already. */
interface Plan {
  readonly kind: 'plan';
  readonly job: ScoreJob;
  readonly gatherer: PartGatherer;
  readonly table: RowTable | undefined;
  readonly score: (work: PartWork) => Promise<FileIssue | null>;
}

/**
 * Reads and scores a dataset in the workers. Lines and records of tables are read in parallel
 * slices, other formats in one worker.
 * @returns the sources of the rows, or why nothing could be read
 * @throws AbortError when cancelled; WorkerLost when workers keep failing
 */
export async function scoreDataset(pool: TaskRunner, request: ScoreRequest): Promise<ScoreResult> {
  const plan = await readingFile(() =>
    request.mode === 'file' ? planFile(pool, request) : planRows(request),
  );
  if (plan.kind !== 'plan') return plan;
  const { job, gatherer, table, score } = plan;
  const issue = await readingFile(() =>
    completingParts(pool, request, job, gatherer, () =>
      score({ pool, job, signal: request.signal, gatherer }),
    ),
  );
  if (issue !== null && !('code' in issue)) return issue;
  if (request.mode === 'file' && gatherer.recordCount === 0)
    return { kind: 'unreadable', issue: issue ?? { code: 'file_without_rows' } };
  const rows = gatherer.joinRows();
  return {
    kind: 'scored',
    rows,
    table,
    original: rows === request.blob ? null : request.blob,
    skipped: gatherer.joinSkipped(),
    fingerprint: fingerprintOf(gatherer.hashes, job.blob.size),
    mentionsPatterns: gatherer.mentionsPatterns,
    issue,
  };
}

const SCORE = { lines: scoreAsLines, records: scoreAsRecords, text: scoreAsText } as const;

async function planFile(pool: TaskRunner, request: FileRequest): Promise<Plan | Unreadable> {
  const inspection = await inspectRecalling(pool, request);
  if (inspection.kind !== 'dataset') return inspection;
  const { format, roles, choices, header, head, reading, converted, notes, parts, before } =
    inspection;
  const blob = converted ?? request.blob;
  const table = inspection.table && { ...inspection.table, bytes: blob.size };
  const defined = definedFor(inspection, request);
  const settings = defined ?? request.settings;
  request.onRecognised({
    format,
    roles,
    reading: choices,
    table,
    header,
    ...(defined && { settings: defined }),
  });
  const hasCustom = customOf(settings).length > 0;
  const job = { blob, head, formatId: format.id, roles, settings, notes, choices, hasCustom };
  const gatherer = new PartGatherer({ ...request, blob, before, isTable: table !== undefined });
  const score: Plan['score'] = async (work) => {
    for (const part of parts ?? []) await gatherer.add(part);
    const isDone = parts && (reading === 'text' || gatherer.bytesRead >= blob.size);
    return isDone ? null : SCORE[reading](work);
  };
  return { kind: 'plan', job, gatherer, table, score };
}

async function planRows(request: RowsRequest): Promise<Plan> {
  const { blob, roles, settings, formatId = JSONL, table, places, done = [], only } = request;
  const gatherer = new PartGatherer({ ...request, isTable: table !== undefined });
  for (const part of done) gatherer.addDone(part);
  const isLines = formatId === JSONL;
  const hasCustom = customOf(settings, only).length > 0;
  const head = isLines || places ? NO_HEAD : await headOf(blob);
  const job: ScoreJob = { blob, head, formatId, roles, settings, only, notes: [], hasCustom };
  // lines need no places, and are scanned many at a time
  if (isLines) return { kind: 'plan', job, gatherer, table, score: scoreAsLines };
  const score: Plan['score'] = places
    ? (work) => scoreAsPlaced({ ...places, table }, work)
    : scoreAsRecords;
  return { kind: 'plan', job, gatherer, table, score };
}

const JSONL = 'jsonl';
const NO_HEAD = { text: '', isWhole: false, name: '' } as const;

/** The beginning of a file, from which its format is recognised. */
async function headOf(blob: Blob): Promise<FileHead> {
  const text = await blob.slice(0, HEAD_LENGTH).text();
  return { text, isWhole: blob.size <= HEAD_LENGTH, name: '' };
}

/** The custom metrics to score with. */
function customOf({ custom }: MetricSettings, only?: readonly string[]): readonly CustomMetric[] {
  return (custom ?? []).filter(
    (metric) => metric.isOn && (only?.includes(customColumn(metric).id) ?? true),
  );
}

/** Runs `use` with sandboxes for custom metrics, where there are any. */
async function completingParts<T>(
  pool: TaskRunner,
  { isTrusted, signal }: ScoreRequest,
  { settings, only }: ScoreJob,
  gatherer: PartGatherer,
  score: () => Promise<T>,
): Promise<T> {
  const metrics = customOf(settings, only);
  if (metrics.length === 0) return score();
  const scorer = await pool.openOwnMetrics(metrics, isTrusted, signal);
  try {
    gatherer.completeWith(async (part, onProgress) => {
      const { instances, columns } = part;
      if (!instances) return part;
      return { ...part, columns: await scorer.score(columns, instances, onProgress) };
    });
    return await score();
  } finally {
    scorer.close();
  }
}

/** A readable file, or why it cannot be read. */
export type Inspected =
  | Extract<OpenedFile, { kind: 'unreadable' }>
  | (Extract<OpenedFile, { kind: 'dataset' }> & {
      /** Facts found while reading several files. */
      readonly before?: FoundBefore;
    });

/** Inspects a file again where earlier choices apply to it. */
async function inspectRecalling(pool: TaskRunner, request: FileRequest): Promise<Inspected> {
  const found = await inspect(pool, request);
  const known = found.kind === 'dataset' ? request.recall?.(found.header) : undefined;
  if (!known) return found;
  const { roles: chosenRoles, reading } = known;
  return inspect(pool, { ...request, chosenRoles, reading }, [{ code: 'reading_remembered' }]);
}

/**
 * Recognises a file; Parquet is converted by its own worker first, several files are read one by
 * one.
 * @param notes issues found before
 */
async function inspect(
  pool: TaskRunner,
  request: FileRequest,
  notes: readonly DatasetIssue[] = [],
): Promise<Inspected> {
  const { blob: file, name, chosenRoles: chosen, isOfSet = false, reading, signal } = request;
  const { settings, takesDefined, observes, isInSet = false } = request;
  // facts about several files are added to their rows first
  const mostBytes = isInSet ? 0 : FIRST_SLICE_BYTES;
  const scoring = { settings, takesDefined, observes, mostBytes };
  const asked = { file, name, chosen, isOfSet, reading, notes, scoring };
  const found = await readingFile<OpenedFile>(() =>
    request.open && !isInSet ? request.open(asked) : pool.ask('openFile', asked, { signal }),
  );
  if (!('source' in found)) return found;
  const { kind, source } = found;
  if (kind === 'files') {
    const { inspectFiles } = await import('./read-files.ts');
    const set = await inspectFiles(pool, source, request, inspect);
    return set.kind === 'dataset' ? { ...set, notes: [...notes, ...set.notes] } : set;
  }
  const converted = await readingFile(() => pool.readParquet(source, signal));
  if (converted.kind === 'unreadable') return converted;
  const { rows } = converted;
  const inside = await inspect(pool, { ...request, blob: rows }, [
    ...found.notes,
    ...converted.notes,
  ]);
  return inside.kind === 'dataset' ? { ...inside, converted: inside.converted ?? rows } : inside;
}

/** Reports a file that was moved or changed after it was chosen. */
async function readingFile<T>(read: () => Promise<T>): Promise<T | Unreadable> {
  try {
    return await readSource(read);
  } catch (error) {
    if (!(error instanceof SourceLost)) throw error;
    return { kind: 'unreadable', issue: { code: 'read_failed', reason: error.message } };
  }
}
