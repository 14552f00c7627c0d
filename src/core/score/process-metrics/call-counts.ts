import { listAt } from '#core/base/lists/list-at.ts';
import { internCalls } from '#core/calls/intern-calls.ts';
import { whyNoCalls } from '#core/calls/outcome.ts';
import { isPolling } from '#core/calls/repeated-calls.ts';
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
    'Calls equal to an earlier one. Polling is excused: equal calls whose recorded results differ.',
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

/** Places of calls equal to an earlier one, unless their results differ. */
function findRepeats(calls: Trajectory): readonly number[] {
  const places = new Map<number, number[]>();
  for (const [place, id] of internCalls(calls, []).prediction.entries()) {
    listAt(places, id).push(place);
  }
  const repeated = [...places.values()].filter(
    (equal) => equal.length > 1 && !isPolling(equal.flatMap((place) => calls[place] ?? [])),
  );
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
