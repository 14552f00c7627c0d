import { flushSync } from 'svelte';
import { beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';
import { describeFilter } from '#features/results/describe-filter.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { mountWith, textOf, type Mounted } from '../../../../tests/support/mount-with.ts';
import { openApp, runOf } from '../../../../tests/support/open-app.ts';
import Numbers from '../numbers/Numbers.svelte';

let app: AppState;
beforeEach(async () => {
  app = await openApp();
});

const mountCharts = (): Mounted => mountWith(app, Numbers, { run: runOf(app) });

/** A chart, once its numbers are there. */
async function chart({ element }: Mounted, title: string): Promise<HTMLElement> {
  return eventually(() => {
    flushSync();
    const found = [...element.querySelectorAll('figure')].find(
      (figure) => textOf(figure.querySelector('h2')) === title,
    );
    if (!found) throw new Error(`no chart ${title}`);
    return found;
  });
}

it('the charts are of the rows shown, and say where they come from', async () => {
  const charts = mountCharts();
  expect(textOf(await chart(charts, 'Means'))).toMatch(
    /On-device home assistant \(18 rows, .*\); standard rules\.$/,
  );
  await app.view.setFilters([{ kind: 'failing', columnId: 'trajectory_in_order_match' }]);
  await eventually(async () =>
    expect(textOf(await chart(charts, 'Scores'))).toMatch(
      /0 of 8 rows have score 1\. .*\(8 filtered rows,/,
    ),
  );
});

it('the charts show the rows of a mark by key, in place of those of the mark before', async () => {
  const charts = mountCharts();
  for (const [name, count] of [
    ['0', 8],
    ['1', 8],
  ] as const) {
    const row = await eventually(async () => {
      const scores = await chart(charts, 'Scores');
      const rows = [...scores.querySelectorAll<HTMLElement>('tbody button')];
      const found = rows.find((one) => textOf(one) === name);
      if (!found) throw new Error(`no row ${name}`);
      return found;
    });
    row.focus();
    await charts.user.keyboard('{Enter}');
    expect(app.view.filters.map(describeFilter)).toEqual([`In-order match ${name}`]);
    await eventually(() => expect(app.view.rows).toHaveLength(count));
    await app.view.setFilters([]);
  }
  expect(resultsOf(app).wantedFocus).toBe('row');
});
