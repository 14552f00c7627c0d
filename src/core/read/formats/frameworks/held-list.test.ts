import { expect, it } from 'vitest';
import { frameworks } from './frameworks.ts';

const call = { tool_name: 'find', tool_input: {} };
const row = { id: 'a', predicted_trajectory: [call], reference_trajectory: [call] };
const chat = {
  messages: [
    { role: 'user', content: 'Do it' },
    { role: 'assistant', content: 'Done' },
  ],
  reference_trajectory: [call],
};
const isSliced = (value: object, isWhole = false): boolean => {
  const text = JSON.stringify(value).slice(0, -20);
  return frameworks.slice?.({ text, isWhole, name: '' }) !== undefined;
};

it.each([
  ['nothing else', { rows: [row, row, row] }],
  ['other values before', { version: 1, tags: ['a'], about: { list: [{}] }, x: [row, row, row] }],
])('an object with one list of rows is read in slices where it has %s', (_, value) => {
  expect(isSliced(value)).toBe(true);
});

it.each<[string, object]>([
  ['no row ends within its head', { rows: [{ ...row, note: 'x'.repeat(30) }] }],
  ['the list is deeper', { data: { rows: [row, row, row] } }],
  ['its columns get other names', { rows: [1, 2, 3].map((id) => ({ id, actual: [call] })) }],
  ['rows are chats', { rows: [row, chat, row] }],
  ['there is something to say of a row', { rows: [row, { ...row, 'x/score': 1 }, row] }],
  ['rows are lists', { rows: [[row], [row], [row]] }],
  ['there is a row before the list', { best: row, rows: [row, row, row] }],
  ['the list is all there is', [row, row, row]],
])('an object with one list of rows is read as a whole where %s', (_, value) => {
  expect(isSliced(value)).toBe(false);
});

it('an object with one list of rows is read as a whole where it is small', () => {
  expect(isSliced({ rows: [row, row, row] }, true)).toBe(false);
});
