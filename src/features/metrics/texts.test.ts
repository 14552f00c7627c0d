import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { describeSettings } from '#core/score/metric-sets/describe-settings.ts';

it('says how the file was read', () => {
  const reading = { turns: 'conversation', droppedTools: ['submit'] } as const;
  expect(describeSettings({ settings: DEFAULT_SETTINGS, reading })).toBe(
    'standard rules, one row per conversation, submit left out',
  );
});
