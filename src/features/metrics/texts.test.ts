import { expect, it, describe } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { describeSettings } from '#core/score/metric-sets/describe-settings.ts';
import { printTolerance, readTolerance } from './texts.ts';

it('says how the file was read', () => {
  const reading = { turns: 'conversation', droppedTools: ['submit'] } as const;
  expect(describeSettings({ settings: DEFAULT_SETTINGS, reading })).toBe(
    'standard rules, one row per conversation, submit left out',
  );
});

describe('tolerances', () => {
  it.each([
    ['', 0],
    [' 0.5 ', 0.5],
    ['0,25', 0.25],
    ['1e-3', 0.001],
    ['.5', 0.5],
  ])('reads “%s”', (text, value) => {
    expect(readTolerance(text)).toBe(value);
  });

  it.each(['-1', 'a little', '1 2', 'Infinity', '1e999', '0x10'])('refuses “%s”', (text) => {
    expect(readTolerance(text)).toBeUndefined();
  });

  it('writes what it reads', () => {
    expect(printTolerance(0.1 * 3)).toBe('0.3');
    expect(printTolerance(0)).toBe('');
    expect(printTolerance(undefined)).toBe('');
  });
});
