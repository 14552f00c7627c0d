import { expect, it } from 'vitest';
import { findLists, readLine } from './questions.ts';

const at = (text: string, line: number) => readLine({ blob: new Blob([text]), line });

it('reads one line, without its end', async () => {
  expect(await at('\ufeffone\r\ntwo\n\nfour', 1)).toEqual({ text: 'one', isCut: false });
  expect(await at('one\r\ntwo\n\nfour', 2)).toEqual({ text: 'two', isCut: false });
  expect(await at('one\r\ntwo\n\nfour', 3)).toEqual({ text: '', isCut: false });
  expect(await at('one\r\ntwo\n\nfour', 4)).toEqual({ text: 'four', isCut: false });
  expect(await at('one\n', 2)).toBeUndefined();
  expect(await at('one', 9)).toBeUndefined();
});

it('finds lines far into a file, and cuts a long one', async () => {
  const line = `${'x'.repeat(999)}\n`;
  const found = await at(`${line.repeat(9000)}last ${'é'.repeat(60_000)}`, 9001);
  expect(found?.isCut).toBe(true);
  expect(found?.text).toMatch(/^last é+$/);
});

it('finds none in a binary file', async () => {
  expect(await at('PAR1....PAR1', 1)).toBeUndefined();
});

it('findLists looks into code blocks', async () => {
  const list = '{"x":{"deep":[{"name":"a","args":{}}]}}';
  const plain = await findLists({ blob: new Blob([list]), name: '' });
  expect(plain).not.toEqual([]);
  const blob = new Blob([`See:\n\`\`\`json\n${list}\n\`\`\`\n`]);
  expect(await findLists({ blob, name: '' })).toEqual(plain);
});
