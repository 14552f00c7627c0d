import type { FilterNames } from './filter-names.ts';
import { parseFilters } from './parse-filters.ts';
import { tokensOf } from './tokens.ts';

/** What can be written at a place of a filter text. */
export interface Completion {
  /** The place of the piece that is replaced; empty where a new one begins. */
  readonly from: number;
  readonly to: number;
  /** Pieces as they are written, best first. */
  readonly options: readonly string[];
  /** The column of the dataset a value of which can be written there. */
  readonly cellsOf?: string | undefined;
}

const OPTIONS_LISTED = 50;

/** Lists what fits at a place of a filter text; nothing where any number or value can be. */
export function completeFilter(text: string, at: number, names: FilterNames): Completion {
  const piece = tokensOf(text).find(({ kind, from, to }) => {
    const isWhole = kind === 'operator' || kind === 'bracket';
    return from < at && at <= to && !isWhole;
  });
  const from = piece?.from ?? at;
  const typed = text.slice(from, at).replace(/^["']/, '').toLowerCase();
  const { offered, cellsOf } = offersAfter(text.slice(0, from), names);
  const options = offered
    .filter((option) => fit(option, typed) > 0)
    .sort((a, b) => fit(b, typed) - fit(a, typed))
    .slice(0, OPTIONS_LISTED);
  return { from, to: piece?.to ?? at, options, cellsOf };
}

/** What can follow a text that breaks off. */
function offersAfter(
  text: string,
  names: FilterNames,
): { readonly offered: readonly string[]; readonly cellsOf?: string | undefined } {
  // a bracket is wrong but where a condition begins, and there it changes nothing
  const parsed = parseFilters(`${text} (`, names);
  if (parsed.ok) return NO_OFFERS;
  const { problem, offered, cellsOf } = parsed;
  const isAtEnd = problem.from >= text.length;
  if (!isAtEnd || problem.code !== 'expected') return NO_OFFERS;
  return { offered, cellsOf };
}

const NO_OFFERS = { offered: [] };

/** How well an option fits: by its beginning 3, by the beginning of a part 2, anywhere 1, else 0. */
function fit(option: string, typed: string): number {
  const text = option.replace(/^"/, '').toLowerCase();
  if (text.startsWith(typed)) return 3;
  if (text.split(/[_\W]+/).some((part) => part.startsWith(typed))) return 2;
  return text.includes(typed) ? 1 : 0;
}
