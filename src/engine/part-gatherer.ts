import type { FileIssue } from '#core/read/issues/issue.ts';
import { unpackInfos } from '#core/score/columns/pack-columns.ts';
import type { PartEnd, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { shiftPart } from '#core/score/columns/slice-columns.ts';
import type { ScoredPart } from '#workers/score-job.ts';

/** A part whose columns are as they are shown. */
interface UnpackedPart extends ScoredPart {
  readonly columns: ScoredColumns;
}

/** A part that was scored before, its lines counted through the file. */
export interface DonePart {
  readonly columns: ScoredColumns;
  readonly end: PartEnd;
}

/** Receives the rows in order, part by part, as they are scored. */
export type OnPart = (
  columns: ScoredColumns,
  end: PartEnd,
  bytesDone: number,
  rowsSoFar: () => Blob,
) => void;

/** Adds to a part what the workers cannot compute; returns the share of that which is done, in [0,1]. */
export type CompletePart = (
  part: UnpackedPart,
  onProgress: (share: number) => void,
) => Promise<UnpackedPart>;

/** Keeps rows that are not read from the file itself, written as lines. */
export interface RowKeeper {
  /** Adds the lines of the next part. */
  add(lines: Blob): void | Promise<void>;
  /** All lines so far. */
  join(): Blob;
}

/** Keeps rows as the browser keeps Blobs: in memory, or where it finds room. */
export class BlobKeeper implements RowKeeper {
  readonly #parts: Blob[] = [];

  add(lines: Blob): void {
    this.#parts.push(lines);
  }

  join(): Blob {
    return new Blob(this.#parts);
  }
}

/** What was found before the rows were written that are scored. */
export interface FoundBefore {
  /** The records that could not become a row. */
  readonly skipped: readonly Blob[];
  /** Adds what was found to the first part. */
  readonly addTo: (columns: ScoredColumns) => ScoredColumns;
  /** How many bytes of the file are done once so many of what was written are. */
  readonly bytesAt: (bytes: number) => number;
}

/** What parts are read from, and who receives them. */
export interface GatherRequest {
  readonly blob: Blob;
  readonly signal: AbortSignal;
  readonly onPart: OnPart;
  /** Called while a long part is completed, with its rows that are done and the bytes so far. */
  readonly onRows?: ((rowsDone: number, bytesDone: number) => void) | undefined;
  /** Where rows go that are written as lines; absent: they are kept as a Blob. */
  readonly rowKeeper?: RowKeeper | undefined;
  /** Goes with the first part. */
  readonly before?: FoundBefore | undefined;
  /** Whether rows are read back from a table. */
  readonly isTable?: boolean;
}

/** Receives parts in order and passes on their columns, with lines counted through the file. */
export class PartGatherer {
  readonly hashes: number[] = [];
  recordCount = 0;
  rowCount = 0;
  lineCount = 0;
  partCount = 0;
  /** Whether a reserved key of patterns stands in the rows; undefined where that is not known. */
  mentionsPatterns: boolean | undefined = false;
  readonly #request: GatherRequest;
  readonly #rows: RowKeeper;
  readonly #skipped: Blob[];
  #complete: CompletePart = (part) => Promise.resolve(part);
  #bytes = 0;
  #rowBytes = 0;
  /** Whether rows were written anew. */
  #hasOwnRows = false;

  constructor(request: GatherRequest) {
    this.#request = request;
    this.#rows = request.rowKeeper ?? new BlobKeeper();
    this.#skipped = [...(request.before?.skipped ?? [])];
  }

  /** Has all parts that are added completed first. */
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
   * Adds rows that were written anew: behind those before, or behind the file where others are read
   * from it, or may be. Returns where they begin.
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

  /** Counts the line of an issue, found in what follows the parts so far, through the file. */
  shift(issue: FileIssue): FileIssue {
    return 'line' in issue ? { ...issue, line: issue.line + this.lineCount } : issue;
  }

  /** Adds a part that was scored before. What it skipped is stored with its source. */
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

  /** What the rows so far are read from: the file itself, where none was written anew. */
  joinRows(): Blob {
    return this.#hasOwnRows ? this.#rows.join() : this.#request.blob;
  }

  /** How many bytes of the file were read. */
  get bytesRead(): number {
    return this.#bytes;
  }

  joinSkipped(): Blob {
    return new Blob(this.#skipped);
  }
}
