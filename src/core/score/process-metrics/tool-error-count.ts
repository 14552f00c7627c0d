import { BOOK, FAILED_SEARCH, FIND_HOTELS } from './examples.ts';
import { blameSteps, explainSteps, nameCalls, scoreSteps } from './process-metric.ts';
import type { ProcessMetric } from './process-metric.ts';
import { endsOf, unrecordedWords } from './tool-errors.ts';

/** How many calls failed. */
export const toolErrorCount: ProcessMetric = {
  id: 'tool_error_count',
  score: scoreSteps((run) => {
    const { failed, recorded, calls } = endsOf(run);
    return calls > 0 && recorded === 0 ? 'results_missing' : failed.length;
  }),
  explain: explainSteps((run) => {
    const ends = endsOf(run);
    const { failed } = ends;
    const words = failed.length > 0 ? `Failed: ${nameCalls(failed)}.` : 'No recorded error.';
    return words + unrecordedWords(ends);
  }),
  blames: blameSteps((run) => endsOf(run).failed[0]),
  example: {
    row: { predicted_trajectory: [FAILED_SEARCH, FIND_HOTELS, BOOK] },
    working: 'The first call records an error, the second a result, the third neither.',
    score: 1,
    sum: '1',
  },
};
