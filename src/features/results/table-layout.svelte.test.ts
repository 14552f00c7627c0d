import { afterEach, expect, it, vi } from 'vitest';
import { decidingId } from '#core/explain/summary/headline.ts';
import { chosenColumns, gridColumns, templateOf } from './result-columns.ts';
import { openApp, reopenApp, runOf } from '../../../tests/support/open-app.ts';
import { CELLS_LIMIT, TableLayout, layoutOf } from './table-layout.svelte.ts';

const KEY = 'trajectory-playground:table';
const usual = (id: string) => ({ id, isExtra: false });
const extra = (id: string) => ({ id, isExtra: true });

afterEach(() => localStorage.clear());

it('is as usual at first, and again when it is put back', () => {
  const layout = new TableLayout();
  expect(layout.isDefault).toBe(true);
  layout.toggle(extra('trajectory_recall'));
  layout.toggle(usual('why'));
  layout.toggleCell('room');
  expect(layout.isDefault).toBe(false);
  layout.reset();
  expect(layout.isDefault).toBe(true);
  const shown = [extra('trajectory_recall'), usual('why')].map((one) => layout.isShown(one));
  expect([shown, layout.cells]).toEqual([[false, true], []]);
});

it('hides and shows columns, and keeps that on this device', () => {
  const layout = new TableLayout();
  layout.toggle(usual('why'));
  layout.toggle(usual('prompt'));
  layout.toggle(usual('why'));
  layout.toggle(extra('recall'));
  layout.toggleCell('room');
  layout.toggleCell('note');
  layout.toggleCell('room');
  for (const one of [layout, new TableLayout()]) {
    const shown = [usual('why'), usual('prompt'), extra('recall'), extra('exact')];
    expect(shown.map((column) => one.isShown(column))).toEqual([true, false, true, false]);
    expect(one.cells).toEqual(['note']);
  }
});

it.each(['not JSON', '7', 'null', '{"hidden":1,"cells":"x"}'])(
  'is as usual where %s is stored',
  (stored) => {
    localStorage.setItem(KEY, stored);
    expect(new TableLayout().isDefault).toBe(true);
  },
);

it('takes from what is stored only what fits', () => {
  const cells = Array.from({ length: CELLS_LIMIT + 5 }, (_, at) => `column ${String(at)}`);
  // widths are of versions in which columns could be widened
  const stored = { hidden: ['why', 3], cells: [null, ...cells], widths: { prompt: 100 } };
  localStorage.setItem(KEY, JSON.stringify(stored));
  const layout = new TableLayout();
  expect(layout.isShown(usual('why'))).toBe(false);
  expect(layout.cells).toEqual(cells.slice(0, CELLS_LIMIT));
});

it('lasts until the page is closed where nothing can be stored', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const layout = new TableLayout();
  layout.toggle(usual('why'));
  expect(layout.isShown(usual('why'))).toBe(false);
  expect(new TableLayout().isShown(usual('why'))).toBe(true);
  vi.restoreAllMocks();
});

it('says which columns the table has, also after a reload', async () => {
  let app = await openApp();
  const columnsOf = () => {
    const run = runOf(app);
    const scores = gridColumns(run);
    return chosenColumns(run, scores, layoutOf(app), decidingId(run, ''));
  };
  expect(columnsOf().map(({ id }) => id)).toEqual(['result', 'id', 'prompt', 'trajectory', 'why']);
  layoutOf(app).toggleCell('room');
  layoutOf(app).toggle(extra('trajectory_recall'));
  layoutOf(app).toggle(usual('why'));
  app = await reopenApp();
  const ids = columnsOf().map(({ id }) => id);
  expect(ids).toEqual(['result', 'id', 'prompt', 'cell:room', 'trajectory', 'trajectory_recall']);
  expect(templateOf(columnsOf())).toContain(' 76px minmax(140px, 1.5fr) 120px 108px ');
  // a column that this dataset lacks has no place, and the id always has one
  layoutOf(app).toggleCell('elsewhere');
  layoutOf(app).toggle(usual('id'));
  expect(columnsOf().map(({ id }) => id)).toEqual(ids);
});
