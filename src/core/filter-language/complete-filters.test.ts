import { describe, expect, it } from 'vitest';
import { completeFilter } from './complete-filters.ts';
import type { FilterNames } from './filter-names.ts';

const NAMES: FilterNames = {
  scores: ['trajectory_recall', 'latency_in_seconds'],
  columns: ['room', 'two words'],
  tools: ['search', 'turn off'],
  roles: {},
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
    ['difference = m|', 'm', ['missing', 'moved']],
    ['trajectory_recall < |', '', []],
    ['nothing = |', '', []],
    ['room ~ "x|', '"x', []],
  ])('%j', (marked, text, options) => {
    expect(complete(marked)).toEqual({ text, options });
  });

  it('offers every beginning at the beginning', () => {
    const { options } = complete('|');
    expect(options).toContain('trajectory_recall');
    expect(options).toContain('"two words"');
    expect(options).toContain('tool');
    expect(options).not.toContain('and');
  });
});
