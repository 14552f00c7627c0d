import { expect, it } from 'vitest';
import { flipsInWords } from './flips-in-words.ts';

const NONE = { rises: 0, falls: 0, passes: 0, fails: 0, scored: 0, unscored: 0 };

it('counts verdicts that flip, and shares that move', () => {
  expect(
    flipsInWords([
      { columnId: 'trajectory_exact_match', ...NONE, rises: 3, passes: 3, falls: 1, fails: 1 },
      { columnId: 'trajectory_precision', ...NONE, rises: 5, falls: 2, passes: 4 },
      { columnId: 'trajectory_recall', ...NONE, scored: 2 },
      { columnId: 'trajectory_any_order_match', ...NONE },
    ]),
  ).toBe('exact +3 −1 · prec 5 ↑ 2 ↓ · recall 2 scored');
});

it('says when no row would flip', () => {
  expect(flipsInWords([{ columnId: 'trajectory_recall', ...NONE }])).toBe('no row flips');
  expect(flipsInWords([])).toBe('no row flips');
});
