import { beforeEach, expect, it } from 'vitest';
import { fillDisk, putRaw, readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import { useStore } from '../../../tests/support/use-store.ts';
import type { VerdictRecord } from './schema.ts';
import { VerdictStore } from './verdicts.ts';

const used = useStore();
let verdicts: VerdictStore;
beforeEach(() => {
  verdicts = new VerdictStore(used.store);
});

function verdict(key: string, change: Partial<VerdictRecord> = {}): VerdictRecord {
  return {
    ...{ key, text: '{"score":1}', inputTokens: 10, outputTokens: 3 },
    ...{ provider: 'openai', model: 'm', atMs: 1_700_000_000_000, ...change },
  };
}

it('gives an answer for each key, in their order, and none where there is none', async () => {
  await Promise.all([verdicts.put(verdict('a')), verdicts.put(verdict('b'))]);
  expect(await verdicts.get(['b', 'c', 'a'])).toEqual([verdict('b'), undefined, verdict('a')]);
  expect(await verdicts.get([])).toEqual([]);
});

it('replaces the answer to the same question', async () => {
  await verdicts.put(verdict('a'));
  await verdicts.put(verdict('a', { text: 'other' }));
  expect(await verdicts.get(['a'])).toEqual([verdict('a', { text: 'other' })]);
  expect(await readRaw('verdicts')).toHaveLength(1);
});

it.each([{ text: 7 }, { inputTokens: '10' }, { atMs: undefined }])(
  'passes over an answer that cannot be read: %j',
  async (damage) => {
    await verdicts.put(verdict('b'));
    await putRaw('verdicts', { ...verdict('a'), ...damage });
    expect(await verdicts.get(['a', 'b'])).toEqual([undefined, verdict('b')]);
  },
);

it('says that the disk is full: the answer is not stored', async () => {
  fillDisk('put');
  await expect(verdicts.put(verdict('a'))).rejects.toMatchObject({
    name: 'StorageError',
    trouble: 'full',
  });
});
