import { settingsOf } from './dataset-settings.ts';
import { uneval } from 'devalue';
import { describe, expect, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { SAMPLES } from '#samples/registry.ts';
import { receiptOf } from '../../../tests/support/data-pane.ts';
import { fixtureText } from '../../../tests/support/format-fixtures.ts';
import { expectFourRows, meansOf } from '../../../tests/support/four-rows.ts';
import {
  it,
  openApp,
  openFile,
  openRows,
  reopenApp,
  runOf,
  scoresOf,
  settled,
  shownIds,
} from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { until } from '../../../tests/support/until.svelte.ts';
import { jsonl, row, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { ANSWERS } from '../../../scripts/prepare-answers.ts';
import type { OpenedRun } from '#workers/open-file.ts';

const FOUR = fixtureText('rows.jsonl');
const names = (app: AppState): string[] => app.library.list.map(({ name }) => name);
const toasts = (app: AppState): string[] => app.notices.toasts.map(({ text }) => text);

const PAUSE_MS = 350;

/** Runs code with the timers of typing in hand: `advance` lets that much time pass. */
function withTimers(act: (advance: (ms: number) => void) => void): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    act((ms) => void vi.advanceTimersByTime(ms));
  } finally {
    vi.useRealTimers();
  }
}

/** Types a text over what the editor has, pauses, and waits until it is scored. */
async function type(app: AppState, text: string): Promise<void> {
  const key = app.workspace.run?.key;
  withTimers((advance) => {
    app.workspace.edit(text);
    advance(PAUSE_MS);
  });
  await until(() => app.workspace.run !== undefined && app.workspace.run.key !== key);
  await settled(app);
}

describe('opening', () => {
  it('opens the first sample and goes on with it after a reload', async ({ app }) => {
    expect(runOf(app).columns.rowCount).toBe(18);
    const again = await reopenApp();
    expect(runOf(again).record.id).toBe(runOf(app).record.id);
  });

  it('shows text that was pasted in the editor, as it is', async ({ app }) => {
    await app.workspace.openText(FOUR);
    await settled(app);
    await expectFourRows(app);
    expect(app.workspace.text).toBe(FOUR);
    expect(app.workspace.title).toBe('Pasted dataset');
    expect(names(app)).toEqual(['Pasted dataset', 'On-device home assistant']);
  });

  it('shows the rows before until there are others', async ({ app }) => {
    const before = runOf(app);
    const opening = app.workspace.openText(FOUR);
    await until(() => app.workspace.phase.kind === 'scoring');
    expect(app.workspace.run).toBeUndefined();
    expect(app.workspace.shownRun).toBe(before);
    await opening;
    expect(app.workspace.shownRun).toBe(app.workspace.run);
  });

  it('keeps the text that is open as new where another one has no rows', async ({ app }) => {
    await app.workspace.openText(FOUR);
    await settled(app);
    await app.workspace.openText('no rows at all');
    await eventually(() => expect(toasts(app).join()).toContain('What is open stays.'));
    expect(app.workspace.text).toBe(FOUR);
    expect(app.workspace.newText).toBe(FOUR);
    app.workspace.leaveOutUnread();
    expect(app.workspace.newText).toBeNull();
  });

  it('goes on with what was opened last when two are opened at once', async ({ app }) => {
    const first = app.workspace.openFile(new File([jsonl(THREE_ROWS)], 'three.jsonl'));
    const second = app.workspace.openFile(new File([FOUR], 'four.jsonl'));
    expect(await Promise.all([first, second])).toEqual([false, true]);
    await settled(app);
    await expectFourRows(app);
    expect(names(app)).toEqual(['four', 'On-device home assistant']);
  });

  it('says why a file is refused that was not read', async ({ app }) => {
    app.workspace.clear();
    app.workspace.refuse({ code: 'file_newer', kind: 'run file' });
    expect(app.workspace.phase).toMatchObject({
      kind: 'unreadable',
      issue: { code: 'file_newer' },
    });
    expect(app.workspace.shownRun).toBeUndefined();
    expect(receiptOf(app)).toMatch(/^0 rows/);
  });
});

