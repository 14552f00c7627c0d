import { instanceOf } from '#core/score/custom-metrics/instance.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { CountedRows, RowCells } from '#core/read/dataset/row-cells.ts';
import type { RowSink, TextSpan } from '#core/read/containers/format.ts';
import type { DatasetIssue, FileIssue } from '#core/read/issues/issue.ts';
import { hashBytes } from '#core/base/json/equal-json.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import {
  ChunkBuilder,
  type RecordPlace,
  type WantedOfRows,
} from '#core/score/columns/chunk-builder.ts';
import { packInfos } from '#core/score/columns/pack-columns.ts';
import { LineBuffer } from './line-buffer.ts';
import type { Instances, ScoredPart, ScoreJob } from './score-job.ts';

/** Takes rows from a reader, scores them and writes them as lines, unless they stay in the file. */
export class PartWriter implements RowSink {
  readonly #job: ScoreJob;
  /** Undefined where rows stay in the file. */
  readonly #lines: LineBuffer | undefined;
  /** Where the text that is being read is in the file, for rows that stay there. */
  #places: RowPlacer | undefined;
  #builder: ChunkBuilder;
  #instances: ReturnType<typeof instancesFor>;
  /** The text of what is skipped in this part, if anything is. */
  #skipped: LineBuffer | undefined;
  #bytesRead = 0;
  #hash = 0;
  readonly #garbage = new GarbageGuard();
  #failure: FileIssue | undefined;

  /** @param isInPlace whether rows are read back from the file itself */
  constructor(job: ScoreJob, isInPlace = false) {
    this.#job = job;
    if (!isInPlace) this.#lines = new LineBuffer();
    this.#builder = new ChunkBuilder(job.settings, job.roles, job.only);
    this.#instances = instancesFor(job);
  }

  /** Why reading on makes no sense, once it does not. */
  get failure(): FileIssue | undefined {
    return this.#failure ?? this.#garbage.failure;
  }

  get isDone(): boolean {
    return this.failure !== undefined;
  }

  get rowCount(): number {
    return this.#builder.rowCount;
  }

  /** What to find of the rows before they are read. */
  get wanted(): WantedOfRows {
    return this.#builder.wanted;
  }

  /** Counts what was read. */
  count(bytes: Uint8Array, hash?: number): void {
    this.#bytesRead += bytes.length;
    this.#hash = hash ?? hashBytes(bytes, this.#hash);
  }

  /** Sets where the text is that rows come from next. */
  readingAt(places: RowPlacer): void {
    this.#places = places;
  }

  row(record: JsonObject, line: number, span?: TextSpan): void {
    this.#garbage.row();
    const place = this.#lines?.add(printJson(record)) ?? this.#places?.placeOf(span);
    if (!place) throw new RangeError('a row without a place');
    this.#builder.add(record, { ...place, line });
    this.#instances?.add(record);
  }

  /** Takes a row that was scanned in the file. */
  scanned(cells: RowCells, place: RecordPlace): void {
    this.#garbage.row();
    this.#builder.addCells(cells, place);
  }

  /** Takes one of the rows that are alike, before any of them. */
  kind(...kind: Parameters<ChunkBuilder['addKind']>): void {
    this.#builder.addKind(...kind);
  }

  /** Takes rows of which nothing has to be read, like {@link scanned}. */
  counted(rows: CountedRows, from: number): void {
    this.#garbage.row();
    this.#builder.addCounted(rows, from);
  }

  /** Counts rows in which a column is not blank. */
  filled(column: string, count: number): void {
    this.#builder.addFilled(column, count);
  }

