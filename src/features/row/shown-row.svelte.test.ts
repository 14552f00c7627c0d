import { flushSync } from 'svelte';
import { expect, onTestFinished } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { it, runOf } from '../../../tests/support/open-app.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { trackShownRow, type RowTracker } from './shown-row.svelte.ts';

function track(app: AppState): RowTracker {
  let tracker: RowTracker | undefined;
  onTestFinished(
    $effect.root(() => {
      tracker = trackShownRow(app);
    }),
  );
  flushSync();
  return tracker!;
}

it('the row shown is the one before while another is being read', async ({ app }) => {
  app.view.select(3);
  await eventually(() => expect(app.view.detail?.preview.id).toBe('hd-04'));
  const tracker = track(app);
  expect(tracker.current).toMatchObject({ row: 3, run: { key: runOf(app).key } });
  app.view.select(5);
  flushSync();
  expect(tracker.current?.row).toBe(3);
  expect(tracker.isStale).toBe(true);
  await eventually(() => {
    flushSync();
    expect(tracker.current?.row).toBe(5);
  });
  expect(tracker.isStale).toBe(false);
});

it('its run is known to be stored once it is, though the row stays the same', async ({ app }) => {
  const tracker = track(app);
  const { settings } = app.workspace;
  await app.workspace.setSettings({ ...settings, duplicates: 'multiset' });
  await eventually(() => {
    flushSync();
    expect(tracker.current?.run.key).toBe(runOf(app).key);
  });
  expect(runOf(app).record.state).toBe('complete');
  expect(tracker.current?.run.record.state).toBe('complete');
});
