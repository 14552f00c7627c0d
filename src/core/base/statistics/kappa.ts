/** How far two readers of the same rows agree. Shares lie in [0,1]. */
export interface Kappa {
  readonly rows: number;
  /** Share of rows in the same category. */
  readonly agreement: number;
  /** What share would agree by chance, both readers keeping their frequencies. */
  readonly byChance: number;
  /** Cohen's kappa, in [−1,1]; null where both always give the same one category. */
  readonly kappa: number | null;
}

/**
 * Measures how far two readers agree beyond chance.
 * @param matrix rows by the category of the first reader, then of the second; square
 * @returns the agreement; undefined without rows
 * @see Cohen, A coefficient of agreement for nominal scales, 1960
 */
export function kappaOf(matrix: readonly (readonly number[])[]): Kappa | undefined {
  const rows = sum(matrix.map(sum));
  if (rows === 0) return undefined;
  const first = matrix.map((line) => sum(line) / rows);
  const second = matrix.map((_, column) => sum(matrix.map((line) => line[column] ?? 0)) / rows);
  const agreement = sum(matrix.map((line, index) => line[index] ?? 0)) / rows;
  const byChance = sum(first.map((share, index) => share * (second[index] ?? 0)));
  // a sum of shares may be 1 but for its last digit
  const isCertain = matrix.some((line, index) => line[index] === rows);
  if (isCertain) return { rows, agreement: 1, byChance: 1, kappa: null };
  return { rows, agreement, byChance, kappa: (agreement - byChance) / (1 - byChance) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
