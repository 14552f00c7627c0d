import { flushSync, type Snippet } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { mountWith } from '../../tests/support/mount-with.ts';
import Guarded from './Guarded.svelte';
import Kbd from './Kbd.svelte';

const reported = vi.fn();
const onError = (event: ErrorEvent): void => {
  event.preventDefault();
  reported((event.error as Error).message);
};
beforeEach(() => addEventListener('error', onError));
afterEach(() => {
  removeEventListener('error', onError);
  reported.mockClear();
});

let isBroken = $state(false);

/** A key that is shown unless it is broken. */
const children = ((anchor: Parameters<typeof Kbd>[0]) =>
  Kbd(anchor, {
    get keys() {
      if (isBroken) throw new Error('broken');
      return 'whole';
    },
  })) as unknown as Snippet;

it.each(['at once', 'later'])(
  'a part that breaks says so in its place, is reported and can be shown again: %s',
  async (when) => {
    isBroken = when === 'at once';
    const { element, screen, user } = mountWith(undefined, Guarded, { children });
    flushSync(() => (isBroken = true));
    const again = await screen.findByRole('button', { name: 'Show it again' });
    await eventually(() => expect(reported.mock.calls).toEqual([['broken']]));
    expect(element.textContent).not.toContain('whole');
    isBroken = false;
    await user.click(again);
    await eventually(() => expect(element.textContent).toContain('whole'));
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

it('a part that breaks leaves no trace where it is a dialog', async () => {
  isBroken = true;
  const { element } = mountWith(undefined, Guarded, { children, isDialog: true });
  await eventually(() => expect(reported.mock.calls).toEqual([['broken']]));
  expect(element.textContent).toBe('');
});
