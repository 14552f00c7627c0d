import type { Change } from '#core/compare/changes.ts';
import type { PassTable } from '#core/compare/compare-scores.ts';
import type { ScoreRange } from '#core/compare/bin-pairs.ts';
import type { PairFilter, ScoreBox } from '#state/comparison.svelte.ts';
import { formatScore } from '../ui/format-number.ts';
import type { RunLetter } from '../ui/run-letters.ts';

/** How a change is shown: glyph and word always together. */
export interface ChangeWords {
  readonly glyph: string;
  readonly word: string;
  readonly kind: 'plain' | 'pass' | 'fail';
}

export const CHANGE_WORDS: Readonly<Record<Change, ChangeWords>> = {
  regressed: { glyph: '▼', word: 'Regressed', kind: 'fail' },
  improved: { glyph: '▲', word: 'Improved', kind: 'pass' },
  mixed: { glyph: '◆', word: 'Mixed', kind: 'plain' },
  same: { glyph: '=', word: 'Same', kind: 'plain' },
  'not scored': { glyph: '–', word: 'Not scored', kind: 'plain' },
};

/** The filters in the order of their chips. */
export const PAIR_FILTERS: readonly PairFilter[] = [
  'all',
  'regressed',
  'improved',
  'mixed',
  'same',
  'not scored',
  'only baseline',
  'only candidate',
];

/** The words of a filter's chip; the letter is that of the candidate. */
export function wordsOf(filter: PairFilter, letter: RunLetter = 'B'): ChangeWords {
  switch (filter) {
    case 'all':
      return { glyph: '', word: 'All', kind: 'plain' };
    case 'only baseline':
      return { glyph: '', word: 'Only in A', kind: 'plain' };
    case 'only candidate':
      return { glyph: '', word: `Only in ${letter}`, kind: 'plain' };
    default:
      return CHANGE_WORDS[filter];
  }
}

/** Names the scores of a mark of the scatter. */
export function sayBox(box: Pick<ScoreBox, 'baseline' | 'candidate'>, letter: RunLetter): string {
  return `A ${sayRange(box.baseline)}, ${letter} ${sayRange(box.candidate)}`;
}

/** Writes scores from one to another; a single one once. */
export function sayRange({ min, max }: ScoreRange): string {
  const [from, to] = [formatScore(min), formatScore(max)];
  return from === to ? from : `${from} to ${to}`;
}

/** Names a cell of the pass table. */
export function sayPassCell(cell: keyof PassTable, letter: RunLetter): string {
  switch (cell) {
    case 'both':
      return 'both pass';
    case 'onlyBaseline':
      return 'only A passes';
    case 'onlyCandidate':
      return `only ${letter} passes`;
    case 'neither':
      return 'both fail';
  }
}
