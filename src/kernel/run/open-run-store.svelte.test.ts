import { openFiles } from '#features/data/open-files.ts';
import { describe, expect, vi } from 'vitest';
import { setThreshold } from '#features/metrics/thresholds.ts';
import { withReview } from '#core/score/review/review.ts';
import { changeReviews } from '#features/review/reviewer.ts';
import { SAMPLES } from '#samples/registry.ts';
import { jsonl, row, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import { readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import { PRECISION } from '../../../tests/support/build.ts';
import { StorageError } from '#kernel/storage/connection.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { holdUp } from '../../../tests/support/gate.ts';
import { until } from '../../../tests/support/until.svelte.ts';
import {
  it,
  openRows,
  reopenApp,
  runOf,
  scoresOf,
  settled,
  shownIds,
} from '../../../tests/support/open-app.ts';
import type { AppState } from '#kernel/app.svelte.ts';

const TEXT = jsonl(THREE_ROWS);
const OTHER_TEXT = jsonl(THREE_ROWS.slice(0, 1));
/** Several slices of lines. */
const LARGE = jsonl(
  Array.from({ length: 4000 }, (_, at) =>
    row(`r-${String(at)}`, 'ab', 'ab', { filler: 'x'.repeat(1000) }),
  ),
);

const MARK = { row: 1, id: '', step: null, steps: 1, tool: '', code: '', note: 'fine' };

/** Marks a row, sets what passes and renames the run, as a person does. */
async function changeAll(app: AppState): Promise<void> {
  const { id } = runOf(app).record;
  await Promise.all([
    changeReviews(app, id, (known) => withReview(known, MARK)),
    setThreshold(app, PRECISION, 0.5),
    app.workspace.rename('Renamed'),
  ]);
}

function expectAll(app: AppState): void {
  const { record, summary } = runOf(app);
  expect(record).toMatchObject({
    ...{ name: 'Renamed', state: 'complete', settings: { thresholds: { [PRECISION]: 0.5 } } },
    errorAnalysis: { marks: [MARK] },
  });
  expect(scoresOf(app, 'error_code').slice(0, 2)).toEqual([null, 1]);
  expect(summary.find(({ columnId }) => columnId === 'error_code')).toMatchObject({
    mean: 1,
    valid: 1,
  });
  expect(app.workspace.settings.thresholds).toEqual({ [PRECISION]: 0.5 });
  expect(app.workspace.title).toBe('Renamed');
}

/** The page loaded anew shows what is stored. */
async function expectStored(app: AppState): Promise<void> {
  await app.workspace.saveNow();
  expectAll(await reopenApp());
}

describe('what a person changes of a run', () => {
  it('between the moment it is shown and the moment it is stored is stored too', async ({
    app,
  }) => {
    const storing = holdUp(app.library.store, 'finish');
    const opening = app.workspace.openText(TEXT);
    await storing.reached;
    expect(runOf(app).record.state).toBe('running');
    await changeAll(app);
    storing.open();
    await opening;
    expectAll(app);
    await expectStored(app);
  });

  it('and then leaves before it is stored is stored all the same', async ({ app }) => {
    const storing = holdUp(app.library.store, 'finish');
    const opening = app.workspace.openText(TEXT);
    await storing.reached;
    const { id } = runOf(app).record;
    await changeAll(app);
    const other = app.workspace.openSample(SAMPLES[0]!);
    storing.open();
    await Promise.all([opening, other]);
    await settled(app);
    expect(runOf(app).record.id).not.toBe(id);
    await app.workspace.openRun(id);
    expectAll(app);
  });

  it('while other settings are scored goes over to the run that takes its place', async ({
    app,
  }) => {
    await openRows(app, THREE_ROWS);
    const { settings } = app.workspace;
    const scoring = holdUp(app.pool, 'ask');
    const rescoring = app.workspace.setSettings({ ...settings, duplicates: 'multiset' });
    await scoring.reached;
    const before = runOf(app).record.id;
    await changeAll(app);
    scoring.open();
    await rescoring;
    expect(runOf(app).record.id).not.toBe(before);
    expect(runOf(app).record.settings.duplicates).toBe('multiset');
    expectAll(app);
    await expectStored(app);
  });

  it('goes over to the run under other settings, though it is not stored itself yet', async ({
    app,
  }) => {
    const storing = holdUp(app.library.store, 'finish');
    const opening = app.workspace.openText(TEXT);
    await storing.reached;
    const before = runOf(app).record.id;
    await changeAll(app);
    const { settings } = app.workspace;
    const rescoring = app.workspace.setSettings({ ...settings, duplicates: 'multiset' });
    await eventually(() => expect(runOf(app).record.id).not.toBe(before));
    expect(runOf(app).record.state).toBe('running');
    storing.open();
    await Promise.all([opening, rescoring]);
    await settled(app);
    expect(runOf(app).record.settings.duplicates).toBe('multiset');
    expectAll(app);
    expect(app.library.find(before)).toBeUndefined();
    expect(app.library.list).toHaveLength(2);
    await expectStored(app);
  });

  it('while rows are still being scored is part of the whole', async ({ app }) => {
    const opening = openFiles(app, [new File([LARGE], 'large.jsonl')]);
    await until(() => app.workspace.run?.isGrowing === true);
    await changeAll(app);
    expect(app.workspace.progress).toBeDefined();
    await opening;
    expect(runOf(app).columns.rowCount).toBe(4000);
    expectAll(app);
    await expectStored(app);
  });

  it('while a copy of it is being kept is part of the copy', async ({ app }) => {
    await openRows(app, THREE_ROWS);
    await app.workspace.openUnsaved(runOf(app));
    const unsaved = runOf(app).record.id;
    const keeping = holdUp(app.library, 'keep');
    const kept = app.workspace.keep();
    await keeping.reached;
    await changeAll(app);
    keeping.open();
    await kept;
    expect(runOf(app).record.id).not.toBe(unsaved);
    expectAll(app);
    await expectStored(app);
  });

  it('and cannot be stored is stored with what is changed next', async ({ app }) => {
    await openRows(app, THREE_ROWS);
    const { store } = app.library;
    vi.spyOn(store, 'change').mockRejectedValueOnce(new StorageError('full'));
    await app.workspace.rename('Renamed');
    await setThreshold(app, PRECISION, 0.5);
    expect(await store.get(runOf(app).record.id)).toMatchObject({ name: 'Renamed' });
  });

  it('just before another run from outside is opened is no change of that one', async ({ app }) => {
    const run = runOf(app);
    await app.workspace.openUnsaved(run);
    const marking = changeReviews(app, runOf(app).record.id, (known) => withReview(known, MARK));
    await app.workspace.openUnsaved(run);
    await marking;
    expect(runOf(app).record.errorAnalysis).toBeUndefined();
  });
});

describe('what was asked for last is open', () => {
  const titleOf = (app: AppState): string => app.workspace.title;

  it('after a stored run that took long to read', async ({ app }) => {
    await openRows(app, THREE_ROWS, 'first.jsonl');
    const { id } = runOf(app).record;
    await app.workspace.openText(OTHER_TEXT, 'Second');
    const reading = holdUp(app.library, 'load');
    const late = app.workspace.openRun(id);
    await reading.reached;
    await app.workspace.openText(TEXT, 'Third');
    reading.open();
    expect(await late).toBe(false);
    expect(titleOf(app)).toBe('Third');
    expect(runOf(app).columns.rowCount).toBe(3);
    expect(app.workspace.text).toBe(TEXT);
  });

  it('after a sample that took long to load', async ({ app }) => {
    const sample = { ...SAMPLES[1]! };
    const loading = holdUp(sample, 'load');
    const late = app.workspace.openSample(sample);
    await loading.reached;
    await app.workspace.openText(TEXT, 'Pasted');
    loading.open();
    await late;
    await settled(app);
    expect(titleOf(app)).toBe('Pasted');
    expect(app.workspace.sampleId).toBe('');
    expect(app.workspace.settings.tools).toEqual([]);
  });

  it('after a file that took long to read', async ({ app }) => {
    const slow = new File([OTHER_TEXT], 'slow.jsonl');
    const reading = holdUp(slow as unknown as { text: () => Promise<string> }, 'text');
    const late = openFiles(app, [slow]);
    await reading.reached;
    await openRows(app, THREE_ROWS, 'fast.jsonl');
    reading.open();
    await late;
    await settled(app);
    expect(titleOf(app)).toBe('fast');
    expect(await shownIds(app)).toEqual(['r-same', 'r-swapped', 'r-extra']);
    expect(app.workspace.text).toBe(TEXT);
  });

  it('nothing, after it was all cleared', async ({ app }) => {
    const reading = holdUp(app.library, 'load');
    const late = app.workspace.openRun(runOf(app).record.id);
    await reading.reached;
    app.workspace.clear();
    reading.open();
    await late;
    expect(app.workspace.run).toBeUndefined();
    expect(app.workspace.phase.kind).toBe('empty');
  });

  it('and what cannot be opened leaves what is being scored', async ({ app }) => {
    const scoring = holdUp(app.reader, 'open');
    const opening = app.workspace.openText(TEXT, 'Pasted');
    await scoring.reached;
    expect(await app.workspace.openRun('gone')).toBe(false);
    scoring.open();
    await opening;
    expect(titleOf(app)).toBe('Pasted');
    expect(app.workspace.phase.kind).toBe('ready');
    expect(app.workspace.progress).toBeUndefined();
  });
});

describe('a run whose rows cannot be shown', () => {
  it('so far is shown once it is whole', async ({ app }) => {
    const show = vi.spyOn(app.view, 'show').mockRejectedValueOnce(new Error('The filter failed.'));
    await openFiles(app, [new File([LARGE], 'large.jsonl')]);
    await settled(app);
    expect(show.mock.calls.length).toBeGreaterThan(1);
    expect(app.workspace.phase.kind).toBe('ready');
    expect(app.view.rows).toHaveLength(4000);
  });

  it('is stored all the same', async ({ app }) => {
    vi.spyOn(app.view, 'show').mockRejectedValueOnce(new Error('The filter failed.'));
    await app.workspace.openText(TEXT);
    expect(app.workspace.phase.kind).toBe('unreadable');
    expect(app.workspace.progress).toBeUndefined();
    expect((await readRaw('runs')).map((run) => (run as { state: string }).state)).toEqual([
      'complete',
      'complete',
    ]);
  });
});
