import { code, plain, type WordPart } from '#core/base/text/sentence.ts';
import { unifyMatches, type Slot } from '#core/match/align.ts';
import { isSkippedSlot, type AlignedRow } from '#core/match/best-reference.ts';
import {
  isCovered,
  isSameSequence,
  isSubsequence,
  placeNotReached,
  precisionOf,
  recallOf,
  f1Of,
  lcsShare,
  editShare,
} from '#core/match/compare-pair.ts';
import {
  type ComputedMetric,
  type ExplainedScore,
  COMPARES_CALLS,
  scorePair,
  columnPerTool,
  usesTool,
  recordedScore,
} from '#core/score/metric/metric.ts';
import { whyNoCalls } from '#core/calls/outcome.ts';

/** 1 when the prediction has the same calls in the same order as the reference, and no others. */
export const trajectoryExactMatch: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_exact_match',
  title: 'Exact match',
  short: 'exact',
  definition: 'The same calls in the same order, nothing more and nothing less.',
  scale: 'binary',
  isCounted: true,
  score: scorePair((pair) => (isSameSequence(pair) ? 1 : 0)),
  edits: { kinds: ['add', 'remove', 'change', 'move'] },
  explain: (score) => plain(explainExact(score)),
  deed: 'has exactly the expected calls',
  headline: { rank: 2, one: 'passes exact match', many: 'pass exact match' },
  byNames: {
    short: 'exact n.',
    definition: 'The same tools in the same order, whatever the arguments.',
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

/** 1 when the reference is a subsequence of the prediction. */
export const trajectoryInOrderMatch: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_in_order_match',
  title: 'In-order match',
  short: 'in-order',
  definition:
    'Every expected call is present, in the expected order; extra calls are allowed anywhere.',
  scale: 'binary',
  isCounted: true,
  score: scorePair((pair) => (isSubsequence(pair) ? 1 : 0)),
  edits: { kinds: ['add', 'change', 'move'] },
  explain: explainInOrder,
  deed: 'has the expected calls in order',
  headline: {
    rank: 1,
    one: 'passes in-order match',
    many: 'pass in-order match',
  },
  byNames: {
    short: 'order n.',
    definition:
      'Every expected tool is called in the expected order, whatever the arguments; extra calls are allowed anywhere.',
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

/** 1 when the prediction has every reference call, as often as expected, in any order. */
export const trajectoryAnyOrderMatch: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_any_order_match',
  title: 'Any-order match',
  short: 'any',
  definition:
    'Every expected call is present, in any order; extra calls are allowed. A call expected twice must occur twice.',
  scale: 'binary',
  isCounted: true,
  score: scorePair((pair) => (isCovered(pair) ? 1 : 0)),
  edits: { kinds: ['add', 'change'] },
  explain: (score) => plain(explainAnyOrder(score)),
  deed: 'has every expected call',
  byNames: {
    short: 'any n.',
    definition:
      'Every expected tool is called, as often as expected, in any order and with any arguments.',
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

/** Begins a sentence about all expected calls: `Both expected calls are`. */
function allCalls(aligned: AlignedRow): string {
  const { reference } = aligned;
  return reference.length === 1
    ? 'The expected call is'
    : `${allOf(reference.length)} expected calls are`;
}

/** Counts all of at least 2 things: `All 3`. */
function allOf(count: number): string {
  return count === 2 ? 'Both' : `All ${String(count)}`;
}

/** Ends a sentence with the number of extra calls; empty without any. */
function andExtra(aligned: AlignedRow): string {
  const extra = aligned.prediction.length - aligned.reference.length;
  return extra <= 0 ? '' : `, ${String(extra)} extra`;
}

/** The share of predicted calls that also appear in the reference. */
export const trajectoryPrecision: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_precision',
  title: 'Precision',
  short: 'prec',
  definition: 'The share of the calls made that are expected.',
  scale: 'share',
  isCounted: true,
  options: ['duplicates', 'emptyTrajectories', 'matching'],
  score: scorePair(
    (pair, { duplicates }) => precisionOf(pair, duplicates),
    (pair) => (pair.prediction.length === 0 && isCovered(pair) ? 1 : 0),
  ),
  edits: { kinds: ['remove', 'change'], isByMembership: true },
  explain: (score) => plain(explainShare(score, 'predicted')),
  byNames: {
    short: 'prec n.',
    definition: 'The share of the calls made whose tool is expected.',
  },
};

/** The share of reference calls that also appear in the prediction. */
export const trajectoryRecall: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_recall',
  title: 'Recall',
  short: 'recall',
  definition: 'The share of the expected calls that are made.',
  scale: 'share',
  isCounted: true,
  options: ['duplicates', 'emptyTrajectories', 'matching'],
  score: scorePair(
    (pair, { duplicates }) => recallOf(pair, duplicates),
    (pair) => {
      const { prediction, reference } = pair;
      if (reference.length > 0) return recallOf(pair, 'membership');
      return prediction.length === 0 ? 1 : 'reference_empty';
    },
  ),
  edits: { kinds: ['add', 'change'], isByMembership: true },
  explain: (score) => plain(explainShare(score, 'reference')),
  byNames: {
    short: 'recall n.',
    definition: 'The share of the expected calls whose tool is called.',
  },
};

/** Precision and recall in one number, each call used once. */
export const trajectoryF1: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_f1',
  title: 'F1',
  short: 'F1',
  definition:
    'Precision and recall in one number; every call counts once, whatever the rule for repeated calls.',
  origin: 'playground',
  scale: 'share',
  isCounted: true,
  score: scorePair(f1Of),
  edits: { kinds: ['add', 'remove', 'change'] },
};

