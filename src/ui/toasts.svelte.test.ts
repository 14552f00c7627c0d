import { expect, it, vi } from 'vitest';
import { mountWith } from '../../tests/support/mount-with.ts';
import Toasts from './Toasts.svelte';

it('toasts are dismissed and acted on by key', async () => {
  const run = vi.fn();
  const ondismiss = vi.fn();
  const onhold = vi.fn();
  const { screen, user } = mountWith(undefined, Toasts, {
    items: [
      { id: 1, text: 'Row deleted.', action: { label: 'Undo', run } },
      { id: 2, text: 'Saved.' },
    ],
    ondismiss,
    onhold,
  });
  expect(screen.getByRole('status', { name: 'Notices' }).textContent).toContain('Row deleted.');
  // the newest comes first
  await user.tab();
  await user.keyboard(' ');
  expect(ondismiss).toHaveBeenCalledExactlyOnceWith(2);
  expect(onhold).toHaveBeenLastCalledWith(false);
  ondismiss.mockClear();
  await user.tab();
  expect(onhold).toHaveBeenLastCalledWith(true);
  await user.keyboard('{Enter}');
  expect(run).toHaveBeenCalledTimes(1);
  expect(ondismiss).toHaveBeenCalledExactlyOnceWith(1);
  expect(onhold).toHaveBeenLastCalledWith(false);
});
