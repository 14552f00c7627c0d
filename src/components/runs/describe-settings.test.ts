import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/metrics/registry.ts';
import { describeSettings } from './describe-settings.ts';

it('says what departs from the service', () => {
  expect(describeSettings({ settings: DEFAULT_SETTINGS })).toBe('as Vertex');
  expect(describeSettings({ settings: { ...DEFAULT_SETTINGS, duplicates: 'multiset' } })).toBe(
    'multiset duplicates',
  );
  expect(describeSettings({ settings: { ...DEFAULT_SETTINGS, emptyTrajectories: 'score' } })).toBe(
    'empties scored',
  );
  expect(
    describeSettings({
      settings: { ...DEFAULT_SETTINGS, duplicates: 'multiset', emptyTrajectories: 'score' },
    }),
  ).toBe('multiset duplicates, empties scored');
});

it('says how the file was read', () => {
  const reading = { turns: 'conversation', droppedTools: ['submit'] } as const;
  expect(describeSettings({ settings: DEFAULT_SETTINGS, reading })).toBe(
    'as Vertex, one row per conversation, submit left out',
  );
});
