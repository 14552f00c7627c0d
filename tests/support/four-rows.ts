import { expect } from 'vitest';
import type { AppState } from '#kernel/app.svelte.ts';
import { runOf, scoresOf, shownRows } from './open-app.ts';

/** Checks that the open run is that of the four rows that many of the format fixtures hold. */
export async function expectFourRows(app: AppState): Promise<void> {
  expect(meansOf(app)).toMatchObject({
    trajectory_exact_match: 2 / 3,
    trajectory_in_order_match: 2 / 3,
    trajectory_any_order_match: 2 / 3,
    trajectory_precision: 2.5 / 3,
    trajectory_recall: 2.5 / 3,
    latency_in_seconds: 4.15 / 3,
    failure: 0.25,
  });
  const rows = await shownRows(app);
  expect(rows.map(({ id }) => id)).toEqual(['f-1', 'f-2', 'f-3', 'f-4']);
  expect(rows[1]?.why.map(({ text }) => text).join('')).toBe('years 1 → "1" (string)');
  expect(rows[3]?.predictionState).toBe('missing');
  for (const metric of ['exact_match', 'in_order_match', 'any_order_match'])
    expect(scoresOf(app, `trajectory_${metric}`)).toEqual([1, 0, 1, null]);
  for (const metric of ['precision', 'recall'])
    expect(scoresOf(app, `trajectory_${metric}`)).toEqual([1, 0.5, 1, null]);
  expect(scoresOf(app, 'latency_in_seconds')).toEqual([1.25, 2.5, 0.4, null]);
  expect(scoresOf(app, 'failure')).toEqual([0, 0, 0, 1]);
}

/** The means of the open run, by the ids of their columns. */
export function meansOf(app: AppState): Readonly<Record<string, number | null>> {
  return Object.fromEntries(runOf(app).summary.map(({ columnId, mean }) => [columnId, mean]));
}
