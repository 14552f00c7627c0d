import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { row } from '../../../tests/e2e/rows.ts';
import { mountWith, textOf, type Mounted } from '../../../tests/support/mount-with.ts';
import { openApp, openRows, runOf } from '../../../tests/support/open-app.ts';
// loaded beforehand, so that no test waits for their code
import '#ui/MenuPanel.svelte';
import './GoToDialog.svelte';
import ColumnsDialog from './ColumnsDialog.svelte';
import ResultsGrid from './ResultsGrid.svelte';
import ResultsDrawers from './ResultsDrawers.svelte';
import FilterBar from './FilterBar.svelte';
import { layoutOf } from './table-layout.svelte.ts';
import { resultsOf } from './results-view.svelte.ts';

let app: AppState;
beforeEach(async () => {
  app = await openApp();
});

describe('going to a row', () => {
  async function openDialog(): Promise<Mounted & { dialog: HTMLDialogElement }> {
    const mounted = mountWith(app, ResultsDrawers, { onreference: () => undefined });
    resultsOf(app).set({ goTo: true });
    flushSync();
    const dialog = await eventually(() =>
      mounted.screen.getByRole<HTMLDialogElement>('dialog', { name: 'Go to row' }),
    );
    expect(document.activeElement).toBe(dialog.querySelector('input'));
    return { ...mounted, dialog };
  }

  it('goes by id or by number, to where the rows are', async () => {
    resultsOf(app).tab = 'numbers';
    const { user, dialog } = await openDialog();
    await user.keyboard('hd-12{Enter}');
    await eventually(() => expect(app.view.selected).toBe(11));
    expect([resultsOf(app).tab, dialog.open]).toEqual(['rows', false]);
    expect(resultsOf(app).drawers.goTo).toBe(false);
    resultsOf(app).set({ goTo: true });
    flushSync();
    await user.clear(dialog.querySelector('input')!);
    await user.keyboard('17{Enter}');
    await eventually(() => expect(app.view.selected).toBe(16));
    expect(dialog.open).toBe(false);
  });

  it('goes there although the focus goes back to another row', async () => {
    const table = mountWith(app, ResultsGrid, { run: runOf(app), onopen: () => undefined });
    await eventually(() => expect(textOf(table.element)).toContain('hd-03'));
    table.element.querySelectorAll<HTMLElement>('[aria-selected]')[2]?.click();
    expect(app.view.selected).toBe(2);
    const { user, dialog } = await openDialog();
    await user.keyboard('hd-12{Enter}');
    await eventually(() => expect(dialog.open).toBe(false));
    await eventually(() => expect(app.view.detail?.preview.id).toBe('hd-12'));
    expect(app.view.selected).toBe(11);
  });

  it('says when there is no such row, or filters hide it, and shows it all the same', async () => {
    await app.view.setFilters([{ kind: 'agent-failed' }]);
    const { user, dialog, screen } = await openDialog();
    await user.keyboard('nowhere{Enter}');
    expect(textOf(dialog)).toContain(
      'No row has the id “nowhere”, and it is not a number from 1 to 18.',
    );
    await user.clear(dialog.querySelector('input')!);
    await user.keyboard('hd-05{Enter}');
    expect(textOf(dialog)).toContain('the filters hide it');
    expect(dialog.open).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Show all rows' }));
    await eventually(() => expect(dialog.open).toBe(false));
    await eventually(() => expect(app.view.selected).toBe(4));
    expect(app.view.rows).toHaveLength(18);
  });
});

describe('the columns of the table', () => {
  it('are shown and hidden one by one, and put back together', async () => {
    const { screen, user, element } = mountWith(app, ColumnsDialog as never, {
      run: runOf(app),
      open: true,
    });
    const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name });
    expect([box('room').checked, box('Recall').checked]).toEqual([false, false]);
    const usual = screen.getByRole('button', { name: 'Reset columns' });
    expect(usual.hasAttribute('disabled')).toBe(true);
    await user.click(box('room'));
    box('Recall').focus();
    await user.keyboard(' ');
    const recall = { id: 'trajectory_recall', isExtra: true };
    expect([layoutOf(app).cells, layoutOf(app).isShown(recall)]).toEqual([['room'], true]);
    await user.click(usual);
    expect([box('room').checked, box('Recall').checked]).toEqual([false, false]);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(element.querySelector('dialog')?.open).toBe(false);
  });

  it('of a dataset are at most twenty', async () => {
    const more = Object.fromEntries(
      Array.from({ length: 22 }, (_, at) => [`column ${String(at)}`, 'x']),
    );
    await openRows(app, [row('one', 'a', 'a', more)]);
    for (let at = 0; at < 20; at++) layoutOf(app).toggleCell(`column ${String(at)}`);
    const { screen, element } = mountWith(app, ColumnsDialog as never, {
      run: runOf(app),
      open: true,
    });
    expect(textOf(element)).toContain('At most 20 dataset columns can be shown at a time.');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'column 21' }).disabled).toBe(
      true,
    );
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'column 3' }).disabled).toBe(
      false,
    );
  });
});

it('the menu of the table sorts without Shift, opens the columns, and asks for a row', async () => {
  const { screen, user } = mountWith(app, FilterBar, { run: runOf(app) });
  const choose = async (name: RegExp): Promise<void> => {
    await user.click(screen.getByRole('button', { name: 'Table' }));
    await user.click(await eventually(() => screen.getByRole('menuitem', { name })));
    await eventually(() => expect(screen.queryByRole('menu')).toBeNull());
  };
  await choose(/^Exact match/);
  await choose(/^Recall/);
  expect(app.view.sorting).toEqual([
    { by: 'trajectory_exact_match', descending: false },
    { by: 'trajectory_recall', descending: false },
  ]);
  await choose(/^Go to row/);
  expect(resultsOf(app).drawers.goTo).toBe(true);
  await choose(/^Columns/);
  await eventually(() => expect(screen.getByRole('dialog', { name: 'Columns' })).toBeDefined());
});
