import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { parseJson } from '#core/base/json/parse-json.ts';
import type { WordPart } from '#core/base/text/sentence.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { DEFAULT_SETTINGS, listColumns } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { detailRow } from './row-detail.ts';

const ROLES = {
  reference_trajectory: 'r',
  reference_trajectories: 'rs',
  predicted_trajectory: 'p',
  latency_in_seconds: 'latency',
  failure: 'failure',
  response: 'response',
  reference: 'answer',
};

/** The reason that a row of the run gets under the column asked for, or what would make it pass. */
function explain(
  id: string,
  record: JsonObject,
  changes: Partial<MetricSettings> = {},
  part: 'words' | 'edit' = 'words',
): string {
  const settings = { ...DEFAULT_SETTINGS, tools: ['t'], ...changes };
  const column = listColumns(settings).find((candidate) => candidate.id.startsWith(id))!;
  const reason = detailRow(record, ROLES, settings).reasons.get(column.id);
  return textOf(reason?.[part] ?? []);
}

const textOf = (words: readonly WordPart[]): string =>
  words.map(({ text, isCode }) => (isCode ? `\`${text}\`` : text)).join('');

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
    ['a:1', 'a:2', 'The only call differs.'],
    ['a b:1', 'a b:2', '1 of 2 positions differs: position 2.'],
    ['a b c:1 d', 'a b c:2 e', '3 of 5 positions differ, the first is position 3.'],
    ['a', 'b', 'Both positions differ.'],
  ])('%s as %s: %s', (reference, prediction, words) => {
    expect(explain('trajectory_exact_match', row(reference, prediction))).toBe(words);
  });

  it('counts all slots, those that are not listed too', () => {
    const many = 'a '.repeat(3500);
    expect(explain('trajectory_exact_match', row(`b ${many}`, many))).toBe(
      '1 of 3501 positions differs: position 1.',
    );
  });
});

describe('in-order match', () => {
  it.each([
    ['a b', 'a b', 'Both reference calls are present in order.'],
    ['a', 'b a', 'The reference call is present in order, plus 1 other.'],
    ['a b', 'a c', 'Fails at `b`, which is never called.'],
    ['a b:1', 'a b:2', 'Fails at `b`, which is called with wrong arguments.'],
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
      'Fails at `u`, which is called with wrong arguments.',
    );
  });

  it('names the call whose arguments are too long to be shown', () => {
    const long = 'x'.repeat(1000);
    expect(explain('trajectory_in_order_match', row(`a:${long} b`, 'a:1 b'))).toBe(
      'Fails at `a`, which is called with wrong arguments.',
    );
  });

  it('does not stop at an optional call', () => {
    const [a, b, c] = calls('a b c') as JsonObject[];
    const record = { r: [a!, { ...b, optional: true }, c!], p: calls('a d') };
    const matching = { ...EXACT_RULES, optionalCalls: true };
    expect(explain('trajectory_in_order_match', record, { matching })).toBe(
      'Fails at `c`, which is never called.',
    );
  });
});

