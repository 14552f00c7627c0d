import { expect, it } from 'vitest';
import {
  openApp,
  openRows,
  reopenApp,
  runOf,
  scoresOf,
  shownIds,
} from '../../tests/support/open-app.ts';
import { THREE_ROWS } from '../../tests/e2e/rows.ts';

it('opens the first sample and goes on with it after a reload', async () => {
  const app = await openApp();
  expect(runOf(app).columns.rowCount).toBe(18);
  const again = await reopenApp();
  expect(runOf(again).record.id).toBe(runOf(app).record.id);
});

it('scores rows', async () => {
  const app = await openApp();
  await openRows(app, THREE_ROWS);
  expect(await shownIds(app)).toEqual(['r-same', 'r-swapped', 'r-extra']);
  expect(scoresOf(app, 'trajectory_exact_match')).toEqual([1, 0, 0]);
});
