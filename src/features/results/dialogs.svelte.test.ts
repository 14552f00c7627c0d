import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { row } from '../../../tests/e2e/rows.ts';
import { mountWith, textOf } from '../../../tests/support/mount-with.ts';
import { openApp, openRows, runOf } from '../../../tests/support/open-app.ts';
import ColumnsDialog from './ColumnsDialog.svelte';
import FilterBar from './FilterBar.svelte';
import { layoutOf } from './table-layout.svelte.ts';

let app: AppState;
beforeEach(async () => {
  app = await openApp();
});

describe('the columns of the table', () => {
  const mountColumns = () =>
    mountWith(app, ColumnsDialog as never, { run: runOf(app), open: true });

  it('are shown and hidden one by one, and put back together', async () => {
    const { screen, user, element } = mountColumns();
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
    const { screen, element } = mountColumns();
    expect(textOf(element)).toContain('At most 20 dataset columns can be shown at a time.');
    const isDisabled = (name: string): boolean =>
      screen.getByRole<HTMLInputElement>('checkbox', { name }).disabled;
    expect(['column 21', 'column 3'].map(isDisabled)).toEqual([true, false]);
  });
});

it('a button beside the filters opens the columns', async () => {
  const { screen, user } = mountWith(app, FilterBar, { run: runOf(app) });
  await user.click(screen.getByRole('button', { name: 'Columns…' }));
  await eventually(() => expect(screen.getByRole('dialog', { name: 'Columns' })).toBeDefined());
});
