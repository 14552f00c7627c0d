import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { readRow } from '#core/dataset/read-row.ts';
import { OUTCOMES } from '#core/metrics/metric.ts';
import { DEFAULT_SETTINGS, listColumns } from '#core/metrics/registry.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import { detailRow } from '#core/row/row-detail.ts';
import { explainEdit, explainScore } from './explain-score.ts';
import { scorerOf } from '#core/metrics/scorers.ts';

const ROLES = {
  reference_trajectory: 'r',
  predicted_trajectory: 'p',
  latency_in_seconds: 'latency',
  failure: 'failure',
};

/** Scores a row as the app does and explains the column asked for. */
function explain(
  id: string,
  record: JsonObject,
  changes: Partial<MetricSettings> = {},
  inWords = explainScore,
): string {
  const settings = { ...DEFAULT_SETTINGS, tools: ['t'], ...changes };
  const column = listColumns(settings).find((candidate) => candidate.id.startsWith(id))!;
  const score = scorerOf(column.metricId).score(readRow(record, ROLES, 1).row, settings, column);
  const rowScore = {
    column,
    value: typeof score === 'number' ? score : Number.NaN,
    outcome: OUTCOMES.indexOf(typeof score === 'number' ? 'scored' : score),
    settings,
  };
  return inWords(rowScore, detailRow(record, ROLES))
    .map(({ text, isCode }) => (isCode ? `\`${text}\`` : text))
    .join('');
}

/** `a b:1` is a call of a without and one of b with the argument 1. */
const calls = (text: string): JsonValue =>
  text.split(' ').flatMap((call) => {
    const [tool, x] = call.split(':');
    return tool ? [{ tool_name: tool, tool_input: x === undefined ? {} : { x } }] : [];
  });
const row = (reference: string, prediction: string) => ({
  r: calls(reference),
  p: calls(prediction),
});

describe('exact match', () => {
  it.each([
    ['a b', 'a b', 'The same calls in the same order.'],
    ['a:1', 'a:2', 'The only slot differs.'],
    ['a b:1', 'a b:2', '1 of 2 slots differs: call 2.'],
    ['a b c:1 d', 'a b c:2 e', '3 of 5 slots differ, the first is call 3.'],
    ['a', 'b', 'Both slots differ.'],
  ])('%s as %s: %s', (reference, prediction, words) => {
    expect(explain('trajectory_exact_match', row(reference, prediction))).toBe(words);
  });

  it('gives no total where not all slots are listed', () => {
    const many = 'a '.repeat(3500);
    expect(explain('trajectory_exact_match', row(`b ${many}`, many))).toBe(
      'The first difference is call 1.',
    );
  });
});

describe('in-order match', () => {
  it.each([
    ['a b', 'a b', 'Both reference calls are made in order.'],
    ['a', 'b a', 'The reference call is made in order, and 1 other.'],
    ['a b', 'a c', 'Fails at `b`, which is never called.'],
    ['a b:1', 'a b:2', 'Fails at `b`, which is called with other arguments.'],
    ['a b', 'b a', 'Fails at `b`, which comes too early.'],
    ['a a', 'a b', 'Fails at `a`, which is not called again.'],
    // the alignment calls the first a missing, but it is the b that the prediction does not reach
    ['a b a', 'b a', 'Fails at `b`, which comes too early.'],
  ])('%s as %s: %s', (reference, prediction, words) => {
    expect(explain('trajectory_in_order_match', row(reference, prediction))).toBe(words);
  });

  it('tells calls apart by their arguments as JSON, not as text', () => {
    const record = parseJson(
      '{"r":[{"tool_name":"t","tool_input":{"a":1,"b":2}},{"tool_name":"u","tool_input":9007199254740993}],' +
        '"p":[{"tool_name":"t","tool_input":{"b":2.0,"a":1}},{"tool_name":"u","tool_input":9007199254740992}]}',
    ) as JsonObject;
    expect(explain('trajectory_in_order_match', record)).toBe(
      'Fails at `u`, which is called with other arguments.',
    );
  });

  it('names no call where some arguments are cut', () => {
    const long = 'x'.repeat(1000);
    expect(explain('trajectory_in_order_match', row(`a:${long} b`, 'a:1 b'))).toBe(
      'The reference calls are not all made in order.',
    );
  });
});

describe('any-order match', () => {
  it.each([
    ['a b', 'b a', 'Both reference calls are made.'],
    ['a', 'b a c', 'The reference call is made, and 2 others.'],
    ['a', 'b', 'The reference call is absent.'],
    ['a b:1 c', 'c a b:2', '1 of 3 reference calls is absent.'],
    ['a a a b', 'b a', '2 of 4 reference calls are absent.'],
  ])('%s as %s: %s', (reference, prediction, words) => {
    expect(explain('trajectory_any_order_match', row(reference, prediction))).toBe(words);
  });
});

