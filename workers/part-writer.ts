import type { RowSink } from '#core/formats/format.ts';
import type { DatasetIssue, FileIssue } from '#core/issues/issue.ts';
import { hashBytes } from '#core/json/hash-bytes.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import { ChunkBuilder } from '#core/scoring/chunk-builder.ts';
import { LineBuffer } from './line-buffer.ts';
import { NoiseGuard } from './noise-guard.ts';
import type { ScoredPart, ScoreJob } from './score-source.ts';
import { instancesFor } from './write-instances.ts';

/** Takes rows from a reader, scores them and writes them as lines. */
export class PartWriter implements RowSink {
  readonly #job: ScoreJob;
  readonly #lines = new LineBuffer();
  #builder: ChunkBuilder;
  #instances: ReturnType<typeof instancesFor>;
  readonly #skipped = new LineBuffer();
  #bytesRead = 0;
  #hash = 0;
  readonly #noise = new NoiseGuard();
  #failure: FileIssue | undefined;

  constructor(job: ScoreJob) {
    this.#job = job;
    this.#builder = new ChunkBuilder(job.settings, job.roles);
    this.#instances = instancesFor(job);
  }

  /** Why reading on makes no sense, once it does not. */
  get failure(): FileIssue | undefined {
    return this.#failure ?? this.#noise.failure;
  }

  get isDone(): boolean {
    return this.failure !== undefined;
  }

  get rowCount(): number {
    return this.#builder.rowCount;
  }

  count(bytes: Uint8Array): void {
    this.#bytesRead += bytes.length;
    this.#hash = hashBytes(bytes, this.#hash);
  }

  row(record: JsonObject, line: number): void {
    this.#noise.row();
    this.#builder.add(record, { ...this.#lines.add(printJson(record)), line });
    this.#instances?.add(record);
  }

  skip(issue: Parameters<RowSink['skip']>[0], text: string): void {
    this.#builder.skip(issue);
    this.#skipped.add(text);
    this.#noise.broken(text.length, issue.line);
  }

  note(issue: Parameters<RowSink['note']>[0]): void {
    if (!isOfEmptiedLines(issue, this.#job.notes)) this.#builder.note(issue);
  }

  fail(issue: FileIssue): void {
    this.#failure = issue;
  }

  /**
   * Ends a part; another may begin.
   * @param lineCount physical lines of the part, where lines are counted by part
   * @returns the part, its rows' offsets counted from its own beginning
   */
  finish(lineCount = 0): ScoredPart {
    const part = {
      columns: this.#builder.finish(),
      lineCount,
      bytesRead: this.#bytesRead,
      skipped: this.#skipped.take(),
      rows: this.#lines.take(),
      hash: this.#hash,
      ...(this.#instances ? { instances: this.#instances.finish() } : {}),
    };
    this.#builder = new ChunkBuilder(this.#job.settings, this.#job.roles);
    this.#instances = instancesFor(this.#job);
    this.#bytesRead = 0;
    this.#hash = 0;
    return part;
  }
}

/**
 * Tells whether a note counts blank lines that were none in the file: where rows were taken out of
 * other text, empty lines stand for it, and how many is said already.
 * @param issue the note
 * @param notes what converting the file has needed
 * @returns whether to leave it out
 */
export function isOfEmptiedLines({ code }: DatasetIssue, notes: readonly DatasetIssue[]): boolean {
  return (
    code === 'lines_blank' &&
    notes.some(
      (note) =>
        note.code === 'file_converted' && (note.from === 'fence' || note.from === 'other_text'),
    )
  );
}
