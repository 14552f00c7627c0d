import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import { assignRoles } from '#core/dataset/columns.ts';
import type { FileHead, Format, FormatInfo, RowSink } from '#core/formats/format.ts';
import { binaryKind, recogniseFormat } from '#core/formats/registry.ts';
import type { DatasetIssue, FileIssue } from '#core/issues/issue.ts';
import { unpackFile } from './unpack-file.ts';
import { readSummary, type SummaryFile } from '#core/results/summary-file.ts';

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

const HEAD_BYTES = 64 * 1024;
// Text formats are decoded as a whole or in part; a string ends at about 512 MB.
const TEXT_LIMIT_BYTES = 400_000_000;

/**
 * Looks at the beginning of a file.
 * @param file the file
 * @param name its name, or an empty text
 * @param chosen roles a person has set
 * @returns its format and column roles, or why it cannot be read
 */
export async function inspectFile(
  file: Blob,
  name: string,
  chosen: ColumnRoles,
): Promise<Inspection> {
  const unpacked = await unpackFile(file);
  if (unpacked.kind === 'unreadable') return unpacked;
  const { blob, notes } = unpacked;
  if (unpacked.kind === 'parquet') return { kind: 'parquet', source: blob, notes };
  if (blob.size === 0) return { kind: 'unreadable', issue: { code: 'file_empty' } };
  const bytes = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  const binary = binaryKind(bytes);
  if (binary !== undefined)
    return { kind: 'unreadable', issue: { code: 'file_binary', kind: binary } };
  const isWhole = blob.size <= HEAD_BYTES;
  const text = new TextDecoder().decode(bytes, { stream: !isWhole });
  if (text.trim() === '' && isWhole) return { kind: 'unreadable', issue: { code: 'file_empty' } };
  const summary = isWhole ? readSummary(text) : undefined;
  if (summary) return { kind: 'summary', file: summary };
  const head: FileHead = { text, isWhole, name };
  const format = recogniseFormat(head);
  if (!format) return { kind: 'unreadable', issue: { code: 'shape_unknown' } };
  if (format.kind === 'text' && format.id !== 'csv' && blob.size > TEXT_LIMIT_BYTES) {
    const issue = {
      code: 'file_too_large',
      bytes: blob.size,
      limitBytes: TEXT_LIMIT_BYTES,
    } as const;
    return { kind: 'unreadable', issue };
  }
  const roles = assignRoles(namesIn(format, head), chosen);
  return {
    kind: 'dataset',
    format: { id: format.id, title: format.titleOf?.(head) ?? format.title, unit: format.unit },
    roles,
    reading: readingOf(format, head),
    head,
    converted: blob === file ? null : blob,
    notes,
  };
}

function readingOf(format: Format, head: FileHead): Reading {
  if (format.kind === 'lines') return 'lines';
  return format.slice?.(head) ? 'records' : 'text';
}

/** The columns of the rows in the head. A row cut off by the head's end is passed over. */
function namesIn(format: Format, head: FileHead): string[] {
  const names = new Set<string>();
  const ignore = (): void => undefined;
  const sink: RowSink = {
    row: (record) => {
      for (const name of Object.keys(record)) names.add(name);
    },
    skip: ignore,
    note: ignore,
    fail: ignore,
  };
  if (format.kind === 'text') {
    const reader = format.createReader(sink, head);
    reader.push(head.text);
    reader.end();
  } else {
    for (const line of head.text.split('\n'))
      if (line.trim() !== '') format.readLine(line, 1, sink);
  }
  return [...names];
}
