import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import { openApp, openRows, reopenApp, runOf, shownIds } from '../../../tests/support/open-app.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { layoutOf } from '#features/results/table-layout.svelte.ts';

const ALL = Array.from({ length: 18 }, (_, index) => `hd-${String(index + 1).padStart(2, '0')}`);

let app: AppState;
beforeEach(async () => {
  app = await openApp();
});

async function expectIds(ids: readonly string[]): Promise<void> {
  await eventually(async () => expect(await shownIds(app)).toEqual(ids));
}

/** The id of the selected row, once it has been read. */
async function expectSelected(id: string): Promise<void> {
  await eventually(() => expect(app.view.detail?.preview.id).toBe(id));
  expect(app.view.selected).toBe(ALL.indexOf(id));
}

it('the order of rows is that of a column, the other way round, and that of the data again', async () => {
  const { view } = app;
  await expectIds(ALL);
  view.sort('trajectory_precision');
  expect(view.sortKey('trajectory_precision')).toMatchObject({ descending: false });
  await expectIds([
    ...['hd-09', 'hd-12', 'hd-16', 'hd-13', 'hd-02', 'hd-06', 'hd-08', 'hd-05'],
    ...['hd-01', 'hd-03', 'hd-04', 'hd-07', 'hd-11', 'hd-14', 'hd-15', 'hd-17'],
    ...['hd-10', 'hd-18'],
  ]);
  view.sort('trajectory_precision');
  expect(view.sortKey('trajectory_precision')?.descending).toBe(true);
  await expectIds([
    ...['hd-01', 'hd-03', 'hd-04', 'hd-07', 'hd-11', 'hd-14', 'hd-15', 'hd-17'],
    ...['hd-05', 'hd-02', 'hd-06', 'hd-08', 'hd-13', 'hd-09', 'hd-12', 'hd-16'],
    ...['hd-10', 'hd-18'],
  ]);
  view.sort('trajectory_precision');
  expect(view.sortKey('trajectory_precision')).toBeUndefined();
  await expectIds(ALL);
});

describe('filters', () => {
  it('keep their rows until they are taken away', async () => {
    const { view } = app;
    const filter = { kind: 'failing', columnId: 'trajectory_in_order_match' } as const;
    view.toggle(filter);
    expect(view.has(filter)).toBe(true);
    await expectIds(['hd-02', 'hd-04', 'hd-05', 'hd-08', 'hd-09', 'hd-12', 'hd-13', 'hd-16']);
    // set again it stays, toggled it goes
    view.add(filter);
    expect(view.has(filter)).toBe(true);
    view.toggle(filter);
    expect(view.has(filter)).toBe(false);
    await expectIds(ALL);
  });

  it('that are equal are one, also when they come from a link', async () => {
    const { view } = app;
    const filter = { kind: 'failing', columnId: 'trajectory_in_order_match' } as const;
    await view.setFilters([filter, { ...filter }]);
    expect(view.filters).toEqual([filter]);
    await view.arrange([filter, { ...filter }], []);
    expect(view.filters).toEqual([filter]);
  });

  it('are met all together, and taken away all together', async () => {
    const { view } = app;
    view.toggle({ kind: 'failing', columnId: 'trajectory_exact_match' });
    void view.add({ kind: 'text', text: 'bath' });
    await expectIds(['hd-09', 'hd-13']);
    await view.setFilters([]);
    await expectIds(ALL);
  });

  it('find text in any column, whatever its case, and none without text', async () => {
    const { view } = app;
    void view.setFilters([{ kind: 'text', text: 'HUBTIMEOUT' }]);
    await expectIds(['hd-10']);
    void view.setFilters([{ kind: 'text', text: 'für elise' }]);
    await expectIds(['hd-15']);
    void view.setFilters([]);
    await expectIds(ALL);
  });

  it('tell how far a search is, and only the last one counts', async () => {
    const { view } = app;
    void view.setFilters([{ kind: 'text', text: 'kettle' }]);
    expect(view.searched).toBe(0);
    void view.setFilters([{ kind: 'text', text: 'bath' }]);
    await eventually(() => expect(view.searched).toBeUndefined());
    const [first] = await shownIds(app);
    await view.setFilters([{ kind: 'text', text: 'bath' }]);
    expect((await shownIds(app))[0]).toBe(first);
  });

  it('and the order go with their dataset', async () => {
    await app.view.arrange(
      [{ kind: 'agent-failed' }],
      [{ by: 'trajectory_recall', descending: true }],
    );
    expect(app.view.rows).toHaveLength(1);
    await openRows(app, THREE_ROWS);
    expect([app.view.filters, app.view.sorting]).toEqual([[], []]);
    expect(await shownIds(app)).toEqual(['r-same', 'r-swapped', 'r-extra']);
  });

  it('of a metric go with the metric when the same data is scored by others', async () => {
    const { view } = app;
    const run = runOf(app);
    await view.arrange(
      [{ kind: 'failing', columnId: 'trajectory_recall' }, { kind: 'not-evaluated' }],
      [{ by: 'trajectory_recall', descending: false }],
    );
    const scores = run.columns.scores.filter(({ id }) => id !== 'trajectory_recall');
    await view.show({ ...run, columns: { ...run.columns, scores } }, true);
    expect(view.filters).toEqual([{ kind: 'not-evaluated' }]);
    expect(view.sorting).toEqual([]);
    expect(await shownIds(app)).toEqual(['hd-10', 'hd-18']);
  });
});

