import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calls, cellOf } from '../../../../tests/support/build.ts';
import { allRows } from '#core/base/lists/all-rows.ts';
import { FEWEST_RUNS, partingPoints } from './parting-points.ts';
import {
  edgeKey,
  mapOfTools,
  mergeMaps,
  rowsOfStep,
  successShare,
  type Success,
  type ToolMap,
} from './tool-map.ts';
import { OUTSIDE, ToolSequenceGatherer } from './tool-sequence.ts';

const ROLES = { predicted_trajectory: 'made' } as const;

/** Runs by the letters of their tools; one that is undefined cannot be read. */
function sequencesOf(runs: readonly (string | undefined)[]) {
  const gatherer = new ToolSequenceGatherer(ROLES);
  for (const tools of runs)
    gatherer.add({ made: tools === undefined ? 'x{' : cellOf(calls(tools)) });
  return gatherer.finish();
}

const mapOf = (
  runs: readonly (string | undefined)[],
  success: Success = () => undefined,
  rows = allRows(runs.length),
): ToolMap => mapOfTools(sequencesOf(runs), rows, success);

const edgeOf = ({ edges }: ToolMap, from: string, to: string) =>
  edges.find((edge) => edge.from === from && edge.to === to);

const runsOfAny = fc.array(
  fc.option(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 }), { nil: undefined }),
  { maxLength: 12 },
);
const evenRows: Success = (row) => (row % 3 === 2 ? undefined : row % 2 === 0);

