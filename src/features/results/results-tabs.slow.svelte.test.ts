import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import Numbers from './numbers/Numbers.svelte';
import Tools from './tools/Tools.svelte';
import type { AppState } from '#kernel/app.svelte.ts';
import { row } from '../../../tests/e2e/rows.ts';
import { mountWith, textOf, type Mounted } from '../../../tests/support/mount-with.ts';
import { holdQuestion, openApp, openRows, runOf } from '../../../tests/support/open-app.ts';
import { describeFilter, describeGrouping } from './describe-filter.ts';
import { REVIEW_COLUMN } from '#core/score/rated-metrics/rating-metric.ts';
import Groups from './Groups.svelte';
import Causes from './Causes.svelte';
import CauseStrip from './CauseStrip.svelte';
import { resultsOf } from './results-view.svelte.ts';
import RunNumbers from './RunNumbers.svelte';

let app: AppState;
beforeEach(async () => {
  app = await openApp();
});

/** The cells of a table's line that begins with a name, without it. */
const cellsOf = (mounted: Mounted, table: string, name: string): string[] =>
  mounted
    .lines(table)
    .map((line) => line.split('|'))
    .find(([first]) => first === name)
    ?.slice(1) ?? [];

/** What takes the focus once rows are shown. */
const wanted = () => resultsOf(app).wantedFocus;
const filters = (): string[] => app.view.filters.map(describeFilter);

describe('the numbers', () => {
  const mountSummary = (): Mounted => mountWith(app, Numbers, { run: runOf(app) });

  it('is of all rows, from a threshold on, which is kept with the run', async () => {
    const summary = mountSummary();
    // 6 of 16 rows match; Wilson's interval of that
    await eventually(() =>
      expect(cellsOf(summary, 'Summary', 'Exact match')).toContain('0.18 to 0.61'),
    );
    // median, p90, p95 and p99 say nothing of scores that are 0 or 1
    expect(cellsOf(summary, 'Summary', 'Exact match').slice(5, 9)).toEqual(['–', '–', '–', '–']);
    expect(cellsOf(summary, 'Summary', 'Precision').slice(5, 9)).not.toContain('–');
    // and there is nothing to choose from where on they pass
    expect(cellsOf(summary, 'Summary', 'Exact match')).toContain('≥ 1');
    expect(summary.text()).toContain('Total: 26.30 s (17 of 18 rows).');
    const before = cellsOf(summary, 'Summary', 'Recall').at(-1);
    const fields = [...summary.element.querySelectorAll('input')];
    const recall = fields.find(({ labels }) => textOf(labels![0]!).includes('Recall passes from'))!;
    await summary.user.clear(recall);
    await summary.user.type(recall, '0.5');
    await summary.user.tab();
    await eventually(() =>
      expect(runOf(app).record.settings.thresholds).toEqual({ trajectory_recall: 0.5 }),
    );
    // without the screen above it the run is given anew by hand
    const after = mountSummary();
    await eventually(() => {
      const cells = cellsOf(after, 'Summary', 'Recall');
      expect(cells).not.toEqual([]);
      expect(cells.at(-1)).not.toBe(before);
    });
    // it is kept with the run, not with the page
    const { id } = runOf(app).record;
    localStorage.clear();
    await eventually(async () => {
      const stored = await app.library.load(id);
      expect(stored?.record.settings.thresholds).toEqual({ trajectory_recall: 0.5 });
    });
  });

  it('are there before rows are read for groups', async () => {
    const answer = holdQuestion(app, 'group');
    const summary = mountSummary();
    await eventually(() =>
      expect(cellsOf(summary, 'Summary', 'Exact match')).toContain('0.18 to 0.61'),
    );
    const titles = (): string[] => [...summary.element.querySelectorAll('h2')].map(textOf);
    await eventually(() => expect(titles()).toContain('Means'));
    const before = titles();
    answer();
    await eventually(() => expect(titles().length).toBe(before.length + 1));
  });
});

