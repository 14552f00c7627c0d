import { code, plain, type WordPart } from '#core/base/text/sentence.ts';
import { unifyMatches } from '#core/match/align.ts';
import { allCalls, andExtra } from '#core/score/metric/call-sentences.ts';
import { isSubsequence, placeNotReached } from '#core/match/compare-pair.ts';
import { BOOK, BOOK_OTHER, FIND, SEND } from '#core/score/metric/example.ts';
import type { ComputedMetric, ExplainedScore } from '#core/score/metric/metric.ts';
import { COMPARES_CALLS, scorePair } from '#core/score/metric/scorer.ts';

/** 1 when the reference is a subsequence of the prediction. */
export const trajectoryInOrderMatch: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_in_order_match',
  title: 'In-order match',
  short: 'in-order',
  definition:
    'Every expected call is present, in the expected order; extra calls are allowed anywhere.',
  formula: '1 if the expected calls are a subsequence of those made, else 0',
  scale: 'binary',
  isCounted: true,
  score: scorePair((pair) => (isSubsequence(pair) ? 1 : 0)),
  edits: { kinds: ['add', 'change', 'move'] },
  explain: explainInOrder,
  deed: 'has the expected calls in order',
  exports: {
    adk: {
      criterion: 'tool_trajectory_avg_score',
      value: { threshold: 1, match_type: 'IN_ORDER' },
    },
  },
  headline: {
    rank: 1,
    one: 'passes in-order match',
    many: 'pass in-order match',
  },
  example: {
    row: {
      predicted_trajectory: [FIND, FIND, BOOK, SEND],
      reference_trajectory: [FIND, BOOK, SEND],
    },
    working:
      'All three expected calls are present in order. The second find_hotel is extra, which is allowed.',
    score: 1,
  },
  byNames: {
    short: 'order n.',
    definition:
      'Every expected tool is called in the expected order, whatever the arguments; extra calls are allowed anywhere.',
    example: {
      row: {
        predicted_trajectory: [FIND, FIND, BOOK_OTHER, SEND],
        reference_trajectory: [FIND, BOOK, SEND],
      },
      working:
        'All three expected tools are called in order. Extra calls and different arguments are allowed.',
      score: 1,
    },
  },
};

function explainInOrder({ value, aligned }: ExplainedScore): readonly WordPart[] {
  const { reference, prediction, best } = aligned;
  if (value === 1) return plain(`${allCalls(aligned)} present in order${andExtra(aligned)}.`);
  const pair = best && unifyMatches(best.pair);
  // the first reference call that is not reached
  const next = pair && placeNotReached(pair);
  const call = next === undefined ? undefined : reference[next];
  if (!pair || next === undefined || !call) return [];
  const id = pair.reference[next];
  const made = pair.prediction.filter((other) => other === id).length;
  const expected = pair.reference.slice(0, next).filter((other) => other === id).length;
  const isCalled = prediction.some(({ tool_name }) => tool_name === call.tool_name);
  return [code(call.tool_name), ...plain(howItFails(made, expected, isCalled))];
}

function howItFails(made: number, expectedBefore: number, isCalled: boolean): string {
  if (!isCalled) return ' is never called.';
  if (made === 0) return ' has wrong arguments.';
  return made <= expectedBefore ? ' is not called again.' : ' comes too early.';
}
