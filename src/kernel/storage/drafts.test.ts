import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  putRaw,
  readRaw,
  useFreshDatabases,
} from '../../../tests/fixtures/storage/database-faults.ts';
import { exampleDraft } from '../../../tests/fixtures/storage/example-records.ts';
import { Store } from './connection.ts';
import { DraftStore } from './drafts.ts';

beforeEach(useFreshDatabases);
afterEach(() => vi.unstubAllGlobals());

it('keeps one draft, the last', async () => {
  const drafts = new DraftStore(new Store(() => undefined));
  expect(await drafts.load()).toBeUndefined();
  await Promise.all(
    ['first', 'second', 'third'].map((title) => drafts.save(exampleDraft({ title }))),
  );
  expect(await drafts.load()).toEqual(exampleDraft({ title: 'third' }));
  expect(await readRaw('drafts')).toHaveLength(1);
});

it('skips a draft that cannot be read', async () => {
  const onTrouble = vi.fn();
  const drafts = new DraftStore(new Store(onTrouble));
  await drafts.load();
  await putRaw('drafts', { id: 'workspace', title: 7 });
  expect(await drafts.load()).toBeUndefined();
  expect(onTrouble.mock.calls).toEqual([['damaged']]);
});
