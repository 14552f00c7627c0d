import { expect, it } from 'vitest';
import { EXACT_RULES } from '#core/match/rules.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import {
  presetOf,
  withMatching,
  withPreset,
  withThreshold,
  departuresOf,
  describeSettings,
} from './settings.ts';

const loose = { ...EXACT_RULES, rule: { mode: 'ignore' } as const, optionalCalls: true };

it('says every departure from the standard rules, and takes them back', () => {
  const settings = withMatching(
    { ...DEFAULT_SETTINGS, duplicates: 'multiset', emptyTrajectories: 'skip', useStemmer: true },
    loose,
  );
  expect(departuresOf(settings)).toEqual([
    'repeats counted once',
    'rows without calls left out',
    'arguments ignored',
    'optional calls may be left out',
  ]);
  expect(presetOf(settings)).toBeUndefined();
  // an option of a metric is no departure
  expect(withPreset(settings, 'standard')).toEqual({ ...DEFAULT_SETTINGS, useStemmer: true });
});

it('names the service where rows are scored as it does', () => {
  const settings = withPreset(DEFAULT_SETTINGS, 'vertex');
  expect(settings).toEqual({ ...DEFAULT_SETTINGS, emptyTrajectories: 'skip' });
  expect(presetOf(settings)).toBe('vertex');
  expect(describeSettings({ settings })).toBe('Vertex AI service');
  const reading = { turns: 'conversation', droppedTools: ['submit'] } as const;
  expect(describeSettings({ settings: DEFAULT_SETTINGS, reading })).toBe(
    'standard rules, one row per conversation, submit left out',
  );
});

it('has no rules where they are equality, so that settings compare alike', () => {
  const back = withMatching(withMatching(DEFAULT_SETTINGS, loose), EXACT_RULES);
  expect(JSON.stringify(back)).toBe(JSON.stringify(DEFAULT_SETTINGS));
});

it('departs from the standard rules just where there are words for it', () => {
  const choices = [
    {},
    { duplicates: 'multiset' },
    { emptyTrajectories: 'skip' },
    { useStemmer: true },
    { matching: EXACT_RULES },
    { matching: { ...EXACT_RULES, tools: [{ tool: 'a', rule: { mode: 'exact' } }] } },
    { matching: { ...EXACT_RULES, tools: [{ tool: 'a', rule: { mode: 'keys', keys: [] } }] } },
    { matching: { ...loose, tools: [{ tool: 'a', rule: { mode: 'exact' } }] } },
    { matching: { ...EXACT_RULES, optionalCalls: true } },
  ] as const;
  for (const choice of choices) {
    const settings = { ...DEFAULT_SETTINGS, ...choice };
    expect(presetOf(settings) === 'standard', JSON.stringify(choice)).toBe(
      departuresOf(settings).length === 0,
    );
  }
});

it('withThreshold sets a score, sets another in its place, and goes back to full marks', () => {
  const once = withThreshold(DEFAULT_SETTINGS, 'rouge_1', 0.4);
  const twice = withThreshold(once, 'rouge_1', 0.5);
  expect(twice).toEqual({ ...DEFAULT_SETTINGS, thresholds: { rouge_1: 0.5 } });
  expect(withThreshold(twice, 'bleu', 0.2).thresholds).toEqual({ rouge_1: 0.5, bleu: 0.2 });
  expect(withThreshold(twice, 'rouge_1', undefined)).toEqual(DEFAULT_SETTINGS);
  expect(withThreshold(twice, 'rouge_1', undefined)).not.toHaveProperty('thresholds');
});
