import { expect, it } from 'vitest';
import { putRaw, readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import { exampleDraft } from '../../../tests/fixtures/storage/example-records.ts';
import { useStore } from '../../../tests/support/use-store.ts';
import { DraftStore } from '#kernel/run/draft-keeper.ts';

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
