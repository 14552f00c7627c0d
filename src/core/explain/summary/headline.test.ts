import { expect, it } from 'vitest';
import { OUTCOMES } from '#core/calls/outcome.ts';
import {
  parseSignature,
  printSignature,
  signaturesOf,
  type Signature,
} from '#core/match/signature.ts';
import { expectSentences, type Said } from '../../../../tests/support/cases.ts';
import { alignTrajectories } from '#core/match/align.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { LabelGatherer } from '#core/score/columns/scored-columns.ts';
import { call, calls, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { headlineOf, signatureInWords, causeKinds } from './headline.ts';

const RIGHT = recordOf(calls('ab'), calls('ab'));
const EXTRA = recordOf(calls('axb'), calls('ab'));
const NAMES = { predicted_trajectory: ['a', 'b'], reference_trajectory: ['a', 'b'] };
const SILENT = recordOf([], calls('a'));
const AIM = recordOf([call('aim', { m: '1' })], [call('aim', { m: 1 })]);
const BOTH = recordOf(
  [call('set', { n: '1' }), call('aim', { m: '1' })],
  [call('set', { n: 1 }), call('aim', { m: 1 })],
);
const wrong = (n: JsonValue): JsonObject => recordOf([call('set', { n })], [call('set', { n: 1 })]);

function headline(
  of: string,
  records: readonly JsonObject[],
  settings: Partial<MetricSettings> = {},
  skippedCount = 0,
): Said {
  const { parts, note } = headlineOf({ ...scoreRecords(records, settings), skippedCount });
  const sentence = parts.map(({ text }) => text).join('');
  return [of, sentence.trim(), note];
}

it('names what the list of causes begins with', () => {
  const row = (expected: string, called: string) => ({
    reference_trajectory: expected.split(' '),
    predicted_trajectory: called.split(' '),
  });
  const columns = scoreRecords([
    ...[row('a b', 'a b notify'), row('a c', 'a c notify')],
    ...[row('a b', 'a'), row('a c', 'a'), row('a d', 'a')],
  ]);
  expect(causeKinds(columns.signatures)[0]).toMatchObject({ kind: 'missing', rowCount: 3 });
  const said = headlineOf(columns)
    .parts.map(({ text }) => text)
    .join('');
  expect(said).toContain('a missing call (3 rows, 3 tools)');
});

it.each(OUTCOMES.filter((outcome) => outcome !== 'scored'))(
  'gives a reason for a row left out: %s',
  (outcome) => {
    const { scores, ...columns } = scoreRecords([RIGHT, RIGHT]);
    const withRow = scores.map((column) => ({
      ...column,
      values: Float64Array.of(1, Number.NaN),
      outcomes: Uint8Array.of(0, OUTCOMES.indexOf(outcome)),
    }));
    expect(headlineOf({ ...columns, scores: withRow }).note).toMatch(
      /^1 of 2 rows left out: 1 (with(out)?|whose|for) [a-z ]+\.$/,
    );
  },
);

const only = (metric: string) => ({ metrics: [metric] });

it('says how many rows follow the reference, what most failures share, and what is left out', async () => {
  const unread = { ...RIGHT, predicted_trajectory: '[x' };
  await expectSentences('headline', {
    'What most failures share': [
      headline('one cause', [RIGHT, EXTRA, wrong('1'), wrong('2')]),
      headline('a kind that more rows share', [RIGHT, wrong('1'), wrong('2'), AIM]),
      headline('a kind that no more rows share', [RIGHT, BOTH]),
      headline('no cause is shared', [RIGHT, EXTRA]),
      headline('all is right', [RIGHT, RIGHT]),
      headline('only a row without a score differs', [RIGHT, SILENT]),
      headline('rows without a score differ, too', [EXTRA, SILENT, SILENT]),
    ],
    'Names of tools alone': [
      headline('in all rows', [NAMES]),
      headline('in some', [RIGHT, NAMES, { ...RIGHT, reference_trajectory: 'a|b' }]),
      headline('with nothing to compare them with', [RIGHT, { predicted_trajectory: ['a'] }]),
      headline('where calls do not count', [NAMES], only('failure')),
    ],
    'One metric alone': [
      headline('exact match', [RIGHT], only('trajectory_exact_match')),
      headline('in-order match', [RIGHT, EXTRA], only('trajectory_in_order_match')),
      headline('neither', [RIGHT], only('failure')),
    ],
    'What is left out': [
      headline('no trajectory', [{ prompt: 'p' }]),
      headline('no row', []),
      headline('rows', [RIGHT, {}, { predicted_trajectory: [] }, SILENT, unread]),
      headline('2 of 3 records', [RIGHT], {}, 2),
      headline('1 of 11 records', Array<JsonObject>(10).fill(RIGHT), {}, 1),
      headline('1,200 records', [RIGHT], {}, 1200),
    ],
  });
});

it.each([
  [{ x: 1 }, { x: 2 }, 'differs'],
  [{ x: 1 }, {}, 'is missing'],
  [{}, { x: 1 }, 'is unexpected'],
  [{ x: 1 }, { x: null }, 'is null, expected a number'],
])('%j and %j: the value %s', (reference, prediction, words) => {
  const sides = [[call('t', reference)], [call('t', prediction)]] as const;
  const [signature] = signaturesOf(alignTrajectories(...sides), ...sides);
  expect(signatureInWords(parseSignature(signature!))).toBe(words);
});

const changed = (tool: string, expectedType: string, foundType: string): string =>
  printSignature({ kind: 'changed', tool, path: '/x', expectedType, foundType } as Signature);
const missing = (tool: string): string =>
  printSignature({ kind: 'missing', tool, path: '', expectedType: '', foundType: '' });

it('counts each row once under a kind, and the tools of the kind, most rows first', () => {
  const rows = [
    [changed('a', 'number', 'text'), changed('b', 'number', 'text'), missing('c')],
    [],
    [changed('a', 'number', 'text'), changed('a', '', '')],
    [changed('a', 'text', 'number'), missing('c'), changed('b', 'number', 'text')],
  ];
  const gatherer = new LabelGatherer();
  for (const row of rows) gatherer.add(row);
  const labels = gatherer.finish();
  const kinds = causeKinds(labels);
  expect(kinds).toMatchObject([
    { kind: 'number-as-string', rowCount: 3, toolCount: 2 },
    { kind: 'missing', rowCount: 2, toolCount: 1 },
    { kind: 'string-as-number', rowCount: 1, toolCount: 1 },
    { kind: 'other-arguments', rowCount: 1, toolCount: 1 },
  ]);
  expect(kinds[0]?.causes).toEqual([
    { name: changed('a', 'number', 'text'), count: 2 },
    { name: changed('b', 'number', 'text'), count: 2 },
  ]);
  expect(causeKinds(labels, Uint32Array.of(3))).toMatchObject([
    { kind: 'number-as-string', rowCount: 1, toolCount: 1 },
    { kind: 'string-as-number', rowCount: 1, toolCount: 1 },
    { kind: 'missing', rowCount: 1, toolCount: 1 },
  ]);
});
