import type { ScoreValues } from './scored-columns.ts';

/** Columns with more different scores than a byte can number are not coded. */
export const MAX_LEVELS = 256;

/** The distinct scores of a column and one byte a row, instead of nine. */
export interface ScoreCodes {
  /** Distinct scores, NaN included, with their outcomes. */
  readonly levels: Float64Array;
  readonly levelOutcomes: Uint8Array;
  /** Index into the levels per row. */
  readonly codes: Uint8Array;
}

/** Kept beside the columns, so that a copy with other values has no codes. */
const codesByColumn = new WeakMap<ScoreValues, ScoreCodes>();

/** The codes of a coded column; undefined for others. */
export function codesOf(scores: ScoreValues): ScoreCodes | undefined {
  return codesByColumn.get(scores);
}

/** Makes a coded column; `unpack` makes its lists when they are first read. */
export function codedScores(
  about: Omit<ScoreValues, 'values' | 'outcomes'>,
  codes: ScoreCodes,
  unpack: () => Pick<ScoreValues, 'values' | 'outcomes'>,
): ScoreValues {
  let lists: ReturnType<typeof unpack> | undefined;
  const scores = {
    ...about,
    get values() {
      return (lists ??= unpack()).values;
    },
    get outcomes() {
      return (lists ??= unpack()).outcomes;
    },
  };
  codesByColumn.set(scores, codes);
  return scores;
}

/** Reads scores of single rows without unpacking the column; NaN without one. */
export function scoreReader(scores: ScoreValues | undefined): (row: number) => number {
  const coded = scores && codesOf(scores);
  if (coded) {
    const { levels, codes } = coded;
    return (row) => levels[codes[row] ?? -1] ?? Number.NaN;
  }
  const values = scores?.values;
  return (row) => values?.[row] ?? Number.NaN;
}

/** The same for outcomes: an index into OUTCOMES, 0 for a row that does not exist. */
export function outcomeReader(scores: ScoreValues | undefined): (row: number) => number {
  const coded = scores && codesOf(scores);
  if (coded) {
    const { levelOutcomes, codes } = coded;
    return (row) => levelOutcomes[codes[row] ?? -1] ?? 0;
  }
  const outcomes = scores?.outcomes;
  return (row) => outcomes?.[row] ?? 0;
}

/** Reads one score: NaN without a score or a row. To read all rows, use `values`. */
export function scoreAt(scores: ScoreValues | undefined, row: number): number {
  return scoreReader(scores)(row);
}

/** Reads one outcome: an index into OUTCOMES, 0 for a row that does not exist. */
export function outcomeAt(scores: ScoreValues | undefined, row: number): number {
  return outcomeReader(scores)(row);
}
