import { BOOK, FAILED_SEARCH, FIND_HOTELS } from './examples.ts';
import { blameSteps, explainSteps, nameCalls, scoreSteps } from './process-metric.ts';
import type { ProcessMetric } from './process-metric.ts';
import { endsOf, unrecordedWords } from './tool-errors.ts';

/** The share of calls that failed. */
export const toolErrorRate: ProcessMetric = {
  id: 'tool_error_rate',
  score: scoreSteps((run) => {
    const { failed, recorded, calls } = endsOf(run);
    if (calls === 0) return 'prediction_empty';
    return recorded === 0 ? 'results_missing' : failed.length / recorded;
  }),
  explain: explainSteps((run) => {
    const ends = endsOf(run);
    const { failed, recorded } = ends;
    const share = `${String(failed.length)} of ${String(recorded)} calls failed`;
    const which = failed.length > 0 ? `: ${nameCalls(failed)}` : '';
    return `${share}${which}.${unrecordedWords(ends)}`;
  }),
  blames: blameSteps((run) => endsOf(run).failed[0]),
  example: {
    row: { predicted_trajectory: [FAILED_SEARCH, FIND_HOTELS, BOOK] },
    working: 'One of the two calls with a recorded end failed; the third records none.',
    score: 1 / 2,
    sum: '1 ÷ 2',
  },
};
