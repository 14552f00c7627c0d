import { expect, it } from 'vitest';
import { drawTrend } from './draw-trend.ts';

it('runs from the oldest mean to the newest, low to high', () => {
  expect(drawTrend([0.2, 0.4])).toEqual({
    d: 'M4 16L60 4',
    points: [
      [4, 16],
      [60, 4],
    ],
  });
});

it('passes over runs without a mean', () => {
  const { d, points } = drawTrend([0, null, 1]);
  expect(d).toBe('M4 16L60 4');
  expect(points[1]).toBeNull();
});

it('draws equal means in the middle', () => {
  expect(drawTrend([0.5, 0.5, 0.5]).points).toEqual([
    [4, 10],
    [32, 10],
    [60, 10],
  ]);
});

it('needs two means for a line', () => {
  expect(drawTrend([0.5, null])).toEqual({ d: '', points: [null, null] });
  expect(drawTrend([])).toEqual({ d: '', points: [] });
});
