import { expect, it } from 'vitest';
import { drawVerdict } from './verdict.ts';

it('draws a verdict in one path, that of a part in two', () => {
  expect(drawVerdict('none')).toEqual([{ ink: 'none', d: 'M3 5h4' }]);
  expect(drawVerdict('partial').map((path) => path.ink)).toEqual(['ring', 'half']);
});
