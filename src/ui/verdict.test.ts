import { expect, it } from 'vitest';
import { drawVerdicts } from './verdict.ts';

it('gathers the glyphs of an ink in one path, 12 apart, and is empty without verdicts', () => {
  expect(drawVerdicts(['none', 'none'])).toEqual([{ ink: 'none', d: 'M3 5h4M15 5h4' }]);
  expect(drawVerdicts(['partial']).map((path) => path.ink)).toEqual(['ring', 'half']);
  expect(drawVerdicts([])).toEqual([]);
});

it('writes short numbers at every place', () => {
  const kinds = ['pass', 'partial', 'fail', 'none', 'yes', 'no', 'error'] as const;
  const all = drawVerdicts([...kinds, ...kinds, ...kinds]).map((path) => path.d);
  expect(all.join('')).not.toMatch(/\.\d{3}/);
});
