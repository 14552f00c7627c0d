import userEvent from '@testing-library/user-event';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noTabStop, oneTabStop } from './toolbar.ts';

const user = userEvent.setup();
let bar: HTMLElement;
let stop: ReturnType<typeof oneTabStop>;

beforeEach(() => {
  document.body.innerHTML = `<button>before</button>
    <div id="bar"><button>a</button><button disabled>x</button>
    <button>s</button><button>b</button>
    <div role="menu"><button>inner</button></div></div><button>after</button>`;
  bar = document.querySelector<HTMLElement>('#bar')!;
  stop = oneTabStop(bar);
  flushSync();
});
afterEach(() => {
  (stop as (() => void) | undefined)?.();
  document.body.innerHTML = '';
});

const focused = (): string =>
  document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '';
async function press(...keys: readonly string[]): Promise<string[]> {
  const places: string[] = [];
  for (const key of keys) {
    await user.keyboard(`{${key}}`);
    places.push(focused());
  }
  return places;
}

it('controls are one tab stop, what a menu shows has its own', async () => {
  expect(await press('Tab', 'Tab', 'Tab', 'Tab')).toEqual(['before', 'a', 'inner', 'after']);
});

it('controls are no tab stop where other keys lead to them, and the arrows work', async () => {
  (stop as () => void)();
  stop = noTabStop(bar);
  expect(await press('Tab', 'Tab', 'Tab')).toEqual(['before', 'inner', 'after']);
  bar.querySelector('button')?.focus();
  expect(await press('ArrowRight', 'End')).toEqual(['s', 'b']);
});

it('links and fields belong to it; a field lets go of the arrows at its edges', async () => {
  const link = '<a href="#x">link</a>';
  const fields = '<input aria-label="text" value="xy"><input type="file" aria-label="file">';
  bar.querySelector('button')?.insertAdjacentHTML('afterend', link + fields);
  await Promise.resolve();
  bar.querySelector('button')?.focus();
  expect(await press('ArrowRight', 'ArrowRight')).toEqual(['link', 'text']);
  const { selectionStart, selectionEnd } = bar.querySelector('input')!;
  expect([selectionStart, selectionEnd]).toEqual([0, 2]);
  // to the end of the text, and only then on
  expect(await press('ArrowRight', 'Home', 'End', 'ArrowRight')).toEqual([
    'text',
    'text',
    'text',
    's',
  ]);
  expect(await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft')).toEqual(['text', 'text', 'link']);
});

it('arrows, Home and End move between enabled controls, and round the ends; not with Shift', async () => {
  bar.querySelector('button')?.focus();
  expect(await press('Shift>}{ArrowRight}{/Shift', 'ArrowRight', 'ArrowRight')).toEqual([
    'a',
    's',
    'b',
  ]);
  expect(await press('ArrowRight', 'ArrowLeft', 'Home', 'End')).toEqual(['a', 'b', 'a', 'b']);
});

it('Tab comes back to the control used last; where that is gone, the one in its place has the focus', async () => {
  const [a, , s, b] = bar.querySelectorAll('button');
  s?.focus();
  await press('ArrowRight');
  expect([a?.tabIndex, b?.tabIndex]).toEqual([-1, 0]);
  b?.remove();
  await Promise.resolve();
  expect([a?.tabIndex, s?.tabIndex, focused()]).toEqual([-1, 0, 's']);
  await user.tab();
  a?.remove();
  await Promise.resolve();
  expect(focused()).toBe('inner');
});

it('has the focus again once it is no longer inert, unless that went elsewhere', async () => {
  const s = bar.querySelectorAll('button')[2];
  for (const other of [undefined, document.querySelector('button')]) {
    s?.focus();
    bar.setAttribute('inert', '');
    s?.blur();
    other?.focus();
    bar.removeAttribute('inert');
    await Promise.resolve();
    expect(focused()).toBe(other ? 'before' : 's');
  }
});

it('another control is the stop where a narrower page hides the one that was', () => {
  const [a, , , b] = bar.querySelectorAll('button');
  expect([a?.tabIndex, b?.tabIndex]).toEqual([0, -1]);
  vi.spyOn(a!, 'checkVisibility').mockReturnValue(false);
  bar.querySelectorAll('button')[2]?.remove();
  dispatchEvent(new Event('resize'));
  expect(b?.tabIndex).toBe(0);
});
