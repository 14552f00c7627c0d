import { expect, it } from 'vitest';
import { ResultsView } from './results-view.svelte.ts';

it('knows whether something is open, and closes all of it', () => {
  const results = new ResultsView();
  results.set({ row: true, metricId: 'trajectory_recall' });
  expect(results.isAnyOpen).toBe(true);
  results.set({ row: false });
  expect(results.isAnyOpen).toBe(false);
  results.set({ goTo: true, metrics: true });
  results.closeAll();
  expect(results.isAnyOpen).toBe(false);
});

it('goes to the filter by text where the rows are', () => {
  const results = new ResultsView();
  results.tab = 'numbers';
  results.goToFilter();
  expect([results.tab, results.isFilterWanted]).toEqual(['rows', true]);
});
