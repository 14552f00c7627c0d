import { formatCount } from './sentence.ts';

/** Says how many more there are, behind those that are named: ` and 3 more`; empty for none. */
export function andMore(count: number): string {
  return count > 0 ? ` and ${formatCount(count)} more` : '';
}

/**
 * Lists the first names: `a, b and 3 more`.
 * @param names all names, or the first
 * @param most at most so many are listed
 * @param count how many there are in all
 */
export function listFirst(
  names: readonly string[],
  most: number,
  count: number = names.length,
): string {
  const shown = names.slice(0, most);
  return `${shown.join(', ')}${andMore(count - shown.length)}`;
}
