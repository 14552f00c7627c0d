import { flushSync } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { mountWith, textOf, type Mounted } from '../../../tests/support/mount-with.ts';
import { openApp, runOf } from '../../../tests/support/open-app.ts';
import FilterText from './FilterText.svelte';

let app: AppState;
const onclose = vi.fn();
beforeEach(async () => {
  app = await openApp();
  onclose.mockClear();
});

const mountText = (): Mounted & { field: HTMLInputElement } => {
  const mounted = mountWith(app, FilterText, { run: runOf(app), onclose });
  return { ...mounted, field: mounted.screen.getByRole('combobox', { name: 'Filters as text' }) };
};
const optionsOf = ({ element }: Mounted): string[] =>
  element.querySelector('[role=listbox]')?.hasAttribute('hidden')
    ? []
    : [...element.querySelectorAll('[role=option]')].map(textOf);
const noteOf = ({ element }: Mounted): string => textOf(element.querySelector('p'));

it('filters as text stay as they are written when the run changes, as it does when it is stored', async () => {
  let run = $state.raw(runOf(app));
  const props = {
    get run() {
      return run;
    },
    onclose,
  };
  const { user, screen } = mountWith(app, FilterText, props);
  await user.keyboard('traj');
  run = { ...run };
  flushSync();
  const field: HTMLInputElement = screen.getByRole('combobox');
  expect(field.value).toBe('traj');
});

it('filters as text close their list by Escape, then themselves', async () => {
  const text = mountText();
  await text.user.keyboard('traj{Escape}');
  expect([optionsOf(text), onclose.mock.calls.length]).toEqual([[], 0]);
  await text.user.keyboard('{Escape}');
  expect(onclose).toHaveBeenCalledTimes(1);
});

it('filters as text say what is wrong, once it is no longer being written', async () => {
  const text = mountText();
  await text.user.keyboard('trajectory_exact_match < 1 and tool = set_temperature or');
  expect(noteOf(text)).toContain('Enter filters');
  await text.user.keyboard('{Enter}');
  expect(noteOf(text)).toContain('something is missing; expected “not”, “(” or a condition');
  expect(text.field.getAttribute('aria-invalid')).toBe('true');
  text.field.setSelectionRange(99, 99);
  await text.user.keyboard(' tol = x');
  expect(noteOf(text)).toMatch(/^Character 58: this run has no metric or column “tol”/);
  expect(app.view.filters).toEqual([]);
});

it('filters as text offer values of a column, read when one is to be written', async () => {
  const text = mountText();
  await text.user.keyboard('room = ki');
  await eventually(() => expect(optionsOf(text)).toEqual(['kitchen']));
});

it('filters as text are completed by a click, which leaves the focus where it is', async () => {
  const text = mountText();
  await text.user.keyboard('traj');
  await text.user.click(text.element.querySelector('[role=option]')!);
  await eventually(() => expect(text.field.value).toBe('trajectory_exact_match '));
  expect(document.activeElement).toBe(text.field);
});
