import { endOf } from '#core/calls/transcript.ts';
import {
  type RunSteps,
  blameSteps,
  explainSteps,
  nameCalls,
  scoreSteps,
  processMetric,
} from './process-metric.ts';

/** The number of failed calls. */
export const toolErrorCount = processMetric({
  id: 'tool_error_count',
  title: 'Tool errors',
  short: 'tool errors',
  scale: 'number',
  better: 'lower',
  definition:
    'How many calls failed, as the data records it. A recorded result without an error is a success.',
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
});

interface CallEnds {
  /** Places of failed calls, from 0. */
  readonly failed: readonly number[];
  /** The number of calls with a recorded result or error. */
  readonly recorded: number;
  readonly calls: number;
}

function endsOf({ made }: RunSteps): CallEnds {
  const ends = made.map(endOf);
  return {
    failed: ends.flatMap((end, place) => (end === 'failed' ? [place] : [])),
    recorded: ends.filter((end) => end !== 'unrecorded').length,
    calls: ends.length,
  };
}

/** Says that some calls record neither result nor error; empty where all do. */
function unrecordedWords({ recorded, calls }: CallEnds): string {
  const without = calls - recorded;
  if (without === 0) return '';
  const record = without === 1 ? 'records' : 'record';
  return ` ${String(without)} of ${String(calls)} calls ${record} neither a result nor an error and ${without === 1 ? 'is' : 'are'} left out.`;
}

/** The share of failed calls. */
export const toolErrorRate = processMetric({
  id: 'tool_error_rate',
  title: 'Tool error rate',
  short: 'error rate',
  scale: 'share',
  better: 'lower',
  definition: 'The share of calls that failed, of those that record a result or an error.',
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
});

/** The share of errors after which the same tool succeeded. */
export const recoveredErrors = processMetric({
  id: 'recovered_errors',
  title: 'Recovered errors',
  short: 'recovered',
  scale: 'share',
  better: 'higher',
  definition: 'The share of failed calls after which the same tool succeeded.',
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
});

/** Places of failed calls whose tool never succeeds later. */
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
