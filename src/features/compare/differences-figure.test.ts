import { expect, it } from 'vitest';
import type { Comparison, MetricComparison } from '#core/compare/compare-runs.ts';
import { differencesFigure } from './differences-figure.ts';

const metric = (metricId: string, difference: number, low: number, adjustedP: number) =>
  ({
    ...{ columnId: metricId, metricId, difference, pairs: 40 },
    interval: { low, high: difference + 0.1, method: 'bootstrap' },
    chance: { adjustedP },
  }) as unknown as MetricComparison;

const draw = (metrics: readonly MetricComparison[]) =>
  differencesFigure({ metrics } as unknown as Comparison, 'B', 'A: before.');

it('draws settled differences filled and all others open, with interval and n', () => {
  const figure = draw([
    metric('trajectory_recall', 0.2, 0.1, 0.01),
    metric('trajectory_precision', 0.05, -0.1, 0.6),
    metric('latency_in_seconds', 3, 1, 0.01),
  ]);
  const drawing = typeof figure?.draw === 'function' ? figure.draw(600) : undefined;
  const fills = drawing?.shapes.flatMap((shape) => ('fill' in shape ? [shape.fill] : []));
  expect(fills).toEqual(['ink', 'bg']);
  const words = drawing?.shapes.flatMap((shape) => ('text' in shape ? [shape.text] : []));
  expect(words).toEqual(expect.arrayContaining(['+0.20', '0.00', '40', 'Recall', '95 % interval']));
  expect(figure?.numbers.lines.map(({ cells }) => cells)).toEqual([
    ['Recall', 0.2, 0.1, expect.closeTo(0.3), 0.01, 40],
    ['Precision', 0.05, -0.1, expect.closeTo(0.15), 0.6, 40],
  ]);
  expect(figure?.caption).toMatch(/Holm.* A: before\.$/);
});

it('is absent where nothing is scored in both', () => {
  expect(draw([])).toBeUndefined();
});

it('leaves room between a name in code letters and the axis', () => {
  const [name] = [metric('trajectory_single_tool_use', 0, 0, 1)].map((one) => ({
    ...one,
    columnId: 'trajectory_single_tool_use(set_temperature)',
    tool: 'set_temperature',
  }));
  const figure = draw(name ? [name] : []);
  const drawing = typeof figure?.draw === 'function' ? figure.draw(684) : undefined;
  const code = drawing?.shapes.find((shape) => 'text' in shape && shape.isCode);
  const paths = drawing?.shapes.flatMap((shape) => ('path' in shape ? [shape.path] : [])) ?? [];
  const left = Math.min(...paths.map((path) => Number(path.slice(1).split(' ')[0])));
  const letters = code && 'text' in code ? code.text.length : Number.NaN;
  // 12 px letters of one width
  expect(left - letters * 7.2).toBeGreaterThan(10);
});
