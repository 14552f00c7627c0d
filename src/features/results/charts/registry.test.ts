import { BINS } from '#core/explain/summary/bins.ts';
import type { MetricSummary } from '#core/explain/summary/summarise.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAKE_THEME, fakeSummary } from '../../../../tests/support/summaries.ts';
import { CHARTS } from './registry.ts';

const scores = (value: fc.Arbitrary<number>) => fc.array(fc.option(value), { maxLength: 40 });
const binary = scores(fc.constantFrom(0, 1));
const share = scores(fc.double({ min: 0, max: 1, noNaN: true }));
const seconds = scores(fc.double({ min: 0, max: 1e6, noNaN: true }));

const runs: fc.Arbitrary<MetricSummary[]> = fc
  .tuple(binary, share, seconds, fc.array(binary, { maxLength: BINS + 6 }))
  .map(([exact, recall, latency, tools]) => [
    fakeSummary('trajectory_exact_match', exact),
    fakeSummary('trajectory_recall', recall),
    ...tools.map((uses, tool) => fakeSummary('trajectory_single_tool_use', uses, `tool ${tool}`)),
    fakeSummary('latency_in_seconds', latency),
  ]);

/** All numbers of a value, however deep; functions and text are passed over. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

describe.each(CHARTS.map((chart) => [chart.id, chart] as const))('%s', (_, chart) => {
  it('draws finite numbers, at most as many points as a histogram has bins', () => {
    fc.assert(
      fc.property(runs, (summaries) => {
        for (const variant of chart.variants(summaries)) {
          const { data, options } = chart.configure(variant.summaries, FAKE_THEME);
          const points = data.datasets.flatMap((dataset) => dataset.data as unknown[]);
          expect(points.length).toBeLessThanOrEqual(BINS);
          expect(chart.filters(variant.summaries)).toHaveLength(points.length);
          expect([...numbersIn(data), ...numbersIn(options)].every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('has a variant of its own name whenever it is shown', () => {
    fc.assert(
      fc.property(runs, (summaries) => {
        const ids = chart.variants(summaries).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        if (chart.isShown(summaries)) expect(ids).not.toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('has as many cells in every row of its table as in the head, and says NaN nowhere', () => {
    fc.assert(
      fc.property(runs, (summaries) => {
        for (const variant of chart.variants(summaries)) {
          const { head, rows, filters } = chart.table(variant.summaries);
          expect(filters).toHaveLength(rows.length);
          expect(rows.every((row) => row.length === head.length)).toBe(true);
          expect(`${rows.flat().join()} ${chart.describe(variant.summaries)}`).not.toMatch(
            /NaN|Infinity|undefined|null/,
          );
        }
      }),
      { numRuns: 30 },
    );
  });

  it('takes no summaries at all', () => {
    expect(chart.isShown([])).toBe(false);
    expect(chart.table([]).rows).toEqual([]);
    expect(chart.describe([])).toMatch(/\.$/);
    expect(chart.height([])).toBeGreaterThan(0);
    const [dataset] = chart.configure([], FAKE_THEME).data.datasets;
    expect(dataset?.data).toEqual([]);
  });

  it('is not shown when nothing is scored', () => {
    const blank = [null, null];
    const summaries = ['trajectory_recall', 'latency_in_seconds'].map((id) =>
      fakeSummary(id, blank),
    );
    expect(chart.isShown(summaries)).toBe(false);
  });
});
