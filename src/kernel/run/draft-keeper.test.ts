import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DraftStore, DraftKeeper } from './draft-keeper.ts';
import type { DraftRecord } from '#kernel/storage/schema.ts';
import { StorageError } from '#kernel/storage/connection.ts';

const draftOf = (text: string): DraftRecord => ({
  ...{ id: 'workspace', title: 'Mine', text, runId: null },
});

/** A store that writes down what it is given; `fail` makes it refuse. */
function storeOf(fail = false, why: Error = new StorageError('full')) {
  const saved: (string | null)[] = [];
  const refused = (): Promise<never> => Promise.reject(why);
  const store: Pick<DraftStore, 'save' | 'load'> = {
    save: ({ text }) => (fail ? refused() : Promise.resolve(void saved.push(text))),
    load: () => (fail ? refused() : Promise.resolve(draftOf('stored'))),
  };
  return { saved, keeper: new DraftKeeper(store as DraftStore) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('saves once changes have paused, and then what is there by then', () => {
  const { saved, keeper } = storeOf();
  let text = 'a';
  keeper.keep(() => draftOf(text));
  vi.advanceTimersByTime(249);
  text = 'ab';
  keeper.keep(() => draftOf(text));
  vi.advanceTimersByTime(249);
  expect(saved).toEqual([]);
  text = 'abc';
  vi.advanceTimersByTime(1);
  expect(saved).toEqual(['abc']);
});

it('saves at once where that is asked, and not again after the pause', async () => {
  const { saved, keeper } = storeOf();
  keeper.keep(() => draftOf('early'));
  await keeper.keepNow(draftOf('now'));
  vi.advanceTimersByTime(1000);
  expect(saved).toEqual(['now']);
});

it('gives the work as it was left', async () => {
  expect(await storeOf().keeper.load()).toMatchObject({ text: 'stored' });
});

it('passes on an error that the store has not reported', async () => {
  const { keeper } = storeOf(true, new TypeError('no record'));
  await expect(keeper.load()).rejects.toThrow('no record');
});

it('goes on without a draft where the store fails', async () => {
  const { keeper } = storeOf(true);
  await expect(keeper.keepNow(draftOf('now'))).resolves.toBeUndefined();
  expect(await keeper.load()).toBeUndefined();
});
