import { internCalls } from '#core/calls/intern-calls.ts';
import { isPolling } from '#core/calls/repeated-calls.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { FIND, SEND } from '#core/score/metric/example.ts';
import { blameSteps, explainSteps, nameCalls, scoreSteps } from './process-metric.ts';
import type { ProcessMetric } from './process-metric.ts';

/** How many calls are equal to an earlier one that told the agent the same. */
export const identicalRepeats: ProcessMetric = {
  id: 'identical_repeats',
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
  example: {
    row: { predicted_trajectory: [FIND, FIND, SEND, FIND] },
    working: 'The second and the fourth call are the first one again.',
    score: 2,
    sum: '2',
  },
};

/** Places of calls that are equal to an earlier one; none of those whose results differ. */
function findRepeats(calls: Trajectory): readonly number[] {
  const places = new Map<number, number[]>();
  for (const [place, id] of internCalls(calls, []).prediction.entries()) {
    const known = places.get(id);
    if (known) known.push(place);
    else places.set(id, [place]);
  }
  const repeated = [...places.values()].filter(
    (equal) => equal.length > 1 && !isPolling(equal.flatMap((place) => calls[place] ?? [])),
  );
  return repeated.flatMap((equal) => equal.slice(1)).sort((a, b) => a - b);
}
