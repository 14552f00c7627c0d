import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call } from '../../../../tests/support/arbitraries.ts';
import { hasBit } from '#core/base/lists/bits.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { readReference } from '#core/match/patterns/reference-pattern.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { DEFAULT_SETTINGS, findMetric, listColumns } from '#core/score/metrics/registry.ts';
import { learnReference, type LearntReference } from './learn-reference.ts';

const ROLES = assignRoles(['predicted_trajectory', 'reference_trajectory']);
const MATCHER = createMatcher({ ...EXACT_RULES, patterns: true });
const EXACT = 'trajectory_exact_match';
/** Runs without a call count, too. */
const SETTINGS = { ...DEFAULT_SETTINGS, emptyTrajectories: 'score' } as const;
const COLUMN = listColumns(SETTINGS).find(({ metricId }) => metricId === EXACT)!;

const cell = (run: Trajectory): JsonValue =>
  run.map(({ tool_name, tool_input }) => ({ tool_name, tool_input }));

function learn(runs: readonly Trajectory[]): LearntReference {
  const learnt = learnReference(runs);
  if (typeof learnt === 'string') throw new Error(learnt);
  return learnt;
}

function rowOf({ reference }: LearntReference, run: Trajectory) {
  const record = { predicted_trajectory: cell(run), reference_trajectory: reference };
  return readRow(record, ROLES, 0, MATCHER).row;
}

/** Whether a run is an exact match, under the matcher that scores rows. */
function matches(learnt: LearntReference, run: Trajectory): boolean {
  return findMetric(EXACT)?.score?.(rowOf(learnt, run), SETTINGS, COLUMN) === 1;
}

const value = fc.constantFrom<JsonValue>(
  ...['a', 'b', 'ORD-1', 'ORD-22', 'ORD-33', '2024-01-01', '2024-02-02'],
  ...[1, 2, 3, 4, 1000, 2000, null, true],
  ...[[1], [2], [1, 2], { x: 1 }, { x: 2 }, { y: 1 }, { $any: 1 }, { $any: 2 }],
);
const tool = fc.constantFrom('t', 'u', 'v');
/** Runs of which each has other arguments, other order, other ids or other repetitions. */
const run = fc.oneof(
  fc
    .array(fc.tuple(tool, fc.dictionary(fc.constantFrom('p', 'q'), value, { maxKeys: 2 })), {
      maxLength: 4,
    })
    .map((calls) => calls.map(([name, input]) => call(name, input))),
  fc.shuffledSubarray(['t', 'u', 'v', 'w']).map((tools) => tools.map((name) => call(name, {}))),
  fc
    .tuple(fc.shuffledSubarray(['t', 'u', 'v', 'w']), fc.constantFrom('ORD-1', 'ORD-2', 'ORD-3'))
    .map(([tools, id]) => tools.map((name) => call(name, { id }))),
  fc.array(fc.constantFrom(call('t', { p: 1 }), call('t', { p: 2 }), call('u', {})), {
    maxLength: 4,
  }),
);
const runs = fc.array(run, { minLength: 1, maxLength: 4 });

/** A run that a proposal may match: an order that it allows, with arguments that it was learnt from. */
function sample(learnt: LearntReference, from: readonly Trajectory[], random: () => number) {
  const { reference } = rowOf(learnt, []);
  const calls = reference.state === 'calls' ? reference.calls : [];
  const reading = readReference(calls);
  const way = reading?.ok ? reading.compiled.ways[0] : undefined;
  const places = way?.places ?? calls.map((_, place) => place);
  let left = places.flatMap((_, at) => (way?.optional[at] === true && random() < 0.5 ? [] : [at]));
  const made: Trajectory[number][] = [];
  while (left.length > 0) {
    const free = left.filter((at) =>
      way?.before ? !left.some((other) => hasBit(way.before![at]!, other)) : at === left[0],
    );
    const at = free[Math.floor(random() * free.length)]!;
    left = left.filter((other) => other !== at);
    const name = calls[places[at]!]?.tool_name;
    const pool = from.flat().filter(({ tool_name }) => tool_name === name);
    made.push(pool[Math.floor(random() * pool.length)]!);
  }
  return made;
}

describe('a proposal', () => {
  it('is matched by each run that it was learnt from', () => {
    fc.assert(
      fc.property(runs, (from) => {
        const learnt = learn(from);
        for (const one of from) expect(matches(learnt, one)).toBe(true);
      }),
    );
  });

  it('is the same whatever the order of the runs', () => {
    fc.assert(
      fc.property(
        runs.chain((from) =>
          fc.tuple(fc.constant(from), fc.shuffledSubarray(from, { minLength: from.length })),
        ),
        ([from, shuffled]) => {
          expect(learn(shuffled).reference).toEqual(learn(from).reference);
        },
      ),
    );
  });

  it('of one run is that run', () => {
    fc.assert(
      fc.property(run, run, (one, other) => {
        const learnt = learn([one]);
        expect(matches(learnt, other)).toBe(
          JSON.stringify(cell(one)) === JSON.stringify(cell(other)),
        );
      }),
    );
  });

  it('from more runs is never stricter', () => {
    let matched = 0;
    fc.assert(
      fc.property(
        runs,
        run,
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (from, more, numbers) => {
          const learnt = learn(from);
          const loose = learn([...from, more]);
          for (let count = 0; count < 3; count++) {
            const made = sample(learnt, from, () => numbers.next().value as number);
            if (!matches(learnt, made)) continue;
            matched++;
            expect(matches(loose, made)).toBe(true);
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(matched).toBeGreaterThan(40);
  });
});