describe('any-order match', () => {
  it.each([
    ['a b', 'b a', 'Both reference calls are present.'],
    ['a', 'b a c', 'The reference call is present, plus 2 others.'],
    ['a', 'b', 'The reference call is missing.'],
    ['a b:1 c', 'c a b:2', '1 of 3 reference calls is missing.'],
    ['a a a b', 'b a', '2 of 4 reference calls are missing.'],
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

  it('counts nothing where another reference than the one shown gave the score', () => {
    // the closest reference in order is the first; of the second more predicted calls are expected
    const record = { rs: [calls('a b'), calls('b c a')], p: calls('a b c') };
    const reasonOf = (id: string) => explain(id, record);
    expect(reasonOf('trajectory_in_order_match')).toBe(
      'Both reference calls are present in order, plus 1 other.',
    );
    expect(reasonOf('trajectory_precision')).toBe('All 3 predicted calls are in the reference.');
    const other = { rs: [calls('a b'), calls('b a c d')], p: calls('a b c') };
    expect(explain('trajectory_recall', other)).toBe('Both reference calls are in the prediction.');
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

describe('empty sides', () => {
  it('are explained where they are scored', () => {
    const scored = { emptyTrajectories: 'score' } as const;
    expect(explain('trajectory_exact_match', row('', ''), scored)).toBe('No calls on either side.');
    expect(explain('trajectory_in_order_match', row('', 'a'), scored)).toBe(
      'No calls are expected.',
    );
    expect(explain('trajectory_recall', row('a b', ''), scored)).toBe(
      'Neither reference call is in the prediction.',
    );
    expect(explain('trajectory_any_order_match', row('a b', ''), scored)).toBe(
      '2 of 2 reference calls are missing.',
    );
  });
});

describe('recorded values', () => {
  it('says what they are', () => {
    expect(explain('failure', { failure: 1 })).toBe('The agent call failed.');
    expect(explain('failure', { failure: 0 })).toBe('The agent call did not fail.');
    expect(explain('latency', { latency: 1.5 })).toBe('As recorded.');
  });
});

describe('what would make it pass', () => {
  const edit = (id: string, record: JsonObject, changes: Partial<MetricSettings> = {}): string =>
    explain(id, record, changes, 'edit');

  it.each([
    ['trajectory_exact_match', 'a b', 'a b c', 'remove `c` (call 3)'],
    ['trajectory_in_order_match', 'a b', 'b a', 'move `b` from position 1 to 2'],
    ['trajectory_any_order_match', 'a b', 'b a', ''],
    ['trajectory_precision', 'a:1 b', 'a:2 b', 'set `x` to "1" in `a` (call 1)'],
    ['trajectory_recall', 'a b', 'b', 'add `a` as call 1'],
    ['trajectory_single_tool_use', 'a', 'a', 'call `t`'],
    ['trajectory_single_tool_use', 'a', 't', ''],
    ['trajectory_exact_match', 'a', '', ''],
  ])('%s of %s as %s: %s', (id, reference, prediction, words) => {
    expect(edit(id, row(reference, prediction))).toBe(words);
  });

  it('names the tools that are not called', () => {
    const settings = { metrics: ['essential_tools_present'], tools: ['a', 'u', 'v'] };
    expect(edit('essential_tools_present', row('a', 'a'), settings)).toBe('call `u`, `v`');
  });

  it('follows the rule for repeated calls', () => {
    const multiset = { duplicates: 'multiset' } as const;
    expect(edit('trajectory_precision', row('a', 'a a'))).toBe('');
    expect(edit('trajectory_precision', row('a', 'a a'), multiset)).toBe('remove `a` (call 2)');
  });
});

describe('texts', () => {
  const zero = (id: string, response: string, answer: string, changes = {}): string =>
    explain(id, { response, answer }, { metrics: [id], ...changes });

  it.each([
    ['Paris', 'Paris', false, /four words, and the response has one word/],
    ['lights off now', 'lights off now', false, /has 3 words/],
    ['lights off now', 'lights off now', true, /^$/],
    ['this is another text', 'nothing alike', false, /^$/],
    ['', 'Paris', true, /^The response has no words/],
    ['', ' ', false, /^Both texts have no words/],
  ])('BLEU of %j and %j', (response, answer, useEffectiveOrder, sentence) => {
    expect(zero('bleu', response, answer, { useEffectiveOrder })).toMatch(sentence);
  });

  it.each([
    ['消しました', '消しました', 1, /Both texts have none/],
    ['消しました', 'off', 1, /The response has none/],
    ['off', '—', 2, /The expected answer has none/],
    ['off', 'off now', 2, /pairs of words/],
    ['off', 'on', 1, /^$/],
    ['off now', 'on then', 2, /^$/],
  ] as const)('ROUGE of %j and %j', (response, answer, runLength, sentence) => {
    expect(zero(`rouge_${String(runLength)}`, response, answer)).toMatch(sentence);
    if (runLength === 1) expect(zero('rouge_l', response, answer)).toMatch(sentence);
  });

  it('says that a response has no tool call', () => {
    const answer = '{"tool_calls": [{"name": "a", "arguments": {}}]}';
    expect(zero('tool_name_match', 'Done.', answer)).toMatch(/^The response is not JSON/);
    expect(zero('tool_name_match', answer.replace('"a"', '"b"'), answer)).toBe('');
    const edit = explain(
      'tool_name_match',
      { response: 'Done.', answer },
      { metrics: ['tool_name_match'] },
      'edit',
    );
    expect(edit).toBe('');
  });
});
