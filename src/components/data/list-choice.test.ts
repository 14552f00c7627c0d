import { describe, expect, it } from 'vitest';
import { findCandidates, type Candidate } from '#core/adapters/candidates.ts';
import { listFacts, sideOfList, takeList } from './list-choice.ts';

const FILE = [[{ log: { made: [{ tool: 'look_up', input: {} }] }, wanted_tools: ['a', 'b'] }]];
const found = findCandidates(FILE);
const byPath = (path: string): Candidate => {
  const candidate = found.find((item) => item.path === path);
  if (!candidate) throw new RangeError(path);
  return candidate;
};
const made = byPath('[][].log.made');

describe('listFacts', () => {
  it('names the place without the step into the file, and counts', () => {
    expect(listFacts(made)).toEqual({
      path: '[].log.made',
      facts: '1 list · 1 call · its name speaks for a prediction',
    });
    expect(
      listFacts({ ...made, path: '[]', side: 'unknown', calls: 2, isNamesOnly: true }),
    ).toEqual({ path: 'the whole file', facts: '1 list · 2 names without arguments' });
  });
});

describe('takeList', () => {
  it('gives a list one side and a side one list', () => {
    const other: Candidate = { ...made, segments: ['items', { key: 'x' }] };
    const first = takeList({}, made, 'predicted');
    expect(sideOfList(first, made)).toBe('predicted');
    expect(sideOfList(first, other)).toBe('none');
    const swapped = takeList(takeList(first, other, 'predicted'), made, 'reference');
    expect(sideOfList(swapped, made)).toBe('reference');
    expect(sideOfList(swapped, other)).toBe('predicted');
    expect(takeList(first, made, 'none')).toEqual({});
  });
});
