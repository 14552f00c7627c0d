import { plain } from '#core/base/text/sentence.ts';
import type { Slot } from '#core/match/align.ts';
import { isSkippedSlot } from '#core/match/best-reference.ts';
import { allOf } from '#core/score/metric/call-sentences.ts';
import { isSameSequence } from '#core/match/compare-pair.ts';
import { BOOK, BOOK_OTHER, FIND, SEND } from '#core/score/metric/example.ts';
import type { ComputedMetric, ExplainedScore } from '#core/score/metric/metric.ts';
import { COMPARES_CALLS, scorePair } from '#core/score/metric/scorer.ts';

/** 1 when the prediction has the same calls in the same order as the reference, and no others. */
export const trajectoryExactMatch: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_exact_match',
  title: 'Exact match',
  short: 'exact',
  definition: 'The same calls in the same order, nothing more and nothing less.',
  formula: '1 if called = expected, call by call, else 0',
  scale: 'binary',
  isCounted: true,
  score: scorePair((pair) => (isSameSequence(pair) ? 1 : 0)),
  edits: { kinds: ['add', 'remove', 'change', 'move'] },
  explain: (score) => plain(explainExact(score)),
  deed: 'has exactly the expected calls',
  exports: {
    adk: {
      criterion: 'tool_trajectory_avg_score',
      value: { threshold: 1, match_type: 'EXACT' },
    },
    agentevals: {
      mode: 'strict',
      difference:
        'strict ignores the order of calls within one message; give each call its own message where order counts',
    },
  },
  headline: { rank: 2, one: 'passes exact match', many: 'pass exact match' },
  example: {
    row: {
      predicted_trajectory: [FIND, BOOK, SEND, FIND],
      reference_trajectory: [FIND, BOOK, SEND],
    },
    working:
      'All expected calls are present, but find_hotel occurs once too often: a different length, so no exact match.',
    score: 0,
  },
  byNames: {
    short: 'exact n.',
    definition: 'The same tools in the same order, whatever the arguments.',
    example: {
      row: {
        predicted_trajectory: [FIND, BOOK_OTHER, SEND],
        reference_trajectory: [FIND, BOOK, SEND],
      },
      working:
        'The same tools in the same order. A different hotel is booked, which does not matter.',
      score: 1,
    },
  },
};

function explainExact({ value, aligned }: ExplainedScore): string {
  const { slots, best } = aligned;
  if (value === 1) return 'The same calls in the same order.';
  const differs = (slot: Slot): boolean =>
    slot.kind !== 'equal' && !(best && isSkippedSlot(slot, best.pair));
  const first = slots.findIndex(differs);
  if (first < 0) return 'The calls differ.';
  const differing = slots.filter(differs).length;
  if (slots.length === 1) return 'The only call differs.';
  if (differing === slots.length) return `${allOf(differing)} calls differ.`;
  if (differing === 1) return `Call ${String(first + 1)} differs.`;
  return `${String(differing)} of ${String(slots.length)} calls differ, the first is call ${String(first + 1)}.`;
}
