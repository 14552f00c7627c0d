import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { EXACT, call, calls, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { LabelGatherer, labelsOf } from '#core/score/columns/scored-columns.ts';
import { printPattern } from '#core/explain/failure-patterns/failure-patterns.ts';
import { digestRun } from '#core/explain/summary/digest.ts';
import { filterKey, isSourceFilter, plainFilters, type Filter } from './filter.ts';
import { recordMatcher, viewRows, findRow } from './view-rows.ts';
import { BY_PLACE, isWhole, type Sorting } from './sort-rows.ts';

const CASES = tablesOf<{
  kept: [Filter, number[]][];
}>('filters');

const RECORDS: JsonObject[] = [
  { ...recordOf(calls('ab'), calls('ab')), latency_in_seconds: 3, failure: 0, room: 'hall' },
  { ...recordOf(calls('ba'), calls('ab')), latency_in_seconds: 1, failure: 0, turns: '12' },
  { ...recordOf([], calls('ab')), latency_in_seconds: 1, failure: 0, room: 'hall', turns: 3 },
  { ...recordOf(calls('a'), calls('ab')), latency_in_seconds: 2, failure: 0, room: 'Attic' },
  { ...recordOf([], []), predicted_trajectory: null, latency_in_seconds: null, failure: 1 },
  { ...recordOf([call('x', { n: '1' })], [call('x', { n: 1 })]), latency_in_seconds: 2, room: ' ' },
  { predicted_trajectory: '[x', reference_trajectory: [], failure: 0, room: 'hall', turns: 'x' },
];
const RUN = scoreRecords(RECORDS, { tools: ['a'], emptyTrajectories: 'skip' });
const PLACE: Sorting = [];

/** What a worker reads for the filters. */
function matchesFor(filters: readonly Filter[]): ReadonlyMap<string, Uint8Array> {
  const wanted = filters.flatMap(plainFilters).filter(isSourceFilter);
  return new Map(
    wanted.map((filter) => {
      const isMet = recordMatcher(filter);
      return [filterKey(filter), Uint8Array.from(RECORDS, (record) => Number(isMet(record)))];
    }),
  );
}

const view = (filters: readonly Filter[], sorting = PLACE): number[] => [
  ...viewRows(RUN, filters, sorting, { matches: matchesFor(filters) }),
];

describe('filters', () => {
  it('keep every row without one', () => {
    expect(view([])).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it.each(CASES.kept)('%j keeps %j', (filter, rows) => {
    expect(view([filter])).toEqual(rows);
  });

  it('keep the rows that carry a signature', () => {
    const [signature] = labelsOf(RUN.signatures, 5);
    expect(view([{ kind: 'signature', signature: signature! }])).toEqual([5]);
  });

  it('keep the rows with a pattern of failure, in the tool that is named', () => {
    const patterns = new LabelGatherer();
    const value = (tool: string, path = ''): string =>
      printPattern({ pattern: 'incorrect-parameter-value', tool, path });
    const error = (tool: string): string => printPattern({ pattern: 'tool-error', tool, path: '' });
    const byRow = [[], [value('a', '/n')], [error('a')], [value('two words')]];
    for (const found of [...byRow, [], [error('b'), value('a')], []]) patterns.add(found);
    const read = { labels: { pattern: patterns.finish() } };
    const kept = (filter: Filter): number[] => [...viewRows(RUN, [filter], PLACE, read)];
    const wrong = { kind: 'pattern', pattern: 'incorrect-parameter-value' } as const;
    expect(kept(wrong)).toEqual([1, 3, 5]);
    expect(kept({ ...wrong, tool: 'a' })).toEqual([1, 5]);
    expect(kept({ ...wrong, tool: 'two words' })).toEqual([3]);
    expect(kept({ ...wrong, tool: 'b' })).toEqual([]);
    expect(kept({ kind: 'not', of: { ...wrong, tool: 'a' } })).toEqual([0, 2, 3, 4, 6]);
    expect(kept({ kind: 'pattern', pattern: 'under-punting' })).toEqual([]);
    expect([...viewRows(RUN, [wrong], PLACE)]).toEqual([]);
  });

  it('keep rows that meet all of them', () => {
    const failing: Filter = { kind: 'failing', columnId: 'trajectory_exact_match' };
    expect(view([failing, { kind: 'tool', tool: 'a' }])).toEqual([1, 3]);
    expect(view([failing, { kind: 'agent-failed' }])).toEqual([]);
  });

  it('keep nothing by text when nothing was searched', () => {
    expect([...viewRows(RUN, [{ kind: 'text', text: 'hall' }], PLACE)]).toEqual([]);
  });
});

describe('sorting', () => {
  const LATENCY = 'latency_in_seconds';

  it('puts rows without a score last, both ways, and keeps the order of equal ones', () => {
    expect(view([], [{ by: LATENCY, descending: false }])).toEqual([1, 2, 3, 5, 0, 4, 6]);
    expect(view([], [{ by: LATENCY, descending: true }])).toEqual([0, 3, 5, 1, 2, 4, 6]);
  });

  it('goes by place, both ways, and leaves rows alone for an unknown column', () => {
    expect(view([], [{ by: BY_PLACE, descending: true }])).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(view([], [{ by: 'no such', descending: true }])).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('goes by the next key where the first does not tell rows apart', () => {
    const first = { by: LATENCY, descending: false };
    expect(view([], [first, { by: EXACT, descending: false }])).toEqual([1, 2, 3, 5, 0, 4, 6]);
    expect(view([], [first, { by: BY_PLACE, descending: true }])).toEqual([2, 1, 5, 3, 0, 6, 4]);
    expect(view([], [{ by: EXACT, descending: true }, first])).toEqual([0, 1, 3, 5, 2, 4, 6]);
  });

  it('sorts what the filters keep', () => {
    const failing: Filter = { kind: 'failing', columnId: EXACT };
    expect(view([failing], [{ by: LATENCY, descending: true }])).toEqual([3, 5, 1]);
  });

  it('knows the data as it stands', () => {
    expect(isWhole([], [])).toBe(true);
    expect(isWhole([], [{ by: BY_PLACE, descending: false }])).toBe(true);
    expect(isWhole([], [{ by: BY_PLACE, descending: true }])).toBe(false);
    expect(isWhole([], [{ by: LATENCY, descending: false }])).toBe(false);
    expect(isWhole([{ kind: 'agent-failed' }], [])).toBe(false);
  });
});

it('a digest counts rows as their filters do', () => {
  const { failing, agentFailed } = digestRun(RUN).counts;
  expect(agentFailed).toBe(view([{ kind: 'agent-failed' }]).length);
  for (const { id } of RUN.scores)
    expect(failing[id] ?? 0).toBe(view([{ kind: 'failing', columnId: id }]).length);
});

const both = recordOf(calls('a'), calls('a'));
const NAMED = scoreRecords(['north', 7, '2', 'row 1'].map((id) => ({ ...both, id })));
const UNNAMED = scoreRecords(Array.from({ length: 1200 }, () => both));

describe('findRow', () => {
  it.each([
    ['north', 0],
    [' north ', 0],
    ['7', 1],
    ['North', -1],
    ['', -1],
  ])('finds %j by id at %i', (text, row) => {
    expect(findRow(NAMED, text)).toBe(row);
  });

  it('takes an id before a number', () => {
    expect(findRow(NAMED, '2')).toBe(2);
    expect(findRow(NAMED, 'row 1')).toBe(3);
    expect(findRow(NAMED, 'row 2')).toBe(1);
  });

  it.each([
    ['1', 0],
    ['1200', 1199],
    ['1,200', 1199],
    ['#12', 11],
    ['0', -1],
    ['1201', -1],
    ['1e2', -1],
    ['12345678901234567890', -1],
  ])('finds %j by number at %i', (text, row) => {
    expect(findRow(UNNAMED, text)).toBe(row);
  });
});
