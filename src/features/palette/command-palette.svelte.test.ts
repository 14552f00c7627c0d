import { expect, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { mountWith, textOf } from '../../../tests/support/mount-with.ts';
import { recordOf } from '../../../tests/support/build.ts';
import { it, openRows } from '../../../tests/support/open-app.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';
import CommandPalette from './CommandPalette.svelte';

const dialogs = { share: vi.fn(), address: vi.fn() };

function openPalette(app: AppState) {
  const mounted = mountWith(app, CommandPalette as never, { open: true, dialogs });
  const field = mounted.screen.getByRole<HTMLInputElement>('combobox', { name: 'Command' });
  const dialog = mounted.element.querySelector('dialog')!;
  const chosen = () => dialog.querySelector('[role=option][aria-selected=true]');
  return { ...mounted, field, dialog, chosen: () => textOf(chosen()?.firstElementChild ?? null) };
}

it('the palette lists commands as they are typed, and is worked by keyboard alone', async ({
  app,
}) => {
  const { user, screen, field, dialog, chosen } = openPalette(app);
  expect(document.activeElement).toBe(field);
  const titles = [...dialog.querySelectorAll('[role=option] > :first-child')].map(textOf);
  expect(chosen()).toBe('Results');
  await user.keyboard('{PageDown}');
  expect(chosen()).toBe(titles[8]);
  await user.keyboard('no such command');
  expect(screen.getByRole('status').textContent).toBe('No matching command.');
  expect(field.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('{Enter}');
  expect(dialog.open).toBe(true);

  await user.clear(field);
  await user.keyboard('screens');
  for (const [keys, title] of [
    ['{ArrowUp}', 'Results'],
    ['{ArrowDown}{ArrowDown}', 'Compare runs'],
    ['{ArrowUp}', 'Runs'],
  ] as const) {
    await user.keyboard(keys);
    expect(chosen()).toBe(title);
  }
  const option = dialog.querySelector('[role=option][aria-selected=true]');
  expect(field.getAttribute('aria-activedescendant')).toBe(option?.id);
  await user.keyboard('{Enter}');
  await eventually(() => expect(app.router.screen).toBe('runs'));
  expect(dialog.open).toBe(false);
});

it('the palette goes to a row that filters hide, and opens what is not on the screen', async ({
  app,
}) => {
  await app.view.setFilters([{ kind: 'agent-failed' }]);
  resultsOf(app).tab = 'numbers';
  await openPalette(app).user.keyboard('hd-01{Enter}');
  await eventually(() => expect(app.view.selected).toBe(0));
  expect([app.view.filters, resultsOf(app).tab]).toEqual([[], 'rows']);
  const runs = app.library.list;
  const stored = runs.map((run) => ({ ...run, createdAtMs: Date.parse('2026-11-30T17:17:17') }));
  vi.spyOn(app.library, 'list', 'get').mockReturnValue(stored);
  await openPalette(app).user.keyboard('17{Enter}'); // in the time of a run, too
  await eventually(() => expect(app.view.selected).toBe(16));
  await openPalette(app).user.keyboard('keyboard{Enter}');
  await eventually(() => expect(resultsOf(app).drawers.help).toBe('keys'));
});

it.for([
  ['T-3', 2],
  ['3', 1], // not the third row
] as const)(
  'the palette goes to the row that the table names %s, where rows have no ids',
  async ([name, row], { app }) => {
    const rowOf = (ticket: string): object => ({ ticket, ...recordOf('a', 'a') });
    await openRows(app, ['T-7', '3', 'T-3', 'T-4'].map(rowOf));
    expect(app.workspace.run?.roles).toMatchObject({ row_name: 'ticket' });
    const { user, screen } = openPalette(app);
    await user.keyboard(name);
    await screen.findByText(`Go to row ${name}`);
    await user.keyboard('{Enter}');
    await eventually(() => expect(app.view.selected).toBe(row));
  },
);

it('the palette says how many more there are than it lists', async ({ app }) => {
  const [run] = app.library.list;
  vi.spyOn(app.library, 'list', 'get').mockReturnValue(
    Array.from({ length: 90 }, (_, at) => ({ ...run!, id: `${at}`, name: `Run ${at}` })),
  );
  const { user, screen, dialog } = openPalette(app);
  await user.keyboard(`open run of ${new Date(run!.createdAtMs).getFullYear()}`);
  expect(dialog.querySelectorAll('[role=option]')).toHaveLength(60);
  expect(screen.getByRole('status').textContent).toBe('30 more: type to narrow them down.');
});
