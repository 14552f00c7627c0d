import type { WordPart } from '#core/base/text/sentence.ts';
import { countOf } from '#core/base/text/format-count.ts';
import { detailRow, type SlotView } from '#core/explain/row/row-detail.ts';
import type { ScoredRun } from './score.ts';

/** Why a metric gave a row its score. */
export interface ScoreExplanation {
  readonly value: number;
  readonly why: string;
  /** The smallest edit of the prediction that would give the best score; empty where there is none. */
  readonly toPass: string;
}

/** A row, explained. */
export interface RowExplanation {
  readonly id: string;
  readonly prompt: string;
  /** What differs first, in words; empty where nothing does. */
  readonly why: string;
  /** By score column: `trajectory_exact_match` and so on; those without a score are left out. */
  readonly scores: Readonly<Record<string, ScoreExplanation>>;
  /** The calls of both sides, aligned: equal, changed, missing, extra or moved. */
  readonly calls: readonly SlotView[];
}

/**
 * Explains the scores of a row.
 * @param run the run
 * @param index the row's number, from 0
 * @returns the explanation
 * @throws RangeError where the run has no such row
 * @example
 * const row = await explainRow(run, 0);
 * row.why; // "missing lend"
 * row.scores.trajectory_recall.toPass; // "add lend as call 2"
 */
export async function explainRow(run: ScoredRun, index: number): Promise<RowExplanation> {
  const { dataset, settings } = run;
  const record = await dataset.row(index);
  if (!record)
    throw new RangeError(`The run has ${countOf(run.rowCount, 'row')}, none with number ${index}.`);
  const { preview, reasons, slots } = detailRow(record, dataset.columns, settings);
  const scores = [...reasons].map(([id, { value, words, edit }]) => [
    id,
    { value, why: textOf(words), toPass: textOf(edit) },
  ]);
  return {
    id: preview.id,
    prompt: preview.prompt,
    why: textOf(preview.why),
    scores: Object.fromEntries(scores) as RowExplanation['scores'],
    calls: slots,
  };
}

function textOf(words: readonly WordPart[]): string {
  return words.map(({ text }) => text).join('');
}
