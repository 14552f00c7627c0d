import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { shownSummaries } from '#core/explain/summary/summarise.ts';
import { describeFilter } from '#features/results/describe-filter.ts';
import MetricTiles from '#features/results/MetricTiles.svelte';
import type { AppState } from '#kernel/app.svelte.ts';
import { THREE_ROWS } from '../../../../tests/e2e/rows.ts';
import { mountWith, textOf, type Mounted } from '../../../../tests/support/mount-with.ts';
import { openApp, openFile, openRows, runOf } from '../../../../tests/support/open-app.ts';
import ChartsPanel from './ChartsPanel.svelte';

let app: AppState;
const onchoose = vi.fn();
beforeEach(async () => {
  app = await openApp();
  onchoose.mockClear();
  // jsdom draws nothing: only a browser shows that a chart does
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const mountCharts = (): Mounted =>
  mountWith(app, ChartsPanel, { summaries: shownSummaries(runOf(app).summary), onchoose });

function chart({ element }: Mounted, title: string): HTMLElement | undefined {
  flushSync();
  return [...element.querySelectorAll('figure')].find(
    (figure) => textOf(figure.querySelector('h3')) === title,
  );
}

/** The cells of a chart's table, by the name of the row. */
const numbers = (figure: HTMLElement | undefined): Record<string, string[]> =>
  Object.fromEntries(
    [...(figure?.querySelectorAll('tbody tr') ?? [])].map((line) => [
      textOf(line.querySelector('th')),
      [...line.querySelectorAll('td')].map(textOf),
    ]),
  );

describe('the charts', () => {
  it('have the numbers of the means as a table, the same as the tiles', async () => {
    const charts = mountCharts();
    const means = chart(charts, 'Means')!;
    const button = [...means.querySelectorAll('button')].find((one) =>
      textOf(one).startsWith('Show as table'),
    )!;
    await charts.user.click(button);
    expect(means.querySelector('canvas')).toBeNull();
    const tiles = mountWith(app, MetricTiles, { run: runOf(app), onreference: () => undefined });
    const expected = {
      'Exact match': '0.36',
      'In-order match': '0.50',
      'Any-order match': '0.57',
      Precision: '0.69',
      Recall: '0.71',
      'Single tool use: set_temperature': '0.40',
      Failure: '0.06',
    };
    const table = numbers(means);
    for (const [name, mean] of Object.entries(expected)) {
      const tile = [...tiles.element.querySelectorAll('button.sort')]
        .map((one) => one.getAttribute('aria-label') ?? '')
        .find((label) => label.startsWith(`${name.replace('Single tool use: ', '')}: mean`));
      expect(tile).toContain(`mean ${mean},`);
      const interval = /95 % interval (\S+ to \S+);/.exec(tile ?? '')?.[1] ?? 'no interval';
      expect(table[name]?.slice(0, 2)).toEqual([mean, interval]);
    }
    await charts.user.click(button);
    expect(means.querySelector('canvas')).not.toBeNull();
  });

  it('count the rows of each score, metric by metric', async () => {
    const charts = mountCharts();
    const scores = chart(charts, 'Scores')!;
    expect(textOf(scores)).toContain('5 of 14 rows have score 1; 4 not scored.');
    await charts.user.selectOptions(scores.querySelector('select')!, 'In-order match');
    flushSync();
    expect(textOf(scores)).toContain('7 of 14 rows have score 1; 4 not scored.');
    expect(Object.values(numbers(scores)).filter((cells) => cells.includes('7'))).toHaveLength(2);
  });

  it('give the latency in numbers, and are absent where none is recorded', async () => {
    expect(textOf(chart(mountCharts(), 'Latency')!)).toMatch(
      /17 rows: mean 1\.55\ss, median 1\.38\ss/,
    );
    await openRows(app, THREE_ROWS);
    const charts = mountCharts();
    expect(chart(charts, 'Means')).toBeDefined();
    expect(chart(charts, 'Latency')).toBeUndefined();
  });

  it('say so when there is nothing to draw', async () => {
    await openFile(app, 'prompts.jsonl', '{"prompt": "hello"}\n{"prompt": "hi"}');
    expect(textOf(mountCharts().element)).toContain('there is nothing to draw');
  });

  it('follow another dataset', async () => {
    expect(textOf(chart(mountCharts(), 'Means')!)).toContain('Lowest: Exact match 0.36.');
    await openRows(app, THREE_ROWS);
    expect(textOf(chart(mountCharts(), 'Means')!)).toContain('Lowest: Exact match 0.33.');
  });

  it('show the rows of a bar by key, in place of those of the bar before', async () => {
    const charts = mountCharts();
    const scores = chart(charts, 'Scores')!;
    const row = (name: string): HTMLElement =>
      [...scores.querySelectorAll('button')].find((one) => textOf(one) === name)!;
    for (const [name, count] of [
      ['0', 9],
      ['1', 5],
    ] as const) {
      row(name).focus();
      await charts.user.keyboard('{Enter}');
      expect(app.view.filters.map(describeFilter)).toEqual([`Exact match ${name}`]);
      await eventually(() => expect(app.view.rows).toHaveLength(count));
    }
    expect(onchoose).toHaveBeenCalledTimes(2);
  });
});