describe('the selected row', () => {
  it('is the first that fails, and moves by row and by failure', async () => {
    const { view } = app;
    await expectSelected('hd-02');
    view.move(1);
    await expectSelected('hd-03');
    view.moveToFailure(1);
    await expectSelected('hd-04');
    // hd-06 and hd-07 pass: a call more than expected is no failure of in-order match
    view.moveToFailure(1);
    view.moveToFailure(1);
    await expectSelected('hd-08');
    view.moveToFailure(-1);
    await expectSelected('hd-05');
    view.decides = 'trajectory_exact_match';
    view.moveToFailure(1);
    await expectSelected('hd-06');
    view.move(-2);
    await expectSelected('hd-04');
    view.move(-100);
    await expectSelected('hd-01');
    view.moveToFailure(-1);
    expect(view.selected).toBe(0);
    view.move(100);
    await expectSelected('hd-18');
  });

  it('stays where a row is selected before the rows are there', async () => {
    await app.view.show(undefined, false);
    const shown = app.view.show(runOf(app), false);
    app.view.select(16);
    await shown;
    await expectSelected('hd-17');
  });

  it('stays where a row is selected before the rows are scored', async () => {
    const run = runOf(app);
    const unscored = { ...run, columns: { ...run.columns, scores: [] } };
    await app.view.show(unscored, false);
    app.view.select(16);
    await app.view.show(run, true);
    await expectSelected('hd-17');
    await app.view.show(unscored, false);
    await app.view.show(run, true);
    await expectSelected('hd-02');
  });

  it('moves in the order shown, among the rows shown', async () => {
    const { view } = app;
    await view.arrange([], [{ by: 'trajectory_precision', descending: false }]);
    expect(view.selectedIndex).toBe(4);
    view.move(1);
    await expectSelected('hd-06');
    await view.setFilters([{ kind: 'not-evaluated' }]);
    expect(view.selectedIndex).toBe(-1);
    // it stays although no filter keeps it; the next step goes to the first row shown
    expect(view.selected).toBe(5);
    view.move(1);
    await expectSelected('hd-10');
  });

  it('is gone to by its number, unless filters hide it', async () => {
    const { view } = app;
    expect(view.goTo(11)).toBe('shown');
    await expectSelected('hd-12');
    await view.setFilters([{ kind: 'agent-failed' }]);
    expect(view.goTo(4)).toBe('hidden');
    expect(view.selected).toBe(11);
    expect(view.goTo(9)).toBe('shown');
  });

  it('stays when the same data is scored anew, and is read again with its scores', async () => {
    app.view.select(4);
    await expectSelected('hd-05');
    const before = app.view.detail;
    await app.view.show(runOf(app), true);
    expect(app.view.selected).toBe(4);
    expect(app.view.detail).not.toBe(before);
    expect(app.view.detail?.preview.id).toBe('hd-05');
  });

  it('is the first failure again after a reload', async () => {
    app.view.select(4);
    app = await reopenApp();
    await expectSelected('hd-02');
  });

  it('goes through failures of data without references', async () => {
    const made = [{ tool_name: 'act', tool_input: {} }];
    const rows = [0, 1, 0, 1].map((failure, index) => ({
      id: `f-${String(index)}`,
      prompt: 'Do it.',
      predicted_trajectory: made,
      failure,
    }));
    const broken = { ...rows[0], id: 'f-4', predicted_trajectory: '[{"tool_name":' };
    await openRows(app, [...rows, broken]);
    expect(app.view.selected).toBe(1);
    app.view.moveToFailure(1);
    expect(app.view.selected).toBe(3);
    app.view.moveToFailure(-1);
    expect(app.view.selected).toBe(1);
  });

  it('is none where there is no row, and nothing moves', async () => {
    app.workspace.clear();
    await eventually(() => expect(app.view.rows).toHaveLength(0));
    app.view.move(1);
    app.view.moveToFailure(1);
    expect([app.view.selected, app.view.detail]).toEqual([-1, undefined]);
    expect(await app.view.ask('group', { by: { kind: 'tool' }, filters: [] }, {})).toBeUndefined();
    expect(await app.view.ask('toolTable', [], {})).toBeUndefined();
  });
});

it('lines of the table are read when they are looked at, with the chosen columns of the dataset', async () => {
  const { view } = app;
  const layout = layoutOf(app);
  await eventually(() => expect(view.preview(4)?.id).toBe('hd-05'));
  expect(view.preview(4)?.cells.get('room')).toBeUndefined();
  layout.toggleCell('room');
  await eventually(() => expect(view.preview(4)?.cells.get('room')).toBe('whole house'));
});
