import type { Change } from '#core/compare/compare-runs.ts';
import type { PairFilter } from '#state/comparison.svelte.ts';

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

/** The words of a filter's chip. */
export function wordsOf(filter: PairFilter): ChangeWords {
  switch (filter) {
    case 'all':
      return { glyph: '', word: 'All', kind: 'plain' };
    case 'only baseline':
      return { glyph: '', word: 'Only in A', kind: 'plain' };
    case 'only candidate':
      return { glyph: '', word: 'Only in B', kind: 'plain' };
    default:
      return CHANGE_WORDS[filter];
  }
}
