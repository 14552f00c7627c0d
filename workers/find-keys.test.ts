import { expect, it } from 'vitest';
import { placed } from '../tests/support/build.ts';
import { rowsWithKey } from './find-keys.ts';

const KEYS = new Set(['$any', '$var']);
const PAD = 'x'.repeat(3_000_000);

async function keysIn(...texts: string[]): Promise<unknown> {
  const { rows, places } = placed(texts);
  return rowsWithKey({ rows }, places, KEYS);
}

it('finds rows by a key in their bytes, each once, with its first key', async () => {
  const found = await keysIn(
    '{"a":1}',
    '{"$any":[{"$var":"x"}]}',
    `{"pad":"${PAD}"}`,
    '{"é":{"$var":"x"},"b":{"$any":[1]}}',
  );
  expect(found).toEqual([
    { row: 1, key: '$any' },
    { row: 3, key: '$var' },
  ]);
});

it('finds keys in a text of JSON within JSON and within a table', async () => {
  expect(await keysIn('{"r":"{\\"$any\\":[]}"}', 'id,"{""$var"":""x""}"')).toEqual([
    { row: 0, key: '$any' },
    { row: 1, key: '$var' },
  ]);
});

it('passes over prices, other keys, longer keys and those cut short', async () => {
  expect(
    await keysIn('{"a":"$5"}', '{"$ref":"#"}', '{"$anything":1}', '{"$an', '{$any:1}'),
  ).toEqual([]);
});

it('passes over keys between rows and behind the last', async () => {
  const { places } = placed(['{"a":1}', '{"a":2}']);
  const between = new Blob(['{"a":1}\n{"a":2}\n{"$any":1}']);
  expect(await rowsWithKey({ rows: between }, places, KEYS)).toEqual([]);
  const apart = { offsets: Float64Array.of(0, 19), lengths: Uint32Array.of(7, 10) };
  const rows = new Blob(['{"a":1}\n{"$any":1}\n{"$var":1}']);
  expect(await rowsWithKey({ rows }, apart, KEYS)).toEqual([{ row: 1, key: '$var' }]);
});
