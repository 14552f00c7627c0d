import { expect, it } from 'vitest';
import { EXACT_RULES } from '#core/match/rules.ts';
import { isAsVertex, withMatching } from '#core/score/metric/settings.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { describeRules } from '#core/match/describe-rules.ts';
import { printMetricSet, readMetricSet } from './metric-set.ts';

it.each([true, false])('keeps the answer %j to whether references have patterns', (patterns) => {
  const settings = withMatching(DEFAULT_SETTINGS, { ...EXACT_RULES, patterns });
  const reading = readMetricSet(printMetricSet({ name: 'Mine', settings }));
  expect(reading).toMatchObject({ ok: true, set: { settings: { matching: { patterns } } } });
  expect(isAsVertex(settings)).toBe(!patterns);
  expect(describeRules({ ...EXACT_RULES, patterns })).toEqual(
    patterns ? ['patterns in references'] : [],
  );
});

it('keeps nothing where nobody has answered', () => {
  expect(withMatching(DEFAULT_SETTINGS, EXACT_RULES).matching).toBeUndefined();
});
