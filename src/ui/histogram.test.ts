import { describe, expect, it } from 'vitest';
import { drawHistogram, type HistogramInput } from './histogram.ts';

const bins = [10, ...Array<number>(22).fill(0), 5];
const input: HistogramInput = {
  bins,
  min: 0,
  max: 1,
  mean: 1 / 3,
  low: 0.152,
  high: 0.583,
  verdicted: true,
  width: 96,
  height: 32,
};

describe('drawHistogram', () => {
  it('gives the tallest bin the full height and sets the last one apart', () => {
    const { bars, lastBar } = drawHistogram(input);
    expect(bars).toBe('M0 22v-22h3v22z');
    expect(lastBar).toBe('M92 22v-11h3v11z');
  });

  it('has no bar apart without a verdict', () => {
    const { bars, lastBar } = drawHistogram({ ...input, verdicted: false });
    expect(bars).toBe('M0 22v-22h3v22zM92 22v-11h3v11z');
    expect(lastBar).toBe('');
  });

  it('keeps a rare value visible', () => {
    expect(drawHistogram({ ...input, bins: [1000, 1] }).lastBar).toBe('M48 22v-2h47v2z');
  });

  it('draws mean and interval on the axis of the bars', () => {
    const drawn = drawHistogram(input);
    expect(drawn.meanX).toBe(32);
    expect(drawn.whisker).toBe('M14.59 27.5H55.97M14.59 25.5v4M55.97 25.5v4');
  });

  it('holds values beyond the axis at its ends', () => {
    expect(drawHistogram({ ...input, mean: -3 }).meanX).toBe(1);
    expect(drawHistogram({ ...input, mean: 7 }).meanX).toBe(95);
  });

  it('puts a single value in the middle and needs neither mean nor interval', () => {
    expect(drawHistogram({ ...input, min: 2, max: 2, mean: 2 }).meanX).toBe(48);
    const bare = drawHistogram({ ...input, bins: [], mean: undefined, low: undefined });
    expect(bare).toMatchObject({ bars: '', lastBar: '', meanX: undefined, whisker: '' });
  });
});
