import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { mountWith, textOf, type Mounted } from '../../../tests/support/mount-with.ts';
import { openApp } from '../../../tests/support/open-app.ts';
import CommandPalette from './CommandPalette.svelte';
import { resultsOf } from '#features/results/results-view.svelte.ts';

let app: AppState;
const doors = { help: vi.fn(), share: vi.fn(), address: vi.fn() };
beforeEach(async () => {
  app = await openApp();
});

interface Opened extends Mounted {
  readonly field: HTMLInputElement;
  readonly dialog: HTMLDialogElement;
}

function openPalette(): Opened {
  const mounted = mountWith(app, CommandPalette as never, { open: true, doors });
  const field = mounted.screen.getByRole<HTMLInputElement>('combobox', { name: 'Command' });
  return { ...mounted, field, dialog: mounted.element.querySelector('dialog')! };
}

const titles = ({ dialog }: Opened): string[] =>
  [...dialog.querySelectorAll('[role=option] > :first-child')].map(textOf);
const current = ({ dialog }: Opened): string =>
  textOf(dialog.querySelector('[aria-selected=true] > :first-child'));

describe('the keys of the commands', () => {
  it('choose one and do it, once the palette is closed', async () => {
    const palette = openPalette();
    expect(document.activeElement).toBe(palette.field);
    expect(titles(palette)[0]).toBe('Playground');
    await palette.user.keyboard('{ArrowDown}');
    expect(current(palette)).toBe(titles(palette)[1]);
    expect(palette.field.getAttribute('aria-activedescendant')).toBe(
      palette.dialog.querySelector('[aria-selected=true]')?.id,
    );
    await palette.user.keyboard('{ArrowUp}{ArrowUp}');
    expect(current(palette)).toBe('Playground');
    await palette.user.keyboard('{PageDown}');
    expect(current(palette)).toBe(titles(palette)[8]);
    await palette.user.keyboard('failing in-order{Enter}');
    await eventually(() => expect(app.view.filters).toHaveLength(1));
    expect(app.view.filters[0]).toMatchObject({ kind: 'failing' });
    expect(palette.dialog.open).toBe(false);
  });

  it('go to a row that filters hide', async () => {
    await app.view.setFilters([{ kind: 'agent-failed' }]);
    const palette = openPalette();
    await palette.user.keyboard('hd-01{Enter}');
    await eventually(() => expect(app.view.selected).toBe(0));
    expect(app.view.filters).toEqual([]);
  });

  it('say when no command has the words typed, and then do nothing', async () => {
    const palette = openPalette();
    await palette.user.keyboard('no such command{Enter}');
    flushSync();
    expect(textOf(palette.dialog)).toContain('No matching command.');
    expect(palette.dialog.open).toBe(true);
  });

  it('open what is not on the screen', async () => {
    for (const [words, opened] of [
      ['numbers results', () => expect(resultsOf(app).tab).toBe('numbers')],
      ['judge results', () => expect(resultsOf(app).doors.judge).toBe(true)],
      ['filters text', () => expect(resultsOf(app).isFilterText).toBe(true)],
      ['keyboard', () => expect(doors.help).toHaveBeenCalledTimes(1)],
    ] as const) {
      const palette = openPalette();
      await palette.user.keyboard(`${words}{Enter}`);
      await eventually(opened);
    }
  });

  it('lists commands as they are typed, and is worked by keyboard alone', async () => {
    const { user, screen, field } = openPalette();
    const chosen = () =>
      document.querySelector('[role=option][aria-selected=true] > span')?.textContent;
    expect(chosen()).toBe('Playground');
    field.focus();
    await user.keyboard('no such command');
    expect(screen.getByRole('status').textContent).toBe('No matching command.');
    expect(field.getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{Enter}');
    expect(document.querySelector('dialog')?.open).toBe(true);

    await user.clear(field);
    await user.keyboard('screens');
    expect(chosen()).toBe('Playground');
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toBe('Playground');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(chosen()).toBe('Compare runs');
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toBe('Runs');
    const option = document.querySelector('[role=option][aria-selected=true]');
    expect(field.getAttribute('aria-activedescendant')).toBe(option?.id);
    await user.keyboard('{Enter}');
    await eventually(() => expect(app.router.screen).toBe('runs'));
    expect(document.querySelector('dialog')?.open).toBe(false);
  });

  it('says how many more there are than it lists', async () => {
    const [run] = app.library.list;
    vi.spyOn(app.library, 'list', 'get').mockReturnValue(
      Array.from({ length: 90 }, (_, at) => ({
        ...run!,
        id: String(at),
        name: `Run ${String(at)}`,
      })),
    );
    const { user, screen, field } = openPalette();
    field.focus();
    await user.keyboard('open run of');
    expect(document.querySelectorAll('[role=option]')).toHaveLength(60);
    expect(screen.getByRole('status').textContent).toBe('30 more: type to narrow them down.');
  });
});