describe('the tools', () => {
  it('stand worst first, and one shows what it was called after and instead, and its arguments', async () => {
    const tools = mountWith(app, Tools, { run: runOf(app) });
    const lines = () => tools.lines('Tools');
    await eventually(() => expect(lines()[0]).toMatch(/^set_temperature\|/));
    expect(textOf(tools.element)).toContain('in the 15 of 18 rows with calls to');
    const [wrong, expected, right, changed, missing] = (lines()[0] ?? '')
      .split('|')
      .slice(1)
      .map(Number);
    expect(wrong! + right!).toBe(expected);
    expect(changed! + missing!).toBe(wrong);
    await tools.user.click(tools.button('set_temperature'));
    const listed = (name: string) => () => expect(tools.lines(name).length).toBeGreaterThan(0);
    for (const name of ['Called after', 'Arguments']) await eventually(listed(name));
    const argument = tools.element.querySelector<HTMLElement>(
      '[aria-label=Arguments] tbody button',
    );
    await tools.user.click(argument!);
    expect(filters()[0]).toContain('set_temperature');
    await eventually(() => {
      flushSync();
      expect(textOf(tools.element)).toContain('filtered rows, worst first');
    });
    expect(wanted()).toBe('row');
  });
});

describe('the groups', () => {
  const lines = ({ element }: Mounted): string[] => {
    flushSync();
    return [
      ...element.querySelectorAll('[aria-label=Groups] tr, [aria-label=Groups] [role=row]'),
    ].map(textOf);
  };
  const said = ({ element }: Mounted): string => {
    flushSync();
    return textOf(element.querySelector('[aria-live]'));
  };

  it('are by the column with the fewest values, the worst first, and become a filter', async () => {
    const isWrong = (at: number): boolean => at % 10 === 3 || (at % 7 === 4 && at % 2 === 0);
    const many = Array.from({ length: 1400 }, (_, at) =>
      row(`r-${String(at)}`, isWrong(at) ? 'b' : 'a', 'a', {
        ...{ order: `o-${String(at)}`, day: at % 14, room: `room ${String(at % 7)}`, unit: 'kWh' },
      }),
    );
    await openRows(app, many);
    const groups = mountWith(app, Groups, { run: runOf(app) });
    await eventually(() => expect(groups.button('room').getAttribute('aria-pressed')).toBe('true'));
    const bar = groups.element.querySelector('[role=toolbar]')!;
    expect([...bar.querySelectorAll('button')].map(textOf)).toEqual(['room', 'day', 'Other']);
    await eventually(() => expect(said(groups)).toContain('7 groups of 1,400 rows.'));
    await eventually(() => expect(lines(groups)).toHaveLength(8));
    expect(lines(groups)[1]).toMatch(/room 4 ?80 of 200 ?0\.40/);
    expect(lines(groups)[2]).toMatch(/room \d ?180 of 200 ?0\.90/);
    // crossed with a second column
    resultsOf(app).secondGroupBy = 'cell:day';
    await eventually(() => expect(groups.lines('room × day')).toHaveLength(14));
    expect(groups.lines('room × day')[0]).toMatch(/^\d+\|\d+ of \d+\|/);
    expect(textOf(groups.element)).toMatch(/room 4 passes less often than the rest: 80 of 200 /);
    await groups.user.click(groups.button('room 4'));
    await eventually(() => expect([filters(), wanted()]).toEqual([['room: room 4'], 'row']));
    await eventually(() => expect(app.view.rows).toHaveLength(200));
  });

  it('say which rows stand in none', async () => {
    await openRows(app, [
      row('one', 'a', 'a', { place: 'Oslo', kind: 'x' }),
      row('two', '', 'a', { place: 'Bergen', kind: 'x' }),
      row('three', 'a', 'a', { place: 'Voss', kind: 'y' }),
    ]);
    const groups = mountWith(app, Groups, { run: runOf(app) });
    // a column with another value in each row makes no groups
    await eventually(() => expect(groups.button('kind')).toBeTruthy());
    expect(groups.screen.queryByRole('button', { name: 'place' })).toBeNull();
    resultsOf(app).groupBy = 'tool';
    await eventually(() => {
      flushSync();
      expect(textOf(groups.element)).toContain('1 row without a call.');
    });
  });
});

it('kinds of mistakes stand above their causes, fold, and show their rows', async () => {
  const causes = mountWith(app, Causes, { run: runOf(app) });
  const kind = causes.button('Causes: Number sent as text');
  const listed = (): number => kind.closest('[role=group]')!.querySelectorAll('.cause').length;
  expect([...causes.element.querySelectorAll('h2')].map(textOf)).toEqual([
    'Why 8 rows fail',
    'Differs, but fails no row',
  ]);
  expect(textOf(kind.closest('.line'))).toMatch(/Number sent as text 1 tool ?4 rows/);
  expect([kind.getAttribute('aria-expanded'), listed()]).toEqual(['true', 2]);
  await causes.user.click(kind);
  expect([kind.getAttribute('aria-expanded'), listed()]).toEqual(['false', 1]);
  await causes.user.click(causes.button('Wrong argument'));
  await causes.user.click(causes.button('Show 3 rows'));
  await eventually(() =>
    expect([filters(), wanted()]).toEqual([['a wrong argument', 'In-order match fails'], 'row']),
  );
  await eventually(() => expect([...app.view.rows]).toEqual([7, 11, 12]));
});

