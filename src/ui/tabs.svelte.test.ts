import { createRawSnippet, flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { mountWith } from '../../tests/support/mount-with.ts';
import Tabs from './Tabs.svelte';

it('tabs are chosen by arrow keys, which go round, by Home and End', async () => {
  const { screen, user } = mountWith(undefined, Tabs as never, {
    tabs: [
      { id: 'rows', label: 'Rows', count: 1200 },
      { id: 'groups', label: 'Groups' },
      { id: 'charts', label: 'Charts' },
    ],
    selected: 'rows',
    label: 'Results',
  });
  const tabs = screen.getAllByRole('tab');
  expect(tabs.map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
  expect(tabs[0]?.textContent.trim()).toMatch(/^Rows\s+1,200$/);
  tabs[0]?.focus();
  for (const [key, place] of [
    ['{ArrowRight}', 1],
    ['{ArrowLeft}{ArrowLeft}', 2],
    ['{ArrowRight}', 0],
    ['{End}', 2],
    ['{Home}', 0],
  ] as const) {
    await user.keyboard(key);
    flushSync();
    expect(document.activeElement).toBe(tabs[place]);
    expect(tabs.map((tab) => tab.getAttribute('aria-selected') === 'true')).toEqual(
      tabs.map((_, at) => at === place),
    );
    expect(tabs.map((tab) => tab.tabIndex)).toEqual(tabs.map((_, at) => (at === place ? 0 : -1)));
  }
  // other keys are for others
  const onKey = vi.fn();
  document.addEventListener('keydown', onKey, { once: true });
  await user.keyboard('j');
  expect(onKey).toHaveBeenCalledTimes(1);
});

it('controls beside the tabs are reached by the arrows, and choose no tab', async () => {
  const end = createRawSnippet(() => ({
    render: () => '<p><button tabindex="-1">Run</button><button disabled>Off</button></p>',
  }));
  const { screen, user } = mountWith(undefined, Tabs as never, {
    tabs: [
      { id: 'text', label: 'Text' },
      { id: 'columns', label: 'Columns' },
    ],
    selected: 'text',
    label: 'Data',
    end,
  });
  const bar = screen.getByRole('toolbar', { name: 'Data' });
  const tab = (name: string): HTMLElement => screen.getByRole('tab', { name });
  tab('Text').focus();
  for (const [key, name, selected] of [
    ['{ArrowRight}', 'Columns', 'Columns'],
    ['{ArrowRight}', 'Run', 'Columns'],
    ['{ArrowRight}', 'Text', 'Text'],
    ['{ArrowLeft}', 'Run', 'Text'],
    ['{ArrowLeft}', 'Columns', 'Columns'],
    ['{End}', 'Run', 'Columns'],
  ] as const) {
    await user.keyboard(key);
    flushSync();
    expect(document.activeElement?.textContent.trim()).toBe(name);
    expect(tab(selected).getAttribute('aria-selected')).toBe('true');
    expect([...bar.querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0)).toContain(
      tab(selected),
    );
  }
});
