import { expect, it } from 'vitest';
import { EXACT_RULES, describeRules } from '#core/match/rules.ts';
import { presetOf, withMatching } from '#core/score/metric/settings.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { printMetricSet, readMetricSet } from './metric-set.ts';

it.each([true, false])('keeps the answer %j to whether references have patterns', (patterns) => {
  const settings = withMatching(DEFAULT_SETTINGS, { ...EXACT_RULES, patterns });
  const reading = readMetricSet(printMetricSet({ name: 'Mine', settings }));
  expect(reading).toMatchObject({ ok: true, set: { settings: { matching: { patterns } } } });
  expect(presetOf(settings)).toBe(patterns ? undefined : 'standard');
  expect(describeRules({ ...EXACT_RULES, patterns })).toEqual(
    patterns ? ['patterns in expected calls'] : [],
  );
});

it('a setting in no place of its own is reported with it, and the others are read', () => {
  const settings = { ...DEFAULT_SETTINGS, patterns: true };
  const file = { kind: 'trajectory-playground/metric-set', version: 2, name: 'Mine', settings };
  const reading = readMetricSet(JSON.stringify({ ...file, rules: [] }));
  expect(reading).toEqual({
    ok: true,
    set: { name: 'Mine', settings: DEFAULT_SETTINGS },
    problems: ['settings.patterns', 'rules'].map((about) => ({ code: 'unknown_key', about })),
  });
});

it('reads a set of the first version by the rules it was written under', () => {
  const written = (version: number) =>
    readMetricSet(
      JSON.stringify({
        kind: 'trajectory-playground/metric-set',
        version,
        name: 'Mine',
        settings: { metrics: ['trajectory_recall'] },
      }),
    );
  const settingsOf = (version: number) => {
    const reading = written(version);
    return reading.ok ? presetOf(reading.set.settings) : undefined;
  };
  expect([settingsOf(1), settingsOf(2)]).toEqual(['vertex', 'standard']);
});

it('keeps nothing where nobody has answered', () => {
  expect(withMatching(DEFAULT_SETTINGS, EXACT_RULES).matching).toBeUndefined();
});
