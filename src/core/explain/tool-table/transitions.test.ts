import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellOf } from '../../../../tests/support/build.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';
import {
  OUTSIDE,
  ToolSequenceGatherer,
  countTransitions,
  stepTest,
  type Success,
} from './transitions.ts';

/** Runs by the letters of their tools; one that is undefined cannot be read. */
function sequencesOf(runs: readonly (string | undefined)[]) {
  const gatherer = new ToolSequenceGatherer({ predicted_trajectory: 'made' });
  for (const tools of runs) gatherer.add({ made: tools === undefined ? 'x{' : cellOf(tools) });
  return gatherer.finish();
}

const runsOfAny = fc.array(
  fc.option(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 }), { nil: undefined }),
  { maxLength: 12 },
);
const evenRows: Success = (row) => (row % 3 === 2 ? undefined : row % 2 === 0);

describe('countTransitions', () => {
  it('counts runs and steps, repeats, what a run begins and ends with, and runs that succeed', () => {
    const found = countTransitions(sequencesOf(['aab', 'ab', '', undefined]), allRows(4), (row) =>
      row === 1 ? undefined : row === 0,
    );
    expect(found).toEqual([
      { from: OUTSIDE, to: 'a', steps: 2, runs: 2, judged: 1, succeeded: 1 },
      { from: 'a', to: 'b', steps: 2, runs: 2, judged: 1, succeeded: 1 },
      { from: 'b', to: OUTSIDE, steps: 2, runs: 2, judged: 1, succeeded: 1 },
      { from: OUTSIDE, to: OUTSIDE, steps: 1, runs: 1, judged: 1, succeeded: 0 },
      { from: 'a', to: 'a', steps: 1, runs: 1, judged: 1, succeeded: 1 },
    ]);
  });

  it('has as many steps to a tool as from it, in any order of rows, each leading to its rows', () => {
    fc.assert(
      fc.property(runsOfAny, (runs) => {
        const sequences = sequencesOf(runs);
        const rows = allRows(runs.length);
        const found = countTransitions(sequences, rows, evenRows);
        expect(countTransitions(sequences, rows.toReversed(), evenRows)).toEqual(found);
        const stepsOf = (side: 'from' | 'to', tool: string): number =>
          found.filter((one) => one[side] === tool).reduce((sum, { steps }) => sum + steps, 0);
        for (const tool of 'abc') {
          const made = runs.join('').split(tool).length - 1;
          expect([stepsOf('from', tool), stepsOf('to', tool)]).toEqual([made, made]);
        }
        expect(stepsOf('from', OUTSIDE)).toBe(runs.filter((run) => run !== undefined).length);
        for (const { from, to, steps, runs: all, judged, succeeded } of found) {
          expect(all).toBeLessThanOrEqual(steps);
          expect(judged).toBeLessThanOrEqual(all);
          expect(succeeded).toBeLessThanOrEqual(judged);
          expect(rows.filter(stepTest(sequences, { from, to }))).toHaveLength(all);
        }
      }),
      { numRuns: lawRuns(60) },
    );
  });
});

const rowsOf = (from: string, to: string, isFirst?: true): number[] => {
  const step = { from, to, ...(isFirst && { isFirst }) };
  return [0, 1, 2, 3, 4].filter(
    stepTest(sequencesOf(['aab', 'ab', 'abac', 'cab', undefined]), step),
  );
};

it('a condition on a step asks for any call, or for the first with its repeats passed over', () => {
  expect(rowsOf('a', 'a')).toEqual([0]);
  expect(rowsOf('a', 'c')).toEqual([2]);
  expect(rowsOf('a', 'b', true)).toEqual([0, 1, 2, 3]);
  expect(rowsOf('a', 'c', true)).toEqual([]);
  expect(rowsOf('b', OUTSIDE, true)).toEqual([0, 1, 3]);
  expect(rowsOf('a', 'x')).toEqual([]);
});
