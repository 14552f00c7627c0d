import { afterEach, expect, it, vi } from 'vitest';
import { recallReading, rememberReading } from './scoring.ts';

const KEY = 'trajectory-playground:readings';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

it('gives for files with the same header what was chosen last', () => {
  rememberReading('CSV\na', { id: 'a' }, {});
  rememberReading('CSV\nb', { id: 'b' }, { turns: 'conversation' });
  rememberReading('CSV\na', { id: 'c' }, {});
  expect(recallReading('CSV\na')).toMatchObject({ roles: { id: 'c' }, reading: {} });
  expect(recallReading('CSV\nb')).toMatchObject({ reading: { turns: 'conversation' } });
  expect(recallReading('CSV\nd')).toBeUndefined();
});

it('forgets a header once its files are read as usual again', () => {
  rememberReading('CSV\na', { id: 'a' }, {});
  rememberReading('CSV\na', {}, {});
  expect(recallReading('CSV\na')).toBeUndefined();
  expect(localStorage.getItem(KEY)).toBe('[]');
});

it('does not keep that two files were joined: that is of these files alone', () => {
  const facts = { by: 'id', paired: 1, alonePredictions: 0, aloneReferences: 0 } as const;
  const joined = { ...facts, repeated: 0, added: 'b.csv' };
  rememberReading('CSV\na', { id: 'a' }, { joined, turns: 'conversation' });
  expect(recallReading('CSV\na')?.reading).toEqual({ turns: 'conversation' });
});

it('keeps nothing for a file without a header', () => {
  rememberReading('', { id: 'a' }, {});
  expect(localStorage.length).toBe(0);
});

it('forgets the oldest of more than fifty', () => {
  for (let at = 0; at <= 50; at++) rememberReading(`CSV\n${at}`, { id: 'a' }, {});
  expect(recallReading('CSV\n0')).toBeUndefined();
  expect(recallReading('CSV\n1')).toBeDefined();
  expect(recallReading('CSV\n50')).toBeDefined();
});

it.each([
  ['no JSON', '{'],
  ['no list', '{"header": "CSV"}'],
  ['entries of another shape', '[{"header": 1}, {"header": "CSV\\na", "roles": {"id": 2}}]'],
])('passes over what is stored and is %s', (_, stored) => {
  localStorage.setItem(KEY, stored);
  expect(recallReading('CSV\na')).toBeUndefined();
  rememberReading('CSV\na', { id: 'a' }, {});
  expect(recallReading('CSV\na')).toMatchObject({ roles: { id: 'a' } });
});

it('lets files be read as usual where the browser stores nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  expect(() => rememberReading('CSV\na', { id: 'a' }, {})).not.toThrow();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
  expect(recallReading('CSV\na')).toBeUndefined();
});