it('a cause shows what its rows differ in, what can be done about it, and its rows', async () => {
  const causes = mountWith(app, Causes, { run: runOf(app) });
  const cause = [...causes.element.querySelectorAll<HTMLElement>('button.cause')].find((one) =>
    /^set_temperature.*is a string, expected a number/.test(textOf(one)),
  );
  await causes.user.click(cause!);
  expect(cause!.getAttribute('aria-expanded')).toBe('true');
  await eventually(() => expect(textOf(causes.element)).toContain('temperature "21"'));
  await causes.user.click(causes.button('Fix…'));
  expect(resultsOf(app).fixing).toMatchObject({ row: 1, differences: [{ argument: {} }] });
  await causes.user.click(causes.button('Show 4 rows'));
  await eventually(() => expect(wanted()).toBe('row'));
  await eventually(() => expect([...app.view.rows]).toEqual([1, 4, 8, 12]));
});

it('the strip shows what most rows differ in, and their rows', async () => {
  const strip = mountWith(app, CauseStrip, { run: runOf(app) });
  expect(strip.text()).toMatch(/^Number sent as text 4 rows .*Wrong argument 3 rows /);
  resultsOf(app).tab = 'groups';
  await strip.user.click(strip.button('Wrong argument'));
  expect([filters(), resultsOf(app).tab]).toEqual([
    ['a wrong argument', 'In-order match fails'],
    'rows',
  ]);
});

describe('with a filter', () => {
  beforeEach(() => app.view.setFilters([{ kind: 'cell', column: 'room', value: 'kitchen' }]));

  it('the numbers are those of its rows, beside those of all', async () => {
    const numbers = mountWith(app, RunNumbers, { run: runOf(app) });
    await eventually(() =>
      expect(numbers.text()).toMatch(/^\d of \d rows? pass(es)? All rows: 8 of 16 rows pass/),
    );
    expect(numbers.text()).toContain('· all 0.50');
    await app.view.setFilters([{ kind: 'tool', tool: 'none' }]);
    expect(numbers.text()).toMatch(/^8 of 16 rows pass/);
  });

  it('causes are those of its rows, and a press on one leaves it on', async () => {
    const causes = mountWith(app, Causes, { run: runOf(app) });
    const shown = new Set(app.view.rows);
    const [first] = causes.element.querySelectorAll<HTMLElement>('button.cause');
    expect(textOf(first!)).toMatch(/ 1 row$/);
    await causes.user.click(first!);
    await causes.user.click(causes.button('Show 1 row'));
    await eventually(() => expect(app.view.rows).toHaveLength(1));
    expect([...app.view.rows].every((row) => shown.has(row))).toBe(true);
    expect(filters()).toContain('room: kitchen');
  });

  it('name what was reviewed by the verdict', () => {
    const ofReview = { kind: 'score', columnId: REVIEW_COLUMN.id } as const;
    const names = [0, 1].map((value) => describeGrouping({ ...ofReview, min: value, max: value }));
    expect(names).toEqual(['Review fail', 'Review pass']);
  });
});

describe('the numbers of the run', () => {
  const mountNumbers = (): Mounted => mountWith(app, RunNumbers, { run: runOf(app) });

  it('say how many rows pass under the metric that decides, which a press chooses', async () => {
    const numbers = mountNumbers();
    expect(numbers.text()).toMatch(/^8 of 16 rows pass 2 of 18 rows left out: /);
    await numbers.user.click(numbers.button('Exact match'));
    expect(numbers.text()).toMatch(/^6 of 16 rows pass/);
    expect(app.view.sorting).toEqual([{ by: 'trajectory_exact_match', descending: false }]);
    // of a share, rows pass at 1; whether the agent failed decides nothing
    await numbers.user.click(numbers.button('Precision'));
    expect(numbers.text()).toMatch(/^8 of 16 rows pass/);
    await numbers.user.click(numbers.button('Failure'));
    expect(numbers.text()).toMatch(/^8 of 16 rows pass/);
    expect(app.view.decides).toBe('trajectory_precision');
  });

  it('are not there without metrics, and it is said why', async () => {
    await app.workspace.setSettings({ ...app.workspace.settings, metrics: [] });
    expect(mountNumbers().text()).toContain('No metrics selected');
  });
});