describe('samples', () => {
  it('finds the run of a sample again', async ({ app }) => {
    const first = runOf(app).record.id;
    await openRows(app, THREE_ROWS);
    await app.workspace.openSample(SAMPLES[0]!);
    await settled(app);
    expect(runOf(app).record.id).toBe(first);
    expect(names(app)).toHaveLength(2);
  });

  it('shows of the first what the build has worked out, which is what the workers say', async ({
    app,
  }) => {
    const before = runOf(app);
    await app.library.store.remove(before.record.id);
    await app.library.refresh();
    const asked = vi.spyOn(app.pool, 'ask');
    const prepared = eval(`(${uneval(ANSWERS)})`) as OpenedRun;
    await app.workspace.openSample(SAMPLES[0]!, undefined, settingsOf(SAMPLES[0]!), prepared);
    await settled(app);
    expect(asked).not.toHaveBeenCalled();
    const { key: oldKey, record: oldRecord, ...old } = before;
    const { key, record, ...now } = runOf(app);
    expect(key).not.toBe(oldKey);
    expect(now).toEqual(old);
    const { id, createdAtMs, sourceId, ...described } = oldRecord;
    expect(record).toMatchObject(described);
    expect(app.workspace.scoredInMs).toBe(0);
    // other settings are scored by the workers
    await app.workspace.setSettings({ ...record.settings, metrics: ['trajectory_f1'] });
    await settled(app);
    expect(asked).toHaveBeenCalled();
    expect(scoresOf(app, 'trajectory_f1')).toHaveLength(18);
  });
});

describe('typing', () => {
  it('scores what was typed once typing has paused', async ({ app }) => {
    const scored = app.workspace.source;
    withTimers((advance) => {
      app.workspace.edit('{"id": "t-1"');
      advance(PAUSE_MS - 1);
      app.workspace.edit('{"id": "t-1"}');
      advance(PAUSE_MS - 1);
      expect(app.workspace.source).toBe(scored);
      advance(1);
    });
    await eventually(() => expect(app.workspace.source).not.toBe(scored));
    expect(await app.workspace.source?.blob.text()).toBe('{"id": "t-1"}');
    await until(() => runOf(app).columns.rowCount === 1);
    await settled(app);
    expect(await shownIds(app)).toEqual(['t-1']);
  });

  it('goes on with the run it began: one run, whatever is typed', async ({ app }) => {
    await type(app, FOUR);
    await expectFourRows(app);
    expect(names(app)).toEqual(['Typed dataset', 'On-device home assistant']);
    const first = runOf(app).record.id;
    await type(app, FOUR.replace('"years": "1"', '"years": 1'));
    await eventually(() => expect(app.library.find(first)).toBeUndefined());
    expect(meansOf(app)['trajectory_exact_match']).toBe(1);
    expect(names(app)).toEqual(['Typed dataset', 'On-device home assistant']);
  });

  it('pasted over a sample has nothing of it: neither its title nor its tools', async ({ app }) => {
    const single = /^trajectory_single_tool_use/;
    const hasSingle = (): boolean => runOf(app).columns.scores.some(({ id }) => single.test(id));
    expect(hasSingle()).toBe(true);
    const sample = app.workspace.text;
    await type(app, (sample ?? '').replace('"id"', '"ident"'));
    expect(app.workspace.title).toBe('On-device home assistant, edited');
    expect(hasSingle()).toBe(true);
    const other = await openApp();
    await type(other, FOUR);
    expect(other.workspace.title).toBe('Typed dataset');
    expect(runOf(other).columns.scores.some(({ id }) => single.test(id))).toBe(false);
  });

  it('leaves a stored run that was opened as it is', async ({ app }) => {
    await openFile(app, 'four.jsonl', FOUR);
    const stored = runOf(app).record.id;
    const again = await reopenApp();
    expect(runOf(again).record.id).toBe(stored);
    await type(again, jsonl(THREE_ROWS));
    expect(again.library.find(stored)?.rowCount).toBe(4);
    expect(names(again)).toEqual(['four', 'four', 'On-device home assistant']);
  });

  it('has nothing once all text is deleted', async ({ app }) => {
    withTimers((advance) => {
      app.workspace.edit('  ');
      advance(PAUSE_MS);
    });
    expect(app.workspace.phase.kind).toBe('empty');
    expect(app.workspace.shownRun).toBeUndefined();
  });

  it('is scored at once when settings change before the pause is over', async ({ app }) => {
    app.workspace.edit(jsonl(THREE_ROWS));
    await app.workspace.setSettings({ ...DEFAULT_SETTINGS, duplicates: 'multiset' });
    await settled(app);
    expect(await shownIds(app)).toEqual(['r-same', 'r-swapped', 'r-extra']);
    expect(runOf(app).record.settings.duplicates).toBe('multiset');
  });
});

