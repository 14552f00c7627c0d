import { BINS, filtersOfBin } from '#core/explain/summary/bins.ts';
import { describe, expect, it } from 'vitest';
import { FAKE_THEME, fakeSummary } from '../../../../../tests/support/summaries.ts';
import { scoreDistribution } from './score-distribution.ts';

const exact = fakeSummary('trajectory_exact_match', [1, 0, 0, null]);
const recall = fakeSummary('trajectory_recall', [1, 1, 0.5, 0]);
const latency = fakeSummary('latency_in_seconds', [1, 2]);

function coloursOf(...run: Parameters<typeof fakeSummary>): unknown {
  const { data } = scoreDistribution.configure([fakeSummary(...run)], FAKE_THEME);
  return data.datasets[0]?.backgroundColor;
}

describe('variants', () => {
  it('has one per scored column, without seconds', () => {
    const blank = fakeSummary('trajectory_precision', [null]);
    const uses = fakeSummary('trajectory_single_tool_use', [1], 'search');
    const variants = scoreDistribution.variants([exact, blank, recall, uses, latency]);
    expect(variants.map(({ id, label }) => [id, label])).toEqual([
      ['trajectory_exact_match', 'Exact match'],
      ['trajectory_recall', 'Recall'],
      ['trajectory_single_tool_use(search)', 'Single tool use: search'],
    ]);
    expect(variants[1]?.summaries).toEqual([recall]);
  });
});

describe('configure', () => {
  it('draws two bars for a metric of 0 and 1', () => {
    const { data } = scoreDistribution.configure([exact], FAKE_THEME);
    expect(data.labels).toEqual(['0', '1']);
    expect(data.datasets[0]?.data).toEqual([2, 1]);
  });

  it('draws the histogram of a share, with nothing where no row is', () => {
    const { data } = scoreDistribution.configure([recall], FAKE_THEME);
    const expected = new Array<number | null>(BINS).fill(null);
    expected[0] = 1;
    expected[BINS / 2] = 1;
    expected[BINS - 1] = 2;
    expect(data.datasets[0]?.data).toEqual(expected);
    expect(data.labels?.[BINS / 2]).toBe('0.50 to 0.54');
  });

  it('colours score 1 as passed and the rest as failed', () => {
    expect(coloursOf('trajectory_exact_match', [0, 1])).toEqual(['bar-fail', 'bar-pass']);
    const share = coloursOf('trajectory_recall', [0, 1]) as string[];
    expect(share.at(-1)).toBe('bar-pass');
    expect(new Set(share.slice(0, -1))).toEqual(new Set(['bar-fail']));
  });

  it('does not pass a last bin without a full score', () => {
    expect((coloursOf('trajectory_recall', [0, 0.98]) as string[]).at(-1)).toBe('bar-fail');
  });

  it('keeps metrics without a verdict neutral', () => {
    expect(coloursOf('trajectory_single_tool_use', [0, 1], 'search')).toEqual(['bar', 'bar']);
    expect(coloursOf('failure', [0, 1])).toEqual(['bar', 'bar']);
    expect(coloursOf('metric_of_later', [0.5])).toContain('bar');
  });
});

describe('table', () => {
  it('lists the scores that rows have', () => {
    expect(scoreDistribution.table([recall])).toEqual({
      caption: 'Rows by score: Recall',
      head: ['Score', 'Rows'],
      rows: [
        ['0.00 to 0.04', '1'],
        ['0.50 to 0.54', '1'],
        ['0.96 to 1.00', '2'],
      ],
      filters: [0, BINS / 2, BINS - 1].map((bin) => filtersOfBin(recall, bin)),
    });
  });
});

describe('describe', () => {
  it('counts full scores, or gives the middle of a share', () => {
    expect(scoreDistribution.describe([exact])).toBe('1 of 3 rows has score 1; 1 not scored.');
    expect(scoreDistribution.describe([recall])).toBe('4 rows: mean 0.63, median 0.75.');
  });
});