/**
 * Says how many calls of a side are found on the other; empty where the score may belong to another
 * reference than the one shown.
 */
function explainShare(score: ExplainedScore, side: 'predicted' | 'reference'): string {
  const { value, settings, aligned } = score;
  const total = (side === 'predicted' ? aligned.prediction : aligned.reference).length;
  if (total === 0) return '';
  const found = Math.round(value * total);
  if (Math.abs(found / total - value) > 1e-9) return '';
  const [call, isFound] = side === 'predicted' ? ['call', 'expected'] : ['expected call', 'made'];
  const once = settings.duplicates === 'multiset' ? ', each counted once' : '';
  if (total === 1) return `The ${call} is ${found === 1 ? '' : 'not '}${isFound}.`;
  if (found === total) return `${allOf(total)} ${call}s are ${isFound}${once}.`;
  if (found === 0 && total === 2) return `Neither ${call} is ${isFound}.`;
  if (found === 0) return `None of the ${String(total)} ${call}s is ${isFound}.`;
  const are = found === 1 ? 'is' : 'are';
  return `${String(found)} of ${String(total)} ${call}s ${are} ${isFound}${once}.`;
}

/** The longest common subsequence as a share of the longer trajectory. */
export const trajectoryLcs: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_lcs',
  title: 'Common order',
  short: 'LCS',
  definition:
    'The calls that both trajectories have in the same order, as a share of the longer one.',
  origin: 'playground',
  scale: 'share',
  score: scorePair(lcsShare),
  edits: { kinds: ['add', 'remove', 'change', 'move'] },
};

/** The edit distance as a share of the longer trajectory. */
export const trajectoryEditDistance: ComputedMetric = {
  ...COMPARES_CALLS,
  id: 'trajectory_edit_distance',
  title: 'Edit distance',
  short: 'edits',
  definition:
    'Calls to insert, remove or replace to get the expected ones, as a share of the longer trajectory: 0 for the same calls, 1 for nothing in common.',
  origin: 'playground',
  scale: 'share',
  better: 'lower',
  score: scorePair(editShare, editShare, Math.min),
  edits: { kinds: ['add', 'remove', 'change', 'move'] },
};

