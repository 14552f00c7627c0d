import {
  codeNamed,
  isNothingWrong,
  markOf,
  NO_REVIEWS,
  withMark,
  withoutMark,
  type Reviews,
  type RowReview,
} from '#core/score/review/review.ts';
import { withGiven } from '#core/score/review/given-columns.ts';
import type { RowDetail } from '#core/explain/row/row-detail.ts';
import type { AppState } from '#kernel/app.svelte.ts';

/** A row that is read, as far as it is marked. */
export interface RowRead {
  readonly row: number;
  readonly detail: Pick<RowDetail, 'steps'> & { readonly preview: { readonly id: string } };
  readonly run: { readonly record: { readonly id: string } };
}

/** Changes what a person found in the rows of a run. */
export async function changeReviews(
  { workspace }: AppState,
  runId: string,
  change: (known: Reviews) => Reviews,
): Promise<void> {
  await workspace.runs.change(runId, (run) => {
    const known = run.record.errorAnalysis ?? NO_REVIEWS;
    const errorAnalysis = change(known);
    if (errorAnalysis === known) return run;
    const record = { ...run.record, errorAnalysis };
    // rows that are still being scored get their codes at the end
    const columns = run.isGrowing ? run.columns : withGiven(run.columns, { errorAnalysis });
    return { ...run, columns, record };
  });
}

/**
 * Marks the step of a row that went wrong first; code and note stay.
 * @param step its 0-based place among the row's steps
 */
export function markStep(app: AppState, read: RowRead, step: number): Promise<void> {
  const tool = read.detail.steps[step]?.tool ?? '';
  return changeMark(app, read, (known) => ({ ...known, step, tool }));
}

/** Says that nothing is wrong in a row; the note stays. */
export function markRight(app: AppState, read: RowRead): Promise<void> {
  return changeMark(app, read, (known) => ({ ...known, step: null, tool: '', code: '' }));
}

/** Gives a row a code; a blank text takes it away. */
export function codeRow(app: AppState, read: RowRead, text: string): Promise<void> {
  return changeReviews(app, read.run.record.id, (analysis) => {
    const code = codeNamed(text, analysis.codes);
    const known = markOf(analysis, read.row);
    // a row without a step and without a code would be one with nothing wrong
    if (code === '' && (known?.step ?? null) === null)
      return known && !isNothingWrong(known) ? withoutMark(analysis, read.row) : analysis;
    return withMark(analysis, { ...(known ?? newMark(read)), code });
  });
}

/** Notes what is wrong in a row that has been read. */
export function noteMark(app: AppState, read: RowRead, note: string): Promise<void> {
  return changeReviews(app, read.run.record.id, (analysis) => {
    const known = markOf(analysis, read.row);
    return known ? withMark(analysis, { ...known, note: note.trim() }) : analysis;
  });
}

/** Makes a row one that has not been read. */
export function unmark(app: AppState, read: RowRead): Promise<void> {
  return changeReviews(app, read.run.record.id, (analysis) => withoutMark(analysis, read.row));
}

function changeMark(
  app: AppState,
  read: RowRead,
  change: (known: RowReview) => RowReview,
): Promise<void> {
  return changeReviews(app, read.run.record.id, (analysis) =>
    withMark(analysis, change(markOf(analysis, read.row) ?? newMark(read))),
  );
}

function newMark({ row, detail }: RowRead): RowReview {
  const { preview, steps } = detail;
  return { row, id: preview.id, step: null, steps: steps.length, tool: '', code: '', note: '' };
}
