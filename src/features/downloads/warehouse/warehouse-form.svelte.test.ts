import { expect } from 'vitest';
import type { AppState } from '#kernel/app.svelte.ts';
import { it, openRows, runOf } from '../../../../tests/support/open-app.ts';
import { row, THREE_ROWS } from '../../../../tests/e2e/rows.ts';
import { WarehouseForm } from './warehouse-form.svelte.ts';

async function formFor(app: AppState, rows = THREE_ROWS) {
  await openRows(app, rows);
  return new WarehouseForm(runOf(app));
}

it('the form for a warehouse begins with the columns of the data that the metrics need', async ({
  app,
}) => {
  const form = await formFor(app);
  expect(form.roles).toEqual(['id', 'predicted_trajectory', 'reference_trajectory']);
  expect(form.roles.map((role) => form.columnOf(role))).toEqual(form.roles);
  const recorded = await formFor(app, [
    row('a', 'ab', 'ab', { latency_in_seconds: 1, failure: 0 }),
  ]);
  expect(recorded.roles.slice(3)).toEqual(['latency_in_seconds', 'failure']);
});

it('the form for a warehouse says what is missing until a script can be written', async ({
  app,
}) => {
  const form = await formFor(app);
  expect(form.result).toEqual({ ok: false, problems: ['Name the table with the rows.'] });
  form.table = 'agents.runs';
  expect(form.result).toMatchObject({ ok: true, notes: [], library: undefined });
  form.setColumn('predicted_trajectory', ' ');
  expect(form.result.ok).toBe(false);
});

it('the form for a warehouse writes what was typed into the script', async ({ app }) => {
  const form = await formFor(app);
  form.table = ' agents.runs ';
  form.setColumn('predicted_trajectory', 'calls');
  form.groupBy = 'model';
  form.scoresTable = 'agents.judged';
  form.firstDay = '2026-01-31';
  const sql = () => (form.result.ok ? form.result.sql : form.result.problems.join());
  expect(sql()).toContain('FROM `agents.runs` AS t');
  expect(sql()).toContain('TO_JSON_STRING(t.`calls`)');
  expect(sql()).toContain('GROUP BY `model`');
  expect(sql()).toContain('CREATE OR REPLACE TABLE `agents.judged` AS');
  expect(sql()).not.toContain('2026-01');
  form.partitionBy = 'day';
  expect(sql()).toContain("DECLARE last_day DATE DEFAULT DATE '2026-01-31'");
  form.firstDay = '';
  expect(sql()).toContain('INTERVAL 1 DAY');
  form.lastDay = 'today';
  expect(sql()).toContain('“today” is no day such as 2026-01-31.');
});
