import { expect } from 'vitest';
import { namesOf } from '#core/explain/filter-language/filter-names.ts';
import { parseFilters } from '#core/explain/filter-language/parse-filters.ts';
import { withGiven } from '#core/score/review/given-columns.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';
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
import { savedFile } from '../../../tests/support/saved-file.ts';
import { codeRow, markRight, markStep, noteMark, unmark } from './reviewer.ts';

const marksOf = (app: AppState) => runOf(app).record.errorAnalysis?.marks;

it('marks a step, gives it a code and a note, and takes them back', async ({ app }) => {
  const read = await shownRow(app, 1);
  await Promise.all([
    markStep(app, read, 1),
    codeRow(app, read, ' wrong-argument '),
    noteMark(app, read, 'Number sent as text '),
  ]);
  expect(marksOf(app)).toEqual([
    {
      ...{ row: 1, id: 'hd-02', step: 1, steps: 4, tool: 'get_user_preferences' },
      ...{ code: 'wrong-argument', note: 'Number sent as text' },
    },
  ]);
  await codeRow(app, read, 'WRONG-argument');
  expect(runOf(app).record.errorAnalysis?.codes.map(({ name }) => name)).toEqual([
    'wrong-argument',
  ]);
  await markRight(app, read);
  expect(marksOf(app)?.[0]).toMatchObject({ step: null, code: '', tool: '' });
  await codeRow(app, read, '');
  expect(marksOf(app)).toHaveLength(1);
  await codeRow(app, read, 'late');
  await codeRow(app, read, '');
  expect(marksOf(app)).toEqual([]);
  await noteMark(app, read, 'of a row that has not been read');
  await unmark(app, read);
  expect(marksOf(app)).toEqual([]);
});

const summaryOf = (app: AppState, column = 'error_code') =>
  runOf(app).summary.find(({ columnId }) => columnId === column);

it('a mark stays with its run whatever is opened by then', async ({ app }) => {
  const { id } = runOf(app).record;
  const late = markRight(app, await shownRow(app, 0));
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
    columns: withGiven(run.columns, { ratings }),
  }));
  const read = await shownRow(first, 1);
  await markStep(first, read, 1);
  await codeRow(first, read, 'wrong argument');
  await noteMark(first, read, 'June 9 became June 6');
  await markRight(first, await shownRow(first, 3));
  const { settings } = first.workspace;
  await first.workspace.setSettings({ ...settings, metrics: settings.metrics.slice(1) });
  await settled(first);
  expect(summaryOf(first, 'rating')?.mean).toBe(2);

  const app = await reopenApp();
  expect(summaryOf(app, 'rating')?.mean).toBe(2);
  expect(marksOf(app)).toHaveLength(2);
  for (const text of ['rating ~ "as TEXT"', 'code = "wrong argument"']) {
    const parsed = parseFilters(text, namesOf(runOf(app)));
    if (!parsed.ok) throw new Error('not understood');
    await app.view.setFilters(parsed.filters);
    expect(await shownIds(app)).toEqual(['hd-02']);
  }
  await app.view.setFilters([]);
  const { text } = await savedFile(() =>
    downloadsOf(app).results(runOf(app), app.view.rows, 'jsonl'),
  );
  const [, second, third, fourth] = text.split('\n', 4).map((line) => JSON.parse(line) as object);
  expect(second).toMatchObject({
    ...{ id: 'hd-02', rating: 2, 'rating/note': 'Number sent as text' },
    ...{ error_code: 'wrong argument', first_wrong_step: 2 },
    'first_wrong_step/note': 'June 9 became June 6',
  });
  expect(third).toMatchObject({ rating: null, error_code: null, first_wrong_step: null });
  expect(fourth).toMatchObject({ error_code: 'nothing wrong', first_wrong_step: null });
});

it('is shown though the disk is full, which is told', async ({ app }) => {
  const read = await shownRow(app, 1);
  fillDisk('put');
  await markRight(app, read);
  expect(summaryOf(app)?.mean).toBe(1);
  await eventually(() =>
    expect(app.notices.banners.map(({ title }) => title)).toEqual(['Storage is full.']),
  );
});
