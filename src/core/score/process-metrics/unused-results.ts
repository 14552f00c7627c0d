import { blameSteps, explainSteps, nameCalls, scoreSteps } from './process-metric.ts';
import { processMetric, type RunSteps } from './process-metric.ts';
import {
  addWords,
  isAmong,
  distinctiveValues,
  type DistinctiveValue,
} from './argument-provenance.ts';

/** The share of results that are never used later. */
export const unusedResults = processMetric({
  id: 'unused_results',
  title: 'Unused results',
  short: 'unused',
  scale: 'share',
  better: 'lower',
  definition:
    'The share of results of which nothing occurs later in arguments, messages of the agent or the answer.',
  score: scoreSteps((run) => {
    if (run.calls.length === 0) return 'prediction_empty';
    if (run.made.every(({ output }) => output === undefined)) return 'results_missing';
    if (!run.hasAnswer) return 'response_missing';
    const { unused, lookedUp } = findUnused(run);
    return lookedUp === 0 ? 'no_values' : unused.length / lookedUp;
  }),
  explain: explainSteps((run) => {
    const { unused, lookedUp } = findUnused(run);
    const left = run.calls.length - lookedUp;
    const also =
      left === 0
        ? ''
        : ` ${String(left)} of ${String(run.calls.length)} calls have no result with anything to look up.`;
    if (unused.length === 0) return `A part of every result is used later.${also}`;
    return `No part of the result of ${nameCalls(unused)} is used later.${also}`;
  }),
  blames: blameSteps((run) => findUnused(run).unused[0]),
});

interface Unused {
  /** Places of the calls, from 0. */
  readonly unused: readonly number[];
  /** The number of calls whose result has a distinctive value. */
  readonly lookedUp: number;
}

/** Searches for results in everything after them, from the last call to the first. */
function findUnused(run: RunSteps): Unused {
  const asked = new Set<string>();
  addWords(asked, run.texts.prompt);
  for (const { role, text } of run.messages) if (role !== 'agent') addWords(asked, text);
  const later = new Set<string>();
  addWords(later, run.texts.response);
  const unused: number[] = [];
  let lookedUp = 0;
  for (const step of run.all.toReversed()) {
    if (step.kind === 'message') {
      if (step.role === 'agent') addWords(later, step.text);
      continue;
    }
    const given = new Set<string>();
    addWords(given, step.call.tool_input);
    const news = distinctiveValues(step.output).flatMap((value) => newsOf(value, [asked, given]));
    if (news.length > 0) {
      lookedUp++;
      if (!news.some((value) => isAmong(value, later))) unused.unshift(step.place);
    }
    for (const word of given) later.add(word);
  }
  return { unused, lookedUp };
}

/** The values of a result that were not known before the call. */
function newsOf(
  { words, needsAll }: DistinctiveValue,
  known: readonly ReadonlySet<string>[],
): readonly DistinctiveValue[] {
  const news = words.filter((word) => !known.some((set) => set.has(word)));
  if (news.length === 0) return [];
  return [{ words: needsAll ? words : news, needsAll }];
}