describe('mapOfTools', () => {
  it('counts runs and steps of every edge, loops and what start and end lead to', () => {
    const map = mapOf(['aab', 'ab', '', undefined], (row) => row === 0);
    expect(map).toMatchObject({ runs: 3, judged: 3, succeeded: 1 });
    expect(map.nodes).toEqual([
      { tool: 'a', calls: 3, runs: 2, judged: 2, succeeded: 1 },
      { tool: 'b', calls: 2, runs: 2, judged: 2, succeeded: 1 },
    ]);
    expect(edgeOf(map, 'a', 'a')).toMatchObject({ steps: 1, runs: 1, succeeded: 1 });
    expect(edgeOf(map, OUTSIDE, 'a')).toMatchObject({ steps: 2, runs: 2 });
    expect(edgeOf(map, OUTSIDE, OUTSIDE)).toMatchObject({ steps: 1, runs: 1, succeeded: 0 });
    expect(edgeOf(map, 'b', 'a')).toBeUndefined();
  });

  it('knows no success where nothing tells of it', () => {
    const map = mapOf(['a']);
    expect(map).toMatchObject({ runs: 1, judged: 0, succeeded: 0 });
    expect(successShare(map)).toBeNull();
    expect(successShare({ runs: 3, judged: 2, succeeded: 1 })).toBe(0.5);
  });

  it('has as many steps to a tool as from it, one start and one end for each run', () => {
    fc.assert(
      fc.property(runsOfAny, (runs) => {
        const map = mapOf(runs, evenRows);
        const stepsOf = (side: 'from' | 'to', tool: string): number =>
          map.edges
            .filter((edge) => edge[side] === tool)
            .reduce((sum, { steps }) => sum + steps, 0);
        for (const { tool, calls: made } of map.nodes) {
          expect(stepsOf('to', tool)).toBe(made);
          expect(stepsOf('from', tool)).toBe(made);
        }
        expect(stepsOf('from', OUTSIDE)).toBe(map.runs);
        expect(stepsOf('to', OUTSIDE)).toBe(map.runs);
        expect(map.runs).toBe(runs.filter((run) => run !== undefined).length);
        for (const { runs: all, judged, succeeded, steps } of map.edges) {
          expect(all).toBeLessThanOrEqual(steps);
          expect(judged).toBeLessThanOrEqual(all);
          expect(succeeded).toBeLessThanOrEqual(judged);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is the sum of the maps of its parts, in any order of rows', () => {
    fc.assert(
      fc.property(runsOfAny, fc.nat(12), (runs, cut) => {
        const rows = allRows(runs.length);
        const parts = [rows.slice(0, cut), rows.slice(cut)].map((some) =>
          mapOf(runs, evenRows, some),
        );
        expect(mergeMaps(parts[0] as ToolMap, parts[1] as ToolMap)).toEqual(mapOf(runs, evenRows));
        expect(mapOf(runs, evenRows, rows.toReversed())).toEqual(mapOf(runs, evenRows));
      }),
      { numRuns: 60 },
    );
  });

  it('leads from every edge to just its rows', () => {
    fc.assert(
      fc.property(runsOfAny, (runs) => {
        const sequences = sequencesOf(runs);
        for (const edge of mapOf(runs).edges) {
          const { from, to } = edge;
          expect(rowsOfStep(sequences, { from, to })).toHaveLength(edge.runs);
        }
      }),
      { numRuns: 60 },
    );
    expect(rowsOfStep(sequencesOf(['ab', 'ba']), { from: 'a', to: 'x' })).toEqual([]);
  });

  it('keeps edges between tools of any names apart', () => {
    expect(edgeKey({ from: '1:a', to: 'b' })).not.toBe(edgeKey({ from: '1:', to: 'ab' }));
  });
});

describe('partingPoints', () => {
  const repeat = (tools: string, times: number): string[] => Array<string>(times).fill(tools);
  /** After a, runs with b mostly succeed, those with c mostly fail; after b and c all end. */
  const RUNS = [...repeat('ab', 20), ...repeat('ac', 10), ...repeat('aaab', 5)];
  const success: Success = (row) => row < 18 || row >= 28;
  const pointsOf = (runs: readonly string[], rows = allRows(runs.length), ends = success) =>
    partingPoints(sequencesOf(runs), rows, ends);

  it('names the two branches furthest apart, with counts and Newcombe’s interval', () => {
    const [first, ...others] = pointsOf(RUNS);
    expect(first).toMatchObject({
      after: 'a',
      better: { to: 'b', runs: 25, judged: 25, succeeded: 23 },
      worse: { to: 'c', runs: 10, judged: 10, succeeded: 2 },
    });
    expect(first?.difference).toBeCloseTo(0.72, 10);
    expect(others).toEqual([]);
  });

  it('has the interval of Newcombe’s example: 56 of 70 against 48 of 80', () => {
    const runs = [...repeat('ab', 70), ...repeat('ac', 80)];
    const [point] = pointsOf(runs, allRows(150), (row) => row < 56 || (row >= 70 && row < 118));
    expect(point?.difference).toBeCloseTo(0.2, 10);
    // Newcombe 1998, table II, method 10
    expect(point?.low).toBeCloseTo(0.0524, 4);
    expect(point?.high).toBeCloseTo(0.3339, 4);
  });

  it('compares no branch of few judged runs', () => {
    const few = [...repeat('ab', FEWEST_RUNS), ...repeat('ac', FEWEST_RUNS - 1)];
    expect(pointsOf(few)).toEqual([]);
    expect(pointsOf([...few, 'ac'])).toHaveLength(1);
    expect(pointsOf(RUNS, allRows(RUNS.length), () => undefined)).toEqual([]);
  });

  it('does not depend on the order of rows', () => {
    const anyRuns = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 4 }), {
      minLength: 20,
      maxLength: 40,
    });
    const shuffled = anyRuns.chain((runs) => {
      const rows = [...runs.keys()];
      const order = fc.shuffledSubarray(rows, { minLength: rows.length });
      return fc.tuple(fc.constant(runs), order);
    });
    fc.assert(
      fc.property(shuffled, ([runs, order]) => {
        const asTheyCome = pointsOf(runs, allRows(runs.length), evenRows);
        expect(pointsOf(runs, Uint32Array.from(order), evenRows)).toEqual(asTheyCome);
        const reversed = order.map((row) => runs[row] as string);
        const ends: Success = (row) => evenRows(order[row] as number);
        expect(pointsOf(reversed, allRows(runs.length), ends)).toEqual(asTheyCome);
      }),
      { numRuns: 40 },
    );
  });

  it('leads from every branch to just its rows', () => {
    const sequences = sequencesOf(RUNS);
    for (const { after, better, worse } of pointsOf(RUNS))
      for (const { to, runs } of [better, worse])
        expect(rowsOfStep(sequences, { from: after, to, isFirst: true })).toHaveLength(runs);
  });
});
