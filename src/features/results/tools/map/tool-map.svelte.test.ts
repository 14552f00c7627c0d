import { flushSync } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { row, type Row } from '../../../../../tests/e2e/rows.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { mountWith, textOf, type Mounted } from '../../../../../tests/support/mount-with.ts';
import { openApp, openRows, runOf, shownIds } from '../../../../../tests/support/open-app.ts';
import ThreadLayout from '../../../../../tests/support/thread-layout.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { describeFilter } from '#features/results/describe-filter.ts';
import { writeCsv, writeSvg } from '#ui/charts/export-figure.ts';
import { layoutMap } from './layout-map.ts';
import { keyTowards } from './map-keys.ts';
import { choicesOfLeast, firstLeast, kindOfShare, looksOf, movedEdges } from './map-looks.ts';
import { MapPlacer } from './map-placer.ts';
import { MapState } from './map-state.svelte.ts';
import ToolMap from './ToolMap.svelte';

/** After a, runs go on with b and succeed, or with c and mostly fail; two call b twice. */
const ROWS: readonly Row[] = [
  ...Array.from({ length: 14 }, (_, at) => row(`b${String(at)}`, 'ab', 'ab')),
  ...Array.from({ length: 2 }, (_, at) => row(`l${String(at)}`, 'abb', 'abb')),
  ...Array.from({ length: 9 }, (_, at) => row(`c${String(at)}`, 'ac', at === 0 ? 'ac' : 'ab')),
  row('d', 'd', 'a'),
];

let app: AppState;
let chosen: number;
beforeEach(async () => {
  app = await openApp();
  chosen = 0;
});

async function mountMap(rows = ROWS): Promise<Mounted> {
  await openRows(app, rows);
  const map = mountWith(app, ToolMap, { run: runOf(app), onchoose: () => void chosen++ });
  await eventually(() => {
    flushSync();
    expect(map.element.querySelector('h2')).not.toBeNull();
  });
  return map;
}

const filters = (): string[] => app.view.filters.map(describeFilter);
const itemsOf = ({ element }: Mounted): SVGElement[] => [
  ...element.querySelectorAll<SVGElement>('[data-key]'),
];
function item(map: Mounted, name: string): SVGElement {
  flushSync();
  const found = itemsOf(map).find((one) => one.getAttribute('aria-label')?.startsWith(name));
  if (!found) throw new Error(`nothing is drawn as ${name}`);
  return found;
}

it('draws tools, start, end, counts, shares and loops, and says where runs part', async () => {
  const map = await mountMap();
  expect(textOf(map.element.querySelector('h2'))).toBe(
    'Runs part after a: 100 % succeed when b comes next, 11 % when c does.',
  );
  expect(textOf(map.element)).toContain('26 runs, 17 succeed, 4 tools, 8 edges.');
  expect(textOf(map.element)).toContain('A run succeeds when In-order match is 1.00.');
  const names = itemsOf(map).map((one) => one.getAttribute('aria-label'));
  expect(names).toContain('start to a: 25 runs, 17 succeed (68 %)');
  expect(names).toContain('a to c: 9 runs, 1 succeed (11 %)');
  expect(names).toContain('b again: 2 repeats in 2 runs, 2 succeed (100 %)');
  expect(names).toContain('start of 26 runs');
  expect(textOf(map.element)).toContain('8 of the 9 failed runs go on with c right after a.');
  expect(textOf(map.element)).toContain('−89 points');
  // orange is dashed as well
  expect(item(map, 'a to c').querySelector('[stroke-dasharray]')).not.toBeNull();
  expect(item(map, 'a to b').querySelector('[stroke-dasharray]')).toBeNull();
});

it('is one stop of Tab; arrows follow edges, Enter shows the rows, Escape lets go', async () => {
  const map = await mountMap();
  expect(itemsOf(map).filter((one) => one.getAttribute('tabindex') === '0')).toHaveLength(1);
  item(map, 'start of').focus();
  await map.user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(item(map, 'start to a'));
  await map.user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown} ');
  expect(document.activeElement).toBe(item(map, 'a to c'));
  expect(item(map, 'a to c').getAttribute('aria-pressed')).toBe('true');
  await map.user.keyboard('{Escape}');
  expect(item(map, 'a to c').getAttribute('aria-pressed')).toBe('false');
  await map.user.keyboard('{Enter}');
  expect([filters(), chosen]).toEqual([['a → c'], 1]);
  await eventually(() => expect(app.view.rows).toHaveLength(9));
});

