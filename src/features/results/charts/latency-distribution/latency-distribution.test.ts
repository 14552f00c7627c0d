import { BINS } from '#core/explain/summary/bins.ts';
import { describe, expect, it, vi } from 'vitest';
import { FAKE_THEME, fakeSummary } from '../../../../../tests/support/summaries.ts';
import { latencyDistribution, drawMarkers } from './latency-distribution.ts';

const latency = fakeSummary('latency_in_seconds', [0.5, 1, 1, 4.8, null]);
const recall = fakeSummary('trajectory_recall', [1]);
/** Numbers keep together with their unit. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('isShown', () => {
  it('needs recorded latency', () => {
    expect(latencyDistribution.isShown([recall, latency])).toBe(true);
    expect(latencyDistribution.isShown([recall])).toBe(false);
  });
});

describe('configure', () => {
  it('draws the histogram over the seconds it covers', () => {
    const { data, options } = latencyDistribution.configure([recall, latency], FAKE_THEME);
    const bars = data.datasets[0]?.data ?? [];
    expect(bars).toHaveLength(BINS);
    expect(bars.filter((bar) => bar !== null)).toEqual([1, 2, 1]);
    expect(bars[BINS - 1]).toBe(1);
    expect(options?.scales?.['seconds']).toMatchObject({ min: 0, max: 4.8 });
    expect(plain(String(data.labels?.[5]))).toBe('1 s to 1.2 s');
  });

  it('keeps all bars neutral', () => {
    const { data } = latencyDistribution.configure([latency], FAKE_THEME);
    expect(data.datasets[0]?.backgroundColor).toEqual(new Array(BINS).fill('bar'));
  });

  it('draws rows that took no time', () => {
    const { data } = latencyDistribution.configure(
      [fakeSummary('latency_in_seconds', [0, 0])],
      FAKE_THEME,
    );
    expect(data.datasets[0]?.data[0]).toBe(2);
  });
});

describe('table', () => {
  it('has the bins that rows are in, and both middles', () => {
    const { caption, rows } = latencyDistribution.table([latency]);
    expect(plain(caption)).toBe('Rows by seconds, mean 1.83 s, median 1 s');
    expect(rows.map(([range = '', count]) => [plain(range), count])).toEqual([
      ['0.4 s to 0.6 s', '1'],
      ['1 s to 1.2 s', '2'],
      ['4.6 s to 4.8 s', '1'],
    ]);
  });
});

describe('describe', () => {
  it('says middle, tail and what is missing', () => {
    expect(plain(latencyDistribution.describe([latency]))).toBe(
      '4 rows: mean 1.83 s, median 1 s, 90 % within 3.66 s, longest 4.8 s; 1 not recorded.',
    );
  });
});

describe('markers', () => {
  function draw(values: readonly number[]) {
    const ctx = {
      save: vi.fn(),
      restore: vi.fn(),
      beginPath: vi.fn(),
      stroke: vi.fn(),
      moveTo: vi.fn(),
      lineTo: vi.fn(),
      setLineDash: vi.fn(),
      strokeText: vi.fn(),
      fillText: vi.fn(),
      measureText: () => ({ width: 30 }),
    };
    const markers = values.map((value) => ({ value, text: `at ${value}`, isDashed: false }));
    const scales = { seconds: { getPixelForValue: (value: number) => value } };
    const chart = { ctx, scales, chartArea: { top: 36, right: 100, bottom: 90 } };
    const plugin = drawMarkers(markers, 'seconds', FAKE_THEME);
    plugin.afterDatasetsDraw?.(chart as never, {}, {}, false);
    return ctx;
  }

  it('draws from the text down to the axis, the leftmost topmost', () => {
    const { moveTo, lineTo, fillText } = draw([60, 20]);
    expect(moveTo.mock.calls).toEqual([
      [20, 0],
      [60, 18],
    ]);
    expect(lineTo.mock.calls).toEqual([
      [20, 90],
      [60, 90],
    ]);
    expect(fillText.mock.calls).toEqual([
      ['at 20', 25, 9],
      ['at 60', 65, 27],
    ]);
  });

  it('writes to the left where the right has no room', () => {
    expect(draw([95]).fillText.mock.calls).toEqual([['at 95', 90, 27]]);
  });
});
