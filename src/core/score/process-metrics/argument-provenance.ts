import { isRecordedText } from '#core/calls/row-texts.ts';
import type { CallStep } from '#core/calls/step.ts';
import { BOOK_FOUND, FIND_HOTELS } from './examples.ts';
import { blameSteps, explainSteps, nameCalls, scoreSteps } from './process-metric.ts';
import { processMetric, type RunSteps } from './process-metric.ts';
import { addWords, isAmong, distinctiveValues } from './distinctive-values.ts';

/** The share of argument values found earlier in the prompt or in results of tools. */
export const argumentProvenance = processMetric({
  id: 'argument_provenance',
  title: 'Argument provenance',
  short: 'sourced',
  scale: 'share',
  better: 'higher',
  definition:
    'The share of argument values that were in the prompt, a message of the user or an earlier result.',
  formula: 'values found before the call ÷ values to look up',
  score: scoreSteps((run) => {
    if (run.calls.length === 0) return 'prediction_empty';
    if (run.calls.every(({ isNameOnly }) => isNameOnly === true)) return 'arguments_missing';
    if (!hasQuestion(run)) return 'sources_missing';
    const { values, found } = findSources(run);
    return values === 0 ? 'no_values' : found / values;
  }),
  explain: explainSteps((run) => {
    const { values, found, places, left } = findSources(run);
    const share = `${String(found)} of ${String(values)} values were in the prompt or an earlier result`;
    const which = places.length > 0 ? `; not those of ${nameCalls(places)}` : '';
    const calls = left === 1 ? 'call is' : 'calls are';
    const also =
      left === 0
        ? ''
        : ` ${String(left)} ${calls} left out: what an earlier one returned is not recorded.`;
    return `${share}${which}.${also}`;
  }),
  blames: blameSteps((run) => findSources(run).places[0]),
  example: {
    row: {
      prompt: 'Find me a hotel in Oslo.',
      predicted_trajectory: [FIND_HOTELS, BOOK_FOUND],
    },
    working: 'Oslo is in the prompt and 7301 in the result of the search; nobody named Ana Lima.',
    score: 2 / 3,
    sum: '2 ÷ 3',
  },
});

interface Sources {
  readonly values: number;
  readonly found: number;
  /** Places of calls with a value that was not found, from 0. */
  readonly places: readonly number[];
  /** Calls left out because an earlier result is not recorded. */
  readonly left: number;
}

function hasQuestion(run: RunSteps): boolean {
  return isRecordedText(run.texts.prompt) || run.messages.some(({ role }) => role === 'user');
}

/**
 * Visits the calls of a run with everything written or returned before each.
 * @param visit takes a call and the words known before it; undefined after a call without a
 * recorded result
 */
export function eachSource(
  run: RunSteps,
  visit: (step: CallStep, known: ReadonlySet<string> | undefined) => void,
): void {
  if (!hasQuestion(run)) return;
  const known = new Set<string>();
  addWords(known, run.texts.prompt);
  let isComplete = true;
  for (const step of run.all) {
    if (step.kind === 'message') {
      if (step.role !== 'agent') addWords(known, step.text);
      continue;
    }
    visit(step, isComplete ? known : undefined);
    addWords(known, step.output);
    if (typeof step.error === 'string') addWords(known, step.error);
    if (step.output === undefined && step.error === undefined) isComplete = false;
  }
}

function findSources(run: RunSteps): Sources {
  const places: number[] = [];
  let [values, found, left] = [0, 0, 0];
  eachSource(run, ({ call, place }, known) => {
    if (!known) {
      left++;
      return;
    }
    // longer texts are written by the agent
    const given = distinctiveValues(call.tool_input).filter(({ needsAll }) => needsAll);
    const sourced = given.filter((value) => isAmong(value, known)).length;
    values += given.length;
    found += sourced;
    if (sourced < given.length) places.push(place);
  });
  return { values, found, places, left };
}
