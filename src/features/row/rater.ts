import { ratingOf, setRating, withGiven, type RowRating } from '#core/score/ratings/ratings.ts';
import type { AppState } from '#kernel/app.svelte.ts';

/** Sets the rating of a row; null, or the one it has, removes it. The note stays. */
export function rateRow(
  app: AppState,
  runId: string,
  row: number,
  rating: number | null,
): Promise<void> {
  return changeRating(app, runId, row, (known) => ({
    ...known,
    rating: known.rating === rating ? null : rating,
  }));
}

/** Sets the note of a row; an empty text removes it. */
export function noteRow(app: AppState, runId: string, row: number, note: string): Promise<void> {
  return changeRating(app, runId, row, (known) => ({ ...known, note: note.trim() }));
}

async function changeRating(
  { workspace }: AppState,
  runId: string,
  row: number,
  change: (known: RowRating) => RowRating,
): Promise<void> {
  if (row < 0) return;
  await workspace.runs.change(runId, (run) => {
    const known = run.record.ratings ?? [];
    const ratings = setRating(known, change(ratingOf(known, row)));
    const record = { ...run.record, ratings };
    // rows that are still being scored get their ratings at the end
    const columns = run.isGrowing ? run.columns : withGiven(run.columns, { ratings });
    return { ...run, columns, record };
  });
}
