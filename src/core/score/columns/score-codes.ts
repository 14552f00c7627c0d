import type { ScoreValues } from './scored-columns.ts';

/** More different scores than a byte tells apart are kept row by row. */
export const MAX_LEVELS = 256;

/** A few scores, and which of them each row has: a byte a row instead of nine. */
export interface ScoreCodes {
  /** The scores that occur, NaN included, and the outcome of each. */
  readonly levels: Float64Array;
  readonly levelOutcomes: Uint8Array;
  /** Index into the levels per row. */
  readonly codes: Uint8Array;
}

/** Beside the columns, so that a column with other values in their place has none. */
const codesByColumn = new WeakMap<ScoreValues, ScoreCodes>();

/** The codes of a column that is kept as such; undefined for any other. */
export function codesOf(scores: ScoreValues): ScoreCodes | undefined {
  return codesByColumn.get(scores);
}

/** Makes a column of codes, whose lists `unpack` makes once somebody asks for them. */
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

/** Looks scores up row by row, without making the column’s lists; NaN without one. */
export function scoreReader(scores: ScoreValues | undefined): (row: number) => number {
  const coded = scores && codesOf(scores);
  if (coded) {
    const { levels, codes } = coded;
    return (row) => levels[codes[row] ?? -1] ?? Number.NaN;
  }
  const values = scores?.values;
  return (row) => values?.[row] ?? Number.NaN;
}

/** The same for outcomes: gives an index into OUTCOMES, 0 without such a row. */
export function outcomeReader(scores: ScoreValues | undefined): (row: number) => number {
  const coded = scores && codesOf(scores);
  if (coded) {
    const { levelOutcomes, codes } = coded;
    return (row) => levelOutcomes[codes[row] ?? -1] ?? 0;
  }
  const outcomes = scores?.outcomes;
  return (row) => outcomes?.[row] ?? 0;
}

/** The score of a row, for whoever asks for few: NaN without one, or without such a row. */
export function scoreAt(scores: ScoreValues | undefined, row: number): number {
  return scoreReader(scores)(row);
}

/** The outcome of a row, for whoever asks for few: an index into OUTCOMES, 0 without such a row. */
export function outcomeAt(scores: ScoreValues | undefined, row: number): number {
  return outcomeReader(scores)(row);
}
