import type { AdapterOptions } from '#core/adapters/adapter.ts';
import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import type { FileHead, RowSink } from '#core/formats/format.ts';
import { findFormat } from '#core/formats/registry.ts';
import type { DatasetIssue, FileIssue } from '#core/issues/issue.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import { hashBytes } from '#core/json/hash-bytes.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import { ChunkBuilder } from '#core/scoring/chunk-builder.ts';
import type { PartEnd } from '#core/scoring/part-end.ts';
import type { ScoredColumns } from '#core/scoring/scored-columns.ts';
import { readOwnLines, scanLines } from './scan-lines.ts';

/** What to read and how to score it. */
export interface ScoreJob {
  readonly blob: Blob;
  readonly head: FileHead;
  readonly formatId: string;
  readonly roles: ColumnRoles;
  readonly settings: MetricSettings;
  /** Ids of the score columns wanted, where all else about the rows is known already. */
  readonly only?: readonly string[] | undefined;
  /** What converting the file has needed; told with its first part. */
  readonly notes: readonly DatasetIssue[];
  /** How frameworks are read, where a person has decided. */
  readonly options?: AdapterOptions;
}

/** A part of a dataset, scored. */
export interface ScoredPart extends PartEnd {
  readonly columns: ScoredColumns;
  /** Text of the records that were skipped. */
  readonly skipped: Blob;
  /** The rows as JSONL, where the file itself is not. */
  readonly rows: Blob | null;
}

/**
 * Scores the lines that begin inside a range of the file.
 * @param job what to read
 * @param start the first byte of the range
 * @param end the byte after the range
 * @returns the part, its lines counted from 1
 */
export async function scoreLines(job: ScoreJob, start: number, end: number): Promise<ScoredPart> {
  const format = findFormat(job.formatId);
  if (format?.kind !== 'lines') throw new RangeError(`${job.formatId} is not read by lines`);
  const { bytes, offset } = await readOwnLines(job.blob, start, end);
  const builder = new ChunkBuilder(job.settings, job.roles, job.only);
  const skipped: string[] = [];
  let place = { offset: 0, length: 0, line: 0 };
  const sink: RowSink = {
    row: (record) => builder.add(record, place),
    skip: (issue, text) => {
      builder.skip(issue);
      skipped.push(text, '\n');
    },
    note: (issue) => builder.note(issue),
    fail: () => undefined,
  };
  if (start === 0) for (const note of job.notes) builder.note(note);
  let blank = 0;
  let line = 0;
  scanLines(bytes, (found) => {
    line++;
    if (isBlankLine(found.text)) {
      blank++;
      return;
    }
    place = { offset: offset + found.offset, length: found.length, line };
    format.readLine(found.text, line, sink, found.mayHaveLongDigits);
  });
  if (blank > 0) builder.note({ code: 'lines_blank', count: blank });
  return {
    columns: builder.finish(),
    lineCount: line,
    bytesRead: end - start,
    skipped: new Blob(skipped),
    rows: null,
    hash: hashBytes(bytes),
  };
}

function isBlankLine(text: string): boolean {
  return text.length < 80 && text.trim() === '';
}

const READ_BYTES = 1024 * 1024;
const FIRST_ROWS = 200;
const ROWS_PER_PART = 5000;
// So many records without a row among them are noise.
const BROKEN_LIMIT = 20_000;

/**
 * Scores a file from start to end and writes its rows as JSONL.
 * @param job what to read
 * @param onPart receives each part; reading waits for it
 * @returns why the file could not be read, if so
 */
export async function scoreText(
  job: ScoreJob,
  onPart: (part: ScoredPart) => Promise<void>,
): Promise<FileIssue | undefined> {
  const format = findFormat(job.formatId);
  if (format?.kind !== 'text') throw new RangeError(`${job.formatId} is not read as text`);
  const parts = new PartWriter(job);
  for (const note of job.notes) parts.note(note);
  const reader = format.createReader(parts, job.head, job.options);
  const decoder = new TextDecoder();
  let isFirst = true;
  for (let at = 0; at < job.blob.size; at += READ_BYTES) {
    const bytes = new Uint8Array(await job.blob.slice(at, at + READ_BYTES).arrayBuffer());
    parts.count(bytes);
    reader.push(decoder.decode(bytes, { stream: true }));
    if (parts.failure) break;
    if (parts.rowCount < (isFirst ? FIRST_ROWS : ROWS_PER_PART)) continue;
    isFirst = false;
    await onPart(parts.finish());
  }
  if (!parts.failure) {
    reader.push(decoder.decode());
    reader.end();
  }
  await onPart(parts.finish());
  return parts.failure;
}

/** Takes rows from a reader, scores them and writes them as lines. */
class PartWriter implements RowSink {
  failure: FileIssue | undefined;
  readonly #job: ScoreJob;
  readonly #encoder = new TextEncoder();
  #builder: ChunkBuilder;
  #rows: Uint8Array<ArrayBuffer>[] = [];
  #skipped: string[] = [];
  #offset = 0;
  #bytesRead = 0;
  #hash = 0;
  #brokenInARow = 0;

  constructor(job: ScoreJob) {
    this.#job = job;
    this.#builder = new ChunkBuilder(job.settings, job.roles);
  }

  get rowCount(): number {
    return this.#builder.rowCount;
  }

  count(bytes: Uint8Array): void {
    this.#bytesRead += bytes.length;
    this.#hash = hashBytes(bytes, this.#hash);
  }

  row(record: JsonObject, line: number): void {
    this.#brokenInARow = 0;
    const bytes = this.#encoder.encode(`${printJson(record)}\n`);
    this.#rows.push(bytes);
    this.#builder.add(record, { offset: this.#offset, length: bytes.length - 1, line });
    this.#offset += bytes.length;
  }

  skip(issue: Parameters<RowSink['skip']>[0], text: string): void {
    this.#builder.skip(issue);
    this.#skipped.push(text, '\n');
    if (++this.#brokenInARow < BROKEN_LIMIT) return;
    this.failure ??= { code: 'records_broken', line: issue.line, count: BROKEN_LIMIT };
  }

  note(issue: Parameters<RowSink['note']>[0]): void {
    this.#builder.note(issue);
  }

  fail(issue: FileIssue): void {
    this.failure = issue;
  }

  finish(): ScoredPart {
    const part = {
      columns: this.#builder.finish(),
      lineCount: 0,
      bytesRead: this.#bytesRead,
      skipped: new Blob(this.#skipped),
      rows: new Blob(this.#rows),
      hash: this.#hash,
    };
    this.#builder = new ChunkBuilder(this.#job.settings, this.#job.roles);
    this.#rows = [];
    this.#skipped = [];
    this.#bytesRead = 0;
    this.#hash = 0;
    return part;
  }
}
