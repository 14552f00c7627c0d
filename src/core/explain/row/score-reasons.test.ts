import { expect, it } from 'vitest';
import { expectSentences, type Said } from '../../../../tests/support/cases.ts';
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

const MANY = 'a '.repeat(3500);
const LONG = 'x'.repeat(1000);
/** Keys in another order, numbers that are equal as JSON, and numbers that differ in a late digit. */
const AS_JSON = parseJson(
  '{"r":[{"tool_name":"t","tool_input":{"a":1,"b":2}},{"tool_name":"u","tool_input":9007199254740993}],' +
    '"p":[{"tool_name":"t","tool_input":{"b":2.0,"a":1}},{"tool_name":"u","tool_input":9007199254740992}]}',
) as JsonObject;
const SERVICE = { emptyTrajectories: 'skip' } as const;
const MULTISET = { duplicates: 'multiset' } as const;

/** What is said of rows by their two sides, each as `a b:1`. */
const reasons = (id: string, ...sides: readonly (readonly [string, string])[]): Said[] =>
  sides.map(([reference, prediction]) => [
    `${reference || 'nothing'} expected, ${prediction || 'nothing'} called`,
    explain(`trajectory_${id}`, row(reference, prediction)),
  ]);

const edits = (...cases: readonly (readonly [string, string, string])[]): Said[] =>
  cases.map(([id, reference, prediction]) => [
    `${id}: ${reference} expected, ${prediction || 'nothing'} called`,
    explain(`trajectory_${id}`, row(reference, prediction), {}, 'edit') || '(nothing)',
  ]);

/** Why a metric of texts is 0. */
const zero = (id: string, response: string, answer: string, changes = {}): Said => [
  `${id} of ${JSON.stringify(response)}, expected ${JSON.stringify(answer)}`,
  explain(id, { response, answer }, { metrics: [id], ...changes }) || '(nothing)',
];

it('says why a row has its score, and what would make it pass', async () => {
  const [a, b, c] = calls('a b c') as JsonObject[];
  const optional = { r: [a!, { ...b, optional: true }, c!], p: calls('a d') };
  const matching = { ...EXACT_RULES, optionalCalls: true };
  const closest = { rs: [calls('a b'), calls('b c a')], p: calls('a b c') };
  const other = { rs: [calls('a b'), calls('b a c d')], p: calls('a b c') };
  const tools = { metrics: ['essential_tools_present'], tools: ['a', 'u', 'v'] };
  const answer = '{"tool_calls": [{"name": "a", "arguments": {}}]}';
  const whole = { useEffectiveOrder: true };
  await expectSentences('row-reasons', {
    'Exact match': [
      ...reasons('exact_match', ['a b', 'a b'], ['a:1', 'a:2'], ['a b:1', 'a b:2']),
      ...reasons('exact_match', ['a b c:1 d', 'a b c:2 e'], ['a', 'b']),
      ['one more before 3,500', explain('trajectory_exact_match', row(`b ${MANY}`, MANY))],
    ],
    'In-order match': [
      ...reasons('in_order_match', ['a b', 'a b'], ['a', 'b a'], ['a b', 'a c']),
      ...reasons('in_order_match', ['a b:1', 'a b:2'], ['a b', 'b a'], ['a a', 'a b']),
      // the alignment calls the first a missing, but it is the b that the prediction does not reach
      ...reasons('in_order_match', ['a b a', 'b a']),
      ['arguments compared as JSON', explain('trajectory_in_order_match', AS_JSON)],
      ['long arguments', explain('trajectory_in_order_match', row(`a:${LONG} b`, 'a:1 b'))],
      ['b is optional', explain('trajectory_in_order_match', optional, { matching })],
    ],
    'Any-order match': [
      ...reasons('any_order_match', ['a b', 'b a'], ['a', 'b a c'], ['a', 'b']),
      ...reasons('any_order_match', ['a b:1 c', 'c a b:2'], ['a a a b', 'b a']),
    ],
    Precision: [
      ...reasons('precision', ['a b', 'a b'], ['a', 'a'], ['a', 'b'], ['a', 'b c']),
      // membership: every call counts although the alignment pairs only one
      ...reasons('precision', ['a', 'b c d'], ['a', 'a b c'], ['a b', 'a a a c']),
      ['counted once', explain('trajectory_precision', row('a b', 'a a a c'), MULTISET)],
    ],
    Recall: reasons('recall', ['a b c', 'a c']),
    'Several references: of the one that gave the score': [
      ['in order, the first', explain('trajectory_in_order_match', closest)],
      ['precision, the second', explain('trajectory_precision', closest)],
      ['recall, the first', explain('trajectory_recall', other)],
    ],
    'Single tool use of t': ['a b t c', 't:1 a t:2', 'a t t t', 'a'].map((made): Said => [
      `${made} called`,
      explain('trajectory_single_tool_use', { p: calls(made) }),
      explain('trajectory_single_tool_use', row('t z', made)),
    ]),
    'Empty sides': [
      'exact_match',
      'in_order_match',
      'any_order_match',
      'precision',
      'recall',
    ].flatMap((id) =>
      reasons(id, ['', ''], ['', 'a'], ['a b', '']).map(([of, ...words]) => [
        `${id}, ${of}`,
        ...words,
      ]),
    ),
    'Empty sides under the rules of the service': [
      ['nothing called', explain('trajectory_precision', row('a b', ''), SERVICE)],
    ],
    'Recorded values': [
      ['failure 1', explain('failure', { failure: 1 })],
      ['failure 0', explain('failure', { failure: 0 })],
      ['latency', explain('latency', { latency: 1.5 })],
    ],
    'What would make it pass': [
      ...edits(['exact_match', 'a b', 'a b c'], ['in_order_match', 'a b', 'b a']),
      ...edits(['any_order_match', 'a b', 'b a'], ['precision', 'a:1 b', 'a:2 b']),
      ...edits(['recall', 'a b', 'b'], ['single_tool_use', 'a', 'a']),
      ...edits(['single_tool_use', 'a', 't'], ['exact_match', 'a', ''], ['precision', 'a', 'a a']),
      ['counted once', explain('trajectory_precision', row('a', 'a a'), MULTISET, 'edit')],
      ['tools', explain('essential_tools_present', row('a', 'a'), tools, 'edit')],
    ],
    'Texts that score 0': [
      zero('bleu', 'Paris', 'Paris'),
      zero('bleu', 'lights off now', 'lights off now'),
      zero('bleu', 'lights off now', 'lights off now', whole),
      zero('bleu', 'this is another text', 'nothing alike'),
      zero('bleu', '', 'Paris', whole),
      zero('bleu', '', ' '),
      ...['rouge_1', 'rouge_l'].flatMap((id) => [
        zero(id, '消しました', '消しました'),
        zero(id, '消しました', 'off'),
        zero(id, 'off', 'on'),
      ]),
      zero('rouge_2', 'off', '—'),
      zero('rouge_2', 'off', 'off now'),
      zero('rouge_2', 'off now', 'on then'),
      zero('tool_name_match', 'Done.', answer),
      zero('tool_name_match', answer.replace('"a"', '"b"'), answer),
    ],
  });
});

it('has no edit of a response that is no tool call', () => {
  const record = { response: 'Done.', answer: '{"tool_calls": [{"name": "a", "arguments": {}}]}' };
  const settings = { metrics: ['tool_name_match'] };
  expect(explain('tool_name_match', record, settings, 'edit')).toBe('');
});
