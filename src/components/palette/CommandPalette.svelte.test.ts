import { screen } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { openApp } from '../../../tests/support/open-app.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import CommandPalette from './CommandPalette.svelte';

it('lists commands as they are typed, and is worked by keyboard alone', async () => {
  const app = await openApp();
  const doors = { help: vi.fn(), share: vi.fn(), address: vi.fn() };
  const { user } = mountWith(app, CommandPalette, { open: true, doors });
  const field = screen.getByLabelText('Command');
  const chosen = () =>
    document.querySelector('[role=option][aria-selected=true] > span')?.textContent;
  expect(chosen()).toBe('Playground');
  field.focus();
  await user.keyboard('no such command');
  expect(screen.getByRole('status').textContent).toBe('No command has these words.');
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
  await vi.waitFor(() => expect(app.router.screen).toBe('runs'));
  expect(document.querySelector('dialog')?.open).toBe(false);
});

it('says how many more there are than it lists', async () => {
  const app = await openApp();
  const doors = { help: vi.fn(), share: vi.fn(), address: vi.fn() };
  const [run] = app.library.list;
  vi.spyOn(app.library, 'list', 'get').mockReturnValue(
    Array.from({ length: 90 }, (_, at) => ({ ...run!, id: String(at), name: `Run ${String(at)}` })),
  );
  const { user } = mountWith(app, CommandPalette, { open: true, doors });
  const field = screen.getByLabelText('Command');
  field.focus();
  await user.keyboard('open run of');
  expect(document.querySelectorAll('[role=option]')).toHaveLength(60);
  expect(screen.getByRole('status').textContent).toBe('30 more: type to narrow them down.');
});
