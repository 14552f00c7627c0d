import { expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { completeFilter } from './parse-filters.ts';
import type { FilterNames } from './filter-names.ts';

const CASES = tablesOf<{
  completions: [string, string, string[]][];
}>('filters');

const NAMES: FilterNames = {
  scores: ['trajectory_recall', 'latency_in_seconds'],
  columns: ['room', 'two words'],
  tools: ['search', 'turn off'],
  roles: {},
  values: new Map([['room', ['hall', 'living room', 'den']]]),
};

/** `|` is the place. */
function complete(marked: string): { text: string; options: readonly string[] } {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { from, to, options } = completeFilter(text, at, NAMES);
  return { text: text.slice(from, to), options };
}

it.each(CASES.completions)('%j', (marked, text, options) => {
  expect(complete(marked)).toEqual({ text, options });
});

it('names the column whose values could be offered, and no other', () => {
  expect(completeFilter('"two words" = ', 14, NAMES).cellsOf).toBe('two words');
  expect(completeFilter('room = d', 8, NAMES).cellsOf).toBe('room');
  for (const text of ['room ', 'tool = ', 'trajectory_recall < ', 'room < ', ''])
    expect(completeFilter(text, text.length, NAMES).cellsOf).toBeUndefined();
});

it('offers every beginning at the beginning', () => {
  const { options } = complete('|');
  expect(options).toContain('trajectory_recall');
  expect(options).toContain('"two words"');
  expect(options).toContain('tool');
  expect(options).not.toContain('and');
});
