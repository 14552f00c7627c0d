import { BINS } from '#core/explain/summary/bins.ts';
import { describe, expect, it, vi } from 'vitest';
import { FAKE_THEME, fakeSummary } from '../../../../../tests/support/summaries.ts';
import { metricMeans, whiskers } from './metric-means.ts';

const exact = fakeSummary('trajectory_exact_match', [1, 0, 1, 0, null]);
const recall = fakeSummary('trajectory_recall', [1, 0.5, 1, 0.75, null]);
const uses = fakeSummary('trajectory_single_tool_use', [1, 1, 1, 1, 1], 'search');
const latency = fakeSummary('latency_in_seconds', [1.5, 2]);
const run = [exact, recall, uses, latency];

describe('configure', () => {
  it('draws one dot per metric with a mean, in metric order and without seconds', () => {
    const { data } = metricMeans.configure(run, FAKE_THEME);
    expect(data.datasets[0]?.data).toEqual([
      { x: 0.5, y: 0 },
      { x: 0.8125, y: 1 },
      { x: 1, y: 2 },
    ]);
  });

  it('leaves the row of a metric without scores empty', () => {
    const blank = fakeSummary('trajectory_precision', [null, null]);
    const { data } = metricMeans.configure([exact, blank, recall], FAKE_THEME);
    expect(data.datasets[0]?.data).toEqual([
      { x: 0.5, y: 0 },
      { x: 0.8125, y: 2 },
    ]);
  });

  it('stops at the number of bins; table and sentence know the rest', () => {
    const many = Array.from({ length: BINS + 3 }, (_, tool) =>
      fakeSummary('trajectory_single_tool_use', [0, 1], `tool ${tool}`),
    );
    expect(metricMeans.configure(many, FAKE_THEME).data.datasets[0]?.data).toHaveLength(BINS);
    expect(metricMeans.table(many).rows).toHaveLength(BINS + 3);
    expect(metricMeans.describe(many)).toContain('The table has 3 more.');
  });
});

describe('table', () => {
  it('has mean, interval and counts of each metric', () => {
    const { interval } = exact;
    const range = `${interval?.low.toFixed(2)} to ${interval?.high.toFixed(2)}`;
    const [first, , third] = metricMeans.table(run).rows;
    expect(first).toEqual(['Exact match', '0.50', range, '4', '1']);
    expect(third?.[0]).toBe('Single tool use: search');
  });

  it('leads to the rows that fail, where a metric has full marks', () => {
    const [first, , third] = metricMeans.table(run).filters;
    expect(first).toEqual([{ kind: 'failing', columnId: 'trajectory_exact_match' }]);
    expect(third).toEqual([]);
  });

  it('writes a dash for what cannot be computed', () => {
    const rows = [
      fakeSummary('trajectory_recall', [0.5]),
      fakeSummary('trajectory_recall', [null]),
    ];
    expect(metricMeans.table(rows).rows).toEqual([
      ['Recall', '0.50', '–', '1', '0'],
      ['Recall', '–', '–', '0', '1'],
    ]);
  });
});

describe('describe', () => {
  it('names the extremes among the metrics for which more is better', () => {
    expect(metricMeans.describe(run)).toBe('Highest: Recall 0.81. Lowest: Exact match 0.50.');
  });

  it('says the one mean there is', () => {
    expect(metricMeans.describe([recall, latency])).toBe('Recall 0.81.');
  });
});

describe('whiskers', () => {
  const scale = (min: number, max: number) => ({
    min,
    max,
    getPixelForValue: (value: number) => value * 100,
  });
  function draw(hook: 'beforeDatasetsDraw' | 'afterDatasetsDraw') {
    const ctx = {
      save: vi.fn(),
      restore: vi.fn(),
      beginPath: vi.fn(),
      stroke: vi.fn(),
      moveTo: vi.fn(),
      lineTo: vi.fn(),
      fillText: vi.fn(),
    };
    const means = [
      { row: 0, low: 0.25, high: 1.2, text: '0.90' },
      { row: 1, low: null, high: null, text: '–' },
    ];
    const chart = { ctx, width: 140, scales: { x: scale(0, 1), y: scale(-0.5, 1.5) } };
    whiskers(means, FAKE_THEME)[hook]?.(chart as never, {} as never, {}, false);
    return ctx;
  }

  it('draws an interval with its caps, no further than the axis', () => {
    const { moveTo, lineTo } = draw('beforeDatasetsDraw');
    expect(moveTo.mock.calls).toEqual([
      [25, 0],
      [25, -3],
      [100, -3],
    ]);
    expect(lineTo.mock.calls[0]).toEqual([100, 0]);
  });

  it('writes every mean at the right edge', () => {
    expect(draw('afterDatasetsDraw').fillText.mock.calls).toEqual([
      ['0.90', 140, 0],
      ['–', 140, 100],
    ]);
  });
});
