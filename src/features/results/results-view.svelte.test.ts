import { expect, it } from 'vitest';
import { ResultsView } from './results-view.svelte.ts';

it('knows whether something is open, and closes all of it', () => {
  const results = new ResultsView();
  results.set({ row: true, help: '' });
  expect(results.isAnyOpen).toBe(true);
  results.set({ row: false });
  expect(results.isAnyOpen).toBe(false);
  results.set({ help: 'gate' });
  expect(results.isAnyOpen).toBe(true);
  results.set({ judge: true, metrics: true });
  results.closeAll();
  expect(results.isAnyOpen).toBe(false);
});
