import { expect } from 'vitest';
import { missingSide } from '#core/read/dataset/missing-side.ts';
import { openQuestion } from '#features/data/open-question.ts';
import { calls } from '../../../tests/e2e/rows.ts';
import { it, openFile, runOf } from '../../../tests/support/open-app.ts';
import { referenceEditorOf } from './reference-editor.ts';

const quoted = (value: unknown): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const csvOf = (rows: readonly { id: string; predicted_trajectory: unknown }[]): string =>
  [
    'id,predicted_trajectory',
    ...rows.map((row) => `${row.id},${quoted(row.predicted_trajectory)}`),
  ].join('\n');

it('once a row has expected calls, nothing says that there are none', async ({ app }) => {
  const rows = ['a', 'b'].map((id) => ({ id, predicted_trajectory: calls('ab') }));
  await openFile(app, 'rows.csv', csvOf(rows));
  const gaps = () => {
    const { columns, roles } = runOf(app);
    return [missingSide({ columns: columns.columns, roles }), openQuestion(runOf(app))?.kind];
  };
  expect(gaps()).toEqual(['reference', 'expected']);
  expect(await referenceEditorOf(app).accept({ kind: 'row', row: 0 })).toBe(1);
  expect(gaps()).toEqual([undefined, undefined]);
  expect(runOf(app).record).toMatchObject({ formatId: 'jsonl', formatTitle: 'JSONL' });
});

it('a run that is stored never passes for one from a link, also while its change is stored', async ({
  app,
}) => {
  const said: boolean[] = [];
  const stop = $effect.root(() => {
    $effect.pre(() => void said.push(app.workspace.isUnsaved));
  });
  const before = runOf(app).record.id;
  expect(await referenceEditorOf(app).accept({ kind: 'row', row: 1 })).toBe(1);
  expect(runOf(app).record.id).not.toBe(before);
  expect(runOf(app).record.state).toBe('complete');
  stop();
  expect(said).not.toContain(true);
});
