import { expect } from 'vitest';
import { missingSide } from '#core/read/dataset/missing-side.ts';
import { missingRoles } from '#features/data/receipt.ts';
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
    const { columns, roles, record } = runOf(app);
    const named = missingRoles(columns, roles, record.settings).map(({ role }) => role);
    return [missingSide({ columns: columns.columns, roles }) !== undefined, named];
  };
  expect(gaps()).toEqual([true, ['reference_trajectory']]);
  expect(await referenceEditorOf(app).accept({ kind: 'row', row: 0 })).toBe(1);
  expect(gaps()).toEqual([false, []]);
  expect(runOf(app).record).toMatchObject({ formatId: 'jsonl', formatTitle: 'JSONL' });
});
