import { Z } from './interval.ts';

/** The agreement of two readers of the same rows. Shares are in [0,1]. */
export interface Kappa {
  readonly rows: number;
  /** Share of rows in the same category. */
  readonly agreement: number;
  /** The share expected by chance, given the frequencies of both readers. */
  readonly byChance: number;
  /** Cohen's kappa, in [−1,1]; null where both always give the same single category. */
  readonly kappa: number | null;
  /** Its 95 % interval, cut to [−1,1]; null without kappa. */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/**
 * The agreement of two readers beyond chance; undefined without rows. `matrix`: rows by the
 * category of the first reader, then of the second. Cohen 1960; standard error: Fleiss, Cohen and
 * Everitt 1969.
 */
export function kappaOf(matrix: readonly (readonly number[])[]): Kappa | undefined {
  const rows = sum(matrix.map(sum));
  if (rows === 0) return undefined;
  const shares = matrix.map((line) => line.map((count) => count / rows));
  const first = matrix.map((line) => sum(line) / rows);
  const second = matrix.map((_, column) => sum(matrix.map((line) => line[column] ?? 0)) / rows);
  const agreement = sum(matrix.map((line, index) => line[index] ?? 0)) / rows;
  const byChance = sum(first.map((share, index) => share * (second[index] ?? 0)));
  // a sum of shares may differ from 1 in its last digit
  const isCertain = matrix.some((line, index) => line[index] === rows);
  if (isCertain) return { rows, agreement: 1, byChance: 1, kappa: null, interval: null };
  const kappa = (agreement - byChance) / (1 - byChance);
  // with full agreement, only rounding would give a width
  const width = agreement === 1 ? 0 : standardError(shares, first, second, agreement, byChance);
  const error = width / Math.sqrt(rows);
  const interval = {
    low: Math.max(-1, kappa - Z * error),
    high: Math.min(1, kappa + Z * error),
  };
  return { rows, agreement, byChance, kappa, interval };
}

function standardError(
  shares: readonly (readonly number[])[],
  first: readonly number[],
  second: readonly number[],
  agreement: number,
  byChance: number,
): number {
  const [left, differing] = [1 - byChance, 1 - agreement];
  const parts = shares.flatMap((line, i) =>
    line.map((share, j) => {
      const marginal = (second[i] ?? 0) + (first[j] ?? 0);
      return i === j
        ? share * (left - marginal * differing) ** 2
        : share * (differing * marginal) ** 2;
    }),
  );
  const variance = sum(parts) - (agreement * byChance - 2 * byChance + agreement) ** 2;
  return Math.sqrt(Math.max(0, variance)) / left ** 2;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
