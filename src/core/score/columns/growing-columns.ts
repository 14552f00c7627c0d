import { GrowingArray } from '#core/base/lists/growing-array.ts';
import type { ColumnInfo } from '#core/read/names/column-roles.ts';
import { GrowingScores } from './growing-scores.ts';
import { unpackInfos, type PackedColumns } from './pack-columns.ts';
import { joinInfos, joinIssues } from './slice-columns.ts';
import {
  NO_ROWS,
  noLabels,
  type IssueList,
  type LabelColumn,
  type ScoredColumns,
} from './scored-columns.ts';

/**
 * Rows that arrive part by part. Each part is copied once, so that a run can be shown again and
 * again while it grows; what was returned before stays as it is.
 */
export class GrowingColumns {
  readonly #offsets = new GrowingArray<Float64Array>(Float64Array);
  readonly #lengths = new GrowingArray<Uint32Array>(Uint32Array);
  readonly #lines = new GrowingArray<Uint32Array>(Uint32Array);
  readonly #idKeys = new GrowingArray<Float64Array>(Float64Array);
  readonly #contentKeys = new GrowingArray<Float64Array>(Float64Array);
  #scores: readonly GrowingScores[] | undefined;
  readonly #tools = new GrowingLabels();
  readonly #signatures = new GrowingLabels();
  #notes: GrowingLabels | undefined;
  #infos: readonly ColumnInfo[] = [];
  #issues: IssueList = NO_ROWS.issues;
  #predictedCalls = 0;
  #referenceCalls = 0;
  #skippedCount = 0;

  get rowCount(): number {
    return this.#offsets.length;
  }

  /** Adds rows with the same score columns, about `share` of all; throws RangeError for others. */
  append(part: PackedColumns, share = 0.5): void {
    this.#scores ??= part.scores.map((column) => new GrowingScores(column));
    if (this.#scores.length !== part.scores.length)
      throw new RangeError('parts have different score columns');
    this.#offsets.append(part.offsets, share);
    this.#lengths.append(part.lengths, share);
    this.#lines.append(part.lines, share);
    this.#idKeys.append(part.idKeys, share);
    if (part.contentKeys) this.#contentKeys.append(part.contentKeys, share);
    else this.#contentKeys.appendSame(Number.NaN, part.rowCount, share);
    for (const [index, column] of part.scores.entries()) this.#scores[index]?.append(column, share);
    this.#tools.append(part.tools, share);
    this.#signatures.append(part.signatures, share);
    this.#appendNotes(part, share);
    this.#infos = joinInfos([this.#infos, unpackInfos(part).columns]);
    this.#issues = joinIssues([this.#issues, part.issues]);
    this.#predictedCalls += part.predictedCalls;
    this.#referenceCalls += part.referenceCalls;
    this.#skippedCount += part.skippedCount;
  }

  /** Called when the rows of the part are there already. */
  #appendNotes({ notes, rowCount }: PackedColumns, share: number): void {
    if (!notes && !this.#notes) return;
    if (!this.#notes) {
      this.#notes = new GrowingLabels();
      this.#notes.append(noLabels(this.rowCount - rowCount), share);
    }
    this.#notes.append(notes ?? noLabels(rowCount), share);
  }

  /** Returns all rows so far, without copying them. */
  take(): ScoredColumns {
    if (!this.#scores) return NO_ROWS;
    return {
      rowCount: this.rowCount,
      offsets: this.#offsets.take(),
      lengths: this.#lengths.take(),
      lines: this.#lines.take(),
      idKeys: this.#idKeys.take(),
      contentKeys: this.#contentKeys.take(),
      scores: this.#scores.map((column) => column.take()),
      tools: this.#tools.take(),
      signatures: this.#signatures.take(),
      ...(this.#notes ? { notes: this.#notes.take() } : {}),
      columns: this.#infos,
      predictedCalls: this.#predictedCalls,
      referenceCalls: this.#referenceCalls,
      issues: this.#issues,
      skippedCount: this.#skippedCount,
    };
  }
}

/** Joins parts with the same score columns, in row order; throws RangeError for others. */
export function joinColumns(parts: readonly PackedColumns[]): ScoredColumns {
  const all = new GrowingColumns();
  for (const part of parts) all.append(part);
  return all.take();
}

class GrowingLabels {
  readonly #idByName = new Map<string, number>();
  readonly #starts = new GrowingArray<Uint32Array>(Uint32Array);
  readonly #ids = new GrowingArray<Uint32Array>(Uint32Array);

  constructor() {
    this.#starts.append(new Uint32Array(1), 1);
  }

  append({ names, starts, ids }: LabelColumn, share: number): void {
    const renumbered = Uint32Array.from(names, (name) => {
      const id = this.#idByName.get(name) ?? this.#idByName.size;
      this.#idByName.set(name, id);
      return id;
    });
    this.#starts.appendPlus(starts.subarray(1), this.#ids.length, share);
    this.#ids.appendFrom(renumbered, ids, share);
  }

  take(): LabelColumn {
    return {
      names: [...this.#idByName.keys()],
      starts: this.#starts.take(),
      ids: this.#ids.take(),
    };
  }
}
