import { GrowingArray } from '#core/base/lists/growing-array.ts';
import type { ScoreColumn } from '#core/score/metric/metric.ts';
import type { StoredScores } from './pack-columns.ts';
import { codedScores, MAX_LEVELS, type ScoreCodes } from './score-codes.ts';
import type { ScoreValues } from './scored-columns.ts';

/** The scores of one column, which arrive part by part: kept as codes while all of them come so. */
export class GrowingScores {
  readonly #about: ScoreColumn;
  readonly #values = new GrowingArray<Float64Array>(Float64Array);
  readonly #outcomes = new GrowingArray<Uint8Array>(Uint8Array);
  /** The rows as codes, of which those asked for are unpacked; undefined where some are no codes. */
  #codes: GrowingCodes | undefined = new GrowingCodes();
  #rowCount = 0;
  #texts: readonly string[] | undefined;
  #agreement: GrowingArray<Float64Array> | undefined;

  constructor({ id, metricId, tool }: StoredScores) {
    this.#about = { id, metricId, ...(tool === undefined ? {} : { tool }) };
  }

  /** Adds the rows that follow; about `share` of all rows is there with them, in (0,1]. */
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

  /** Unpacks the first rows, as far as that has not been done. */
  #unpack(rowCount: number): void {
    if (!this.#codes || this.#values.length >= rowCount) return;
    const { levels, levelOutcomes, codes } = this.#codes.take();
    const packed = codes.subarray(this.#values.length, rowCount);
    this.#appendUnpacked({ ...this.#about, levels, levelOutcomes, codes: packed }, 1);
  }

  /** Returns all rows so far; what was returned before stays as it is. */
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

/** Codes of parts that have each their own levels. */
class GrowingCodes {
  readonly #levels: number[] = [];
  readonly #outcomes: number[] = [];
  readonly #codes = new GrowingArray<Uint8Array>(Uint8Array);

  /** Returns false where there are too many levels: nothing is added then. */
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
