import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { signatureOfCall } from '#core/match/signature.ts';
import { figuresOf } from '#core/explain/summary/run-figures.ts';
import { NO_ROWS, noLabels, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { summarise } from '#core/explain/summary/summarise.ts';
import type { Figure } from '#ui/charts/figure.ts';
import { writeSvg } from '#ui/charts/export-figure.ts';
import { CHARTS } from './registry.ts';

interface Made {
  readonly exact: readonly (number | null)[];
  readonly seconds?: readonly number[];
  readonly ids?: readonly number[];
  /** Calls made by each row. */
  readonly calls?: readonly number[];
  readonly causes?: readonly (readonly string[])[];
}

function labels(rows: readonly (readonly string[])[]) {
  const names = [...new Set(rows.flat())];
  const starts = Uint32Array.from([0, ...rows].map((_, at) => rows.slice(0, at).flat().length));
  return { names, starts, ids: Uint32Array.from(rows.flat(), (name) => names.indexOf(name)) };
}

function made({ exact, seconds, ids, calls, causes }: Made): ScoredColumns {
  const rowCount = exact.length;
  const scores = (id: string, values: readonly (number | null)[]) => ({
    id,
    metricId: id,
    values: Float64Array.from(values, (value) => value ?? Number.NaN),
    outcomes: Uint8Array.from(values, (value) => (value === null ? 1 : 0)),
  });
  return {
    ...NO_ROWS,
    rowCount,
    idKeys: Float64Array.from(exact, (_, row) => ids?.[row] ?? row),
    scores: [
      scores('trajectory_exact_match', exact),
      ...(seconds ? [scores('latency_in_seconds', seconds)] : []),
    ],
    tools: calls ? labels(calls.map((count) => (count > 1 ? ['b'] : ['a']))) : noLabels(rowCount),
    signatures: causes ? labels(causes) : noLabels(rowCount),
  };
}

const COLUMN = 'trajectory_exact_match';

function draw(given: Made): readonly Figure[] {
  const columns = made(given);
  const pairs = given.calls
    ? labels(given.calls.map((count) => Array.from({ length: count }, () => '=1:aa')))
    : noLabels(columns.rowCount);
  const rows = Uint32Array.from({ length: columns.rowCount }, (_, row) => row);
  const request = { columnId: COLUMN, by: { kind: 'tool' } as const, thresholds: {} };
  const input = {
    figures: figuresOf(columns, rows, request, pairs),
    columnId: COLUMN,
    groupedBy: 'Tool called',
    runs: ['before', 'now'].map((name, at) => ({
      ...{ name, createdAtMs: at * 1e9, summary: summarise(columns) },
    })),
    source: 'Home (4 rows). Vertex AI rules.',
  };
  return CHARTS.flatMap((chart) => {
    const figure = chart.figure(input);
    return figure ? [{ id: chart.id, ...figure }] : [];
  });
}

const find = (figures: readonly Figure[], id: string): Figure | undefined =>
  figures.find((figure) => figure.id === id);
const cells = (figure: Figure | undefined) => figure?.numbers.lines.map((line) => line.cells);
/** The words of a drawing. */
const words = (figure: Figure | undefined, width = 600): string[] =>
  figure?.draw(width).shapes.flatMap((shape) => ('text' in shape ? [shape.text] : [])) ?? [];

const EXTRA = signatureOfCall('extra', 'a');
const FOUR = {
  exact: [1, 0, 1, null],
  seconds: [1, 2, 3, 4],
  ids: [7, 7, 8, 8],
  calls: [1, 2, 2, 2],
  causes: [[], [EXTRA], [], [EXTRA, signatureOfCall('missing', 'b')]],
};

describe('charts of a run', () => {
  it('are those the rows have something for', () => {
    expect(draw(FOUR).map(({ id }) => id)).toEqual(CHARTS.map(({ id }) => id));
    expect(draw({ exact: [1, 0] }).map(({ id }) => id)).toEqual([
      'metric-means',
      'score-distribution',
      'trend',
    ]);
    expect(draw({ exact: [null] })).toEqual([]);
  });

  it('name axes with units, n and the interval, and end their caption with the source', () => {
    const figures = draw(FOUR);
    for (const { caption, id } of figures) {
      expect([id, caption]).toEqual([
        id,
        expect.stringMatching(/Home \(4 rows\)\. Vertex AI rules\.$/),
      ]);
    }
    expect(words(find(figures, 'metric-means'))).toEqual(
      expect.arrayContaining(['Mean score', '0.67', '95 % interval', 'n', '3']),
    );
    expect(words(find(figures, 'score-distribution'))).toEqual(
      expect.arrayContaining(['exact match', 'Rows', '0 · 1 row', '1 · 2 rows', '2']),
    );
    expect(words(find(figures, 'latency'))).toEqual(
      expect.arrayContaining(['Latency (s)', 'Share of rows', 'p50 2.5\u00a0s', 'p95 3.85\u00a0s']),
    );
    expect(words(find(figures, 'score-by-calls'))).toEqual(
      expect.arrayContaining(['Calls per row', 'Mean exact match', 'n = 1', 'n = 2']),
    );
    expect(words(find(figures, 'pass-rate-by-group'))).toEqual(
      expect.arrayContaining(['all rows 67 %', '100 %', '50 %', 'Rows that pass exact match (%)']),
    );
    for (const id of ['metric-means', 'score-by-calls', 'trend'])
      expect(find(figures, id)?.caption).toContain('95 % intervals: Wilson');
  });

  it('draw no line over numbers of calls that no row makes', () => {
    const linesAt = (calls: readonly number[]): number => {
      const { shapes } = find(draw({ exact: [1, 0, 1], calls }), 'score-by-calls')!.draw(300);
      const [line = ''] = shapes.flatMap((shape) =>
        'path' in shape && shape.stroke === 'ink' ? [shape.path] : [],
      );
      return line.split('L').length - 1;
    };
    expect(linesAt([1, 2, 3])).toBe(2);
    expect(linesAt([1, 2, 5])).toBe(1);
  });

  it('have their numbers in full', () => {
    const figures = draw(FOUR);
    expect(cells(find(figures, 'score-by-calls'))).toEqual([
      ['1', 1, expect.closeTo(0.2065, 4), 1, 1],
      ['2', 0.5, expect.closeTo(0.0945, 4), expect.closeTo(0.9055, 4), 2],
    ]);
    // of task 7 one of two trials passes; task 8 has one scored trial
    expect(cells(find(figures, 'consistency'))).toEqual([
      [1, 0.75, 0.5, 1, 2],
      [2, 0, null, null, 1],
    ]);
    expect(cells(find(figures, 'top-causes'))?.map(([, ...numbers]) => numbers)).toEqual([
      [2, 1],
      [1, 0.5],
    ]);
    expect(find(figures, 'latency')?.data?.lines.map((line) => line.cells)).toEqual([
      [1, 0.25],
      [2, 0.5],
      [3, 0.75],
      [4, 1],
    ]);
    expect(cells(find(figures, 'trend'))?.map(([name]) => name)).toEqual(['before', 'now']);
  });

  it('leave out what has no room, but not the names', () => {
    const means = find(draw(FOUR), 'metric-means');
    expect(words(means, 300)).not.toContain('95 % interval');
    expect(words(means, 300)).toContain('Exact match');
    expect(words(means, 600)).toContain('0.25');
    expect(words(means, 200)).not.toContain('0.25');
  });

  it('leave as SVG that no name can break, in the greys of paper', async () => {
    const means = find(draw(FOUR), 'metric-means')!;
    const title = '<b>&"\u0000\ud800';
    const svg = await writeSvg({ ...means, title }).text();
    const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
    expect(read.querySelector('parsererror')).toBeNull();
    expect(read.querySelector('.title')?.textContent).toContain('<b>&"');
    for (const [, r, g, b] of svg.matchAll(/#(\w\w)(\w\w)(\w\w)/g)) {
      const parts = [r, g, b].map((part) => Number.parseInt(part ?? '', 16));
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThan(20);
    }
  });

  it('draw finite numbers at every width, whatever the scores', () => {
    const score = fc.option(fc.constantFrom(0, 1));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(score, fc.double({ min: 0, max: 1e6, noNaN: true }), fc.nat(14)), {
          maxLength: 30,
        }),
        fc.integer({ min: 200, max: 1200 }),
        (rows, width) => {
          const figures = draw({
            exact: rows.map(([exact]) => exact),
            seconds: rows.map(([, seconds]) => seconds),
            calls: rows.map(([, , calls]) => calls),
            ids: rows.map(([, , calls]) => calls % 4),
          });
          for (const { draw: by, numbers } of figures) {
            expect(JSON.stringify(by(width))).not.toMatch(/NaN|Infinity/);
            for (const line of numbers.lines) expect(line.cells).toHaveLength(numbers.head.length);
          }
        },
      ),
      { numRuns: lawRuns(30) },
    );
  });
});
