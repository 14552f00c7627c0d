import { expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { checkRule } from './check-rules.ts';
import { parseRule } from './parse-rule.ts';

const CASES = tablesOf<{
  withoutTool: [string, string][];
  neverOrAlways: [string, string][];
}>('trajectory-rules');

function warnings(text: string, tools?: string[], others: string[] = []): string[] {
  const parsed = parseRule(text);
  if (!parsed.ok) throw new Error(text);
  const settings = others.map((other) => ({ text: other, isOn: true }));
  return checkRule(parsed.rule.rule, tools, settings).map((warning) => warning.text);
}

it.each(CASES.withoutTool)('%s in a run without the tool', (text, warning) => {
  expect(warnings(text, ['a', 'b'])).toEqual([warning]);
  expect(warnings(text, ['a', 'b', 'drop_table'])).toEqual([]);
  expect(warnings(text)).toEqual([]);
});

it.each(CASES.neverOrAlways)('%s can never fail, or never be kept', (text, warning) => {
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
