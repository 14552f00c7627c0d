import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/metrics/registry.ts';
import { describeSettings } from './describe-settings.ts';

it('says what departs from the service', () => {
  expect(describeSettings(DEFAULT_SETTINGS)).toBe('as Vertex');
  expect(describeSettings({ ...DEFAULT_SETTINGS, duplicates: 'multiset' })).toBe(
    'multiset duplicates',
  );
  expect(describeSettings({ ...DEFAULT_SETTINGS, emptyTrajectories: 'score' })).toBe(
    'empties scored',
  );
  expect(
    describeSettings({ ...DEFAULT_SETTINGS, duplicates: 'multiset', emptyTrajectories: 'score' }),
  ).toBe('multiset duplicates, empties scored');
});
