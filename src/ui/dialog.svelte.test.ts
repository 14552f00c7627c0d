import { createRawSnippet } from 'svelte';
import { expect, it } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { mountWith } from '../../tests/support/mount-with.ts';
import Dialog from './Dialog.svelte';

it('a dialog keeps the focus when what had it is gone', async () => {
  const children = createRawSnippet(() => ({ render: () => '<p><button>Delete</button></p>' }));
  const { screen } = mountWith(undefined, Dialog, { open: true, title: 'Metrics', children });
  const button = screen.getByRole('button', { name: 'Delete' });
  button.focus();
  button.remove();
  await eventually(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
});
