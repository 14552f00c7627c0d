import { createRawSnippet, flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { mountWith } from '../../tests/support/mount-with.ts';
import Dialog from './Dialog.svelte';
import Drawer from './Drawer.svelte';

it('a dialog keeps the focus when what had it is gone', async () => {
  const children = createRawSnippet(() => ({ render: () => '<p><button>Delete</button></p>' }));
  const { screen } = mountWith(undefined, Dialog, { open: true, title: 'Metrics', children });
  const button = screen.getByRole('button', { name: 'Delete' });
  button.focus();
  button.remove();
  await eventually(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
});

it('a drawer stays as it is when something else changes with its state', () => {
  const children = createRawSnippet(() => ({ render: () => '<p></p>' }));
  let doors = $state.raw({ metrics: true, reference: true });
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  const props = { label: 'Metrics', onclose: () => undefined, children };
  mountWith(
    undefined,
    Drawer,
    Object.defineProperty(props, 'open', {
      enumerable: true,
      get: () => doors.metrics,
    }) as typeof props & { open: boolean },
  );
  flushSync(() => (doors = { ...doors, reference: false }));
  expect(showModal).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