  /** @param text absent where it is too long to be kept here */
  skip(issue: Parameters<RowSink['skip']>[0], text?: string): void {
    this.#builder.skip(issue);
    if (text !== undefined) (this.#skipped ??= new LineBuffer()).add(text);
    this.#garbage.broken(text?.length ?? 0, issue.line);
  }

  note(issue: Parameters<RowSink['note']>[0]): void {
    if (!isOfEmptiedLines(issue, this.#job.notes)) this.#builder.note(issue);
  }

  fail(issue: FileIssue): void {
    this.#failure = issue;
  }

  /**
   * Ends a part; another may begin. Its rows' offsets are counted from its own beginning.
   * @param lineCount physical lines of the part, where lines are counted by part
   */
  finish(lineCount = 0): ScoredPart {
    const part = {
      columns: packInfos(this.#builder.finish()),
      lineCount,
      bytesRead: this.#bytesRead,
      skipped: this.#skipped?.take() ?? null,
      rows: this.#lines?.take() ?? null,
      hash: this.#hash,
      ...(this.#instances ? { instances: this.#instances.finish() } : {}),
    };
    this.#builder = new ChunkBuilder(this.#job.settings, this.#job.roles, this.#job.only);
    this.#instances = instancesFor(this.#job);
    this.#skipped = undefined;
    this.#bytesRead = 0;
    this.#hash = 0;
    return part;
  }
}

/**
 * Checks whether a note counts blank lines that the file does not have: where rows were taken out of
 * other text, empty lines stand for it, and their number is reported already.
 */
function isOfEmptiedLines({ code }: DatasetIssue, notes: readonly DatasetIssue[]): boolean {
  return (
    code === 'lines_blank' &&
    notes.some(
      (note) =>
        note.code === 'file_converted' && (note.from === 'fence' || note.from === 'other_text'),
    )
  );
}

/** Broken records without a row among them that are garbage: so many, or fewer that are long. */
const BROKEN_RECORDS = 20_000;
const BROKEN_LONG_RECORDS = 1000;
const BROKEN_BYTES = 8_000_000;

/** Detects that what is read is no longer a dataset. */
export class GarbageGuard {
  #records = 0;
  #bytes = 0;

  /** Why reading on makes no sense, once it does not. */
  failure: FileIssue | undefined;

  /** Counts from zero: a row could be read. */
  row(): void {
    this.#records = this.#bytes = 0;
  }

  /**
   * Counts a broken record.
   * @param line its 1-based physical line
   */
  broken(bytes: number, line: number): void {
    this.#records++;
    this.#bytes += bytes;
    const areLong = this.#bytes >= BROKEN_BYTES && this.#records >= BROKEN_LONG_RECORDS;
    if (areLong || this.#records >= BROKEN_RECORDS)
      this.failure ??= { code: 'records_broken', line, count: this.#records };
  }
}

/** Where something is, in bytes. */
interface BytePlace {
  readonly offset: number;
  readonly length: number;
}

/** Finds where rows stay. */
interface RowPlacer {
  /** Finds the place of a part of what is being read; absent: of all of it. */
  placeOf(span?: TextSpan): BytePlace;
}

/** Finds where parts of a text are among the bytes it was decoded from, one after another. */
export class TextPlaces implements RowPlacer {
  readonly #bytes: Uint8Array;
  readonly #offset: number;
  #at: number;
  /** UTF-16 units before that byte. */
  #units = 0;

  /**
   * @param bytes UTF-8, valid or not
   * @param offset where the bytes are
   * @param start how many of them are a byte order mark, which is not in the text
   */
  constructor(bytes: Uint8Array, offset: number, start = 0) {
    this.#bytes = bytes;
    this.#offset = offset;
    this.#at = start;
  }

  /** Finds the place of a part that does not begin before the end of the one asked for last. */
  placeOf(span?: TextSpan): BytePlace {
    if (!span) throw new RangeError('a row without a place');
    const { from, to } = span;
    this.#goTo(from);
    const start = this.#at;
    this.#goTo(to);
    return { offset: this.#offset + start, length: this.#at - start };
  }

  #goTo(units: number): void {
    while (this.#units < units && this.#at < this.#bytes.length) {
      if ((this.#bytes[this.#at] as number) < 0x80) {
        this.#at++;
        this.#units++;
        continue;
      }
      const { bytes, units } = characterAt(this.#bytes, this.#at);
      this.#at += bytes;
      this.#units += units;
    }
  }
}

/** How many bytes a character takes, or those that are decoded as one U+FFFD, and how many UTF-16 units. */
interface CharacterSize {
  readonly bytes: number;
  readonly units: number;
}

const ONE: CharacterSize = { bytes: 1, units: 1 };
const TWO: CharacterSize = { bytes: 2, units: 1 };
const THREE: CharacterSize = { bytes: 3, units: 1 };
const FOUR: CharacterSize = { bytes: 4, units: 2 };

/** @see https://encoding.spec.whatwg.org/#utf-8-decoder */
function characterAt(bytes: Uint8Array, at: number): CharacterSize {
  const first = bytes[at] ?? 0;
  if (first < 0xc2 || first > 0xf4) return ONE;
  const second = bytes[at + 1] ?? 0;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return ONE;
  if (first < 0xe0 || !isFollowing(bytes[at + 2])) return TWO;
  if (first < 0xf0 || !isFollowing(bytes[at + 3])) return THREE;
  return FOUR;
}

function isFollowing(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}

/** A batch is scored under one deadline. */
const ROWS_PER_BATCH = 500;
const CHARACTERS_PER_BATCH = 1_000_000;

/** Writes the rows of a part for custom metrics, in batches. */
export class InstanceWriter {
  readonly #roles: ColumnRoles;
  readonly #encoder = new TextEncoder();
  readonly #lists: Uint8Array<ArrayBuffer>[] = [];
  readonly #batches: { rowCount: number; bytes: number }[] = [];
  #rows: string[] = [];
  #characters = 0;

  constructor(roles: ColumnRoles) {
    this.#roles = roles;
  }

  add(record: JsonObject): void {
    const text = printJson(instanceOf(record, this.#roles));
    this.#rows.push(text);
    this.#characters += text.length;
    const isFull = this.#rows.length >= ROWS_PER_BATCH || this.#characters >= CHARACTERS_PER_BATCH;
    if (isFull) this.#endBatch();
  }

  finish(): Instances {
    if (this.#rows.length > 0) this.#endBatch();
    return { json: new Blob(this.#lists), batches: this.#batches };
  }

  #endBatch(): void {
    const list = this.#encoder.encode(this.#rows.join('\n'));
    this.#lists.push(list);
    this.#batches.push({ rowCount: this.#rows.length, bytes: list.length });
    this.#rows = [];
    this.#characters = 0;
  }
}

/**
 * Creates a writer of rows for custom metrics.
 * @returns undefined where no custom metric wants rows
 */
function instancesFor({ hasCustom, roles }: ScoreJob): InstanceWriter | undefined {
  return hasCustom === true ? new InstanceWriter(roles) : undefined;
}
