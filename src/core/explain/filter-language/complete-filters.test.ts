import { describe, expect, it } from 'vitest';
import { completeFilter } from './complete-filters.ts';
import type { FilterNames } from './filter-names.ts';

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

describe('completeFilter', () => {
  it.each<[string, string, readonly string[]]>([
    ['rec|', 'rec', ['trajectory_recall']],
    ['ro|', 'ro', ['row', 'room']],
    ['room|', 'room', ['room']],
    ['"two|', '"two', ['"two words"']],
    ['room |', '', ['=', '!=', '~', '<', '<=', '>', '>=']],
    ['trajectory_recall is f|', 'f', ['failing']],
    ['tool = |', '', ['search', '"turn off"']],
    ['tool = tu| and room = x', 'tu', ['"turn off"']],
    ['tool = search |', '', ['and', 'or']],
    ['(tool = search |', '', ['and', 'or', ')']],
    ['not (di|', 'di', ['difference']],
    ['difference = mi|', 'mi', ['missing']],
    ['difference = string|', 'string', ['string-as-number', 'number-as-string']],
    ['trajectory_recall < |', '', []],
    ['nothing = |', '', []],
    ['room ~ "x|', '"x', []],
    ['room = |', '', ['hall', '"living room"', 'den']],
    ['room != ro| and tool = search', 'ro', ['"living room"']],
    ['"two words" = |', '', []],
  ])('%j', (marked, text, options) => {
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
});
