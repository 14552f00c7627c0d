import { plain } from '#core/base/text/sentence.ts';
import { isSkippedSlot } from '#core/match/best-reference.ts';
import { allCalls, andExtra } from '#core/score/metric/call-sentences.ts';
import { isCovered } from '#core/match/compare-pair.ts';
import { BOOK, BOOK_OTHER, FIND, SEND } from '#core/score/metric/example.ts';
import type { ComputedMetric, ExplainedScore } from '#core/score/metric/metric.ts';
import { COMPARES_CALLS, scorePair } from '#core/score/metric/scorer.ts';

/** 1 when the prediction has every reference call, as often as expected, in any order. */
export const trajectoryAnyOrderMatch: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_any_order_match',
  title: 'Any-order match',
  short: 'any',
  definition:
    'Every expected call is present, in any order; extra calls are allowed. A call expected twice must occur twice.',
  formula: '1 if expected ⊆ called as multisets, else 0',
  source: 'Gen AI evaluation service; multisets as in ADK',
  scale: 'binary',
  isCounted: true,
  score: scorePair((pair) => (isCovered(pair) ? 1 : 0)),
  edits: { kinds: ['add', 'change'] },
  explain: (score) => plain(explainAnyOrder(score)),
  deed: 'has every expected call',
  exports: {
    adk: {
      criterion: 'tool_trajectory_avg_score',
      value: { threshold: 1, match_type: 'ANY_ORDER' },
    },
    agentevals: { mode: 'superset' },
  },
  example: {
    row: { predicted_trajectory: [SEND, BOOK, FIND], reference_trajectory: [FIND, BOOK, SEND] },
    working: 'All three expected calls are present. Order does not matter.',
    score: 1,
  },
  byNames: {
    short: 'any n.',
    definition:
      'Every expected tool is called, as often as expected, in any order and with any arguments.',
    example: {
      row: {
        predicted_trajectory: [SEND, BOOK_OTHER, FIND],
        reference_trajectory: [FIND, BOOK, SEND],
      },
      working: 'All three expected tools are called. Order and arguments do not matter.',
      score: 1,
    },
  },
};

function explainAnyOrder({ value, aligned }: ExplainedScore): string {
  const { reference, slots, best } = aligned;
  if (value === 1) return `${allCalls(aligned)} present${andExtra(aligned)}.`;
  // equal and moved slots pair all calls found on both sides
  const absent = slots.filter(
    (slot) =>
      (slot.kind === 'missing' || slot.kind === 'changed') &&
      !(best && isSkippedSlot(slot, best.pair)),
  ).length;
  if (reference.length === 1) return 'The expected call is missing.';
  const are = absent === 1 ? 'is' : 'are';
  return `${String(absent)} of ${String(reference.length)} expected calls ${are} missing.`;
}
