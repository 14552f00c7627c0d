import { expect } from 'vitest';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { it, runOf } from '../../../tests/support/open-app.ts';
import ReportHead from './ReportHead.svelte';

it('says what the report is about, and by whom where somebody is named', async ({ app }) => {
  const { record } = runOf(app);
  const head = mountWith(app, ReportHead, { record });
  expect(head.text()).toMatch(/18 rows of On-device home assistant · scored .* · standard rules$/);
  await head.close();
  const signed = mountWith(app, ReportHead, { record: { ...record, author: 'Ada' } });
  expect(signed.text()).toMatch(/standard rules · by Ada$/);
});
