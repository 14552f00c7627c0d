import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { row } from '../../../tests/e2e/rows.ts';
import { mountWith, textOf, type Mounted } from '../../../tests/support/mount-with.ts';
import { openApp, openRows, runOf } from '../../../tests/support/open-app.ts';
import ResultsGrid from './ResultsGrid.svelte';
import { layoutOf } from './table-layout.svelte.ts';

const onopen = vi.fn();
let app: AppState;

/** The table of the open run, once the lines of its first rows have been read. */
async function mountGrid(): Promise<Mounted> {
  onopen.mockClear();
  const mounted = mountWith(app, ResultsGrid, { run: runOf(app), onopen });
  await eventually(() => {
    expect(rows(mounted).length).toBeGreaterThan(0);
    expect(mounted.element.textContent).not.toContain('…');
  });
  return mounted;
}

const rows = ({ element }: Mounted): HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>('[role=row]:not([aria-rowindex="1"])'),
];
const idOf = (one: Element | null | undefined): string =>
  textOf(one?.querySelector('[role=rowheader]') ?? null);
const idsOf = (mounted: Mounted): string[] => rows(mounted).map(idOf);
const rowOf = (mounted: Mounted, id: string): HTMLElement =>
  rows(mounted).find((one) => idOf(one) === id)!;
const head = ({ element }: Mounted, begin: string): HTMLElement =>
  [...element.querySelectorAll<HTMLElement>('[role=columnheader]')].find((one) =>
    textOf(one).startsWith(begin),
  )!;

beforeEach(async () => {
  app = await openApp();
});

describe('keys in the table', () => {
  it('move from row to row, to both ends and by pages, with the focus', async () => {
    const mounted = await mountGrid();
    rowOf(mounted, 'hd-02').click();
    for (const [key, id] of [
      ['{ArrowDown}', 'hd-03'],
      ['{ArrowUp}{ArrowUp}', 'hd-01'],
      ['{End}', 'hd-18'],
      ['{PageUp}', 'hd-01'],
      ['{PageDown}', 'hd-18'],
      ['{Home}', 'hd-01'],
    ] as const) {
      await mounted.user.keyboard(key);
      await eventually(() => expect(idOf(document.activeElement)).toBe(id));
      expect(rowOf(mounted, id).getAttribute('aria-selected')).toBe('true');
      expect(mounted.element.querySelectorAll('[aria-selected=true]')).toHaveLength(1);
      expect(rows(mounted).filter(({ tabIndex }) => tabIndex === 0)).toEqual([rowOf(mounted, id)]);
    }
  });

  it('lead from the first row to the heads and back, which Tab passes', async () => {
    const mounted = await mountGrid();
    const stops = (): Element[] =>
      [...mounted.element.querySelectorAll<HTMLElement>('*')].filter(
        ({ tabIndex }) => tabIndex === 0,
      );
    expect(stops()).toEqual([rowOf(mounted, 'hd-02')]);
    rowOf(mounted, 'hd-01').click();
    await mounted.user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(head(mounted, 'result').querySelector('button'));
    await mounted.user.keyboard('{ArrowRight}');
    expect(textOf(document.activeElement)).toBe('id');
    await mounted.user.keyboard('{ArrowDown}');
    await eventually(() => expect(idOf(document.activeElement)).toBe('hd-01'));
    expect(stops()).toEqual([rowOf(mounted, 'hd-01')]);
  });

  it('reach the table where the selected row is not drawn', async () => {
    await openRows(
      app,
      Array.from({ length: 200 }, (_, at) => row(`r-${at}`, 'a', 'a')),
    );
    const mounted = await mountGrid();
    const grid = mounted.element.querySelector<HTMLElement>('[role=grid]')!;
    expect(grid.tabIndex).toBe(-1);
    grid.scrollTop = 4000;
    grid.dispatchEvent(new Event('scroll'));
    flushSync();
    expect(grid.tabIndex).toBe(0);
  });

  it('on a head sort, and move no row', async () => {
    layoutOf(app).toggle({ id: 'trajectory_precision', isExtra: true });
    const mounted = await mountGrid();
    head(mounted, 'prec').querySelector('button')?.focus();
    await mounted.user.keyboard('{Enter}');
    expect(head(mounted, 'prec').getAttribute('aria-sort')).toBe('ascending');
    await eventually(() => expect(idsOf(mounted)[0]).toBe('hd-09'));
    await mounted.user.keyboard('{ArrowUp}{PageDown}');
    expect([app.view.selected, onopen.mock.calls.length]).toEqual([1, 0]);
    await mounted.user.keyboard('{Enter}');
    expect(head(mounted, 'prec').getAttribute('aria-sort')).toBe('descending');
    await eventually(() => expect(idsOf(mounted)[0]).toBe('hd-01'));
    await mounted.user.keyboard('{Enter}');
    expect(head(mounted, 'prec').getAttribute('aria-sort')).toBe('none');
    const id = head(mounted, 'id');
    expect([textOf(id), id.getAttribute('aria-sort')]).toEqual(['id', 'none']);
    await mounted.user.click(id.querySelector('button')!);
    await eventually(() => expect(id.getAttribute('aria-sort')).toBe('other'));
    expect(textOf(id)).toBe('id ⇅');
    layoutOf(app).reset();
  });
});

