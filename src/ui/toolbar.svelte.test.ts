import userEvent from '@testing-library/user-event';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { oneTabStop } from './toolbar.ts';

const user = userEvent.setup();
let bar: HTMLElement;
let stop: ReturnType<typeof oneTabStop>;

beforeEach(() => {
  document.body.innerHTML = `<button>before</button>
    <div id="bar"><input aria-label="text"><button>a</button><button disabled>x</button>
    <span role="separator">s</span><button>b</button>
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

it('controls are one tab stop, a field and what a menu shows have their own', async () => {
  expect(await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab')).toEqual([
    ...['before', 'text', 'a', 'inner', 'after'],
  ]);
});

it('arrows, Home and End move between the controls that are enabled, and round the ends', async () => {
  bar.querySelector('button')?.focus();
  expect(await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End')).toEqual(
    ['s', 'b', 'a', 'b', 'a', 'b'],
  );
});

it('Tab comes back to the control used last, or to another where that one is gone', async () => {
  const [a, , b] = bar.querySelectorAll('button');
  b?.focus();
  expect([a?.tabIndex, b?.tabIndex]).toEqual([-1, 0]);
  b?.remove();
  await Promise.resolve();
  expect(a?.tabIndex).toBe(0);
});

it('leaves keys in a field, and those with Shift, alone', async () => {
  bar.querySelector('input')?.focus();
  expect(await press('ArrowRight', 'End')).toEqual(['text', 'text']);
  bar.querySelector('button')?.focus();
  expect(await press('Shift>}{ArrowRight}{/Shift')).toEqual(['a']);
});

it('another control is the stop where a narrower page hides the one that was', () => {
  const [a, , b] = bar.querySelectorAll('button');
  expect([a?.tabIndex, b?.tabIndex]).toEqual([0, -1]);
  vi.spyOn(a!, 'checkVisibility').mockReturnValue(false);
  bar.querySelector('span')?.remove();
  dispatchEvent(new Event('resize'));
  expect(b?.tabIndex).toBe(0);
});
