import { expect, it } from 'vitest';
import type { AppState } from '#kernel/app.svelte.ts';
import { row, type Row } from '../../../tests/e2e/rows.ts';
import { mountWith, textOf, type Mounted } from '../../../tests/support/mount-with.ts';
import { openApp, openRows, settled } from '../../../tests/support/open-app.ts';
import Runs from './Runs.svelte';

/** Forty tasks, of which the agent does so many right. */
const rows = (right: number, reference = 'a'): Row[] =>
  Array.from({ length: 40 }, (_, at) =>
    row(`t-${String(at)}`, at < right ? 'a' : 'b', at === 7 ? reference : 'a'),
  );

async function openRuns(files: Readonly<Record<string, readonly Row[]>>): Promise<AppState> {
  const app = await openApp();
  await app.library.remove(app.library.list[0]?.id ?? '');
  for (const [name, data] of Object.entries(files)) await openRows(app, data, `${name}.jsonl`);
  return app;
}

/** Adds runs like the one that is stored, under these names. */
async function copyRun({ library }: AppState, names: readonly string[]): Promise<void> {
  for (const [at, name] of names.entries())
    await library.store.restore({
      run: { ...library.list[0]!, id: `copy-${at}`, createdAtMs: at, name, state: 'summary' },
      source: undefined,
      chunks: [],
    });
  await library.refresh();
}

const groupsOf = ({ screen }: Mounted): string[] =>
  screen
    .getAllByRole('rowheader')
    .filter((head) => head.getAttribute('scope') === 'rowgroup')
    .map((head) => textOf(head));

const lineOf = ({ screen }: Mounted, name: string): string =>
  textOf(screen.getByRole('link', { name }).closest('tr'));

it('lists runs by what was asked, newest first, with what changed from one to the next', async () => {
  const app = await openRuns({ one: rows(10), two: rows(30) });
  app.workspace.keepRun();
  await app.workspace.setSettings({ ...app.workspace.settings, duplicates: 'multiset' });
  await settled(app);
  await app.workspace.rename('three');
  const shown = mountWith(app, Runs, {});
  expect(shown.screen.getByRole('heading', { level: 1 }).textContent).toBe('3 runs of 1 task set');
  expect(groupsOf(shown)).toEqual(['two, one 40 tasks · 3 runs']);
  expect(lineOf(shown, 'three')).toContain('repeats counted once');
  expect(lineOf(shown, 'two')).toContain('other calls');
  expect(lineOf(shown, 'one')).toContain('standard rules');
});

it('counts what passes, and draws one trend with its dates', async () => {
  const app = await openRuns({ one: rows(10), two: rows(30) });
  const shown = mountWith(app, Runs, {});
  expect(lineOf(shown, 'one')).toContain('10 of 40');
  expect(lineOf(shown, 'two')).toMatch(/30 of 40.*0\.75/);
  expect(textOf(shown.screen.getByRole('table', { name: 'Runs' }))).toContain('rate, in-order');
  const trends = shown.screen.getAllByRole('img').map((trend) => trend.getAttribute('aria-label'));
  expect(new Set(trends).size).toBe(1);
  expect(trends[0]).toMatch(/^today \d\d:\d\d 0\.25, today \d\d:\d\d 0\.75$/);
});

it('lists tasks whose references changed apart', async () => {
  const app = await openRuns({ one: rows(10), two: rows(10, 'b') });
  const shown = mountWith(app, Runs, {});
  expect(groupsOf(shown)).toEqual(['two 40 tasks · 1 run', 'one 40 tasks · 1 run']);
});

it('draws two hundred runs, and more on request', async () => {
  const app = await openRuns({ one: rows(10) });
  await copyRun(
    app,
    Array.from({ length: 250 }, () => 'one'),
  );
  const shown = mountWith(app, Runs, {});
  expect(shown.screen.getAllByRole('link')).toHaveLength(200);
  expect(shown.text()).toContain('200 of 251 shown');
  await shown.user.click(shown.screen.getByRole('button', { name: 'Show 51 more runs' }));
  expect(shown.screen.getAllByRole('link')).toHaveLength(251);
  expect(shown.text()).not.toContain('shown');
});

it('finds a run among many by its name, and keeps what was chosen', async () => {
  const app = await openRuns({ one: rows(10) });
  await copyRun(app, [...Array.from({ length: 19 }, () => 'Small model'), 'Large model, 7']);
  const shown = mountWith(app, Runs, {});
  await shown.user.click(shown.screen.getByRole('checkbox', { name: 'Select one' }));
  const field = shown.screen.getByRole('searchbox', { name: 'Find a run' });
  await shown.user.type(field, '7 LARGE');
  expect(shown.screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Large model, 7',
  ]);
  expect(groupsOf(shown)).toEqual(['one 40 tasks · 21 runs']);
  await shown.user.type(field, ' none');
  expect(shown.text()).toContain('No run has “7 LARGE none” in its name, dataset, agent or rules');
  await shown.user.clear(field);
  expect(shown.screen.getAllByRole('link')).toHaveLength(21);
  expect(shown.screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select one' }).checked).toBe(
    true,
  );
});
