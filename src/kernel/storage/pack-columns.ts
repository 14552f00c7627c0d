import type { ScoreColumn } from '#core/score/metric/metric.ts';
import { packInfos, unpackInfos, type PassedColumns } from '#core/score/columns/pack-infos.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';

/** A score column of few different scores: a byte per row is the index of one. */
export interface PackedScores extends ScoreColumn, Pick<ScoreValues, 'texts' | 'agreement'> {
  /** The scores that occur, NaN included, and the outcome of each. */
  readonly levels: Float64Array;
  readonly levelOutcomes: Uint8Array;
  /** Index into the levels per row. */
  readonly codes: Uint8Array;
}

/** Columns as they are stored: what is said by less is. */
export interface StoredColumns extends Omit<PassedColumns, 'scores' | 'contentKeys'> {
  readonly scores: readonly (ScoreValues | PackedScores)[];
  /** Absent where no row has one. */
  readonly contentKeys?: Float64Array | undefined;
}

/**
 * Makes columns smaller: writing and reading them holds up the page as long as they are large.
 * @param columns the columns of some rows
 * @returns the same, about half as large where rows have ids
 */
export function packColumns({ contentKeys, ...columns }: ScoredColumns): StoredColumns {
  const hasKeys = contentKeys.some((key) => !Number.isNaN(key));
  return {
    ...packInfos(columns),
    scores: columns.scores.map(packScores),
    ...(hasKeys && { contentKeys }),
  };
}

/**
 * Brings back columns as they were.
 * @param stored packed columns, or such as older versions have stored
 * @returns the columns
 */
export function unpackColumns({ scores, contentKeys, ...columns }: StoredColumns): ScoredColumns {
  return {
    ...unpackInfos(columns),
    scores: scores.map((column) => ('codes' in column ? unpackScores(column) : column)),
    contentKeys: contentKeys ?? new Float64Array(columns.rowCount).fill(Number.NaN),
  };
}

const MOST_LEVELS = 256;

function packScores(column: ScoreValues): ScoreValues | PackedScores {
  const { values, outcomes, ...rest } = column;
  const codes = new Uint8Array(values.length);
  const levels: number[] = [];
  const levelOutcomes: number[] = [];
  const codeByLevel = new Map<number, number>();
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    const outcome = outcomes[row] as number;
    // without a score it is the outcome that counts; where a number is mistaken for one, nothing is packed
    const level = Number.isNaN(value) ? -1 - outcome : value;
    let code = codeByLevel.get(level);
    if (code === undefined || !Object.is(levels[code], value) || levelOutcomes[code] !== outcome) {
      if (code !== undefined || levels.length === MOST_LEVELS) return column;
      code = levels.length;
      codeByLevel.set(level, code);
      levels.push(value);
      levelOutcomes.push(outcome);
    }
    codes[row] = code;
  }
  return {
    ...rest,
    levels: Float64Array.from(levels),
    levelOutcomes: Uint8Array.from(levelOutcomes),
    codes,
  };
}

function unpackScores({ levels, levelOutcomes, codes, ...rest }: PackedScores): ScoreValues {
  const values = new Float64Array(codes.length);
  const outcomes = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    values[row] = levels[code] as number;
    outcomes[row] = levelOutcomes[code] as number;
  }
  return { ...rest, values, outcomes };
}