it('leads from a branch, an edge of the table and a tool to the rows', async () => {
  const map = await mountMap();
  await map.user.click(map.screen.getByRole('button', { name: /^After a, b: 16 runs/ }));
  await map.user.click(map.screen.getByRole('button', { name: 'Show 16 rows' }));
  expect(filters()).toEqual(['a → b, at its first call']);
  await eventually(() => expect(app.view.rows).toHaveLength(16));
  await app.view.setFilters([]);
  await eventually(() => expect(itemsOf(map).length).toBeGreaterThan(0));
  await map.user.click(await map.screen.findByRole('button', { name: 'start → d' }));
  await map.user.click(map.screen.getByRole('button', { name: 'Show 1 row' }));
  await eventually(async () => expect(await shownIds(app)).toEqual(['d']));
});

it('leaves out edges of few runs, says how many, and draws them when asked', async () => {
  const map = await mountMap();
  expect(itemsOf(map).some((one) => one.dataset['key'] === 'tool d')).toBe(true);
  const slider = map.screen.getByRole<HTMLInputElement>('slider');
  slider.value = '2';
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  expect(textOf(map.element)).toContain('edges of 9 runs or more · 3 more');
  await eventually(() => {
    flushSync();
    expect(itemsOf(map).some((one) => one.dataset['key'] === 'tool d')).toBe(false);
  });
});

it('places the last of several maps, and those given up never', async () => {
  const placer = new MapPlacer();
  const givenUp = new AbortController();
  const first = placer.place(looksOf(MAP, 12), givenUp.signal);
  const last = placer.place(looksOf(MAP, 15), new AbortController().signal);
  givenUp.abort();
  expect(await first).toBeUndefined();
  expect(await last).toEqual(layoutMap(looksOf(MAP, 15)));
  placer.end();
});

it('places the next map after its worker has failed', async () => {
  const placer = new MapPlacer();
  const broken = vi.spyOn(ThreadLayout.prototype, 'postMessage').mockImplementation(function (
    this: ThreadLayout,
  ) {
    this.dispatchEvent(new Event('error'));
  });
  const { signal } = new AbortController();
  await expect(placer.place(looksOf(MAP, 12), signal)).rejects.toThrow('has failed');
  broken.mockRestore();
  expect(await placer.place(looksOf(MAP, 12), signal)).toEqual(layoutMap(looksOf(MAP, 12)));
  placer.end();
});

it('says what cannot be compared, and that there is nothing to draw', async () => {
  const few = await mountMap(ROWS.slice(0, 3));
  expect(textOf(few.element.querySelector('h2'))).toContain('No step has two branches');
  await few.close();
  await openRows(app, [{ ...row('x', 'a', 'a'), predicted_trajectory: 'x{' }, row('y', 'a', 'a')]);
  await app.view.setFilters([{ kind: 'cell', column: 'id', value: 'x' }]);
  const none = mountWith(app, ToolMap, { run: runOf(app), onchoose: () => undefined });
  await eventually(() => {
    flushSync();
    expect(textOf(none.element)).toContain('nothing to draw');
  });
});

it('holds a stored run of the same tasks against the open one, in the colours of runs', async () => {
  await openRows(app, ROWS);
  const before = runOf(app).record.id;
  const better = ROWS.map((one) => ({
    ...one,
    predicted_trajectory: one['reference_trajectory'],
  }));
  await openRows(app, better);
  await eventually(() => expect(app.library.find(runOf(app).record.id)).toBeDefined());
  const map = mountWith(app, ToolMap, { run: runOf(app), onchoose: () => undefined });
  await map.user.selectOptions(await map.screen.findByLabelText('Compare with'), before);
  await eventually(() => {
    flushSync();
    expect(textOf(map.element.querySelector('h2'))).toMatch(/drops from 9 runs to 1|rises from/);
  });
  expect(
    item(map, 'a to c: 9 runs in A, 1 in B').querySelector('[stroke="var(--run-a)"]'),
  ).not.toBeNull();
  expect(map.element.querySelector('[stroke="var(--call-changed)"]')).toBeNull();
  const cells = [...map.element.querySelectorAll('[aria-label="What moved"] tbody tr')].map(textOf);
  expect(cells.some((cell) => /a → c ?9 ?1 ?−8/.test(cell))).toBe(true);
});

