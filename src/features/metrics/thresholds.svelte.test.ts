import { expect } from 'vitest';
import { PRECISION } from '../../../tests/support/build.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { SAMPLES } from '#samples/registry.ts';
import { it, reopenApp, runOf, settled } from '../../../tests/support/open-app.ts';
import { fillDisk } from '../../../tests/fixtures/storage/database-faults.ts';
import { setThreshold } from './thresholds.ts';

it('changes from which score on a row passes, and no score: the run stays the same', async ({
  app,
}) => {
  const { record, columns } = runOf(app);
  await setThreshold(app, PRECISION, 0.5);
  expect(runOf(app).record).toMatchObject({
    id: record.id,
    settings: { thresholds: { [PRECISION]: 0.5 } },
  });
  expect(runOf(app).columns.scores).toEqual(columns.scores);
  expect(app.workspace.settings.thresholds).toEqual({ [PRECISION]: 0.5 });
  const again = await reopenApp();
  expect(runOf(again).record.settings.thresholds).toEqual({ [PRECISION]: 0.5 });
  // and the sample is found again as the same run
  await again.workspace.openSample(SAMPLES[0]!);
  await settled(again);
  expect(runOf(again).record.id).toBe(record.id);
  await setThreshold(again, PRECISION, undefined);
  expect(runOf(again).record.settings.thresholds).toBeUndefined();
});

it('is shown though it cannot be stored, which is told', async ({ app }) => {
  fillDisk('put');
  await setThreshold(app, PRECISION, 0.5);
  expect(runOf(app).record.settings.thresholds).toEqual({ [PRECISION]: 0.5 });
  await eventually(() => expect(app.notices.banners[0]?.title).toBe('Storage is full.'));
});

it('does nothing without a run, and stores nothing of one that is not kept', async ({ app }) => {
  await app.workspace.openUnsaved(runOf(app));
  await setThreshold(app, PRECISION, 0.5);
  expect(runOf(app).record.settings.thresholds).toEqual({ [PRECISION]: 0.5 });
  expect(app.library.list.every(({ settings }) => settings.thresholds === undefined)).toBe(true);
  app.workspace.clear();
  await setThreshold(app, PRECISION, 0.5);
  expect(app.workspace.run).toBeUndefined();
});
