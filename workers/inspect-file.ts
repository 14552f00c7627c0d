import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import { findLongFormat, groupCalls, type LongFormat } from '#core/dataset/group-calls.ts';
import { planColumns } from '#core/dataset/plan-columns.ts';
import {
  adapterOptions,
  rewritesRows,
  withoutChoice,
  type ReadingChoices,
} from '#core/dataset/reading-choices.ts';
import type { FileHead, Format, FormatInfo, RowSink } from '#core/formats/format.ts';
import { CHOSEN_TITLE, frameworks } from '#core/formats/frameworks/frameworks.ts';
import { HEAD_LENGTH, headOf } from '#core/formats/head.ts';
import { guessShape } from '#core/formats/guess-shape.ts';
import { binaryKind, recogniseFormat } from '#core/formats/registry.ts';
import type { DatasetIssue, FileIssue } from '#core/issues/issue.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { readSummary, type SummaryFile } from '#core/results/summary-file.ts';
import { uncoverFile } from './uncover-file.ts';
import { unpackFile } from './unpack-file.ts';

/**
 * How a file is read: `lines` and `records` in slices side by side, each line or each record on its
 * own; `text` from start to end.
 */
export type Reading = 'lines' | 'records' | 'text';

/** What the beginning of a file tells about it. */
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
      /** What is read in place of the file; null when it is the file itself. */
      readonly converted: Blob | null;
      readonly notes: readonly DatasetIssue[];
    }
  | {
      /** To be converted by the Parquet worker, and then inspected again. */
      readonly kind: 'parquet';
      readonly source: Blob;
      readonly notes: readonly DatasetIssue[];
    }
  | { readonly kind: 'summary'; readonly file: SummaryFile }
  | { readonly kind: 'unreadable'; readonly issue: FileIssue };

// Text formats are decoded as a whole or in part; a string ends at about 512 MB.
const TEXT_LIMIT_BYTES = 400_000_000;

/**
 * Looks at the beginning of a file.
 * @param file the file
 * @param name its name, or an empty text
 * @param chosen roles a person has set
 * @param reading how a person wants it read
 * @returns its format and column roles, or why it cannot be read
 */
export async function inspectFile(
  file: Blob,
  name: string,
  chosen: ColumnRoles,
  reading: ReadingChoices,
): Promise<Inspection> {
  const unpacked = await unpackFile(file);
  if (unpacked.kind === 'unreadable') return unpacked;
  if (unpacked.kind === 'parquet')
    return { kind: 'parquet', source: unpacked.blob, notes: unpacked.notes };
  let { blob, notes } = unpacked;
  if (blob.size === 0) return { kind: 'unreadable', issue: { code: 'file_empty' } };
  const bytes = new Uint8Array(await blob.slice(0, HEAD_LENGTH).arrayBuffer());
  const binary = binaryKind(bytes);
  if (binary !== undefined)
    return { kind: 'unreadable', issue: { code: 'file_binary', kind: binary } };
  const isWhole = blob.size <= HEAD_LENGTH;
  const text = new TextDecoder().decode(bytes, { stream: !isWhole });
  if (text.trim() === '' && isWhole) return { kind: 'unreadable', issue: { code: 'file_empty' } };
  const summary = isWhole ? readSummary(text) : undefined;
  if (summary) return { kind: 'summary', file: summary };
  let head: FileHead = { text, isWhole, name };
  let usual = recogniseFormat(head);
  const uncovered = await uncoverFile(blob, head, usual);
  if (uncovered) {
    blob = uncovered.blob;
    notes = [...notes, uncovered.note];
    head = headOf(uncovered.text, name);
    usual = recogniseFormat(head);
  }
  const format = reading.lists ? frameworks : usual;
  if (!format) {
    const shape = guessShape(head.text);
    return { kind: 'unreadable', issue: { code: 'shape_unknown', ...(shape && { shape }) } };
  }
  if (format.kind === 'text' && format.id !== 'csv' && blob.size > TEXT_LIMIT_BYTES) {
    const issue = {
      code: 'file_too_large',
      bytes: blob.size,
      limitBytes: TEXT_LIMIT_BYTES,
    } as const;
    return { kind: 'unreadable', issue };
  }
  const rows = rowsIn(format, head, reading);
  const grouping = reading.grouping ?? findGrouping(rows);
  const runs =
    typeof grouping === 'object' ? groupCalls(rows, grouping).map(({ row }) => row) : rows;
  const { roles, conversions, unsure } = planColumns(runs, chosen, reading.conversions);
  const settled: ReadingChoices = {
    ...reading,
    ...(conversions.length > 0 || reading.conversions ? { conversions } : {}),
    ...(grouping && { grouping }),
  };
  if (unsure) notes = [...notes, { code: 'side_unsure', ...unsure }];
  const title = reading.lists ? CHOSEN_TITLE : titleOf(format, head);
  return {
    kind: 'dataset',
    format: { id: format.id, title, unit: format.unit },
    roles,
    reading: rewritesRows(settled) ? 'text' : readingOf(format, head),
    choices: settled,
    // files are alike whatever lists were chosen in one of them
    header:
      usual && usual !== format
        ? headerOf(usual, head, rowsIn(usual, head, withoutChoice(reading, 'lists')))
        : headerOf(format, head, rows),
    head,
    converted: blob === file ? null : blob,
    notes: reading.joined ? [...notes, { code: 'rows_joined', facts: reading.joined }] : notes,
  };
}

function readingOf(format: Format, head: FileHead): Reading {
  if (format.kind === 'lines') return 'lines';
  return format.slice?.(head) ? 'records' : 'text';
}

const MOST_NAMES = 200;

function titleOf(format: Format, head: FileHead): string {
  return format.titleOf?.(head) ?? format.title;
}

/** The rows of a framework differ in their columns; its own name is enough. */
function headerOf(format: Format, head: FileHead, rows: readonly JsonObject[]): string {
  const names = format === frameworks ? [] : new Set(rows.flatMap((row) => Object.keys(row)));
  return [titleOf(format, head), ...[...names].sort().slice(0, MOST_NAMES)].join('\n');
}

/** The rows in the head. A row cut off by the head's end is passed over. */
function rowsIn(format: Format, head: FileHead, reading: ReadingChoices): JsonObject[] {
  const rows: JsonObject[] = [];
  const ignore = (): void => undefined;
  const sink: RowSink = {
    row: (record) => rows.push(record),
    skip: ignore,
    note: ignore,
    fail: ignore,
  };
  if (format.kind === 'text') {
    const reader = format.createReader(sink, head, adapterOptions(reading));
    reader.push(head.text);
    reader.end();
  } else {
    for (const line of head.text.split('\n'))
      if (line.trim() !== '') format.readLine(line, 1, sink);
  }
  return rows;
}

/**
 * A table with one call in each row has no column with all calls of a run's side. A row with calls
 * of both sides, each with its arguments, is a run of its own.
 */
function findGrouping(rows: readonly JsonObject[]): LongFormat | undefined {
  const format = findLongFormat(rows);
  if (!format) return undefined;
  const { roles, conversions } = planColumns(rows);
  if (conversions.filter((conversion) => 'argumentsColumn' in conversion).length > 1)
    return undefined;
  const column = roles[format.side];
  const hasSide = column !== undefined && rows.some((row) => Object.hasOwn(row, column));
  return hasSide ? undefined : format;
}
