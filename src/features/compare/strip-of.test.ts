import { describe, expect, it } from 'vitest';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { formatRowScore, stripHead, stripOf } from './strip-of.ts';

const scores = (metricId: string, values: number[], tool?: string) => ({
  id: metricId,
  metricId,
  ...(tool === undefined ? {} : { tool }),
  values: Float64Array.from(values),
  outcomes: Uint8Array.from(values, (value) => (Number.isNaN(value) ? 1 : 0)),
});
const columns = {
  scores: [
    scores('trajectory_exact_match', [1, 0, Number.NaN]),
    scores('trajectory_recall', [1, 0.5, Number.NaN]),
    scores('trajectory_single_tool_use', [1, 0, Number.NaN], 'search'),
    scores('latency_in_seconds', [1.25, 2, Number.NaN]),
  ],
} as unknown as ScoredColumns;

describe('stripOf', () => {
  it('has a glyph per column with a letter', () => {
    expect(stripOf(columns, 1)).toEqual([
      { verdict: 'fail', letter: 'E', label: 'Exact match 0' },
      { verdict: 'partial', letter: 'R', label: 'Recall 0.50' },
      { verdict: 'no', letter: 'T', label: 'search 0' },
    ]);
  });

  it('tells a row without scores from one that fails', () => {
    expect(stripOf(columns, 2)[0]).toEqual({
      verdict: 'none',
      letter: 'E',
      label: 'Exact match No predicted trajectory recorded; not scored.',
    });
    expect(stripOf(columns, -1)[0]).toMatchObject({ verdict: 'none' });
  });

  it('has the same letters in its head', () => {
    expect(stripHead(columns).map(({ letter }) => letter)).toEqual(['E', 'R', 'T']);
  });
});

it('writes scores as their scale asks', () => {
  expect(columns.scores.map((column) => formatRowScore(column, 0))).toEqual([
    '1',
    '1.00',
    '1',
    '1.25',
  ]);
  expect(formatRowScore(columns.scores[0], 2)).toBe('–');
});
