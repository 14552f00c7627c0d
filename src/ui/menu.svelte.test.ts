import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { mountWith, type Mounted } from '../../tests/support/mount-with.ts';
import type { MenuItem } from './menu.ts';
import Menu from './Menu.svelte';

const chosen = vi.fn<(label: string) => void>();

function mountMenu(labels: readonly string[], more: Partial<Record<string, object>> = {}): Mounted {
  chosen.mockClear();
  const items: MenuItem[] = [
    { caption: 'What there is' },
    ...labels.map((label) => ({ label, onselect: () => chosen(label), ...more[label] })),
  ];
  return mountWith(undefined, Menu, { label: 'Fruit', items });
}

const focused = (): string => document.activeElement?.textContent.trim() ?? '';

function type(text: string): void {
  for (const key of text)
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

describe('the keys of a menu', () => {
  it('open it at either end, and go round', async () => {
    const { screen, user } = mountMenu(['Apple', 'Banana', 'Cherry']);
    const button = screen.getByRole('button', { name: 'Fruit' });
    button.focus();
    await user.keyboard('{ArrowDown}');
    await eventually(() => expect(focused()).toBe('Apple'));
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{ArrowUp}');
    await eventually(() => expect(focused()).toBe('Cherry'));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await eventually(() => expect(focused()).toBe('Banana'));
    await user.keyboard('{End}');
    await eventually(() => expect(focused()).toBe('Cherry'));
    await user.keyboard('{Home}');
    await eventually(() => expect(focused()).toBe('Apple'));
    await user.keyboard('{Escape}{ArrowUp}');
    await eventually(() => expect(focused()).toBe('Cherry'));
  });

  it('choose, and give the focus back', async () => {
    const { screen, user } = mountMenu(['Apple', 'Banana']);
    const button = screen.getByRole('button', { name: 'Fruit' });
    button.focus();
    await user.keyboard('{Enter}');
    await eventually(() => expect(focused()).toBe('Apple'));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(chosen).toHaveBeenCalledExactlyOnceWith('Banana');
    expect(document.activeElement).toBe(button);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('close it without choosing by Escape, and by Tab', async () => {
    const { screen, user } = mountMenu(['Apple']);
    const button = screen.getByRole('button', { name: 'Fruit' });
    for (const key of ['{Escape}', '{Tab}']) {
      button.focus();
      await user.keyboard('{ArrowDown}');
      await eventually(() => expect(focused()).toBe('Apple'));
      await user.keyboard(key);
      await eventually(() => expect(screen.queryByRole('menu')).toBeNull());
      expect(button.getAttribute('aria-expanded')).toBe('false');
    }
    expect(chosen).not.toHaveBeenCalled();
  });

  it('find an item by what it begins with, and the next by the same letter', async () => {
    const { screen, user } = mountMenu(['Apple', 'Banana', 'Blueberry', 'Cherry']);
    screen.getByRole('button', { name: 'Fruit' }).focus();
    await user.keyboard('{ArrowDown}');
    await eventually(() => expect(focused()).toBe('Apple'));
    // one right after the other: a pause would begin another word
    type('bl');
    await eventually(() => expect(focused()).toBe('Blueberry'));
    // no item begins so
    type('x');
    await eventually(() => expect(focused()).toBe('Blueberry'));
  });

  it('begin at what is checked, and do nothing with what is disabled', async () => {
    const { screen, user } = mountMenu(['Apple', 'Banana', 'Cherry'], {
      Banana: { checked: true },
      Cherry: { disabled: true },
    });
    screen.getByRole('button', { name: 'Fruit' }).focus();
    await user.keyboard('{ArrowDown}');
    await eventually(() => expect(focused()).toBe('Banana'));
    expect(document.activeElement?.getAttribute('aria-checked')).toBe('true');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(chosen).not.toHaveBeenCalled();
    await eventually(() => expect(focused()).toBe('Cherry'));
  });

  it('pressed before it is there act in it, once each', async () => {
    const { screen, user } = mountMenu(['Apple', 'Banana', 'Cherry']);
    const button = screen.getByRole('button', { name: 'Fruit' });
    button.focus();
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    await user.keyboard('c{Enter}');
    await eventually(() => expect(chosen).toHaveBeenCalledExactlyOnceWith('Cherry'));
    expect(document.activeElement).toBe(button);
  });
});
