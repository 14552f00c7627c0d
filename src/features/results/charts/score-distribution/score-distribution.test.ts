import { expect, it } from 'vitest';
import type { Ink, PathShape } from '#ui/charts/figure.ts';
import { describeScores } from '#core/explain/summary/summarise.ts';
import { summariseRun } from '../../numbers/run-summary.ts';
import { NO_ROWS } from '#core/score/columns/scored-columns.ts';
import { scoreDistribution } from './score-distribution.ts';

function draw(id: string, values: readonly number[]) {
  const scores = {
    ...{ id, metricId: id, values: Float64Array.from(values) },
    outcomes: new Uint8Array(values.length),
  };
  const summary = summariseRun(NO_ROWS, new Uint32Array(), { thresholds: {} });
  const chosen = describeScores(scores, {});
  return scoreDistribution.figure({
    summary,
    grouping: undefined,
    chosen,
    groupedBy: '',
    source: '',
  });
}

type Drawn = ReturnType<typeof draw>;

const shapesOf = (figure: Drawn) => figure?.draw(600).shapes ?? [];
const textsOf = (figure: Drawn): string[] =>
  shapesOf(figure).flatMap((shape) => ('text' in shape ? [shape.text] : []));
/** The bars from left to right: ink, and height in px. */
const barsOf = (figure: Drawn): (readonly [Ink | undefined, number])[] =>
  shapesOf(figure).flatMap((shape) => {
    const height = 'path' in shape && shape.fill ? /v(-?[\d.]+)h/.exec(shape.path)?.[1] : undefined;
    return height === undefined ? [] : [[(shape as PathShape).fill, Math.abs(Number(height))]];
  });

it('draws two bars for a metric of 0 and 1, in proportion', () => {
  const figure = draw('trajectory_exact_match', [1, 0, 1]);
  const [zero, one] = barsOf(figure);
  expect([zero?.[0], one?.[0]]).toEqual(['bar-fail', 'bar-pass']);
  expect((one?.[1] ?? 0) / (zero?.[1] ?? 1)).toBeCloseTo(2, 1);
  expect(figure?.caption).toContain('2 of 3 rows have score 1.');
  expect(textsOf(figure)).toEqual(
    expect.arrayContaining(['Rows', 'exact match', '0 · 1 row', '1 · 2 rows']),
  );
});

it('draws the histogram of a share, with nothing where no row is', () => {
  const figure = draw('trajectory_recall', [0, 0.5, 1, 1]);
  expect(barsOf(figure)).toHaveLength(3);
  expect(barsOf(figure).at(-1)?.[0]).toBe('bar-pass');
  expect(textsOf(figure)).toEqual(expect.arrayContaining(['recall', '0', '0.25', '0.5', '1']));
  expect(textsOf(figure).join()).not.toContain(' to ');
});

it('does not pass a last bin without a full score', () => {
  expect(barsOf(draw('trajectory_recall', [0.5, 0.97])).at(-1)?.[0]).toBe('bar-fail');
});

it('has a place under the pointer for each bar, over the whole height', () => {
  const targets = draw('trajectory_exact_match', [1, 0, 1])?.draw(600).targets ?? [];
  expect(targets.map(({ note, filters }) => [note, filters.length])).toEqual([
    ['Score 0: 1 row', 1],
    ['Score 1: 2 rows', 1],
  ]);
  const [zero, one] = targets;
  expect(zero!.x + zero!.width).toBeLessThan(one!.x);
  expect([zero!.y, zero!.height]).toEqual([one!.y, one!.height]);
  expect(zero!.height).toBeGreaterThan(150);
});

it('has nothing to draw of seconds', () => {
  expect(draw('latency_in_seconds', [1, 2])).toBeUndefined();
});
