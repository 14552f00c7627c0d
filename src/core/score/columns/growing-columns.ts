import {
  GrowingArray,
  codedScores,
  MAX_LEVELS,
  type ScoreCodes,
  NO_ROWS,
  noLabels,
  type IssueList,
  type LabelColumn,
  type ScoredColumns,
  type ScoreValues,
} from './scored-columns.ts';
import type { ColumnInfo } from '#core/read/names/column-roles.ts';
import {
  joinInfos,
  joinIssues,
  unpackInfos,
  type PackedColumns,
  type StoredScores,
} from './pack-columns.ts';
import type { ScoreColumn } from '#core/score/metric/metric.ts';

/**
 * Columns that grow as parts arrive. Each part is copied once; what {@link take} returned before
 * does not change.
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

  /**
   * Adds rows with the same score columns, about `share` of all rows; throws RangeError for other
   * columns.
   */
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

  /** Called after the rows of the part were added. */
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

/** One growing score column; coded as long as every part is. */
class GrowingScores {
  readonly #about: ScoreColumn;
  readonly #values = new GrowingArray<Float64Array>(Float64Array);
  readonly #outcomes = new GrowingArray<Uint8Array>(Uint8Array);
  /** The rows as codes, unpacked only when read; undefined once a part is not coded. */
  #codes: GrowingCodes | undefined = new GrowingCodes();
  #rowCount = 0;
  #texts: readonly string[] | undefined;
  #agreement: GrowingArray<Float64Array> | undefined;

  constructor({ id, metricId, tool }: StoredScores) {
    this.#about = { id, metricId, ...(tool === undefined ? {} : { tool }) };
  }

  /** Adds rows; `share`, in (0,1], is about how much of all rows is known with them. */
  append(part: StoredScores, share: number): void {
    const before = this.#rowCount;
    const isCoded = 'codes' in part;
    this.#rowCount += (isCoded ? part.codes : part.values).length;
    if (!isCoded || this.#codes?.append(part, share) !== true) {
      this.#unpack(before);
      this.#codes = undefined;
      this.#appendUnpacked(part, share);
    }
    const count = this.#rowCount - before;
    const { texts, agreement } = part;
    // some parts may have been judged and others not
    if (texts ?? this.#texts)
      this.#texts = [...(this.#texts ?? noTexts(before)), ...(texts ?? noTexts(count))];
    if (!(agreement ?? this.#agreement)) return;
    if (!this.#agreement) {
      this.#agreement = new GrowingArray<Float64Array>(Float64Array);
      this.#agreement.appendSame(Number.NaN, before, share);
    }
    if (agreement) this.#agreement.append(agreement, share);
    else this.#agreement.appendSame(Number.NaN, count, share);
  }

  #appendUnpacked(part: StoredScores, share: number): void {
    if ('codes' in part) {
      this.#values.appendFrom(part.levels, part.codes, share);
      this.#outcomes.appendFrom(part.levelOutcomes, part.codes, share);
    } else {
      this.#values.append(part.values, share);
      this.#outcomes.append(part.outcomes, share);
    }
  }

  /** Unpacks rows up to `rowCount` that are not unpacked yet. */
  #unpack(rowCount: number): void {
    if (!this.#codes || this.#values.length >= rowCount) return;
    const { levels, levelOutcomes, codes } = this.#codes.take();
    const packed = codes.subarray(this.#values.length, rowCount);
    this.#appendUnpacked({ ...this.#about, levels, levelOutcomes, codes: packed }, 1);
  }

  /** Returns all rows so far; earlier results do not change. */
  take(): ScoreValues {
    const rowCount = this.#rowCount;
    const about = {
      ...this.#about,
      ...(this.#texts ? { texts: this.#texts } : {}),
      ...(this.#agreement ? { agreement: this.#agreement.take() } : {}),
    };
    const lists = () => ({
      values: this.#values.take(rowCount),
      outcomes: this.#outcomes.take(rowCount),
    });
    if (!this.#codes) return { ...about, ...lists() };
    return codedScores(about, this.#codes.take(), () => {
      this.#unpack(rowCount);
      return lists();
    });
  }
}

function noTexts(count: number): string[] {
  return new Array<string>(count).fill('');
}

/** Joins the codes of parts, each of which has its own levels. */
class GrowingCodes {
  readonly #levels: number[] = [];
  readonly #outcomes: number[] = [];
  readonly #codes = new GrowingArray<Uint8Array>(Uint8Array);

  /** Returns false, and adds nothing, where there would be too many levels. */
  append({ levels, levelOutcomes, codes }: ScoreCodes, share: number): boolean {
    const places = Array.from(levels, (level, at) => this.#place(level, levelOutcomes[at] ?? 0));
    if (this.#levels.length > MAX_LEVELS) return false;
    if (places.every((place, at) => place === at)) this.#codes.append(codes, share);
    else this.#codes.appendFrom(Uint8Array.from(places), codes, share);
    return true;
  }

  #place(level: number, outcome: number): number {
    const known = this.#levels.findIndex(
      (one, at) => Object.is(one, level) && this.#outcomes[at] === outcome,
    );
    if (known >= 0) return known;
    this.#outcomes.push(outcome);
    return this.#levels.push(level) - 1;
  }

  take(): ScoreCodes {
    return {
      levels: Float64Array.from(this.#levels.slice(0, MAX_LEVELS)),
      levelOutcomes: Uint8Array.from(this.#outcomes.slice(0, MAX_LEVELS)),
      codes: this.#codes.take(),
    };
  }
}
