import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { mountWith, textOf, type Mounted } from '../../../tests/support/mount-with.ts';
import { openApp, runOf } from '../../../tests/support/open-app.ts';
// loaded beforehand, so that no test waits for their code
import '#ui/MenuPanel.svelte';
import FilterBar from './FilterBar.svelte';
import { resultsOf } from './results-view.svelte.ts';

let app: AppState;
beforeEach(async () => {
  app = await openApp();
});

const mountBar = (): Mounted => mountWith(app, FilterBar, { run: runOf(app) });
const search = ({ screen }: Mounted): HTMLInputElement =>
  screen.getByRole('searchbox', { name: 'Filter rows by text' });
const count = ({ element }: Mounted): string => {
  flushSync();
  return textOf(element.querySelector('[aria-live]'));
};

describe('the bar of filters', () => {
  it('has a chip for each quick filter, with the rows it will keep', async () => {
    const bar = mountBar();
    for (const [name, rows] of [
      [/^Failed/, 8],
      [/^Left out/, 2],
      [/^Agent failed/, 1],
    ] as const) {
      const chip = bar.screen.getByRole('button', { name });
      expect(textOf(chip)).toMatch(new RegExp(` ${String(rows)}$`));
      await bar.user.click(chip);
      expect(chip.getAttribute('aria-pressed')).toBe('true');
      await eventually(() => expect(count(bar)).toBe(`${String(rows)} of 18 rows`));
      await bar.user.click(chip);
      expect(bar.screen.queryByRole('button', { name: /^All/ })).toBeNull();
    }
  });

  it('counts as failed what fails the metric that was chosen to decide', () => {
    resultsOf(app).decides = 'trajectory_exact_match';
    expect(textOf(mountBar().screen.getByRole('button', { name: /^Failed/ }))).toMatch(/ 10$/);
  });

  it('has a chip that goes for every other filter', async () => {
    const bar = mountBar();
    for (const [filter, name] of [
      [
        { kind: 'score', columnId: 'trajectory_precision', min: 0.3, max: 0.5 },
        'Precision 0.3 to 0.5',
      ],
      [{ kind: 'tool', tool: 'close_door' }, 'calls close_door'],
      [{ kind: 'cell', column: 'room', value: 'kitchen' }, 'room: kitchen'],
    ] as const) {
      app.view.add(filter);
      flushSync();
      await bar.user.click(bar.screen.getByRole('button', { name: `Remove ${name}` }));
      expect(app.view.filters).toEqual([]);
    }
  });

  it('gives the field of the text the focus that was asked for before it was there', () => {
    resultsOf(app).goToFilter();
    const bar = mountBar();
    expect(document.activeElement).toBe(search(bar));
    search(bar).blur();
    resultsOf(app).goToFilter();
    flushSync();
    expect(document.activeElement).toBe(search(bar));
    expect(resultsOf(app).isFilterWanted).toBe(false);
  });

  it('says how far a search is', () => {
    const bar = mountBar();
    app.view.search('kettle');
    expect(count(bar)).toBe('Searching… 0 %');
  });
});
