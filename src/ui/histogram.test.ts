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
  it('gives the tallest bin the full height and sets the last one apart under a verdict', () => {
    expect(drawHistogram(input)).toMatchObject({
      bars: 'M0 22v-22h3v22z',
      lastBar: 'M92 22v-11h3v11z',
    });
    expect(drawHistogram({ ...input, verdicted: false })).toMatchObject({
      bars: 'M0 22v-22h3v22zM92 22v-11h3v11z',
      lastBar: '',
    });
  });

  it('keeps a rare value visible', () => {
    expect(drawHistogram({ ...input, bins: [1000, 1] }).lastBar).toBe('M48 22v-2h47v2z');
  });

  it('draws mean and interval on the axis of the bars', () => {
    const drawn = drawHistogram(input);
    expect(drawn.meanX).toBe(32);
    expect(drawn.whisker).toBe('M14.59 27.5H55.97M14.59 25.5v4M55.97 25.5v4');
  });

  it('holds values beyond the axis at its ends, and a single one in its middle', () => {
    const meanAt = (mean: number, ends: object = {}) =>
      drawHistogram({ ...input, mean, ...ends }).meanX;
    expect([meanAt(-3), meanAt(7), meanAt(2, { min: 2, max: 2 })]).toEqual([1, 95, 48]);
  });

  it('needs neither mean nor interval', () => {
    const bare = drawHistogram({ ...input, bins: [], mean: undefined, low: undefined });
    expect(bare).toMatchObject({ bars: '', lastBar: '', meanX: undefined, whisker: '' });
  });
});
