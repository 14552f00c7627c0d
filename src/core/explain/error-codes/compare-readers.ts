import { correctedShare, type CorrectedShare } from '#core/base/statistics/corrected-share.ts';
import { kappaOf, type Kappa } from '#core/base/statistics/kappa.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import {
  isNothingWrong,
  rootOf,
  type ErrorAnalysis,
  type ErrorCode,
} from '#core/score/error-codes/error-analysis.ts';
import { fullMarks } from '#core/score/metrics/registry.ts';
import type { RowsToRead } from './reading-order.ts';

/** What another person found in a row; an empty code for nothing wrong. */
export interface OtherCode {
  readonly row: number;
  readonly code: string;
}

/** Two readers of the same rows. */
export interface ReadersCompared {
  /** Codes as both are counted, an empty one for nothing wrong: lines and columns of the matrix. */
  readonly codes: readonly string[];
  /** Rows by the first reader's code, then by the second's. */
  readonly matrix: readonly (readonly number[])[];
  readonly agreement: Kappa;
  /** Rows with different codes. */
  readonly differing: readonly number[];
  /** The two codes that are taken for one another most often; undefined where none are. */
  readonly mixedUp:
    { readonly one: string; readonly other: string; readonly rows: number } | undefined;
}

/**
 * Compares what two people found in the rows that both have read. Codes count as what the first
 * reader's codebook has merged them into; marks without a code are left out.
 * @returns the comparison; undefined where no row has a verdict of both
 */
export function compareReaders(
  { marks, codes }: ErrorAnalysis,
  others: readonly OtherCode[],
): ReadersCompared | undefined {
  const theirs = new Map(others.map(({ row, code }) => [row, counted(code, codes)]));
  const pairs = marks.flatMap((mark) => {
    const other = theirs.get(mark.row);
    const hasVerdict = mark.code !== '' || isNothingWrong(mark);
    if (other === undefined || !hasVerdict) return [];
    return [{ row: mark.row, mine: counted(mark.code, codes), other }];
  });
  const names = namesInOrder(
    codes,
    pairs.flatMap(({ mine, other }) => [mine, other]),
  );
  const matrix = names.map((mine) =>
    names.map((other) => pairs.filter((pair) => pair.mine === mine && pair.other === other).length),
  );
  const agreement = kappaOf(matrix);
  if (!agreement) return undefined;
  const differing = pairs.filter(({ mine, other }) => mine !== other).map(({ row }) => row);
  return { codes: names, matrix, agreement, differing, mixedUp: mostMixedUp(names, matrix) };
}

function counted(code: string, codes: readonly ErrorCode[]): string {
  return code === '' ? '' : rootOf(codes, code);
}

/** The codes found, as they are in the codebook; then those only the other reader has; nothing wrong last. */
function namesInOrder(codes: readonly ErrorCode[], found: readonly string[]): readonly string[] {
  const all = new Set(found);
  const known = codes.map(({ name }) => name).filter((name) => all.has(name));
  const further = [...all].filter((name) => name !== '' && !known.includes(name)).sort();
  return [...known, ...further, ...(all.has('') ? [''] : [])];
}

function mostMixedUp(
  names: readonly string[],
  matrix: readonly (readonly number[])[],
): ReadersCompared['mixedUp'] {
  let worst: ReadersCompared['mixedUp'];
  for (const [i, one] of names.entries()) {
    for (const [j, other] of names.entries()) {
      if (j <= i || one === '' || other === '') continue;
      const rows = (matrix[i]?.[j] ?? 0) + (matrix[j]?.[i] ?? 0);
      if (rows > (worst?.rows ?? 0)) worst = { one, other, rows };
    }
  }
  return worst;
}

/** How well a metric finds an error that a person has marked. Shares lie in [0,1]. */
export interface MetricAgainstCode {
  /** Rows with the code that were scored, and those of them that the metric fails. */
  readonly coded: { readonly found: number; readonly of: number };
  /** Rows read without the code that were scored, and those of them that the metric fails. */
  readonly others: { readonly claimed: number; readonly of: number };
  /** Of all rows worth reading that were scored: those that the metric fails. */
  readonly all: { readonly claimed: number; readonly of: number };
  /** The share of all, corrected for both errors; undefined where the metric says nothing. */
  readonly corrected: CorrectedShare | undefined;
  readonly agreement: Kappa;
}

/** Whether a metric can be held against codes: its full marks are known. */
export function hasClaims({ metricId }: Pick<ScoreValues, 'metricId'>): boolean {
  return fullMarks(metricId) !== undefined;
}

/**
 * Holds a metric, such as a judge, against a code: the metric claims the error where a row is short
 * of full marks. Only rows worth reading count, because what was read is a sample of them.
 * @param analysis what a person found
 * @param name a code of the codebook; what was merged into it counts
 * @param scores the metric's scores
 * @param worth which rows are worth reading
 * @returns undefined where no row read has a score
 */
export function metricAgainstCode(
  analysis: ErrorAnalysis,
  name: string,
  scores: ScoreValues,
  worth: RowsToRead,
): MetricAgainstCode | undefined {
  const { marks, codes } = analysis;
  const full = fullMarks(scores.metricId);
  const claims = (row: number): boolean | undefined => {
    const value = scores.values[row] ?? Number.NaN;
    return Number.isNaN(value) ? undefined : value !== full;
  };
  const counts = { hits: 0, misses: 0, alarms: 0, rejections: 0 };
  for (const { row, code } of marks) {
    const claim = worth.has(row) ? claims(row) : undefined;
    if (claim === undefined) continue;
    const hasCode = code !== '' && rootOf(codes, code) === name;
    if (hasCode) counts[claim ? 'hits' : 'misses']++;
    else counts[claim ? 'alarms' : 'rejections']++;
  }
  const { hits, misses, alarms, rejections } = counts;
  const agreement = kappaOf([
    [hits, misses],
    [alarms, rejections],
  ]);
  if (!agreement) return undefined;
  const all = { claimed: 0, of: 0 };
  for (let row = 0; row < scores.values.length; row++) {
    const claim = worth.has(row) ? claims(row) : undefined;
    if (claim === undefined) continue;
    all.of++;
    if (claim) all.claimed++;
  }
  const coded = { found: hits, of: hits + misses };
  const others = { claimed: alarms, of: alarms + rejections };
  return {
    coded,
    others,
    all,
    agreement,
    corrected:
      coded.of === 0 || others.of === 0
        ? undefined
        : correctedShare(all.claimed / all.of, hits / coded.of, alarms / others.of),
  };
}
