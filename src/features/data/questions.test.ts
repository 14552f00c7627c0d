import { expect, it } from 'vitest';
import { findLists } from './questions.ts';

it('findLists looks into code blocks', async () => {
  const list = '{"x":{"deep":[{"name":"a","args":{}}]}}';
  const plain = await findLists({ blob: new Blob([list]), name: '' });
  expect(plain).not.toEqual([]);
  const blob = new Blob([`See:\n\`\`\`json\n${list}\n\`\`\`\n`]);
  expect(await findLists({ blob, name: '' })).toEqual(plain);
});