/** 1 when the named tool occurs in the prediction; one column for each tool looked for. */
export const trajectorySingleToolUse: ComputedMetric = {
  id: 'trajectory_single_tool_use',
  title: 'Single tool use',
  short: 'tool',
  definition: 'Whether the named tool is called at all, by name only. Needs no expected calls.',
  origin: 'vertex',
  scale: 'binary',
  better: 'none',
  needs: ['predicted_trajectory'],
  options: ['emptyTrajectories'],
  columns: columnPerTool('trajectory_single_tool_use'),
  score: ({ prediction }, { emptyTrajectories }, { tool }) => {
    if (prediction.state !== 'calls') return whyNoCalls(prediction, 'prediction');
    if (prediction.calls.length === 0 && emptyTrajectories === 'skip') return 'prediction_empty';
    return tool !== undefined && usesTool(prediction.calls, tool) ? 1 : 0;
  },
  explain: (score) => plain(explainUse(score)),
  missingTools: ({ column }) => (column.tool === undefined ? [] : [column.tool]),
  isPerTool: true,
  exports: {
    vertex: ({ tools }) => ({
      name: 'TrajectorySingleToolUse',
      calls: tools.map((tool) => ({ tool_name: tool })),
    }),
  },
};

function explainUse({ value, column, aligned }: ExplainedScore): string {
  if (value === 0) return 'Never called.';
  const places = aligned.prediction.flatMap(({ tool_name }, place) =>
    tool_name === column.tool ? [place + 1] : [],
  );
  const how = ['once, as', 'twice, first as'][places.length - 1];
  const times = how ?? `${String(places.length)} times, first as`;
  return `Called ${times} call ${String(places[0])}. By name only.`;
}

/** The share of the named tools that occur in the prediction. */
export const essentialToolsPresent: ComputedMetric = {
  id: 'essential_tools_present',
  title: 'Essential tools',
  short: 'essential',
  definition:
    'The share of the named tools that are called at all, by name only. Needs no expected calls.',
  origin: 'playground',
  scale: 'share',
  better: 'higher',
  needs: ['predicted_trajectory'],
  options: ['emptyTrajectories', 'tools'],
  columns: ({ tools }) =>
    tools.length === 0
      ? []
      : [{ id: 'essential_tools_present', metricId: 'essential_tools_present' }],
  score: ({ prediction }, { emptyTrajectories, tools }) => {
    if (prediction.state !== 'calls') return whyNoCalls(prediction, 'prediction');
    if (prediction.calls.length === 0 && emptyTrajectories === 'skip') return 'prediction_empty';
    const wanted = [...new Set(tools)];
    return wanted.filter((tool) => usesTool(prediction.calls, tool)).length / wanted.length;
  },
  missingTools: ({ settings, aligned }) =>
    settings.tools.filter((tool) => !usesTool(aligned.prediction, tool)),
};

/** The recorded time until the agent's answer. */
export const latencyInSeconds: ComputedMetric = {
  id: 'latency_in_seconds',
  title: 'Time',
  short: 'time, s',
  definition: 'How long the agent took to answer, as the data records it.',
  origin: 'vertex',
  scale: 'seconds',
  better: 'lower',
  needs: ['latency_in_seconds'],
  isRecorded: true,
  records: 'latencySeconds',
  score: ({ latencySeconds }) => recordedScore(latencySeconds),
};

/** Whether the agent call failed, as recorded. */
export const failure: ComputedMetric = {
  id: 'failure',
  title: 'Failure',
  short: 'failed',
  definition: 'Whether the agent call failed, as the data records it.',
  origin: 'vertex',
  scale: 'binary',
  better: 'lower',
  needs: ['failure'],
  isRecorded: true,
  records: 'failure',
  score: ({ failure }) => recordedScore(failure),
  explain: ({ value }) =>
    plain(value > 0 ? 'The agent call failed.' : 'The agent call did not fail.'),
};
