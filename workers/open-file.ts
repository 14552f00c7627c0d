import type { RunDigest } from '#core/explain/summary/digest.ts';
import { FIRST_LINES, type RowPreview } from '#core/explain/row/row-detail.ts';
import { stepsOfRow } from '#core/explain/row/align-row.ts';
import { recordedIn, type Recorded } from '#core/calls/transcript.ts';
import { definedFor, type WantedScoring } from '#core/score/metrics/registry.ts';
import { unpackInfos, shiftPart } from '#core/score/columns/pack-columns.ts';
import type { TaskSet } from '#core/score/columns/task-set.ts';
import type { DatasetIssue, FileIssue } from '#core/read/issues/issue.ts';
import { HeldRun } from './held-run.ts';
import { digest, previewRows, taskSet } from './run-questions.ts';
import type { ScoredPart, ScoreJob } from './score-job.ts';
import { scoreRecords } from './score-records.ts';
import { scoreLines, scoreText } from './score-source.ts';
import type { DefinedScoring } from '#core/read/framework/adapter.ts';
import { areOwnRows, CALL_SIDES, type ColumnRoles } from '#core/read/names/column-roles.ts';
import { findLongFormat, groupCalls } from '#core/read/cells/group-calls.ts';
import {
  type LongFormat,
  adapterOptions,
  rewritesRows,
  withoutChoice,
  type ReadingChoices,
} from '#core/read/choices/reading-choices.ts';
import { cellText } from '#core/read/dataset/row-cells.ts';
import { planColumns, unitsBySize } from '#core/read/dataset/plan-columns.ts';
import {
  type Format,
  type FormatInfo,
  type LineFormat,
  type RowSink,
  SILENT_SINK,
  sinkWith,
  type TableForm,
} from '#core/read/containers/format.ts';
import { CHOSEN_TITLE, frameworks } from '#core/read/formats/frameworks/frameworks.ts';
import {
  headOf,
  ParsedHead,
  HEAD_LENGTH,
  type FileHead,
} from '#core/read/containers/head-values.ts';
import { unknownShape } from '#core/read/formats/guess-shape.ts';
import { holdsOwnRows } from '#core/read/formats/jsonl/jsonl.ts';
import { binaryKind, FORMATS, recogniseFormat } from '#core/read/formats/registry.ts';
import { findMarks } from '#core/read/formats/unwrap.ts';
import { isJsonList, isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import { isSummary } from '#core/share/results/summary-file.ts';
import { unwrapFile, unpackFile } from './unpack-file.ts';

/** A file, and how it is to be scored. */
export interface FileToOpen extends FileToInspect {
  /** What is known of it already. */
  readonly notes?: readonly DatasetIssue[];
  /** Absent: it is only looked at; else so many bytes are scored at once. */
  readonly scoring?: (WantedScoring & { readonly mostBytes: number }) | undefined;
}

/** What the beginning of a file shows about a dataset, and its first parts, scored. */
type OpenedDataset = Extract<Inspection, { kind: 'dataset' }> & {
  readonly parts?: readonly ScoredPart[] | undefined;
};

/** A file that was looked at, or scored as well. */
export type OpenedFile = Exclude<Inspection, { kind: 'dataset' }> | OpenedDataset;

/**
 * Looks at a file and scores its first slice: a small file, if it can be read to its end, as a whole.
 */
export async function openFile(file: FileToOpen): Promise<OpenedFile> {
  return (await open(file)).file;
}

interface Opened {
  readonly file: OpenedFile;
  /** How it was scored. */
  readonly job?: ScoreJob;
  /** How much of it, in (0,1]. */
  readonly share?: number;
}

async function open({ scoring, notes, ...asked }: FileToOpen): Promise<Opened> {
  const inspected = await inspectFile(asked);
  if (inspected.kind === 'unreadable') return { file: inspected };
  const file = { ...inspected, notes: [...(notes ?? []), ...inspected.notes] };
  if (file.kind !== 'dataset' || !scoring) return { file };
  const { format, roles, choices, head, converted } = file;
  const blob = converted ?? asked.file;
  const end = Math.min(blob.size, scoring.mostBytes);
  if (end === 0) return { file };
  const settings = definedFor(file, scoring) ?? scoring.settings;
  const hasCustom = (settings.custom ?? []).some(({ isOn }) => isOn);
  const about = { blob, head, formatId: format.id, roles, settings };
  const job = { ...about, notes: file.notes, choices, hasCustom };
  const parts = await scoreFirst(job, end, file.reading);
  return { file: { ...file, parts }, job, share: end / blob.size };
}

/** Scores a file up to a byte as one slice; undefined where it cannot be read so far by itself. */
async function scoreFirst(
  job: ScoreJob,
  end: number,
  reading: OpenedDataset['reading'],
): Promise<readonly ScoredPart[] | undefined> {
  const slice = { job, start: 0, end };
  const parts: ScoredPart[] = [];
  if (reading === 'lines') parts.push(await scoreLines(slice));
  else if (reading === 'records') {
    const found = await scoreRecords(slice);
    if (!found || found.isIrregular || found.failure) return undefined;
    parts.push(found.part);
  } else if (end === job.blob.size) {
    const keep = ({ part }: { readonly part: ScoredPart }): Promise<void> => {
      parts.push(part);
      return Promise.resolve();
    };
    if (await scoreText({ job, from: 0 }, keep)) return undefined;
  }
  return parts.some(({ columns }) => columns.rowCount > 0) ? parts : undefined;
}

/** What the page asks first about a run. */
export interface FirstAnswers {
  readonly digest: RunDigest;
  /** The table lines of its first rows. */
  readonly firstLines: readonly RowPreview[];
  /** Absent where they cannot be named, and while rows are to come. */
  readonly taskSet: TaskSet | undefined;
  /** Whether these are all of its rows. */
  readonly isWhole: boolean;
}

/** A file that was opened in the worker that keeps its run. */
export interface OpenedRun {
  readonly file: OpenedFile;
  /** About the rows that were scored at once; absent without any, and where own metrics are to come. */
  readonly answers?: FirstAnswers | undefined;
}

/** Opens a file; the rows that were scored at once come with what the page asks first about them. */
export async function openRun(
  asked: FileToOpen,
): Promise<OpenedRun & { readonly run?: HeldRun | undefined }> {
  const { file, job, share = 0 } = await open(asked);
  const run = job && file.kind === 'dataset' ? runOf(file, job, share) : undefined;
  if (!run) return { file };
  const isWhole = share === 1;
  const count = Math.min(FIRST_LINES, run.columns.rowCount);
  const rows = Array.from({ length: count }, (_, row) => row);
  const firstLines = await previewRows([run], { rows });
  const answers = {
    digest: digest([run], !isWhole),
    firstLines,
    taskSet: isWhole ? await taskSet([run]) : undefined,
    isWhole,
  };
  return { file, run, answers };
}

function runOf(
  { parts, table: form }: OpenedDataset,
  { blob, roles, settings, hasCustom }: ScoreJob,
  share: number,
): HeldRun | undefined {
  // the page adds the scores of own metrics
  if (!parts || hasCustom) return undefined;
  const written = parts.flatMap((part) => part.rows ?? []);
  // where rows are written that follow decides where these are
  if (written.length > 0 && share < 1) return undefined;
  const rows = written.length > 0 ? new Blob(written) : blob;
  const table = form && { ...form, bytes: blob.size };
  const run = new HeldRun();
  let [rowCount, lines, bytes] = [0, 0, 0];
  for (const part of parts) {
    const columns = shiftPart(unpackInfos(part.columns), lines, bytes);
    run.add(rowCount, columns, { rows, table, roles, settings }, share);
    rowCount += columns.rowCount;
    lines += part.lineCount;
    bytes += part.rows?.size ?? 0;
  }
  return run;
}

/**
 * How a file is read: `lines` and `records` in slices side by side, each line or each record on its
 * own; `text` from start to end.
 */
type Reading = 'lines' | 'records' | 'text';

/** What the beginning of a file shows about it. */
export type Inspection =
  | {
      readonly kind: 'dataset';
      readonly format: FormatInfo;
      readonly roles: ColumnRoles;
      readonly reading: Reading;
      /** How it is read: what a person has chosen, and what the beginning asks for. */
      readonly choices: ReadingChoices;
      /** What is the same for files to be read alike: the format and the names of the columns. */
      readonly header: string;
      readonly head: FileHead;
      /** What the first rows are about: their ids, or prompts; empty where one has neither. */
      readonly tasks: readonly string[];
      /** Whether the first rows have calls that were made, and calls that were expected. */
      readonly isPredicted: boolean;
      readonly isExpected: boolean;
      /** Whether each of the first rows says how long its run took. */
      readonly isTimed: boolean;
      /** What the steps of the rows looked at record. */
      readonly records: readonly Recorded[];
      /** The currency of their first cost, empty where none is named; undefined without a cost. */
      readonly currency?: string | undefined;
      /** How the records of a table are read back from it; undefined where rows are JSON. */
      readonly table: TableForm | undefined;
      /** What is read in place of the file; null when it is the file itself. */
      readonly converted: Blob | null;
      readonly notes: readonly DatasetIssue[];
      /** How it is meant to be scored, where its format defines that. */
      readonly scoring?: DefinedScoring | undefined;
    }
  | {
      /** To be converted by the Parquet worker, or file by file, and then inspected again. */
      readonly kind: 'parquet' | 'files';
      readonly source: Blob;
      readonly notes: readonly DatasetIssue[];
    }
  | { readonly kind: 'unreadable'; readonly issue: FileIssue };

// Text formats are decoded as a whole or in part; a string ends at about 512 MB.
const TEXT_LIMIT_BYTES = 400_000_000;

/** A file, and what a person has chosen about it. */
export interface FileToInspect {
  readonly file: Blob;
  /** Its name, or an empty text. */
  readonly name: string;
  /** Roles of columns. */
  readonly chosen: ColumnRoles;
  /** Whether they are chosen for several files, which need not all have these columns. */
  readonly isOfSet?: boolean;
  readonly reading: ReadingChoices;
}

/**
 * Looks at the beginning of a file.
 * @returns its format and column roles, or why it cannot be read
 */
export async function inspectFile({
  file,
  name,
  chosen: given,
  isOfSet = false,
  reading,
}: FileToInspect): Promise<Inspection> {
  const unpacked = await unpackFile(file);
  if (unpacked.kind === 'unreadable') return unpacked;
  if (unpacked.kind !== 'text')
    return { kind: unpacked.kind, source: unpacked.blob, notes: unpacked.notes };
  let { blob, notes } = unpacked;
  const bytes = unpacked.head;
  if (blob.size === 0) return { kind: 'unreadable', issue: { code: 'file_empty' } };
  const binary = binaryKind(bytes);
  if (binary !== undefined)
    return { kind: 'unreadable', issue: { code: 'file_binary', kind: binary } };
  const isWhole = blob.size <= HEAD_LENGTH;
  const text = new TextDecoder().decode(bytes, { stream: !isWhole });
  if (text.trim() === '' && isWhole)
    return { kind: 'unreadable', issue: { code: 'file_empty', isBlank: true } };
  let head = await readOn(new ParsedHead({ text, isWhole, name }), blob);
  const isOwn = holdsOwnRows(head);
  let recognised = recogniseFormat(head, isOwn);
  if (!isOwn) {
    if (isWhole && isSummary(text))
      return { kind: 'unreadable', issue: { code: 'file_without_rows' } };
    const unwrapped = await unwrapFile(blob, head, recognised);
    if (unwrapped) {
      blob = unwrapped.blob;
      notes = [...notes, unwrapped.note];
      head = headOf(unwrapped.text, name, head);
      recognised = recogniseFormat(head);
    }
    const marks = findMarks(head, recognised);
    if (marks) return { kind: 'unreadable', issue: { code: 'lines_marked', ...marks } };
  }
  const format = reading.lists ? frameworks : formatWith(given, recognised, head, reading);
  if (!format) return { kind: 'unreadable', issue: unknownShape(head.text) };
  if (format.kind === 'text' && format.id !== 'csv' && blob.size > TEXT_LIMIT_BYTES) {
    const issue = {
      code: 'file_too_large',
      bytes: blob.size,
      limitBytes: TEXT_LIMIT_BYTES,
    } as const;
    return { kind: 'unreadable', issue };
  }
  const names = new Map<string, string>();
  const rows = rowsIn(format, head, reading, names);
  const grouping = reading.grouping ?? findGrouping(rows);
  const late = isOwn ? [] : await lateRows(format, head, blob, rows);
  const runs =
    typeof grouping === 'object'
      ? groupCalls(rows, grouping).map(({ row }) => row)
      : [...rows, ...late];
  const named = asRead(given, names);
  const chosen = isOfSet ? chosenIn(runs, named) : named;
  const plan = planColumns(runs, chosen, reading.conversions);
  const { roles, conversions, unsure } = plan;
  const settled: ReadingChoices = {
    ...reading,
    ...(conversions.length > 0 || reading.conversions ? { conversions } : {}),
    ...(grouping && { grouping }),
  };
  if (unsure) notes = [...notes, { code: 'side_unsure', ...unsure }];
  for (const found of plan.disagreeing) {
    const column = names.get(found.column) ?? found.column;
    notes = [...notes, { code: 'columns_disagree', ...found, column }];
  }
  const units = unitsBySize(runs, roles);
  if (units.length > 0) notes = [...notes, { code: 'units_by_size', units }];
  const has = (column = ''): boolean => runs.some((row) => Object.hasOwn(row, column));
  const slices =
    format.kind === 'text' && !rewritesRows(settled) ? format.slice?.(head) : undefined;
  const ownTitle = titleOf(format, head);
  const title = reading.lists ? CHOSEN_TITLE : ownTitle;
  return {
    kind: 'dataset',
    format: { id: format.id, title, unit: format.unit },
    roles,
    reading: slices
      ? 'records'
      : format.kind === 'text' || rewritesRows(settled)
        ? 'text'
        : 'lines',
    table: slices?.table,
    choices: settled,
    // files are alike whatever lists were chosen in one of them
    header:
      recognised && recognised !== format
        ? headerOf(
            recognised,
            titleOf(recognised, head),
            rowsIn(recognised, head, withoutChoice(reading, 'lists')),
          )
        : headerOf(format, ownTitle, rows),
    tasks: tasksOf(runs, roles),
    isPredicted: has(roles.predicted_trajectory),
    isExpected:
      has(roles.reference_trajectory) ||
      has(roles.reference_trajectories) ||
      (reading.joined?.paired ?? 0) > 0,
    isTimed: runs.every((row) => Object.hasOwn(row, roles.latency_in_seconds ?? '')),
    ...recordsOf(runs, roles),
    head: { text: head.text, isWhole: head.isWhole, name },
    converted: blob === file ? null : blob,
    scoring: reading.lists ? undefined : format.scoringOf?.(head),
    notes: reading.joined ? [...notes, { code: 'rows_joined', facts: reading.joined }] : notes,
  };
}

function recordsOf(
  rows: readonly JsonObject[],
  roles: ColumnRoles,
): Pick<OpenedDataset, 'records' | 'currency'> {
  const steps = rows.flatMap((row) => stepsOfRow(row, roles));
  return { records: recordedIn(steps), currency: steps.find(({ cost }) => cost)?.cost?.currency };
}

/** The plain rows of a framework’s file where the columns with calls, as they are named, are theirs. */
function formatWith(
  chosen: ColumnRoles,
  recognised: Format | undefined,
  head: ParsedHead,
  reading: ReadingChoices,
): Format | undefined {
  const names = CALL_SIDES.flatMap((side) => chosen[side] ?? []);
  const plain =
    recognised === frameworks && names.length > 0
      ? FORMATS.find((format) => format !== frameworks && format.recognise(head))
      : undefined;
  if (!recognised || !plain) return recognised;
  const [own, read] = [rowsIn(plain, head, reading), rowsIn(recognised, head, reading)];
  const countIn = (rows: readonly JsonObject[], column: string): number =>
    rows.filter((row) => Object.hasOwn(row, column)).length;
  const found = names.filter((name) => countIn(own, name) > countIn(read, name));
  // a side that only the framework’s reader finds is not given up
  const sides = CALL_SIDES.filter((side) => countIn(read, side) > 0);
  return found.length > 0 && sides.length <= found.length ? plain : recognised;
}

function tasksOf(rows: readonly JsonObject[], roles: ColumnRoles): readonly string[] {
  for (const role of ['id', 'prompt'] as const) {
    const tasks = rows.flatMap((row) => cellText(row, roles, role) ?? []);
    if (tasks.length === rows.length) return tasks;
  }
  return [];
}

/** The columns chosen, by the names they have here, where they are the file's own. */
function asRead(chosen: ColumnRoles, names: ReadonlyMap<string, string>): ColumnRoles {
  const byOwn = new Map([...names].map(([name, own]) => [own, name]));
  const entries = Object.entries(chosen).map(([role, column]) => [
    role,
    byOwn.get(column) ?? column,
  ]);
  return Object.fromEntries(entries) as ColumnRoles;
}

function chosenIn(rows: readonly JsonObject[], chosen: ColumnRoles): ColumnRoles {
  const isThere = ([, column]: [string, string]): boolean =>
    column === '' || rows.some((row) => Object.hasOwn(row, column));
  return Object.fromEntries(Object.entries(chosen).filter(isThere));
}

const MAX_NAMES = 200;

function titleOf(format: Format, head: ParsedHead): string {
  return format.titleOf?.(head) ?? format.title;
}

/** The rows of a framework differ in their columns; its own name is enough. */
function headerOf(format: Format, title: string, rows: readonly JsonObject[]): string {
  const names = format === frameworks ? [] : new Set(rows.flatMap((row) => Object.keys(row)));
  return [title, ...[...names].sort().slice(0, MAX_NAMES)].join('\n');
}

/** Bytes that are looked at where the first row is longer than a head. */
const LONG_HEAD = 4 * 1024 * 1024;

/** Looks further where a head ends within the first row of JSON. */
async function readOn(head: ParsedHead, blob: Blob): Promise<ParsedHead> {
  if (head.isWhole || head.parsed.closed === undefined) return head;
  const [value = null] = head.parsed.values;
  const lists = isJsonObject(value) ? Object.values(value) : [value];
  if (lists.some((list) => isJsonList(list) && list.length > 1)) return head;
  const text = await blob.slice(0, LONG_HEAD).text();
  return new ParsedHead({ text, isWhole: blob.size <= LONG_HEAD, name: head.name }, head);
}

/**
 * The rows in the head. A row cut off by the head's end is passed over.
 * @param names takes the file's own names of columns, by those they have here
 */
function rowsIn(
  format: Format,
  head: ParsedHead,
  reading: ReadingChoices,
  names = new Map<string, string>(),
): readonly JsonObject[] {
  const known = format.kind === 'text' ? format.rowsOf?.(head) : undefined;
  if (known) return known;
  const rows: JsonObject[] = [];
  const sink = sinkWith(SILENT_SINK, {
    row: (record) => rows.push(record),
    note: (issue) => {
      if (issue.code === 'column_named') names.set(issue.name, issue.own);
    },
  });
  if (format.kind === 'text') {
    const reader = format.createReader(sink, head, adapterOptions(reading));
    reader.push(head.isWhole ? head.text : (head.parsed.closed ?? head.text));
    reader.end();
  } else readLines(head.text, format, sink, head);
  return rows;
}

function readLines(text: string, format: LineFormat, sink: RowSink, { read }: ParsedHead): void {
  for (const line of text.split('\n')) if (line.trim() !== '') format.readLine(line, 1, sink, read);
}

/** Rows at the end of a long file with columns that none at its beginning has. */
async function lateRows(
  format: Format,
  head: ParsedHead,
  blob: Blob,
  early: readonly JsonObject[],
): Promise<readonly JsonObject[]> {
  const slices = format.kind === 'text' ? format.slice?.(head) : undefined;
  // all rows of a table have its columns
  if (head.isWhole || slices?.table || (format.kind === 'text' && !slices)) return [];
  const bytes = new Uint8Array(await blob.slice(-HEAD_LENGTH).arrayBuffer());
  const start = slices ? slices.guessStart(bytes, true) : bytes.indexOf(LINE_END) + 1;
  if (start === undefined) return [];
  const text = new TextDecoder().decode(bytes.subarray(start));
  const rows: JsonObject[] = [];
  const sink = sinkWith(SILENT_SINK, { row: (record) => rows.push(record) });
  if (format.kind !== 'text') readLines(text, format, sink, head);
  else {
    const reader = slices?.readOn(sink);
    reader?.push(text);
    reader?.end();
  }
  const known = new Set(early.flatMap((row) => Object.keys(row)));
  return rows.filter((row) => Object.keys(row).some((name) => !known.has(name)));
}

const LINE_END = 10;

/**
 * A table with one call in each row has no column with all calls of a run's side. A row with calls
 * of both sides, each with its arguments, is a separate run.
 */
function findGrouping(rows: readonly JsonObject[]): LongFormat | undefined {
  const format = areOwnRows(rows) ? undefined : findLongFormat(rows);
  if (!format) return undefined;
  const { roles, conversions } = planColumns(rows);
  if (conversions.filter((conversion) => 'argumentsColumn' in conversion).length > 1)
    return undefined;
  const column = roles[format.side];
  const hasSide = column !== undefined && rows.some((row) => Object.hasOwn(row, column));
  return hasSide ? undefined : format;
}
