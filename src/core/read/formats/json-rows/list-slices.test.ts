import { afterEach, expect, it, vi } from 'vitest';
import { sliceList } from './list-slices.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

afterEach(() => vi.restoreAllMocks());

it('an item of a list is looked through up to its end, however long the line goes on', () => {
  const rows = '{"a":1},'.repeat(1000);
  const bytes = encode(`[${rows}{}]`);
  const slices = sliceList('[{"a":1},{"a":1}]', () => {
    throw new Error('nothing is read');
  });
  const indexOf = vi.spyOn(Uint8Array.prototype, 'indexOf');
  const found = slices.scan(bytes, 1, true);
  expect(found).toEqual({ end: 9, textEnd: 8, lineCount: 0 });
  const looked = indexOf.mock.contexts.map((array) => (array as Uint8Array).length);
  expect(Math.max(0, ...looked)).toBeLessThanOrEqual(8);
});

it('an item of a list counts the lines up to where the next begins', () => {
  const bytes = encode('[\n{"a":\n1},\n{}]');
  const slices = sliceList('[', () => {
    throw new Error('nothing is read');
  });
  expect(slices.scanOpening?.(bytes, 0)).toMatchObject({ end: 1, lineCount: 0 });
  expect(slices.scan(bytes, 1, true)).toMatchObject({ end: 11, lineCount: 2 });
});
