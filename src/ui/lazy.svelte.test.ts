import { flushSync, type Component } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { mountWith } from '../../tests/support/mount-with.ts';
import Lazy from './Lazy.svelte';

type Load = () => Promise<{ readonly default: Component }>;
const LazyPart = Lazy as unknown as Component<Record<string, unknown>>;
const NOT_LOADED = new TypeError('Failed to fetch dynamically imported module: /assets/Runs.js');

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

describe('a part whose code is loaded when it is shown', () => {
  it('is given its props', async () => {
    const load = () => import('./Kbd.svelte');
    const { screen } = mountWith(undefined, LazyPart, { load, keys: 'Ctrl K' });
    expect((await screen.findByText(/K$/)).tagName).toBe('KBD');
  });

  it('says in its place that it could not be loaded, with a way on', async () => {
    const load: Load = () => Promise.reject(NOT_LOADED);
    const { screen } = mountWith(undefined, LazyPart, { load, onclose: () => undefined });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/could not be loaded.*new version.*your work is kept/s);
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(reported).not.toHaveBeenCalled();
  });

  it('reports code that arrives and cannot be run', async () => {
    const load: Load = () => Promise.reject(new RangeError('while it was loaded'));
    const { screen } = mountWith(undefined, LazyPart, { load });
    expect(await screen.findByRole('alert')).toBeTruthy();
    await eventually(() => expect(reported.mock.calls).toEqual([['while it was loaded']]));
  });

  it('is closed again where it is a dialog, and reported each time it is opened', async () => {
    const load: Load = () => Promise.reject(NOT_LOADED);
    const props = $state({ load, open: true, onclose: () => (props.open = false) as unknown });
    const { element } = mountWith(undefined, LazyPart, props);
    await eventually(() => expect(reported).toHaveBeenCalledTimes(1));
    expect(props.open).toBe(false);
    expect(element.textContent).toBe('');
    props.open = true;
    flushSync();
    expect(reported.mock.calls).toEqual([[NOT_LOADED.message], [NOT_LOADED.message]]);
    expect(props.open).toBe(false);
  });
});

describe('a part that breaks', () => {
  let isBroken = true;
  beforeEach(() => (isBroken = true));
  const breakAtOnce: Component = (...[anchor]) => {
    if (isBroken) throw new Error('at once');
    (anchor as unknown as Comment).before('whole');
    return {};
  };
  const breakLater: Component = (...[anchor]) => {
    $effect(() => {
      if (isBroken) throw new Error('later');
    });
    (anchor as unknown as Comment).before('whole');
    return {};
  };

  it.each([
    ['at once', breakAtOnce],
    ['later', breakLater],
  ])('says so in its place, is reported and can be shown again: %s', async (when, part) => {
    const load: Load = () => Promise.resolve({ default: part });
    const { element, screen, user } = mountWith(undefined, LazyPart, { load });
    const again = await screen.findByRole('button', { name: 'Show it again' });
    await eventually(() => expect(reported.mock.calls).toEqual([[when]]));
    expect(element.textContent).not.toContain('whole');
    isBroken = false;
    await user.click(again);
    await eventually(() => expect(element.textContent).toContain('whole'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
