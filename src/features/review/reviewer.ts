import {
  codeNamed,
  codesOf,
  NO_REVIEWS,
  reviewOf,
  rootOf,
  verdictOf,
  withCodesOf,
  withoutReview,
  withReview,
  type Reviews,
  type RowReview,
  type Verdict,
} from '#core/score/review/review.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { withAnnotations } from '#core/score/review/annotation-columns.ts';
import type { RowDetail } from '#core/explain/row/row-detail.ts';
import { isPassOrFail } from '#core/score/judged-metrics/judged-metric.ts';
import { judgeOf } from '#features/judge/judge-session.svelte.ts';
import { trustOf } from '#features/judge/judge-trust.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { review as texts } from './texts.ts';

/** A row that is read, and its review so far. */
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
    const columns = run.isGrowing ? run.columns : withAnnotations(run.columns, { errorAnalysis });
    return { ...run, columns, record };
  });
}

/** Gives a row a verdict; one that passes has no wrong step and no codes. */
export function judgeRow(app: AppState, read: RowRead, verdict: Verdict): Promise<void> {
  return changeReview(app, read, (known) => {
    if (verdict !== 'pass') return { ...known, verdict };
    return { ...withCodesOf(known, []), verdict, step: null, tool: '' };
  });
}

/**
 * Marks the step of a row that went wrong first.
 * @param step its 0-based place among the row's steps
 */
export function markStep(app: AppState, read: RowRead, step: number): Promise<void> {
  const tool = read.detail.steps[step]?.tool ?? '';
  return changeReview(app, read, (known) => ({ ...withError(known), step, tool }));
}

/** Gives a row a code, or takes it away with all that was merged into it; nothing for a blank text. */
export function setCode(app: AppState, read: RowRead, text: string, isOn: boolean): Promise<void> {
  return changeReviews(app, read.run.record.id, (reviews) => {
    const code = codeNamed(text, reviews.codes);
    if (code === '') return reviews;
    const known = reviewOf(reviews, read.row) ?? newReview(read);
    const root = rootOf(reviews.codes, code);
    const others = codesOf(known).filter((other) => rootOf(reviews.codes, other) !== root);
    const codes = isOn ? [...others, code] : others;
    return withReview(reviews, withCodesOf(withError(known), codes));
  });
}

/** Notes what there is to say of a row that has been read. */
export function noteRow(app: AppState, read: RowRead, note: string): Promise<void> {
  return changeReviews(app, read.run.record.id, (reviews) => {
    const known = reviewOf(reviews, read.row);
    return known ? withReview(reviews, { ...known, note: note.trim() }) : reviews;
  });
}

/** Makes a row one that has not been read. */
export function takeReviewAway(app: AppState, read: RowRead): Promise<void> {
  return changeReviews(app, read.run.record.id, (reviews) => withoutReview(reviews, read.row));
}

/**
 * Makes reviews of the labels that earlier versions kept for a judge of pass and fail, once for each
 * judge.
 * @throws SourceLost
 */
export async function takeLabels(app: AppState, run: OpenRun): Promise<void> {
  const { record } = run;
  if (record.state !== 'complete') return;
  const own = judgeOf(app).metric;
  const others = (record.settings.judges ?? []).filter(
    (one) => JSON.stringify(one) !== JSON.stringify(own),
  );
  const judges = [...others, own];
  for (const metric of judges.filter(isPassOrFail)) {
    if (record.errorAnalysis?.labelsOf?.includes(metric.id)) continue;
    const found = await trustOf(app).labelsOf(run, metric);
    if (found.size > 0)
      await changeReviews(app, record.id, (known) => withLabels(known, metric, found));
  }
}

/** Turns labels into reviews; a row that has one keeps its verdict and has the label in its note. */
function withLabels(
  reviews: Reviews,
  { id, title, better }: JudgeMetric,
  found: ReadonlyMap<number, number>,
): Reviews {
  const { labelsOf = [] } = reviews;
  if (labelsOf.includes(id)) return reviews;
  return [...found].reduce<Reviews>(
    (known, [row, label]) => {
      const verdict = label === Number(better !== 'lower') ? 'pass' : 'fail';
      const review = reviewOf(known, row) ?? { ...BLANK, row, verdict };
      const note = [review.note, texts.label(label, title)]
        .filter((part) => part !== '')
        .join('; ');
      return withReview(known, { ...review, note });
    },
    { ...reviews, labelsOf: [...labelsOf, id] },
  );
}

/** What has a wrong step or a code does not pass. */
function withError(review: RowReview): RowReview {
  return { ...review, verdict: verdictOf(review) === 'unsure' ? 'unsure' : 'fail' };
}

function changeReview(
  app: AppState,
  read: RowRead,
  change: (known: RowReview) => RowReview,
): Promise<void> {
  return changeReviews(app, read.run.record.id, (reviews) =>
    withReview(reviews, change(reviewOf(reviews, read.row) ?? newReview(read))),
  );
}

const BLANK = { id: '', step: null, steps: 0, tool: '', code: '', note: '' };

function newReview({ row, detail }: RowRead): RowReview {
  return { ...BLANK, row, id: detail.preview.id, steps: detail.steps.length };
}
