import { expect, it } from 'vitest';
import type { ArgumentRule } from '#core/matching/rules.ts';
import { ruleVariants } from './rule-variants.ts';

it('lists what is one choice away, and not the rule itself', () => {
  const rule: ArgumentRule = { mode: 'subset', ignoreCase: true };
  const variants = ruleVariants(rule);
  expect(variants).toContainEqual({ mode: 'exact', ignoreCase: true });
  expect(variants).toContainEqual({ mode: 'subset' });
  expect(variants).toContainEqual({ mode: 'subset', ignoreCase: true, unicodeForm: 'NFKC' });
  expect(variants).not.toContainEqual(rule);
  expect(variants).toHaveLength(3 + 3 + 2);
});
