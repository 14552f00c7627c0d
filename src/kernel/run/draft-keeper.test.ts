import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { putRaw, readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import { exampleDraft } from '../../../tests/fixtures/storage/example-records.ts';
import { useStore } from '../../../tests/support/use-store.ts';
import { DraftStore, DraftKeeper } from './draft-keeper.ts';
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

describe('the keeper of work in progress', () => {
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

  it('passes on an error that the store has not reported', async () => {
    const { keeper } = storeOf(true, new TypeError('no record'));
    await expect(keeper.load()).rejects.toThrow('no record');
  });

  it('goes on without a draft where the store fails', async () => {
    const { keeper } = storeOf(true);
    await expect(keeper.keepNow(draftOf('now'))).resolves.toBeUndefined();
    expect(await keeper.load()).toBeUndefined();
  });
});

describe('the store of work in progress', () => {
  const used = useStore();

  it('keeps one draft, the last', async () => {
    const drafts = new DraftStore(used.store);
    expect(await drafts.load()).toBeUndefined();
    await Promise.all(
      ['first', 'second', 'third'].map((title) => drafts.save(exampleDraft({ title }))),
    );
    expect(await drafts.load()).toEqual(exampleDraft({ title: 'third' }));
    expect(await readRaw('drafts')).toHaveLength(1);
  });

  it('skips a draft that cannot be read', async () => {
    const drafts = new DraftStore(used.store);
    await drafts.load();
    await putRaw('drafts', { id: 'workspace', title: 7 });
    expect(await drafts.load()).toBeUndefined();
    expect(used.troubles).toEqual(['damaged']);
  });
});
