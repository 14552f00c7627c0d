import { expect } from 'vitest';
import type { AppState } from '#kernel/app.svelte.ts';
import { it, runOf, shownRow } from '../../../tests/support/open-app.ts';
import { codeRow, markRight, markStep, noteMark, unmark } from './error-analyst.ts';

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
