import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectSentences, type Said } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { summariseRun } from '../numbers/run-summary.ts';
import { groupRows } from '../group-rows.ts';
import { NO_ROWS, noLabels, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { Figure } from '#ui/charts/figure.ts';
import { writeSvg } from '#ui/charts/export-figure.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { withLimits } from './chart.ts';
import { CHARTS } from './registry.ts';

interface Made {
  readonly exact: readonly (number | null)[];
  readonly seconds?: readonly number[];
  readonly ids?: readonly number[];
  /** The tool that each row calls. */
  readonly tools?: readonly string[];
}

function labels(rows: readonly (readonly string[])[]) {
  const names = [...new Set(rows.flat())];
  const starts = Uint32Array.from([0, ...rows].map((_, at) => rows.slice(0, at).flat().length));
  return { names, starts, ids: Uint32Array.from(rows.flat(), (name) => names.indexOf(name)) };
}

function made({ exact, seconds, ids, tools }: Made): ScoredColumns {
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
    tools: tools ? labels(tools.map((tool) => [tool])) : noLabels(rowCount),
  };
}

const COLUMN = 'trajectory_exact_match';

function draw(given: Made): readonly Figure[] {
  const columns = made(given);
  const rows = Uint32Array.from({ length: columns.rowCount }, (_, row) => row);
  const request = { columnId: COLUMN, thresholds: {} };
  const summary = summariseRun(columns, rows, request);
  const input = {
    summary,
    grouping: groupRows(columns, rows, { kind: 'tool' }, request),
    chosen: summary.columns.find(({ columnId }) => columnId === COLUMN),
    groupedBy: 'Tool called',
    source: 'Home (4 rows); standard rules.',
  };
  return CHARTS.flatMap((chart) => {
    const figure = chart.figure(input);
    return figure ? [{ id: chart.id, ...figure }] : [];
  });
}

const find = (figures: readonly Figure[], id: string): Figure | undefined =>
  figures.find((figure) => figure.id === id);
/** The words of a drawing. */
const words = (figure: Figure | undefined, width = 600): string[] =>
  figure?.draw(width).shapes.flatMap((shape) => ('text' in shape ? [shape.text] : [])) ?? [];

const FOUR = {
  exact: [1, 0, 1, null],
  seconds: [1, 2, 3, 4],
  ids: [7, 7, 8, 8],
  tools: ['a', 'b', 'b', 'b'],
};

it('charts of a run are those the rows have something for', () => {
  expect(draw(FOUR).map(({ id }) => id)).toEqual(CHARTS.map(({ id }) => id));
  expect(draw({ exact: [1, 0] }).map(({ id }) => id)).toEqual([
    'metric-means',
    'score-distribution',
  ]);
  expect(draw({ exact: [null] })).toEqual([]);
});

it('charts of a run say in words what they draw, of what, and by which numbers', async () => {
  const round = (cell: string | number | null): string =>
    typeof cell === 'number' ? String(Number(cell.toFixed(4))) : (cell ?? '–');
  const figures = draw(FOUR).map((figure) => {
    const { title, caption, numbers } = figure;
    const drawn = words(figure);
    const lines = [numbers.head, ...numbers.lines.map(({ cells }) => cells)];
    return [
      title,
      [
        ['caption', caption],
        ['drawn', drawn.join(' · ')],
        ['numbers', ...lines.map((line) => line.map(round).join(' | '))],
      ] satisfies Said[],
    ] as const;
  });
  await expectSentences('charts', Object.fromEntries(figures));
});

it.each([
  ['score-distribution', 'Score 0: 1 row'],
  ['latency', 'Time 1\u00a0s to 1.17\u00a0s: 1 row'],
])('a bar of %s says what it counts', (id, note) => {
  expect(find(draw(FOUR), id)?.draw(600).targets[0]?.note).toBe(note);
});

it('charts of a run leave out what has no room, but not the names', () => {
  const means = find(draw(FOUR), 'metric-means');
  expect(words(means, 300)).not.toContain('95 % interval');
  expect(words(means, 300)).toContain('Exact match');
  expect(words(means, 600)).toContain('0.25');
  expect(words(means, 200)).not.toContain('0.25');
});

it('charts of a run leave as SVG that no name can break, in the greys of paper', async () => {
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

it('charts of a run draw finite numbers at every width, whatever the scores', () => {
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
          tools: rows.map(([, , task]) => `tool ${String(task)}`),
          ids: rows.map(([, , task]) => task % 4),
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

it('a mark of a chart takes the place of the one before of the same metric', () => {
  const range = (columnId: string, min: number): Filter => ({
    kind: 'score',
    columnId,
    min,
    max: 1,
  });
  const text: Filter = { kind: 'text', text: 'bath' };
  const passing: Filter = { kind: 'passing', columnId: 'a' };
  const before = [text, passing, range('a', 0), range('b', 0)];
  expect(withLimits(before, [range('a', 0.5)])).toEqual([
    text,
    passing,
    range('b', 0),
    range('a', 0.5),
  ]);
});
