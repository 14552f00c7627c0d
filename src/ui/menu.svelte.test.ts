import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { mountWith } from '../../tests/support/mount-with.ts';
import type { MenuItem } from './menu.ts';
import Menu from './Menu.svelte';

const chosen = vi.fn<(label: string) => void>();

const expectItem = (item: string) =>
  eventually(() => expect(document.activeElement?.textContent.trim()).toBe(item));

/** A menu with a heading and these items, whose button has the focus. */
function mountMenu(labels: readonly string[], more: Partial<Record<string, object>> = {}) {
  chosen.mockClear();
  const items: MenuItem[] = [
    { caption: 'What there is' },
    ...labels.map((label) => ({ label, onselect: () => chosen(label), ...more[label] })),
  ];
  const { screen, user } = mountWith(undefined, Menu, { label: 'Fruit', items });
  const button = screen.getByRole('button', { name: 'Fruit' });
  button.focus();
  /** Presses keys, and waits for the item that has the focus then. */
  const press = async (keys: string, item: string): Promise<void> => {
    await user.keyboard(keys);
    await expectItem(item);
  };
  return { screen, user, button, press };
}

function type(text: string): void {
  for (const key of text)
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

describe('the keys of a menu', () => {
  it('open it at either end, and go round', async () => {
    const { button, press } = mountMenu(['Apple', 'Banana', 'Cherry']);
    await press('{ArrowDown}', 'Apple');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await press('{ArrowUp}', 'Cherry');
    await press('{ArrowDown}{ArrowDown}', 'Banana');
    await press('{End}', 'Cherry');
    await press('{Home}', 'Apple');
    await press('{Escape}{ArrowUp}', 'Cherry');
  });

  it('choose, and give the focus back', async () => {
    const { screen, user, button, press } = mountMenu(['Apple', 'Banana']);
    await press('{Enter}', 'Apple');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(chosen).toHaveBeenCalledExactlyOnceWith('Banana');
    expect(document.activeElement).toBe(button);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('close it without choosing by Escape, and by Tab', async () => {
    const { screen, user, button, press } = mountMenu(['Apple']);
    for (const key of ['{Escape}', '{Tab}']) {
      button.focus();
      await press('{ArrowDown}', 'Apple');
      await user.keyboard(key);
      await eventually(() => expect(screen.queryByRole('menu')).toBeNull());
      expect(button.getAttribute('aria-expanded')).toBe('false');
    }
    expect(chosen).not.toHaveBeenCalled();
  });

  it('find an item by what it begins with, and the next by the same letter', async () => {
    const { press } = mountMenu(['Apple', 'Banana', 'Blueberry', 'Cherry']);
    await press('{ArrowDown}', 'Apple');
    // one right after the other: a pause would begin another word
    type('bl');
    await expectItem('Blueberry');
    // no item begins so
    type('x');
    await expectItem('Blueberry');
  });

  it('begin at what is checked, and do nothing with what is disabled', async () => {
    const { press } = mountMenu(['Apple', 'Banana', 'Cherry'], {
      Banana: { checked: true },
      Cherry: { disabled: true },
    });
    await press('{ArrowDown}', 'Banana');
    expect(document.activeElement?.getAttribute('aria-checked')).toBe('true');
    await press('{ArrowDown}{Enter}', 'Cherry');
    expect(chosen).not.toHaveBeenCalled();
  });

  it('pressed before it is there act in it, once each', async () => {
    const { user, button } = mountMenu(['Apple', 'Banana', 'Cherry']);
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    await user.keyboard('c{Enter}');
    await eventually(() => expect(chosen).toHaveBeenCalledExactlyOnceWith('Cherry'));
    expect(document.activeElement).toBe(button);
  });
});

it('stays beside its button, which letters, a scroll or a toolbar may move at any time', async () => {
  const { screen, button, press } = mountMenu(['Apple']);
  await press('{ArrowDown}', 'Apple');
  for (const top of [40, 90]) {
    button.getBoundingClientRect = () => new DOMRect(0, top, 60, 20);
    const expected = `${String(top + 24)}px`;
    await eventually(() => expect(screen.getByRole('menu').style.top).toBe(expected));
  }
});
