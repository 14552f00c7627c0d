import { expect, it } from 'vitest';
import { checkRule } from './check-rules.ts';
import { parseRule } from './parse-rule.ts';

function warnings(text: string, tools?: string[], others: string[] = []): string[] {
  const parsed = parseRule(text);
  if (!parsed.ok) throw new Error(text);
  const settings = others.map((other) => ({ text: other, isOn: true }));
  return checkRule(parsed.rule.rule, tools, settings).map((warning) => warning.text);
}

it.each([
  ['never drop_table', 'No row calls drop_table. The rule is kept everywhere until one does.'],
  ['at least 1 call of drop_table', 'No row calls drop_table. Every row breaks the rule.'],
  [
    'a only after drop_table',
    'No row calls drop_table. Every row that makes the other call breaks the rule.',
  ],
  [
    'drop_table before a',
    'No row calls drop_table. Every row that makes the other call breaks the rule.',
  ],
  [
    'drop_table only after a',
    'No row calls drop_table. The rule is kept everywhere until one does.',
  ],
])('%s in a run without the tool', (text, warning) => {
  expect(warnings(text, ['a', 'b'])).toEqual([warning]);
  expect(warnings(text, ['a', 'b', 'drop_table'])).toEqual([]);
  expect(warnings(text)).toEqual([]);
});

it.each([
  ['never a(x > 5, x < 3)', 'No call can be a(x > 5, x < 3): its conditions exclude each other.'],
  ['never a(x = 5, x < 5)', 'No call can be a(x = 5, x < 5): its conditions exclude each other.'],
  [
    'never a(x is absent, x = 1)',
    'No call can be a(x is absent, x = 1): its conditions exclude each other.',
  ],
  ['a only if x < 1 and x >= 1', 'Every a breaks it: its conditions exclude each other.'],
  ['at least 0 calls', 'It can never be broken: every run has at least 0 calls.'],
  ['a only after a', 'The first call of a always breaks it. To forbid the call, write never a.'],
  ['after a, a', 'The last call of a always breaks it. To forbid the call, write never a.'],
])('%s can never fail, or never be kept', (text, warning) => {
  expect(warnings(text)).toEqual([warning]);
});

it.each(['never a(x >= 3, x <= 3)', 'never a(x > 3, y < 1)', 'never a(x != 3, x is absent)'])(
  '%s can be met',
  (text) => {
    expect(warnings(text)).toEqual([]);
  },
);

it('sees rules that are there twice or exclude each other', () => {
  expect(warnings('never a', undefined, ['never a'])).toEqual([
    'This rule is in the list already.',
  ]);
  expect(warnings('at least 1 call of a', undefined, ['x: never a', 'never b'])).toEqual([
    'No row can keep both this rule and “never a”.',
  ]);
  expect(warnings('at least 2 calls', undefined, ['at most 2 calls'])).toEqual([]);
});
