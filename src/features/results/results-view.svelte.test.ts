import { describe, expect, it } from 'vitest';
import { ResultsView } from './results-view.svelte.ts';

describe('ResultsView', () => {
  it('opens and closes drawers one by one', () => {
    const results = new ResultsView();
    expect(results.doors).toEqual({});
    results.set({ row: true });
    results.set({ reference: true, metricId: 'trajectory_recall' });
    results.set({ row: false });
    expect(results.doors).toEqual({
      row: false,
      reference: true,
      metricId: 'trajectory_recall',
    });
  });

  it('counts what is opened, and nothing else', () => {
    const results = new ResultsView();
    results.set({ row: true });
    results.set({ goTo: true, metrics: true });
    expect(results.openings).toBe(2);
    // it was open before, it is closed, or it is no drawer
    results.set({ row: true });
    results.set({ metrics: false });
    results.set({ metricId: 'trajectory_recall' });
    expect(results.openings).toBe(2);
    results.toggleFilterText();
    results.goToFilter();
    expect(results.openings).toBe(4);
    results.toggleFilterText();
    expect(results.openings).toBe(4);
  });

  it('shows the filters as text above the rows, whatever tab was shown', () => {
    const results = new ResultsView();
    results.tab = 'numbers';
    results.toggleFilterText();
    expect([results.tab, results.isFilterText]).toEqual(['rows', true]);
    results.tab = 'tools';
    // where they are out of sight they are shown again, not taken away
    results.toggleFilterText();
    expect([results.tab, results.isFilterText]).toEqual(['rows', true]);
    results.toggleFilterText();
    expect([results.tab, results.isFilterText]).toEqual(['rows', false]);
  });

  it('goes to the filter by text where the rows are', () => {
    const results = new ResultsView();
    results.tab = 'numbers';
    results.goToFilter();
    expect([results.tab, results.isFilterWanted]).toEqual(['rows', true]);
  });
});
