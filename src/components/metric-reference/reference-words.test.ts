import { describe, expect, it } from 'vitest';
import { METRICS } from '#core/metrics/registry.ts';
import { needsInWords, optionsInWords, scaleInWords, searchMetrics } from './reference-words.ts';

describe('what the reference says of a metric', () => {
  it.each(METRICS)('names all that $id needs and all that changes it', (metric) => {
    expect(needsInWords(metric)).not.toMatch(/undefined|^$/);
    const words = optionsInWords(metric);
    expect(words === '' ? 0 : words.split('; ').length).toBe(metric.options.length);
    expect(scaleInWords(metric)).toMatch(/, (higher|lower|no) /);
  });
});

describe('searchMetrics', () => {
  const find = (query: string): string[] => searchMetrics(METRICS, query).map(({ id }) => id);

  it('gives all metrics for no words', () => {
    expect(find(' ')).toHaveLength(METRICS.length);
  });

  it('finds all words in any order and case, in the id, the definition or what is needed', () => {
    expect(find('RECALL')).toEqual([
      ...['trajectory_recall', 'trajectory_f1', 'trajectory_recall_names'],
    ]);
    expect(find('names  recall')).toEqual(['trajectory_recall_names']);
    expect(find('tool_parameter_kv')).toEqual(['tool_parameter_kv_match']);
    expect(find('latency')).toEqual(['latency_in_seconds']);
    expect(find('no such metric')).toEqual([]);
  });
});