it('typed text that was left for another run does not hold up its settings', async ({ app }) => {
  const { id } = runOf(app).record;
  await openRows(app, THREE_ROWS);
  withTimers((advance) => {
    app.workspace.edit(FOUR);
    app.workspace.cancel();
    advance(1000);
  });
  await app.workspace.openRun(id);
  expect(app.workspace.isUntouchedSample).toBe(true);
  await app.workspace.setSettings({ ...DEFAULT_SETTINGS, metrics: ['trajectory_f1'] });
  await settled(app);
  expect(scoresOf(app, 'trajectory_f1')).toHaveLength(18);
});

describe('starting from nothing', () => {
  it('empties text, results and choices; what is typed next is a dataset of its own', async ({
    app,
  }) => {
    app.workspace.clear();
    expect(app.workspace.text).toBe('');
    expect(app.workspace.title).toBe('Untitled');
    expect(app.workspace.phase.kind).toBe('empty');
    expect(app.workspace.shownRun).toBeUndefined();
    expect(app.view.rows).toHaveLength(0);
    expect(receiptOf(app)).toBe('What was read will be listed here.');
    await type(app, fixtureText('rows.tsv'));
    await expectFourRows(app);
    expect(names(app)).toEqual(['Untitled', 'On-device home assistant']);
  });

  it('is still empty of the cleared data after a reload', async ({ app }) => {
    await openRows(app, THREE_ROWS);
    app.workspace.clear();
    await app.workspace.saveNow();
    const again = await reopenApp();
    expect(again.workspace.title).toBe('On-device home assistant');
  });
});

describe('cancelling', () => {
  it('shows nothing where nothing was scored, stores nothing, and says so', async ({ app }) => {
    const opening = app.workspace.openFile(new File([FOUR], 'four.jsonl'));
    await until(() => app.workspace.progress !== undefined);
    app.workspace.cancel();
    expect(await opening).toBe(false);
    expect(app.workspace.progress).toBeUndefined();
    expect(app.workspace.phase.kind).toBe('empty');
    await eventually(() => expect(toasts(app)).toContain('Cancelled. Nothing was scored.'));
    expect(names(app)).toEqual(['On-device home assistant']);
    await openFile(app, 'four.jsonl', FOUR);
    await expectFourRows(app);
  });

  it('shows the earlier scores and settings where there are some', async ({ app }) => {
    await openRows(app, THREE_ROWS);
    const before = runOf(app);
    const scoring = app.workspace.setSettings({
      ...before.record.settings,
      duplicates: 'multiset',
    });
    app.workspace.cancel();
    await scoring;
    expect(app.workspace.run).toBe(before);
    expect(app.workspace.settings).toBe(before.record.settings);
    await eventually(() =>
      expect(toasts(app)).toContain('Cancelled. The earlier scores are shown.'),
    );
  });

  it('drops what was typed and not scored yet', async ({ app }) => {
    const before = runOf(app);
    withTimers((advance) => {
      app.workspace.edit(FOUR);
      app.workspace.cancel();
      advance(1000);
    });
    expect(app.workspace.run).toBe(before);
    expect(app.workspace.progress).toBeUndefined();
  });
});

it('says that the code that scores did not arrive', async ({ app }) => {
  vi.spyOn(app.reader, 'open').mockRejectedValue(
    new TypeError('Failed to fetch dynamically imported module: scoring.js'),
  );
  await app.workspace.openText(jsonl([row('a', 'x', 'x')]));
  expect(app.workspace.phase).toEqual({
    kind: 'unreadable',
    issue: {
      code: 'scoring_failed',
      reason: 'The code that scores could not be loaded. Reload the page.',
    },
  });
});
