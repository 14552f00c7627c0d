import { describe, expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { namesOf } from '#core/explain/filter-language/filter-names.ts';
import { parseFilters } from '#core/explain/filter-language/parse-filters.ts';
import {
  it,
  openRows,
  reopenApp,
  runOf,
  scoresOf,
  settled,
  shownIds,
  shownRow,
} from '../../../tests/support/open-app.ts';
import { fillDisk } from '../../../tests/fixtures/storage/database-faults.ts';
import { savedFile } from '../../../tests/support/saved-file.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { codeRow, markRight, markStep, noteMark } from '#features/errors/error-analyst.ts';
import { noteRow, rateRow } from './rater.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';

const ratingsOf = (app: AppState) => runOf(app).record.ratings;
const ratingSummary = (app: AppState) =>
  runOf(app).summary.find(({ columnId }) => columnId === 'rating');

describe('a rating', () => {
  it('is a score of its row at once, and taken back by giving it again', async ({ app }) => {
    const { id } = runOf(app).record;
    await rateRow(app, id, 1, 2);
    expect(ratingSummary(app)).toMatchObject({ mean: 2, valid: 1, notEvaluated: 17 });
    await rateRow(app, id, 1, 5);
    await rateRow(app, id, 3, 4);
    expect(ratingSummary(app)).toMatchObject({ mean: 4.5, valid: 2 });
    await rateRow(app, id, 1, 5);
    expect(scoresOf(app, 'rating').slice(0, 4)).toEqual([null, null, null, 4]);
  });

  it('builds on those given just before it', async ({ app }) => {
    const { id } = runOf(app).record;
    await Promise.all([
      rateRow(app, id, 0, 1),
      rateRow(app, id, 1, 2),
      noteRow(app, id, 1, ' wrong room '),
    ]);
    expect(ratingsOf(app)).toEqual([
      { row: 0, rating: 1, note: '' },
      { row: 1, rating: 2, note: 'wrong room' },
    ]);
  });

  it('stays with its run whatever is opened by then, and is given to no row before the first', async ({
    app,
  }) => {
    const { id } = runOf(app).record;
    const late = rateRow(app, id, 0, 1);
    app.workspace.clear();
    await late;
    expect(app.workspace.run).toBeUndefined();
    await openRows(app, [{ id: 'other' }]);
    await rateRow(app, id, 1, 1);
    expect(ratingsOf(app)).toBeUndefined();
    await app.workspace.openRun(id);
    await rateRow(app, id, -1, 1);
    expect(ratingsOf(app)).toEqual([{ row: 0, rating: 1, note: '' }]);
    expect(ratingSummary(app)).toMatchObject({ mean: 1, valid: 1 });
  });

  it('stays with its run as marks do: under other settings, after a reload, in filters and files', async ({
    app: first,
  }) => {
    const { id } = runOf(first).record;
    const read = await shownRow(first, 1);
    await rateRow(first, id, 1, 2);
    await noteRow(first, id, 1, 'Number sent as text');
    await markStep(first, read, 1);
    await codeRow(first, read, 'wrong argument');
    await noteMark(first, read, 'June 9 became June 6');
    await markRight(first, await shownRow(first, 3));
    const { settings } = first.workspace;
    await first.workspace.setSettings({ ...settings, metrics: settings.metrics.slice(1) });
    await settled(first);
    expect(ratingSummary(first)?.mean).toBe(2);

    const app = await reopenApp();
    expect(ratingSummary(app)?.mean).toBe(2);
    expect(runOf(app).record.errorAnalysis?.marks).toHaveLength(2);
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
    fillDisk('put');
    await rateRow(app, runOf(app).record.id, 1, 2);
    expect(ratingSummary(app)?.mean).toBe(2);
    await eventually(() =>
      expect(app.notices.banners.map(({ title }) => title)).toEqual(['Storage is full.']),
    );
  });
});
