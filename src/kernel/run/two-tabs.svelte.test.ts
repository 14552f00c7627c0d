import { describe, expect } from 'vitest';
import {
  changeReviews,
  judgeRow,
  markStep,
  setCode,
  takeReviewAway,
} from '#features/review/reviewer.ts';
import { describeCode } from '#core/score/review/review.ts';
import { setThreshold } from '#features/metrics/thresholds.ts';
import { referenceEditorOf } from '#features/references/reference-editor.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import { hearTabs } from '#kernel/storage/other-tabs.ts';
import { row } from '../../../tests/e2e/rows.ts';
import { PRECISION, RECALL } from '../../../tests/support/build.ts';
import {
  it,
  openApp,
  openOtherTab,
  openRows,
  runOf,
  scoresOf,
  shownRow,
} from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';

const ROWS = ['r1', 'r2', 'r3', 'r4'].map((id) => row(id, 'ab', 'ac'));

/** The same run, open in two tabs. */
async function twoTabs(app: AppState): Promise<{ a: AppState; b: AppState; id: string }> {
  await openRows(app, ROWS);
  await app.workspace.saveNow();
  const b = await openOtherTab();
  const { id } = runOf(app).record;
  expect(runOf(b).record.id).toBe(id);
  return { a: app, b, id };
}

/** Has one tab not hear of what the other changes. */
function deafen({ store }: AppState): void {
  hearTabs(store, () => undefined);
}

async function stored(app: AppState, id: string): Promise<RunRecord> {
  const record = await app.library.store.get(id);
  if (!record) throw new Error('the run is gone');
  return record;
}

describe('two tabs at the same run', () => {
  it.each([true, false])('keep what either marks; hearing of it: %s', async (hears) => {
    const { a, b, id } = await twoTabs(await openApp());
    if (!hears) for (const tab of [a, b]) deafen(tab);
    await judgeRow(a, await shownRow(a, 2), 'pass');
    await markStep(b, await shownRow(b, 3), 0);
    const { errorAnalysis } = await stored(a, id);
    expect(errorAnalysis?.marks.map(({ row, step }) => [row, step])).toEqual([
      [2, null],
      [3, 0],
    ]);
  });

  it('keep what is said of one row in both: step and code', async ({ app }) => {
    const { a, b, id } = await twoTabs(app);
    for (const tab of [a, b]) deafen(tab);
    await markStep(a, await shownRow(a, 1), 0);
    await setCode(b, await shownRow(b, 1), 'wrong tool', true);
    const { errorAnalysis } = await stored(a, id);
    expect(errorAnalysis?.marks).toMatchObject([{ row: 1, step: 0, code: 'wrong tool' }]);
    expect(errorAnalysis?.codes).toMatchObject([{ name: 'wrong tool' }]);
  });

  it('have the verdict of a row that was given last', async ({ app }) => {
    const { a, b, id } = await twoTabs(app);
    for (const tab of [a, b]) deafen(tab);
    await judgeRow(a, await shownRow(a, 1), 'pass');
    await judgeRow(b, await shownRow(b, 1), 'fail');
    const { errorAnalysis } = await stored(a, id);
    expect(errorAnalysis?.marks).toMatchObject([{ row: 1, verdict: 'fail' }]);
  });

  it('keep the name that one gives and the settings of the other', async ({ app }) => {
    const { a, b, id } = await twoTabs(app);
    for (const tab of [a, b]) deafen(tab);
    await a.workspace.rename('Named by A');
    await setThreshold(b, PRECISION, 0.5);
    await setThreshold(a, RECALL, 0.7);
    await judgeRow(b, await shownRow(b, 0), 'pass');
    expect(await stored(a, id)).toMatchObject({
      name: 'Named by A',
      settings: { thresholds: { [PRECISION]: 0.5, [RECALL]: 0.7 } },
      errorAnalysis: { marks: [{ row: 0 }] },
    });
  });

  it('take away only what is taken away', async ({ app }) => {
    const { a, b, id } = await twoTabs(app);
    await setCode(a, await shownRow(a, 1), 'x', true);
    await eventually(() => expect(runOf(b).record.errorAnalysis?.marks).toHaveLength(1));
    for (const tab of [a, b]) deafen(tab);
    await takeReviewAway(a, await shownRow(a, 1));
    await changeReviews(b, id, (known) => describeCode(known, 'x', 'what x is'));
    const { errorAnalysis } = await stored(a, id);
    expect(errorAnalysis?.marks).toEqual([]);
    expect(errorAnalysis?.codes).toEqual([{ name: 'x', description: 'what x is' }]);
  });

  it('follow one another', async ({ app }) => {
    const { a, b, id } = await twoTabs(app);
    await judgeRow(a, await shownRow(a, 0), 'pass');
    await a.workspace.rename('Named by A');
    await setThreshold(a, PRECISION, 0.5);
    await eventually(() => {
      expect(scoresOf(b, 'error_code')).toEqual([1, null, null, null]);
      expect(runOf(b).summary.find(({ columnId }) => columnId === 'error_code')?.mean).toBe(1);
      expect(b.workspace.title).toBe('Named by A');
      expect(b.workspace.settings.thresholds).toEqual({ [PRECISION]: 0.5 });
      expect(b.library.find(id)?.name).toBe('Named by A');
    });
  });

  it('store the means of what both have marked', async ({ app }) => {
    const { a, b, id } = await twoTabs(app);
    for (const tab of [a, b]) deafen(tab);
    await judgeRow(a, await shownRow(a, 0), 'pass');
    await markStep(b, await shownRow(b, 1), 0);
    const { summary } = await stored(a, id);
    expect(summary.find(({ columnId }) => columnId === 'error_code')).toMatchObject({
      mean: 0.5,
      valid: 2,
    });
    expect(scoresOf(b, 'error_code')).toEqual([1, 0, null, null]);
  });

  it('go on with the run that takes the place of theirs', async ({ app }) => {
    await openRows(app, ROWS);
    await referenceEditorOf(app).accept({ kind: 'row', row: 0 });
    const b = await openOtherTab();
    const before = runOf(b).record.id;
    expect(runOf(app).record.id).toBe(before);
    await judgeRow(b, await shownRow(b, 1), 'pass');
    await eventually(() => expect(runOf(app).record.errorAnalysis?.marks).toHaveLength(1));
    await referenceEditorOf(app).accept({ kind: 'row', row: 1 });
    const { id } = runOf(app).record;
    expect(id).not.toBe(before);
    await eventually(() => expect(runOf(b).record.id).toBe(id));
    expect(runOf(b).record.references?.edits).toHaveLength(2);
    expect(runOf(b).record.errorAnalysis?.marks).toHaveLength(1);
  });
});
