import { expect } from 'vitest';
import { namesOf } from '#core/explain/filter-language/filter-names.ts';
import { parseFilters } from '#core/explain/filter-language/parse-filters.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';
import { it, reopenApp, runOf, settled, shownIds } from '../../../tests/support/open-app.ts';
import { savedFile } from '../../../tests/support/saved-file.ts';
import { codeRow, markRight, markStep, noteMark, unmark, type RowRead } from './error-analyst.ts';

async function readRow(app: AppState, row: number): Promise<RowRead> {
  const run = runOf(app);
  const detail = await app.reader.ask(run, 'detailRow', row);
  if (!detail) throw new Error('no such row');
  return { row, run, detail };
}

const marksOf = (app: AppState) => runOf(app).record.errorAnalysis?.marks;

it('marks a step, gives it a code and a note, and takes them back', async ({ app }) => {
  const read = await readRow(app, 1);
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

it('stays with its run: under other settings, after a reload, in filters and files', async ({
  app: first,
}) => {
  const read = await readRow(first, 1);
  await markStep(first, read, 1);
  await codeRow(first, read, 'wrong argument');
  await noteMark(first, read, 'June 9 became June 6');
  await markRight(first, await readRow(first, 3));
  const { settings } = first.workspace;
  await first.workspace.setSettings({ ...settings, metrics: settings.metrics.slice(1) });
  await settled(first);

  const app = await reopenApp();
  expect(marksOf(app)).toHaveLength(2);
  const parsed = parseFilters('code = "wrong argument"', namesOf(runOf(app)));
  if (!parsed.ok) throw new Error('not understood');
  expect(parsed.filters).toEqual([{ kind: 'code', code: 'wrong argument' }]);
  await app.view.setFilters(parsed.filters);
  expect(await shownIds(app)).toEqual(['hd-02']);
  await app.view.setFilters([]);
  const { text } = await savedFile(() =>
    downloadsOf(app).results(runOf(app), app.view.rows, 'jsonl'),
  );
  const lines = text.split('\n').filter((line) => line !== '');
  const [, second, third, fourth] = lines.map((line) => JSON.parse(line) as object);
  expect(second).toMatchObject({
    ...{ error_code: 'wrong argument', first_wrong_step: 2 },
    'first_wrong_step/note': 'June 9 became June 6',
  });
  expect(third).toMatchObject({ error_code: null, first_wrong_step: null });
  expect(fourth).toMatchObject({ error_code: 'nothing wrong', first_wrong_step: null });
});
