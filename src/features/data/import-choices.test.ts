import { expect, it } from 'vitest';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { NO_ROWS } from '#core/score/columns/scored-columns.ts';
import { readingFacts, sourceOf, listFacts, sideOfList, takeList } from './import-choices.ts';
import { findCandidates, type Candidate } from '#core/read/adapters/candidates.ts';

const note = (kind: 'calls_dropped' | 'sub_agent_calls' | 'turns_joined', count: number) =>
  ({ code: 'adapter_note', adapter: 'ADK', kind, count, detail: 'submit', path: '' }) as const;

it('gathers what there is to choose from the notes', () => {
  const first = [
    note('calls_dropped', 2),
    note('sub_agent_calls', 4),
    { code: 'calls_left_out', name: 'think', count: 1 },
  ] as const;
  const columns = { ...NO_ROWS, issues: { counts: { names_only: 1 }, first } };
  expect(readingFacts(columns, { droppedTools: ['submit', 'gone'] })).toEqual({
    hasTurns: false,
    subAgentCalls: 4,
    dropped: new Map([
      ['submit', 2],
      ['gone', 0],
      ['think', 1],
    ]),
    renamed: new Map(),
    hasNamesOnly: true,
  });
  const joined = { ...NO_ROWS, issues: { counts: {}, first: [note('turns_joined', 3)] } };
  expect(readingFacts(joined, {}).hasTurns).toBe(true);
});

it('says why a column was taken', () => {
  const names = new Set(['prompt', 'question', 'log', 'latency_ms']);
  const description = {
    rowCount: 1,
    tools: [],
    names: [],
    first: [],
    columns: [],
    fitting: [
      { role: 'prompt', column: 'question', why: { by: 'name' } },
      {
        role: 'predicted_trajectory',
        column: 'log',
        why: { by: 'content', cells: 2, of: 3 },
      },
    ],
  } as const;
  const say = (role: Parameters<typeof sourceOf>[0], column: string, chosen: ColumnRoles = {}) =>
    sourceOf(role, { [role]: column }, chosen, names, {}, description);
  expect(say('prompt', 'prompt').why).toBe('');
  expect(say('prompt', 'question').why).toBe('matched by its usual name');
  expect(say('predicted_trajectory', 'log').why).toBe('2 of the first 3 cells have calls');
  expect(say('response', 'question', { response: 'question' }).why).toBe('chosen by you');
  expect(say('row_name', 'question').why).toBe('');
  expect(say('response', 'gone')).toEqual({ column: '', why: '' });
  const conversions = [
    { role: 'latency_in_seconds', column: 'latency_ms', unit: 'milliseconds' },
  ] as const;
  const latency = sourceOf('latency_in_seconds', {}, {}, names, { conversions }, description);
  expect(latency.column).toBe('latency_ms');
});

const FILE = [[{ log: { made: [{ tool: 'look_up', input: {} }] }, wanted_tools: ['a', 'b'] }]];
const found = findCandidates(FILE);
const byPath = (path: string): Candidate => {
  const candidate = found.find((item) => item.path === path);
  if (!candidate) throw new RangeError(path);
  return candidate;
};
const made = byPath('[][].log.made');

it('listFacts names the place without the step into the file, and counts', () => {
  expect(listFacts(made)).toEqual({
    path: '[].log.made',
    facts: '1 list · 1 call · its name suggests the agent’s calls',
  });
  expect(listFacts({ ...made, path: '[]', side: 'unknown', calls: 2, isNamesOnly: true })).toEqual({
    path: 'the whole file',
    facts: '1 list · 2 names without arguments',
  });
});

it('takeList gives a list one side and a side one list', () => {
  const other: Candidate = { ...made, segments: ['items', { key: 'x' }] };
  const first = takeList({}, made, 'predicted');
  expect(sideOfList(first, made)).toBe('predicted');
  expect(sideOfList(first, other)).toBe('none');
  const swapped = takeList(takeList(first, other, 'predicted'), made, 'reference');
  expect(sideOfList(swapped, made)).toBe('reference');
  expect(sideOfList(swapped, other)).toBe('predicted');
  expect(takeList(first, made, 'none')).toEqual({});
});
