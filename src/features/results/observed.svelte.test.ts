import { expect } from 'vitest';
import type { AppState } from '#kernel/app.svelte.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { calls, row } from '../../../tests/e2e/rows.ts';
import { it, openRows, runOf } from '../../../tests/support/open-app.ts';
import { otherSideOf } from '#features/data/other-side.svelte.ts';
import Causes from './Causes.svelte';
import CauseStrip from './CauseStrip.svelte';
import Groups from './Groups.svelte';
import { decidingId } from '#core/explain/summary/headline.ts';
import { lacksExpectedCalls } from '#core/read/dataset/missing-side.ts';
import { chosenColumns, gridColumns } from './result-columns.ts';
import ResultsGrid from './ResultsGrid.svelte';
import RunNumbers from './RunNumbers.svelte';
import { layoutOf } from './table-layout.svelte.ts';

const call = (id: string, name: string): object => ({
  ...{ role: 'assistant', content: null },
  tool_calls: [{ id, type: 'function', function: { name, arguments: '{"order": 1}' } }],
});
const result = (id: string, content: string, is_error = false): object => ({
  ...{ role: 'tool', tool_call_id: id, content, is_error },
});
const talk = (id: string, ...messages: readonly object[]): object => ({
  id,
  messages: [{ role: 'user', content: 'Where is it?' }, ...messages],
});

const TALKS = [
  talk('quiet', call('a', 'find'), result('a', 'here')),
  talk('fails', call('a', 'find'), result('a', 'timeout', true)),
  talk('again', call('a', 'find'), result('a', 'here'), call('b', 'find'), result('b', 'here')),
];

async function open(app: AppState) {
  await openRows(app, TALKS);
  return runOf(app);
}

it('scores of conversations without expected calls what needs none', async ({ app }) => {
  const run = await open(app);
  expect(lacksExpectedCalls(run)).toBe(true);
  expect(decidingId(run, 'trajectory_exact_match')).toBe('');
  const { screen, text, user } = mountWith(app, RunNumbers, { run, isBrief: false });
  expect(text()).toContain('3 rows, 4 calls');
  const means = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(means.some((mean) => /Tool errors\s*0.33\s*a row/.test(mean))).toBe(true);
  await app.view.setFilters([{ kind: 'text', text: 'timeout' }]);
  await eventually(() => expect(text()).toMatch(/^1 of 3 rows.*errors ?1.00 a row · all 0.33/));
  expect(text()).not.toMatch(/match|Precision|–/);
  await user.click(screen.getByRole('button', { name: 'Add expected calls…' }));
  await eventually(() => expect(otherSideOf(app).step.kind).toBe('asking'));
  otherSideOf(app).close();
});

it('shows what stands out in place of causes, and its rows', async ({ app }) => {
  const run = await open(app);
  const strip = mountWith(app, CauseStrip, { run, isBrief: false });
  const lines = [...strip.element.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    'Tool error 1 row',
    'Same call again 1 row',
  ]);
  const causes = mountWith(app, Causes, { run });
  await eventually(() => expect(causes.text()).toMatch(/^Failure patterns .*Tool Error/));
  await strip.user.click(strip.screen.getByRole('button', { name: /^Same call again/ }));
  await eventually(() => expect([...app.view.rows]).toEqual([2]));
  // another press shows other rows in their place
  await strip.user.click(strip.screen.getByRole('button', { name: /^Tool error/ }));
  await eventually(() => expect([...app.view.rows]).toEqual([1]));
});

it('says in the table what stands out, and nothing of what is missing', async ({ app }) => {
  const run = await open(app);
  const columns = chosenColumns(run, gridColumns(run), layoutOf(app), '');
  const ids = columns.map(({ id }) => id);
  expect(ids).toEqual(['id', 'prompt', 'trajectory', 'call_count', 'why']);
  const grid = mountWith(app, ResultsGrid, { run, onopen: () => undefined });
  await eventually(() => expect(grid.text()).toContain('1 tool error'));
  expect(grid.text()).toContain('a call made again');
  expect(grid.text()).not.toContain('left out');
});

it('has room for large numbers in groups', async ({ app }) => {
  const [call] = calls('a');
  await openRows(app, [{ predicted_trajectory: [{ ...call, cost: 707_438.71 }] }]);
  const groups = mountWith(app, Groups, { run: runOf(app) });
  await eventually(() => expect(groups.text()).toMatch(/cost .*707,439/));
});

it('scores rows that have expected calls as ever', async ({ app }) => {
  await openRows(app, [row('extra', 'abc', 'ab', { failure: 1 }), row('order', 'bac', 'ab')]);
  expect(lacksExpectedCalls(runOf(app))).toBe(false);
  const { settings } = runOf(app).record;
  expect(settings.metrics).not.toContain('call_count');
  // a number says of how many rows it is, and one that no row has is not shown
  await app.workspace.setSettings({ ...settings, metrics: [...settings.metrics, 'total_cost'] });
  const { text } = mountWith(app, RunNumbers, { run: runOf(app), isBrief: false });
  expect(text()).toMatch(/Failure ?1.00 of 1 row/);
  expect(text()).toMatch(/Exact ?0.00/);
  expect(text()).not.toMatch(/Cost|of 2 rows [A-Z]/);
  const strip = mountWith(app, CauseStrip, { run: runOf(app), isBrief: false });
  expect(strip.text()).toMatch(/Extra call 1 row .*Extra call 1 passing row/);
});
