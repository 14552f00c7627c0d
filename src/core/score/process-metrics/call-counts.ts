import { listAt } from '#core/base/lists/lists.ts';
import { internCalls } from '#core/calls/intern-calls.ts';
import { whyNoCalls } from '#core/calls/outcome.ts';
import { isPolling, placesByAgent } from '#core/calls/transcript.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { precisionOf } from '#core/match/compare-pair.ts';
import { scorePair } from '#core/score/metric/metric.ts';
import {
  blameSteps,
  explainSteps,
  nameCalls,
  scoreSteps,
  processMetric,
} from './process-metric.ts';

/** The number of calls equal to an earlier one with the same result. */
export const identicalRepeats = processMetric({
  id: 'identical_repeats',
  title: 'Identical repeats',
  short: 'repeats',
  scale: 'number',
  better: 'lower',
  definition:
    'Calls equal to an earlier one of the same agent. Polling is excused: equal calls whose recorded results differ.',
  score: scoreSteps(({ calls }) =>
    calls.some(({ isNameOnly }) => isNameOnly === true)
      ? 'arguments_missing'
      : findRepeats(calls).length,
  ),
  explain: explainSteps(({ calls }) => {
    const repeats = findRepeats(calls);
    if (repeats.length === 0) return 'No call is made again for the same result.';
    return `Made before, and nothing new came of it: ${nameCalls(repeats)}.`;
  }),
  blames: blameSteps(({ calls }) => findRepeats(calls)[0]),
});

/** Places of calls equal to an earlier one of the same agent, unless their results differ. */
function findRepeats(calls: Trajectory): readonly number[] {
  const ids = internCalls(calls, []).prediction;
  const repeated = placesByAgent(calls).flatMap((own) => {
    const places = new Map<number, number[]>();
    for (const place of own) listAt(places, ids[place] as number).push(place);
    return [...places.values()].filter(
      (equal) => equal.length > 1 && !isPolling(equal.flatMap((place) => calls[place] ?? [])),
    );
  });
  return repeated.flatMap((equal) => equal.slice(1)).sort((a, b) => a - b);
}

/** The number of predicted calls that the reference does not have, or not as often. */
export const redundantCalls = processMetric({
  id: 'redundant_calls',
  title: 'Redundant calls',
  short: 'redundant',
  scale: 'number',
  better: 'lower',
  definition: 'Calls made that are not expected, or not as often.',
  isCounted: true,
  needs: ['predicted_trajectory', 'reference_trajectory'],
  options: ['emptyTrajectories', 'matching'],
  score: scorePair(beyondReference, beyondReference, Math.min),
});

function beyondReference(pair: InternedPair): number {
  const made = pair.counts?.predicted ?? pair.prediction.length;
  const expected = pair.counts?.expected ?? pair.reference.length;
  if (made === 0 || expected === 0) return made;
  return Math.round(made * (1 - precisionOf(pair, 'multiset')));
}

/** The number of tool calls. */
export const callCount = processMetric({
  id: 'call_count',
  title: 'Calls',
  short: 'call count',
  scale: 'amount',
  better: 'none',
  definition: 'How many tool calls the run has.',
  isCounted: true,
  score: ({ prediction, pair }) => {
    if (prediction.state !== 'calls') return whyNoCalls(prediction, 'prediction');
    return pair?.counts?.predicted ?? prediction.calls.length;
  },
});

/** The number of loops. */
export const loops = processMetric({
  id: 'loops',
  title: 'Loops',
  short: 'loops',
  scale: 'number',
  better: 'lower',
  definition:
    'How often two or more calls are made round and round by the same agents, as in a b a b. Excused where a result differs from round to round.',
  score: scoreSteps(({ calls }) =>
    calls.some(({ isNameOnly }) => isNameOnly === true)
      ? 'arguments_missing'
      : findLoops(calls).length,
  ),
  explain: explainSteps(({ calls }) => {
    const found = findLoops(calls);
    const [first] = found;
    if (!first) return 'No calls go round in a circle.';
    const { from, period, rounds } = first;
    const where = `calls ${String(from + 1)} to ${String(from + period)}`;
    const more = found.length > 1 ? ` The first of ${String(found.length)} loops.` : '';
    return `The same ${String(period)} calls are made ${String(rounds)} times in a row, beginning with ${where}.${more}`;
  }),
  blames: blameSteps(({ calls }) => {
    const first = findLoops(calls)[0];
    return first && first.from + first.period;
  }),
});

/** A cycle of calls made several times in a row. */
interface Loop {
  /** The place of its first call, from 0. */
  readonly from: number;
  /** Its number of calls, 2 or more. */
  readonly period: number;
  /** Its number of complete rounds, 2 or more. */
  readonly rounds: number;
}

/** Longer cycles are not searched for. */
export const LONGEST_CYCLE = 50;

/**
 * Finds loops from left to right, at each call the one with the shortest cycle; the search continues
 * after its last complete round. Calls that return something new from round to round are no loop.
 */
export function findLoops(calls: Trajectory): readonly Loop[] {
  const ids = numberByAgent(calls);
  const lasting = [];
  for (let period = 2; period <= Math.min(LONGEST_CYCLE, ids.length / 2); period++)
    lasting.push(matchesFrom(ids, period));
  const found: Loop[] = [];
  for (let from = 0; from < ids.length; from++) {
    const at = lasting.findIndex(
      (same, index) => (same[from] as number) >= index + 2 && !isUniform(ids, from, index + 2),
    );
    if (at < 0) continue;
    const period = at + 2;
    const rounds = Math.floor((lasting[at]?.[from] ?? 0) / period) + 1;
    const loop = { from, period, rounds };
    if (!isExcused(calls, loop)) found.push(loop);
    from += period * rounds - 1;
  }
  return found;
}

/** Numbers calls: two have one number where they are equal and made by one agent. */
function numberByAgent(calls: Trajectory): readonly number[] {
  const numbers = [...internCalls(calls, []).prediction];
  for (const [agent, places] of placesByAgent(calls).entries())
    for (const place of places) numbers[place] = agent * calls.length + (numbers[place] as number);
  return numbers;
}

/** By place: how many calls from there equal those one period later. */
function matchesFrom(ids: readonly number[], period: number): Uint32Array {
  const same = new Uint32Array(ids.length);
  for (let place = ids.length - period - 1; place >= 0; place--)
    if (ids[place] === ids[place + period]) same[place] = (same[place + 1] as number) + 1;
  return same;
}

/** Whether all calls of a cycle are equal, which is a repetition and no loop. */
function isUniform(ids: readonly number[], from: number, period: number): boolean {
  for (let place = 1; place < period; place++) if (ids[from + place] !== ids[from]) return false;
  return true;
}

function isExcused(calls: Trajectory, { from, period, rounds }: Loop): boolean {
  return Array.from({ length: period }, (_, step) =>
    Array.from({ length: rounds }, (_, round) => calls[from + step + round * period] ?? []).flat(),
  ).some(isPolling);
}
