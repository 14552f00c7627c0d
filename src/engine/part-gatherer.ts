import type { FileIssue } from '#core/read/issues/issue.ts';
import { unpackInfos, shiftPart } from '#core/score/columns/pack-columns.ts';
import type { PartEnd, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { ScoredPart } from '#workers/score-job.ts';

/** A part with unpacked columns. */
interface UnpackedPart extends ScoredPart {
  readonly columns: ScoredColumns;
}

/** A part that is already scored; its lines count from the start of the file. */
export interface DonePart {
  readonly columns: ScoredColumns;
  readonly end: PartEnd;
}

/** Receives the rows part by part, in order, as they are scored. */
export type OnPart = (
  columns: ScoredColumns,
  end: PartEnd,
  bytesDone: number,
  rowsSoFar: () => Blob,
) => void;

/** Adds to a part what workers cannot compute; resolves to the share done, in [0,1]. */
export type CompletePart = (
  part: UnpackedPart,
  onProgress: (share: number) => void,
) => Promise<UnpackedPart>;

/** Stores rows that are not read from the file itself, as lines. */
export interface RowKeeper {
  /** Adds the lines of the next part. */
  add(lines: Blob): void | Promise<void>;
  /** All lines so far. */
  join(): Blob;
}

/** Stores rows as a Blob, in memory or wherever the browser puts it. */
export class BlobKeeper implements RowKeeper {
  readonly #parts: Blob[] = [];

  add(lines: Blob): void {
    this.#parts.push(lines);
  }

  join(): Blob {
    return new Blob(this.#parts);
  }
}

/** Facts found before the rows to score were written. */
export interface FoundBefore {
  /** Records that are no rows. */
  readonly skipped: readonly Blob[];
  /** Adds these facts to the first part. */
  readonly addTo: (columns: ScoredColumns) => ScoredColumns;
  /** Converts bytes written to bytes of the file, for progress. */
  readonly bytesAt: (bytes: number) => number;
}

/** The source of parts, and their receivers. */
export interface GatherRequest {
  readonly blob: Blob;
  readonly signal: AbortSignal;
  readonly onPart: OnPart;
  /** Called while a long part is completed, with its rows done and the bytes so far. */
  readonly onRows?: ((rowsDone: number, bytesDone: number) => void) | undefined;
  /** Stores rows written as lines; absent: as a Blob. */
  readonly rowKeeper?: RowKeeper | undefined;
  /** Added to the first part. */
  readonly before?: FoundBefore | undefined;
  /** Whether rows are read from a table. */
  readonly isTable?: boolean;
}

/** Receives parts in order and passes their columns on, with lines counted through the file. */
export class PartGatherer {
  readonly hashes: number[] = [];
  recordCount = 0;
  rowCount = 0;
  lineCount = 0;
  partCount = 0;
  /** Whether rows have a reserved key of patterns; undefined where unknown. */
  mentionsPatterns: boolean | undefined = false;
  readonly #request: GatherRequest;
  readonly #rows: RowKeeper;
  readonly #skipped: Blob[];
  #complete: CompletePart = (part) => Promise.resolve(part);
  #bytes = 0;
  #rowBytes = 0;
  /** Whether rows were written as lines. */
  #hasOwnRows = false;

  constructor(request: GatherRequest) {
    this.#request = request;
    this.#rows = request.rowKeeper ?? new BlobKeeper();
    this.#skipped = [...(request.before?.skipped ?? [])];
  }

  /** Completes all parts that are added. */
  completeWith(complete: CompletePart): void {
    this.#complete = complete;
  }

  async add(scored: ScoredPart, onProgress: () => void = () => undefined): Promise<void> {
    const unpacked = { ...scored, columns: unpackInfos(scored.columns) };
    const part = await this.#complete(unpacked, (share) => {
      onProgress();
      const { columns, bytesRead } = unpacked;
      const bytesDone = this.#done(this.#bytes + share * bytesRead);
      this.#request.onRows?.(Math.floor(share * columns.rowCount), bytesDone);
    });
    this.#request.signal.throwIfAborted();
    const from = part.rows && part.rows.size > 0 ? await this.#addRows(part.rows) : 0;
    if (part.mentionsPatterns !== false && this.mentionsPatterns !== true)
      this.mentionsPatterns = part.mentionsPatterns;
    if (part.skipped) this.#skipped.push(part.skipped);
    this.#pass(shiftPart(part.columns, this.lineCount, from), part);
  }

  /**
   * Stores rows written as lines, after earlier ones, or after the file where other rows are, or
   * may be, read from it. Returns their offset.
   */
  async #addRows(rows: Blob): Promise<number> {
    const { blob } = this.#request;
    if (!this.#hasOwnRows && (this.rowCount > 0 || this.#request.isTable === true)) {
      await this.#rows.add(blob);
      this.#rowBytes = blob.size;
    }
    this.#hasOwnRows = true;
    await this.#rows.add(rows);
    const from = this.#rowBytes;
    this.#rowBytes += rows.size;
    return from;
  }

  /** Shifts the line of an issue after the parts so far to count through the file. */
  shift(issue: FileIssue): FileIssue {
    return 'line' in issue ? { ...issue, line: issue.line + this.lineCount } : issue;
  }

  /** Adds a part that is already scored; its skipped records are stored with its source. */
  addDone({ columns, end }: DonePart): void {
    this.mentionsPatterns ||= undefined;
    this.#pass(columns, end);
  }

  #pass(own: ScoredColumns, { lineCount, bytesRead, hash }: PartEnd): void {
    const { before } = this.#request;
    const columns = this.partCount === 0 && before ? before.addTo(own) : own;
    this.lineCount += lineCount;
    this.#bytes += bytesRead;
    this.partCount++;
    this.rowCount += columns.rowCount;
    this.recordCount += columns.rowCount + columns.skippedCount;
    this.hashes.push(hash);
    const { onPart } = this.#request;
    const end = { lineCount, bytesRead, hash };
    onPart(columns, end, this.#done(this.#bytes), () => this.joinRows());
  }

  #done(bytes: number): number {
    const { before } = this.#request;
    return before ? before.bytesAt(bytes) : bytes;
  }

  /** The source of the rows so far: the file itself where no rows were written. */
  joinRows(): Blob {
    return this.#hasOwnRows ? this.#rows.join() : this.#request.blob;
  }

  /** The number of bytes read from the file. */
  get bytesRead(): number {
    return this.#bytes;
  }

  joinSkipped(): Blob {
    return new Blob(this.#skipped);
  }
}
