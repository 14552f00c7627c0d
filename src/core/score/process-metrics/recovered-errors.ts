import { endOf } from '#core/calls/repeated-calls.ts';
import { FAILED_SEARCH, FIND_HOTELS } from './examples.ts';
import { blameSteps, explainSteps, nameCalls, scoreSteps } from './process-metric.ts';
import type { ProcessMetric, RunSteps } from './process-metric.ts';
import { endsOf } from './tool-errors.ts';

/** The share of errors after which the same tool succeeded. */
export const recoveredErrors: ProcessMetric = {
  id: 'recovered_errors',
  score: scoreSteps((run) => {
    const { failed, recorded, calls } = endsOf(run);
    if (calls > 0 && recorded === 0) return 'results_missing';
    if (failed.length === 0) return 'no_errors';
    return 1 - unrecovered(run).length / failed.length;
  }),
  explain: explainSteps((run) => {
    const lost = unrecovered(run);
    if (lost.length === 0) return 'After each error the tool succeeded later.';
    return `The tool never succeeded after ${nameCalls(lost)}.`;
  }),
  blames: blameSteps((run) => unrecovered(run)[0]),
  example: {
    row: {
      predicted_trajectory: [
        FAILED_SEARCH,
        FIND_HOTELS,
        { tool_name: 'pay', tool_input: { amount: 90 }, tool_error: 'declined' },
      ],
    },
    working: 'After the failed search, find_hotel succeeded; pay never did.',
    score: 1 / 2,
    sum: '1 ÷ 2',
  },
};

/** Places of failed calls whose tool never succeeds after them. */
function unrecovered({ made }: RunSteps): readonly number[] {
  const lastSuccess = new Map<string, number>();
  for (const step of made)
    if (endOf(step) === 'succeeded') lastSuccess.set(step.call.tool_name, step.place);
  return made.flatMap((step) => {
    const isLost =
      endOf(step) === 'failed' && (lastSuccess.get(step.call.tool_name) ?? -1) < step.place;
    return isLost ? [step.place] : [];
  });
}
