import { tick } from 'svelte';
import type { AppState } from '#kernel/app.svelte.ts';
import { paperOf } from './paper.svelte.ts';
import { comparisonOf } from '#features/compare/comparison.svelte.ts';

/** Rows that are printed; the rest is counted. */
export const PRINTED_ROWS = 200;

/** Reads the lines of the rows that would be printed now: the browser waits for nobody. */
export async function readPrintedRows(app: AppState): Promise<void> {
  const comparison = comparisonOf(app);
  await Promise.all([app.view.readAhead(PRINTED_ROWS), comparison.readAhead(PRINTED_ROWS)]);
}

/** Opens the browser's print dialog, once all that is printed is there. */
export async function printPage(app: AppState): Promise<void> {
  paperOf(app).isWanted = true;
  await Promise.all([import('./Paper.svelte'), readPrintedRows(app)]);
  await tick();
  print();
}
