import { expect } from 'vitest';
import { namesOf } from '#features/results/filter-language/filter-names.ts';
import { parseFilters } from '#features/results/filter-language/parse-filters.ts';
import { cellText, gridColumns } from '#features/results/result-columns.ts';
import { mergeCode } from '#core/score/review/review.ts';
import { withAnnotations } from '#core/score/review/annotation-columns.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';
import { trustOf } from '#features/judge/judge-trust.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { fillDisk } from '../../../tests/fixtures/storage/database-faults.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import {
  it,
  openRows,
  reopenApp,
  runOf,
  settled,
  shownIds,
  shownRow,
} from '../../../tests/support/open-app.ts';
import { judgeAll, openJudging } from '../../../tests/support/judge-session.ts';
import { savedFile } from '../../../tests/support/saved-file.ts';
import {
  changeReviews,
  judgeRow,
  markStep,
  noteRow,
  setCode,
  takeLabels,
  takeReviewAway,
} from './reviewer.ts';

const marksOf = (app: AppState) => runOf(app).record.errorAnalysis?.marks;

it('marks a step, gives it codes and a note, and takes them back', async ({ app }) => {
  const read = await shownRow(app, 1);
  await Promise.all([
    markStep(app, read, 1),
    setCode(app, read, ' wrong-argument ', true),
    noteRow(app, read, 'Number sent as text '),
  ]);
  expect(marksOf(app)).toEqual([
    {
      ...{ row: 1, id: 'hd-02', verdict: 'fail', step: 1, steps: 4, tool: 'get_user_preferences' },
      ...{ code: 'wrong-argument', note: 'Number sent as text' },
    },
  ]);
  await setCode(app, read, 'WRONG-argument', true);
  await setCode(app, read, ' ', true);
  expect(runOf(app).record.errorAnalysis?.codes).toHaveLength(1);
  await setCode(app, read, 'late', true);
  const { id } = read.run.record;
  await changeReviews(app, id, (known) => mergeCode(known, 'wrong-argument', 'late'));
  await setCode(app, read, 'late', false);
  expect(marksOf(app)?.[0]).toMatchObject({ verdict: 'fail', code: '' });
  await judgeRow(app, read, 'pass');
  expect(marksOf(app)?.[0]).toMatchObject({ verdict: 'pass', step: null, code: '', tool: '' });
  await judgeRow(app, read, 'unsure');
  await setCode(app, read, 'late', true);
  expect(marksOf(app)?.[0]).toMatchObject({ verdict: 'unsure', code: 'late' });
  await takeReviewAway(app, read);
  await noteRow(app, read, 'of a row that has not been read');
  expect(marksOf(app)).toEqual([]);
});

const summaryOf = (app: AppState, column = 'error_code') =>
  runOf(app).summary.find(({ columnId }) => columnId === column);

it('a mark stays with its run whatever is opened by then', async ({ app }) => {
  const { id } = runOf(app).record;
  const late = judgeRow(app, await shownRow(app, 0), 'pass');
  app.workspace.clear();
  await late;
  expect(app.workspace.run).toBeUndefined();
  await openRows(app, [{ id: 'other' }]);
  expect(marksOf(app)).toBeUndefined();
  await app.workspace.openRun(id);
  expect(marksOf(app)).toHaveLength(1);
  expect(summaryOf(app)).toMatchObject({ mean: 1, valid: 1 });
});

it('marks, and ratings given before, stay under other settings, after a reload, in filters and files', async ({
  app: first,
}) => {
  const ratings = [{ row: 1, rating: 2, note: 'Number sent as text' }];
  await first.workspace.runs.change(runOf(first).record.id, (run) => ({
    ...run,
    record: { ...run.record, ratings },
    columns: withAnnotations(run.columns, { ratings }),
  }));
  const read = await shownRow(first, 1);
  await markStep(first, read, 1);
  await setCode(first, read, 'wrong argument', true);
  await setCode(first, read, 'late', true);
  await judgeRow(first, await shownRow(first, 4), 'unsure');
  await noteRow(first, read, 'June 9 became June 6');
  await judgeRow(first, await shownRow(first, 3), 'pass');
  const { settings } = first.workspace;
  await first.workspace.setSettings({ ...settings, metrics: settings.metrics.slice(1) });
  await settled(first);
  expect(summaryOf(first, 'rating')?.mean).toBe(2);

  const app = await reopenApp();
  expect(summaryOf(app, 'rating')?.mean).toBe(2);
  expect(marksOf(app)).toHaveLength(3);
  const [review, step] = gridColumns(runOf(app)).slice(-2);
  const shown = [1, 2, 3, 4].map((row) => cellText(review!, row));
  expect([...shown, cellText(step!, 1)]).toEqual(['fail', '–', 'pass', 'unsure', 'step 2']);
  for (const text of ['rating ~ "as TEXT"', 'code = "wrong argument"', 'review = 0']) {
    const parsed = parseFilters(text, namesOf(runOf(app)));
    if (!parsed.ok) throw new Error('not understood');
    await app.view.setFilters(parsed.filters);
    expect(await shownIds(app)).toEqual(['hd-02']);
  }
  await app.view.setFilters([]);
  const { text } = await savedFile(() =>
    downloadsOf(app).results(runOf(app), app.view.rows, 'jsonl'),
  );
  const [, second, third, fourth, fifth] = text
    .split('\n', 5)
    .map((line) => JSON.parse(line) as object);
  expect(second).toMatchObject({
    ...{ id: 'hd-02', rating: 2, 'rating/note': 'Number sent as text' },
    ...{ review: 'fail', error_code: 'wrong argument; late', first_wrong_step: 2 },
    'first_wrong_step/note': 'June 9 became June 6',
  });
  expect(third).toMatchObject({ rating: null, review: null, error_code: null });
  expect(fourth).toMatchObject({ review: 'pass', error_code: 'nothing wrong' });
  expect(fifth).toMatchObject({ review: 'unsure', error_code: '', first_wrong_step: null });
});

it('takes labels of judges that say pass or fail, once, and keeps verdicts given before', async () => {
  const { app, session } = await openJudging(['right', 'wrong', 'right too']);
  await judgeAll(session);
  const trust = trustOf(app);
  await trust.draw();
  for (const row of trust.rows) await trust.label(row, row.row === 1 ? 0 : 1);
  await judgeRow(app, await shownRow(app, 2), 'fail');
  await takeLabels(app, runOf(app));
  const found = () => marksOf(app)?.toSorted((a, b) => a.row - b.row);
  expect(found()).toMatchObject([
    { row: 0, verdict: 'pass', note: 'Label 1 for Goal success' },
    { row: 1, verdict: 'fail', note: 'Label 0 for Goal success' },
    { row: 2, verdict: 'fail', note: 'Label 1 for Goal success' },
  ]);
  await takeReviewAway(app, await shownRow(app, 0));
  await takeLabels(app, runOf(app));
  expect(found()).toHaveLength(2);
  // a longer scale stays with its judge
  session.useTemplate('fluency');
  await trust.draw();
  for (const row of trust.rows) await trust.label(row, 3);
  await takeLabels(app, runOf(app));
  expect(runOf(app).record.errorAnalysis?.labelsOf).toEqual(['goal_success']);
});

it('is shown though the disk is full, which is told', async ({ app }) => {
  const read = await shownRow(app, 1);
  fillDisk('put');
  await judgeRow(app, read, 'pass');
  expect(summaryOf(app)?.mean).toBe(1);
  await eventually(() =>
    expect(app.notices.banners.map(({ title }) => title)).toEqual(['Storage is full.']),
  );
});
