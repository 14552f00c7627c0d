import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { row } from '../../../../tests/e2e/rows.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { mountWith, textOf } from '../../../../tests/support/mount-with.ts';
import { openApp, openRows, runOf, shownIds } from '../../../../tests/support/open-app.ts';
import { savedFile } from '../../../../tests/support/saved-file.ts';
import { describeFilter } from '#features/results/describe-filter.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';
import Tools from './Tools.svelte';

/** After a, runs go on with b and succeed, or with c and fail. */
const ROWS = [row('r1', 'ab', 'ab'), row('r2', 'abb', 'abb'), row('r3', 'ac', 'ab')];

it('counts what follows what, leads to the rows and leaves as CSV', async () => {
  const app = await openApp();
  await openRows(app, ROWS);
  const tools = mountWith(app, Tools, { run: runOf(app) });
  await tools.user.click(tools.screen.getByLabelText('What follows what'));
  const lines = (): string[] => tools.lines('What follows what');
  await eventually(() => expect(lines()).toHaveLength(6));
  expect(lines()).toEqual([
    'start → a|3|3|67 %',
    'a → b|2|2|100 %',
    'b → end|2|2|100 %',
    'a → c|1|1|0 %',
    'b → b|1|1|100 %',
    'c → end|1|1|0 %',
  ]);
  expect(textOf(tools.element)).toContain(
    '6 transitions in 3 rows. A run succeeds when In-order match is 1.00.',
  );
  const { name, text } = await savedFile(() => tools.user.click(tools.button('Download CSV')));
  expect(name).toMatch(/-transitions\.csv$/);
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    'from,to,steps,runs,runs judged,runs that succeed',
    'start,a,3,3,3,2',
  ]);
  await tools.user.click(tools.button('a → c'));
  await eventually(() =>
    expect([app.view.filters.map(describeFilter), resultsOf(app).wantedFocus]).toEqual([
      ['a → c'],
      'row',
    ]),
  );
  await eventually(async () => expect(await shownIds(app)).toEqual(['r3']));
});

it('says that no row has calls', async () => {
  const app = await openApp();
  await openRows(app, [{ ...row('x', 'a', 'a'), predicted_trajectory: 'x{' }, row('y', 'a', 'a')]);
  await app.view.setFilters([{ kind: 'cell', column: 'id', value: 'x' }]);
  const tools = mountWith(app, Tools, { run: runOf(app) });
  await tools.user.click(tools.screen.getByLabelText('What follows what'));
  await eventually(() => {
    flushSync();
    expect(textOf(tools.element)).toContain('No row has calls that can be read.');
  });
});