describe('the table', () => {
  it('selects by a click, and opens by a second one', async () => {
    const mounted = await mountGrid();
    await mounted.user.click(rowOf(mounted, 'hd-05'));
    expect([app.view.selected, onopen.mock.calls.length]).toEqual([4, 0]);
    await mounted.user.dblClick(rowOf(mounted, 'hd-06'));
    expect([app.view.selected, onopen.mock.calls.length]).toEqual([5, 1]);
  });

  it('counts its rows and columns, and names its columns', async () => {
    const mounted = await mountGrid();
    const grid = mounted.element.querySelector('[role=grid]')!;
    expect(grid.getAttribute('aria-rowcount')).toBe('19');
    const heads = mounted.element.querySelectorAll('[role=columnheader]');
    expect(grid.getAttribute('aria-colcount')).toBe(String(heads.length));
    expect(rowOf(mounted, 'hd-18').getAttribute('aria-rowindex')).toBe('19');
  });

  it('names a row by its id, its deciding verdict and what differs', async () => {
    const mounted = await mountGrid();
    const nameOf = (id: string) => rowOf(mounted, id).getAttribute('aria-label');
    expect(nameOf('hd-01')).toBe('hd-01, In-order match 1');
    expect(nameOf('hd-02')).toBe('hd-02, In-order match 0, temperature 21 → "21" (string)');
    const failed = rows(mounted).find((one) => one.textContent.includes('agent failed'));
    expect(failed?.getAttribute('aria-label')).toMatch(/, Agent failed$/);
  });

  it('is as wide as its first values, whatever is shown', async () => {
    const template = () =>
      mounted.element.querySelector<HTMLElement>('.grid')!.style.getPropertyValue('--cols');
    await openRows(app, [row('r-0', 'a', 'a'), row('a-very-long-id-of-a-row', 'a', 'b')]);
    const mounted = await mountGrid();
    const before = template();
    expect(before.split(' ')[1]).toBe('186px');
    app.view.toggle({ kind: 'text', text: 'r-0' });
    await eventually(() => expect(rows(mounted)).toHaveLength(1));
    expect(template()).toBe(before);
  });

  it('says what became of a row, and has a dash where there is no score', async () => {
    for (const id of ['trajectory_exact_match', 'trajectory_in_order_match'])
      layoutOf(app).toggle({ id, isExtra: true });
    const made = [{ tool_name: 'act', tool_input: {} }];
    await openRows(app, [
      { id: 'f-0', prompt: 'Do it.', predicted_trajectory: made, failure: 0 },
      { id: 'f-1', prompt: 'Do it.', predicted_trajectory: '[{"tool_name":', failure: 0 },
      row('f-2', 'a', 'a'),
      row('f-3', '', 'a'),
      row('f-4', 'b', 'a'),
    ]);
    const mounted = await mountGrid();
    const scores = (id: string): string[] =>
      [...rowOf(mounted, id).querySelectorAll('[role=gridcell].num')].map(textOf).slice(0, 2);
    expect(scores('f-0')).toEqual(['–', '–']);
    expect(scores('f-1')).toEqual(['error', 'error']);
    expect(scores('f-2')).toEqual(['1', '1']);
    const results = ['f-0', 'f-1', 'f-2', 'f-3', 'f-4'].map((id) =>
      textOf(rowOf(mounted, id).querySelector('[role=gridcell]')),
    );
    expect(results).toEqual(['left out', 'error', 'pass', 'no call', 'fail']);
    layoutOf(app).reset();
  });

  it('shows the part of the calls and of the texts that the filters look for', async () => {
    const long = `${'a'.repeat(12)}b${'a'.repeat(7)}`;
    const prompt = `${'Please. '.repeat(50)}Boil the kettle.`;
    await openRows(app, [row('r-0', long, long, { prompt, note: 'at night' })]);
    const mounted = await mountGrid();
    const cellsOf = (): string[] =>
      [...rowOf(mounted, 'r-0').querySelectorAll('[role=gridcell]')].map(textOf);
    expect(cellsOf()[2]).toBe('+12');
    app.view.toggle({ kind: 'tool', tool: 'b' });
    await eventually(() => expect(cellsOf()[2]).toBe('11++4'));
    expect(rowOf(mounted, 'r-0').querySelectorAll('rect')).toHaveLength(1);
    void app.view.setFilters([
      { kind: 'tool', tool: 'b' },
      { kind: 'text', text: 'kettle' },
    ]);
    await eventually(() => expect(cellsOf()[1]).toContain('Boil the kettle.'));
    expect(textOf(rowOf(mounted, 'r-0').querySelector('mark'))).toBe('kettle');
    // in a column that is not shown, and then in one that is
    void app.view.setFilters([
      { kind: 'tool', tool: 'b' },
      { kind: 'text', text: 'NIGHT' },
    ]);
    await eventually(() => expect(cellsOf()[1]).toBe('note at night'));
    layoutOf(app).toggleCell('note');
    await eventually(() => expect(cellsOf()[1]).toMatch(/^Please/));
    expect(textOf(rowOf(mounted, 'r-0').querySelector('mark'))).toBe('night');
    layoutOf(app).reset();
    await app.view.setFilters([]);
    await eventually(() => expect(cellsOf()[2]).toBe('+12'));
  });

  it('says when no row matches, and how to get rows back', async () => {
    const mounted = await mountGrid();
    app.view.toggle({ kind: 'agent-failed' });
    void app.view.add({ kind: 'text', text: 'kettle' });
    const { screen, user } = mounted;
    await eventually(() => expect(screen.getByText('No row matches')).toBeDefined());
    expect(textOf(mounted.element)).toContain('0 of 18 rows: Agent failed, contains “kettle”.');
    await user.click(screen.getByRole('button', { name: 'Clear “Agent failed”' }));
    await eventually(() => expect(idsOf(mounted)).toEqual(['hd-06']));
    void app.view.setFilters([{ kind: 'text', text: 'kettledrum' }]);
    await eventually(() => expect(screen.getByText('No row matches')).toBeDefined());
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    await eventually(() => expect(rows(mounted)).toHaveLength(18));
  });
});
