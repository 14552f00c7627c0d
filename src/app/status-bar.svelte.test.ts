import { expect } from 'vitest';
import { mountWith } from '../../tests/support/mount-with.ts';
import { it, openRows } from '../../tests/support/open-app.ts';
import { until } from '../../tests/support/until.svelte.ts';
import { storeRuns } from '../../tests/support/stored-runs.ts';
import ComparisonStatus from '#features/compare/ComparisonStatus.svelte';
import { comparisonOf } from '#features/compare/comparison.svelte.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { jsonl, row, THREE_ROWS } from '../../tests/e2e/rows.ts';
import StatusBar from './StatusBar.svelte';

it('says what is scored, what is being scored and what is stored', async ({ app }) => {
  await openRows(app, THREE_ROWS);
  const bar = mountWith(app, StatusBar, { comparison: undefined });
  const status = (): string => {
    bar.text();
    return bar.element.querySelector('[role=status]')?.textContent ?? '';
  };
  expect(status()).toMatch(/^3 rows scored in \d+ ms$/);
  expect(bar.text()).toContain('Saved locally');

  const opening = app.workspace.openText(jsonl([row('a', 'x', 'x')]), 'Mine');
  await until(() => app.workspace.progress !== undefined);
  expect(status()).toBe('Scoring Mine');
  await opening;
  expect(status()).toMatch(/^1 row scored in/);

  await app.workspace.openText(
    jsonl([{ predicted_trajectory: [{ tool_name: 'x', tool_input: {} }] }]),
  );
  expect(status()).toMatch(/^1 row read in/);

  app.workspace.clear();
  expect(status()).toBe('Nothing scored');
  expect(bar.text()).not.toContain('Saved');
  bar.close();
});

it('speaks of the comparison where one is on the screen', async ({ app }) => {
  const ids = await storeRuns(app, { before: THREE_ROWS, after: THREE_ROWS.slice(1) });
  await comparisonOf(app).open(ids);
  app.router.go('compare');
  const bar = mountWith(app, StatusBar, { comparison: ComparisonStatus });
  await eventually(() => expect(bar.text()).toMatch(/^A and B: 2 rows paired standard rules/));
  expect(bar.text()).not.toMatch(/rows scored|Saved locally/);
  expect(bar.element.querySelectorAll('[role=status]')).toHaveLength(1);
  await comparisonOf(app).open(['deleted', ids[1] ?? '']);
  await eventually(() => expect(bar.text()).toMatch(/^Nothing compared/));
  bar.close();
});
