import { expect, it } from 'vitest';
import { rewordRule } from './reword-rule.ts';

const NAMES = { tools: ['refund', 'check_policy', 'delete', 'confirm', 'a b'] };

it.each([
  ['never call delete before confirm', 'delete only after confirm'],
  ['never refund before check policy', 'refund only after check_policy'],
  ['Only call refund after check_policy.', 'refund only after check_policy'],
  ['no refund without confirm', 'refund only after confirm'],
  ['refund requires checkPolicy first', 'refund only after check_policy'],
  ['always call confirm before delete', 'confirm before delete'],
  ['after delete always call confirm', 'after delete, confirm'],
  ["don't use delete", 'never delete'],
  ['call refund at most once', 'at most 1 call of refund'],
  ['no more than 2 refund', 'at most 2 calls of refund'],
  ['always confirm', 'at least 1 call of confirm'],
  ['never call a b', 'never "a b"'],
  ['never call unknown before confirm', ''],
  ['refund', ''],
  ['something else', ''],
])('“%s” is “%s” in the words of rules', (text, rule) => {
  expect(rewordRule(text, NAMES)).toBe(rule);
});
