import { expect, it } from 'vitest';
import { describeMoment, describeMomentFully } from './describe-moment.ts';

const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime();
const NOW = at(2026, 10, 21, 14, 5);

it.each([
  [at(2026, 10, 21, 9, 41), 'today 09:41'],
  [at(2026, 10, 21, 0, 0), 'today 00:00'],
  [at(2026, 10, 20, 23, 59), 'yesterday 23:59'],
  [at(2026, 10, 19, 14, 55), '19 Nov 14:55'],
  [at(2026, 0, 3, 7, 2), '3 Jan 07:02'],
  [at(2025, 10, 21, 9, 41), '21 Nov 2025'],
])('writes %d as %s', (moment, text) => {
  expect(describeMoment(moment, NOW)).toBe(text);
});

it('goes by the calendar across New Year', () => {
  expect(describeMoment(at(2025, 11, 31, 23, 0), at(2026, 0, 1, 1, 0))).toBe('yesterday 23:00');
});

it('writes a moment in full', () => {
  expect(describeMomentFully(at(2026, 10, 21, 9, 41))).toMatch(
    /^Saturday,? 21 November 2026.* 09:41:00$/,
  );
});
