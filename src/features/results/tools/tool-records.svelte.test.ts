import { expect, it } from 'vitest';
import { step } from '../../../../tests/support/build.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { mountWith } from '../../../../tests/support/mount-with.ts';
import { openApp, openRows, runOf } from '../../../../tests/support/open-app.ts';
import { describeFilter } from '#features/results/describe-filter.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';
import Tools from './Tools.svelte';

const ROWS = [
  {
    id: 'r1',
    predicted_trajectory: [
      step(
        'find',
        { city: 'Oslo' },
        { duration_ms: 400, tool_error: 'timeout', cost: 0.25, currency: 'USD' },
      ),
      step('find', { city: 'Rome' }, { duration_ms: 1600, tool_output: 'ok', input_tokens: 1200 }),
      step('book', { id: 1 }),
    ],
  },
  { id: 'r2', predicted_trajectory: [step('pay', {}, { duration_ms: 0 })] },
];

it('shows what is recorded of each tool, sorts and leads to the rows', async () => {
  const app = await openApp();
  await openRows(app, ROWS);
  const tools = mountWith(app, Tools, { run: runOf(app) });
  const lines = (): string[] => tools.lines('Tools');
  await eventually(() => expect(lines()).toHaveLength(3));
  // 400 + 0.95 × 1200
  expect(lines()[0]).toBe('find|2|1|50.0 %|2.0 s|1.0 s|1.5 s|1,200|0.25 USD');
  expect(lines()[1]).toBe('book|1|–|–|–|–|–|–|–');
  expect(lines()[2]).toBe('pay|1|–|–|0 ms|0 ms|0 ms|–|–');
  await tools.user.click(tools.button('Sort by time'));
  expect(lines().map((line) => line.split('|')[0])).toEqual(['find', 'pay', 'book']);
  await tools.user.click(tools.button('Sort by time'));
  expect(lines().map((line) => line.split('|')[0])).toEqual(['pay', 'find', 'book']);
  await tools.user.click(tools.button('find'));
  await eventually(() =>
    expect([app.view.filters.map(describeFilter), resultsOf(app).wantedFocus]).toEqual([
      ['calls find'],
      'row',
    ]),
  );
});
