import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { mountWith, textOf, type Mounted } from '../../../tests/support/mount-with.ts';
import { openApp, runOf } from '../../../tests/support/open-app.ts';
import FilterBar from './FilterBar.svelte';
import { resultsOf } from './results-view.svelte.ts';

let app: AppState;
beforeEach(async () => {
  app = await openApp();
});

const mountBar = (): Mounted => mountWith(app, FilterBar, { run: runOf(app) });
const optionsOf = ({ element }: Mounted): string[] =>
  [...element.querySelectorAll('[role=option]')].map(textOf);
const noteOf = (bar: Mounted): string =>
  textOf(document.getElementById(search(bar).getAttribute('aria-describedby') ?? ''));
const search = ({ screen }: Mounted): HTMLInputElement =>
  screen.getByRole('combobox', { name: 'Filter rows by text' });
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

  it('counts as left out what the metric that decides leaves out, whatever others do', async () => {
    const calls = { predicted_trajectory: [], reference_trajectory: [] };
    const rows = [{ ...calls, latency_in_seconds: 1 }, calls];
    await app.workspace.openText(rows.map((one) => JSON.stringify(one)).join('\n'));
    expect(mountBar().screen.queryByRole('button', { name: /^Left out/ })).toBeNull();
  });

  it('counts as failed what fails the metric that was chosen to decide', () => {
    app.view.decides = 'trajectory_exact_match';
    expect(textOf(mountBar().screen.getByRole('button', { name: /^Failed/ }))).toMatch(/ 10$/);
  });

  it.each([' kettle', 'kettle ', '  the kettle'])('looks for the words of “%s”', async (text) => {
    const bar = mountBar();
    await bar.user.type(search(bar), text);
    expect(app.view.filters).toEqual([{ kind: 'text', text: text.trim() }]);
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
    expect(resultsOf(app).wantedFocus).toBeUndefined();
  });

  it('looks for words as they are typed, and keeps them when the run changes', async () => {
    let run = $state.raw(runOf(app));
    const props = {
      get run() {
        return run;
      },
    };
    const bar = mountWith(app, FilterBar, props);
    await bar.user.type(search(bar), 'kettle on');
    expect(app.view.filters).toEqual([{ kind: 'text', text: 'kettle on' }]);
    run = { ...runOf(app) };
    flushSync();
    expect(search(bar).value).toBe('kettle on');
    await app.view.setFilters([]);
    flushSync();
    expect(search(bar).value).toBe('');
  });

  it('sets a condition by Enter, which has a chip then', async () => {
    const bar = mountBar();
    await bar.user.type(search(bar), 'trajectory_exact_match < 1 and tool = set_temperature');
    expect(app.view.filters).toEqual([]);
    await bar.user.keyboard('{Enter}');
    expect(search(bar).value).toBe('');
    expect(bar.button('Remove Exact match < 1')).toBeDefined();
    expect(bar.button('Remove calls set_temperature')).toBeDefined();
  });

  it('looks for a word that could begin a condition once Enter says that it is all', async () => {
    const bar = mountBar();
    await bar.user.type(search(bar), 'room');
    expect(app.view.filters).toEqual([]);
    await bar.user.keyboard('{Enter}');
    expect(app.view.filters).toEqual([{ kind: 'text', text: 'room' }]);
    expect(search(bar).value).toBe('room');
  });

  it('says what is wrong with a condition, once it is no longer being written', async () => {
    const bar = mountBar();
    await bar.user.type(search(bar), 'trajectory_exact_match < 1 and tool = set_temperature or');
    expect(noteOf(bar)).toContain('Enter sets a condition');
    await bar.user.keyboard('{Enter}');
    expect(noteOf(bar)).toContain('something is missing; expected “not”, “(” or a condition');
    expect(search(bar).getAttribute('aria-invalid')).toBe('true');
    search(bar).setSelectionRange(99, 99);
    await bar.user.keyboard(' tol = x');
    expect(noteOf(bar)).toMatch(/^Character 58: this run has no metric or column “tol”/);
    expect(app.view.filters).toEqual([]);
  });

  it('offers what may follow, and values of a column, which a click takes', async () => {
    const bar = mountBar();
    await bar.user.type(search(bar), 'traj');
    await bar.user.click(bar.element.querySelector('[role=option]')!);
    await eventually(() => expect(search(bar).value).toBe('trajectory_exact_match '));
    expect(document.activeElement).toBe(search(bar));
    await bar.user.keyboard('{Escape}');
    expect(optionsOf(bar)).toEqual([]);
    await bar.user.clear(search(bar));
    await bar.user.type(search(bar), 'room = ki');
    await eventually(() => expect(optionsOf(bar)).toEqual(['kitchen']));
  });

  it('says how far a search is', () => {
    const bar = mountBar();
    void app.view.add({ kind: 'text', text: 'kettle' });
    expect(count(bar)).toBe('Searching… 0 %');
  });
});
