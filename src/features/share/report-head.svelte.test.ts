import { expect, vi } from 'vitest';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { it, runOf } from '../../../tests/support/open-app.ts';
import SharedBanners from './SharedBanners.svelte';
import { sharingOf } from './sharing.svelte.ts';

it('says what the report is about, and by whom where somebody is named', async ({ app }) => {
  vi.spyOn(sharingOf(app), 'isReport', 'get').mockReturnValue(true);
  const run = runOf(app);
  const banners = mountWith(app, SharedBanners, {});
  const head = (): string =>
    banners.screen.getByRole('region', { name: 'About this report' }).textContent;
  await app.workspace.openUnsaved(run);
  expect(head()).toMatch(/18 rows of On-device home assistant · scored .* · standard rules$/);
  await app.workspace.openUnsaved({ ...run, record: { ...run.record, author: 'Ada' } });
  expect(head()).toMatch(/standard rules · by Ada$/);
});
