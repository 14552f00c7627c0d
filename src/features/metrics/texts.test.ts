import { expect, it, describe } from 'vitest';
import { DEFAULT_SETTINGS, METRICS } from '#core/score/metrics/registry.ts';
import { describeSettings } from '#core/score/metric-sets/describe-settings.ts';
import {
  printTolerance,
  readTolerance,
  describeNeeds,
  describeOptions,
  describeScoreScale,
  searchMetrics,
} from './texts.ts';

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

it.each(METRICS)(
  'what the reference says of a metric names all that $id needs and all that changes it',
  (metric) => {
    expect(describeNeeds(metric)).not.toMatch(/undefined|^$/);
    const words = describeOptions(metric);
    expect(words === '' ? 0 : words.split('; ').length).toBe(metric.options?.length ?? 0);
    expect(describeScoreScale(metric)).toMatch(/, (higher|lower|neither) /);
  },
);

const find = (query: string): string[] => searchMetrics(METRICS, query).map(({ id }) => id);

it('searchMetrics finds all words in any order and case, in the id, the definition or what is needed', () => {
  expect(find('RECALL')).toEqual([
    ...['trajectory_recall', 'trajectory_f1', 'trajectory_recall_names'],
  ]);
  expect(find('names  recall')).toEqual(['trajectory_recall_names']);
  expect(find('tool_parameter_kv')).toEqual(['tool_parameter_kv_match']);
  expect(find('latency')).toEqual(['latency_in_seconds', 'latency_from_steps']);
  expect(find('no such metric')).toEqual([]);
});
