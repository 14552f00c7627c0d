import { expect, it } from 'vitest';
import type { MeansInPairs } from '#core/compare/means-in-pairs.ts';
import { meansFigure } from './means-figure.ts';

const mean = (value: number) => ({
  mean: value,
  interval: { low: value - 0.1, high: value + 0.1, method: 'bootstrap' } as const,
});
const RECALL: MeansInPairs = {
  ...{ columnId: 'trajectory_recall', metricId: 'trajectory_recall', pairs: 40 },
  ...{ baseline: mean(0.5), candidate: mean(0.7) },
};
const draw = (metrics: readonly MeansInPairs[]) => meansFigure(metrics, 'C', 'A: before.');

it('tells both runs apart by letter, shape and place, not by colour', () => {
  const figure = draw([RECALL]);
  const shapes = typeof figure?.draw === 'function' ? figure.draw(600).shapes : [];
  const marks = shapes.filter((shape) => 'fill' in shape && shape.fill !== undefined);
  expect(marks.map((shape) => ('path' in shape ? /[ah]/.exec(shape.path)?.[0] : ''))).toEqual([
    ...['a', 'h'],
  ]);
  expect(new Set(marks.map((shape) => 'fill' in shape && shape.fill))).toEqual(new Set(['ink']));
  const letters = shapes.flatMap((shape) =>
    'text' in shape && shape.ink === 'ink-2' && shape.text.length === 1 ? [shape] : [],
  );
  expect(letters.map(({ text }) => text)).toEqual(['A', 'C']);
  // beside the ends of their intervals, A above
  const [a, c] = letters;
  expect((a?.x ?? 0) < (c?.x ?? 0) && (a?.y ?? 0) + 12 < (c?.y ?? 0)).toBe(true);
  const words = shapes.flatMap((shape) => ('text' in shape ? [shape.text] : []));
  expect(words).toEqual(expect.arrayContaining(['0.50', '0.70', '40', 'Recall', 'Mean score']));
});

it('has a line of numbers for each run, and names runs and intervals in its caption', () => {
  expect(draw([RECALL])?.numbers.lines.map(({ cells }) => cells)).toEqual([
    ['Recall', 'A', 0.5, 0.4, 0.6, 40],
    ['Recall', 'C', 0.7, expect.closeTo(0.6), expect.closeTo(0.8), 40],
  ]);
  expect(draw([RECALL])?.caption).toMatch(/Wilson.*square: C\..* A: before\.$/);
});

it('is absent where nothing is scored in both', () => {
  expect(draw([])).toBeUndefined();
  const none = { mean: null, interval: null };
  expect(draw([{ ...RECALL, pairs: 0, baseline: none, candidate: none }])).toBeUndefined();
});