describe('precision and recall', () => {
  it.each([
    ['trajectory_precision', 'a b', 'a b', 'Both predicted calls are in the reference.'],
    ['trajectory_precision', 'a', 'a', 'The predicted call is in the reference.'],
    ['trajectory_precision', 'a', 'b', 'The predicted call is not in the reference.'],
    ['trajectory_precision', 'a', 'b c', 'Neither predicted call is in the reference.'],
    ['trajectory_precision', 'a', 'b c d', 'None of the 3 predicted calls is in the reference.'],
    ['trajectory_precision', 'a', 'a b c', '1 of 3 predicted calls is in the reference.'],
    ['trajectory_recall', 'a b c', 'a c', '2 of 3 reference calls are in the prediction.'],
    // membership: every call counts although the alignment pairs only one
    ['trajectory_precision', 'a b', 'a a a c', '3 of 4 predicted calls are in the reference.'],
  ])('%s of %s as %s: %s', (id, reference, prediction, words) => {
    expect(explain(id, row(reference, prediction))).toBe(words);
  });

  it('says when each call counts once', () => {
    expect(explain('trajectory_precision', row('a b', 'a a a c'), { duplicates: 'multiset' })).toBe(
      '1 of 4 predicted calls is in the reference, each counted once.',
    );
  });

  it('counts nothing that the score does not bear out', () => {
    const column = { id: 'trajectory_precision', metricId: 'trajectory_precision' };
    const detail = detailRow(row('a b', 'a b c'), ROLES);
    expect(
      explainScore({ column, value: 0.5, outcome: 0, settings: DEFAULT_SETTINGS }, detail),
    ).toEqual([]);
  });
});

describe('single tool use', () => {
  it.each([
    ['a b t c', 'Called once, as call 3. By name only.'],
    ['t:1 a t:2', 'Called twice, first as call 1. By name only.'],
    ['a t t t', 'Called 3 times, first as call 2. By name only.'],
    ['a', 'Never called.'],
  ])('%s: %s', (prediction, words) => {
    expect(explain('trajectory_single_tool_use', { p: calls(prediction) })).toBe(words);
    expect(explain('trajectory_single_tool_use', row('t z', prediction))).toBe(words);
  });
});

describe('rows without a score', () => {
  it.each([
    [{ r: calls('a') }, 'No predicted trajectory recorded; not evaluated.'],
    [{ p: calls('a') }, 'No reference trajectory recorded; not evaluated.'],
    [row('', ''), 'No calls on either side; not evaluated.'],
    [{ r: calls('a'), p: '[oops' }, 'The predicted trajectory cannot be read.'],
  ] as const)('%j: %s', (record, words) => {
    expect(explain('trajectory_recall', record)).toBe(words);
  });

  it('is told apart from empty sides that are scored', () => {
    const scored = { emptyTrajectories: 'score' } as const;
    expect(explain('trajectory_exact_match', row('', ''), scored)).toBe('No calls on either side.');
    expect(explain('trajectory_in_order_match', row('', 'a'), scored)).toBe(
      'No calls are expected.',
    );
    expect(explain('trajectory_recall', row('a b', ''), scored)).toBe(
      'Neither reference call is in the prediction.',
    );
    expect(explain('trajectory_any_order_match', row('a b', ''), scored)).toBe(
      '2 of 2 reference calls are absent.',
    );
  });
});

describe('recorded values', () => {
  it('says what they are', () => {
    expect(explain('failure', { failure: 1 })).toBe('The agent call failed.');
    expect(explain('failure', { failure: 0 })).toBe('The agent call did not fail.');
    expect(explain('failure', {})).toBe('Not recorded.');
    expect(explain('latency', { latency: 1.5 })).toBe('As recorded.');
    expect(explain('latency', { latency: 'soon' })).toBe('The recorded value is not a number.');
  });
});

describe('what would make it pass', () => {
  const edit = (id: string, record: JsonObject, changes: Partial<MetricSettings> = {}): string =>
    explain(id, record, changes, explainEdit);

  it.each([
    ['trajectory_exact_match', 'a b', 'a b c', 'To pass: remove `c` (call 3).'],
    ['trajectory_in_order_match', 'a b', 'b a', 'To pass: move `b` from 1 to 2.'],
    ['trajectory_any_order_match', 'a b', 'b a', ''],
    ['trajectory_precision', 'a:1 b', 'a:2 b', 'To pass: set `x` to "1" in `a` (call 1).'],
    ['trajectory_recall', 'a b', 'b', 'To pass: add `a` (call 1).'],
    ['trajectory_single_tool_use', 'a', 'a', 'To pass: call `t`.'],
    ['trajectory_single_tool_use', 'a', 't', ''],
    ['trajectory_exact_match', 'a', '', ''],
  ])('%s of %s as %s: %s', (id, reference, prediction, words) => {
    expect(edit(id, row(reference, prediction))).toBe(words);
  });

  it('names the tools that are not called', () => {
    const settings = { metrics: ['essential_tools_present'], tools: ['a', 'u', 'v'] };
    expect(edit('essential_tools_present', row('a', 'a'), settings)).toBe(
      'To pass: call `u`, `v`.',
    );
  });

  it('follows the rule for repeated calls', () => {
    const multiset = { duplicates: 'multiset' } as const;
    expect(edit('trajectory_precision', row('a', 'a a'))).toBe('');
    expect(edit('trajectory_precision', row('a', 'a a'), multiset)).toBe(
      'To pass: remove `a` (call 2).',
    );
  });
});
