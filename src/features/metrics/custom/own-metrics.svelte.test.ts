import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { row, THREE_ROWS } from '../../../../tests/e2e/rows.ts';
import {
  it,
  openApp,
  openFile,
  openRows,
  runOf,
  scoresOf,
  settled,
} from '../../../../tests/support/open-app.ts';
import { countFrames, useThreadFrames } from '../../../../tests/support/thread-frame.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { until as untilSeen } from '../../../../tests/support/until.svelte.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';
import { packRuns } from '#engine/run-file/pack-runs.ts';
import { RunStore } from '#kernel/storage/runs.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { CustomDraft, type Trial } from './custom-draft.svelte.ts';

beforeEach(useThreadFrames);
afterEach(() => void vi.useRealTimers());

const metric = (name: string, code: string): CustomMetric => ({
  ...{ name, code, scale: 'number', better: 'none', isOn: true },
});

const draftOf = (app: AppState, one: CustomMetric, isOwn: boolean): CustomDraft =>
  new CustomDraft(one, {
    ...{ run: () => app.workspace.run, pool: app.pool },
    ...{ trusted: app.trusted, others: [], isOwn },
  });

/** Scores the open rows with a metric as saved in its form. */
async function save(app: AppState, one: CustomMetric): Promise<void> {
  draftOf(app, one, true).save();
  await app.workspace.setSettings({ ...app.workspace.settings, custom: [one] });
  await settled(app);
}

async function tried(draft: CustomDraft): Promise<Trial> {
  await eventually(() => expect(draft.trial.kind).toBe('given'));
  return draft.trial;
}

const outcomesOf = (app: AppState, id: string): (string | undefined)[] => {
  const column = runOf(app).columns.scores.find((one) => one.id === id)!;
  return Array.from(column.outcomes, (code) => OUTCOMES[code]);
};

it('a metric that is being written does not run once the form is closed', async ({ app }) => {
  const draft = draftOf(app, metric('m', '() => { for (;;); }'), true);
  await eventually(() => expect(countFrames()).toBe(1));
  draft.close();
  await eventually(() => expect(countFrames()).toBe(0));
  expect(draft.trial.kind).not.toBe('given');
});

describe('a metric of one’s own', () => {
  it('that takes long shows row by row how far it is, and can be cancelled', async ({ app }) => {
    await openRows(
      app,
      Array.from({ length: 3 }, (_, at) => row(`r-${String(at)}`, 'ab', 'ab')),
    );
    const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120);';
    const slow = metric('slow', `() => { ${wait} return 1; }`);
    app.trusted.add(slow.code);
    const shown = new Set<number>();
    const scoring = app.workspace.setSettings({ ...app.workspace.settings, custom: [slow] });
    await eventually(() => expect(app.workspace.progress).not.toBe(undefined), 0);
    await untilSeen(() => {
      shown.add(app.workspace.progress?.rowCount ?? 0);
      return app.workspace.progress === undefined;
    });
    await scoring;
    await settled(app);
    // on a busy machine two rows may be told of at once
    expect([1, 2].some((count) => shown.has(count))).toBe(true);
    expect(scoresOf(app, 'custom:slow')).toEqual([1, 1, 1]);

    const endless = metric('slow', '() => { for (;;); }');
    app.trusted.add(endless.code);
    const cancelled = app.workspace.setSettings({ ...app.workspace.settings, custom: [endless] });
    await eventually(() =>
      expect(countFrames() > 0 && app.workspace.progress !== undefined).toBe(true),
    );
    app.workspace.cancel();
    await cancelled;
    await eventually(() => expect(countFrames()).toBe(0));
    expect(scoresOf(app, 'custom:slow')).toEqual([1, 1, 1]);
  });
});

/** A run scored with code that was written on another device. */
async function runFromElsewhere(): Promise<Blob> {
  const app = await openApp();
  await save(app, metric('my_metric', '() => 7'));
  const loaded = await new RunStore(app.store).load(runOf(app).record.id);
  const file = await packRuns('run', [loaded!]);
  localStorage.clear();
  return file;
}

it('code that came from elsewhere waits until it has been read', async () => {
  const file = await runFromElsewhere();
  const app = await openApp();
  await openFile(app, 'from-ana.run.gz', await file.arrayBuffer());
  // the scores that came with it are shown; its code has not run and does not for other rows
  expect(new Set(scoresOf(app, 'custom:my_metric'))).toEqual(new Set([7]));
  expect(app.trusted.listUnread(app.workspace.settings.custom)).toEqual(['my_metric']);
  await openRows(app, THREE_ROWS);
  expect(outcomesOf(app, 'custom:my_metric')).toEqual(new Array(3).fill('code_not_agreed'));
  expect(countFrames()).toBe(0);

  const draft = draftOf(app, app.workspace.settings.custom![0]!, false);
  expect(draft.isAgreed).toBe(false);
  draft.change({ code: '() => 7' });
  expect(draft.trial.kind).toBe('none');
  expect(countFrames()).toBe(0);
  draft.agree();
  expect(await tried(draft)).toMatchObject({ results: THREE_ROWS.map(() => ({ value: 7 })) });
  draft.close();
  await app.workspace.setSettings(app.workspace.settings);
  await settled(app);
  expect(scoresOf(app, 'custom:my_metric')).toEqual([7, 7, 7]);
  expect(app.trusted.listUnread(app.workspace.settings.custom)).toEqual([]);
});