it('leaves the page as SVG with a caption and as CSV with every edge', async () => {
  await openRows(app, ROWS);
  let state: MapState | undefined;
  const stop = $effect.root(() => {
    state = new MapState(app, () => runOf(app));
  });
  state?.read();
  await eventually(() => expect(state?.figure).toBeDefined());
  const { figure } = state ?? {};
  if (!figure) throw new Error('no figure');
  const svg = new DOMParser().parseFromString(await writeSvg(figure).text(), 'image/svg+xml');
  expect(svg.querySelector('parsererror')).toBeNull();
  expect(svg.querySelector('desc')?.textContent).toContain('Tools of 26 runs');
  expect(svg.querySelector('desc')?.textContent).toContain(runOf(app).record.datasetName);
  expect(svg.documentElement.textContent).toContain('9 · 11 %');
  const csv = await writeCsv(figure).text();
  expect(csv.trim().split('\r\n')).toHaveLength(9);
  expect(csv).toContain('a,c,9,9,9,1');
  stop();
});

const countsOf = (runs: number) => ({ runs, judged: runs, succeeded: 0 });
const MAP = {
  ...countsOf(100),
  nodes: [...'abcdefgh'].map((tool) => ({ tool, calls: 5, ...countsOf(5) })),
  edges: [...'abcdefgh'].flatMap((from, x) =>
    [...'abcdefgh'].map((to, y) => ({ from, to, steps: 9, ...countsOf(1 + ((x * 8 + y) % 20)) })),
  ),
};

it('begins with few edges and draws all that can be told apart', () => {
  const choices = choicesOfLeast(MAP.edges);
  expect(choices[0]).toBe(1);
  const least = firstLeast(MAP.edges, choices);
  expect(MAP.edges.filter(({ runs }) => runs >= least).length).toBeLessThanOrEqual(30);
  const many = Array.from({ length: 500 }, (_, at) => ({ runs: at % 250 }));
  expect(
    many.filter(({ runs }) => runs >= (choicesOfLeast(many)[0] ?? 0)).length,
  ).toBeLessThanOrEqual(80);
  expect([0.75, 0.749, 0.5, 0.499, null].map(kindOfShare)).toEqual([
    ...['high', 'middle', 'middle', 'low', 'middle'],
  ]);
});

it('places every tool apart from the others, and all within the picture', () => {
  const { nodes, edges, width, height } = layoutMap(looksOf(MAP, 12));
  for (const [at, a] of nodes.entries()) {
    expect(a.x).toBeGreaterThanOrEqual(0);
    expect(a.x + a.width).toBeLessThanOrEqual(width);
    expect(a.y + a.height).toBeLessThanOrEqual(height);
    for (const b of nodes.slice(at + 1)) {
      const isApart =
        a.x + a.width <= b.x ||
        b.x + b.width <= a.x ||
        a.y + a.height <= b.y ||
        b.y + b.height <= a.y;
      expect(isApart).toBe(true);
    }
  }
  for (const { path } of edges) expect(path).not.toMatch(/NaN|undefined/);
});

it('compares the edges of two maps by runs, whichever run has them', () => {
  const edge = (from: string, to: string, runs: number) => ({
    from,
    to,
    steps: runs,
    ...countsOf(runs),
  });
  const moved = movedEdges(
    { ...countsOf(9), nodes: [], edges: [edge('a', 'b', 5), edge('', 'a', 9)] },
    { ...countsOf(9), nodes: [], edges: [edge('a', 'c', 4), edge('', 'a', 9)] },
  );
  expect(moved.map(({ from, to, a, b }) => [from, to, a, b])).toEqual([
    ['a', 'b', 5, 0],
    ['a', 'c', 0, 4],
    ['', 'a', 9, 9],
  ]);
});

it('goes round among the edges of a tool', () => {
  const looks = looksOf(MAP, 1);
  const [first, second] = looks.edges.filter(({ from }) => from === 'a');
  expect(keyTowards(looks, first?.key ?? '', 'ArrowDown')).toBe(second?.key);
  expect(keyTowards(looks, second?.key ?? '', 'ArrowUp')).toBe(first?.key);
  const last = looks.edges.filter(({ from }) => from === 'a').at(-1);
  expect(keyTowards(looks, last?.key ?? '', 'ArrowDown')).toBe(first?.key);
  expect(keyTowards(looks, 'tool a', 'ArrowRight')).toBe(first?.key);
});
