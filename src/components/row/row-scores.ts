import { titleOf } from '#core/metrics/column-title.ts';
import { OUTCOMES } from '#core/metrics/metric.ts';
import { findMetric } from '#core/metrics/registry.ts';
import type { WordPart } from '#core/row/why-not.ts';
import { notesOf } from '#core/scoring/row-notes.ts';
import { explainEdit, explainScore } from './explain-score.ts';
import { writeRowScore } from './row-text.ts';
import type { ShownRow } from './shown-row.svelte.ts';
import { hasVerdict, verdictOf } from './verdict-of.ts';

/** A row's score under one metric, and why, in words. */
export interface WordedScore {
  readonly id: string;
  readonly title: string;
  /** Whether the title is a tool's name. */
  readonly isCode: boolean;
  readonly definition: string;
  readonly score: string;
  readonly verdict: ReturnType<typeof verdictOf> | undefined;
  readonly words: readonly WordPart[];
  /** What would give the best score; empty where nothing would, or nothing need. */
  readonly edit: readonly WordPart[];
}

const NOT_RECORDED = OUTCOMES.indexOf('value_missing');

/**
 * Lists a row's scores with their reasons.
 * @param shown the row
 * @returns a score per column, but for what the data never records
 */
export function rowScores({ run, row, detail }: ShownRow): WordedScore[] {
  const notes = notesOf(run.columns, row);
  const { settings } = run.record;
  return run.columns.scores.flatMap((scores) => {
    const metric = findMetric(scores.metricId);
    // what the data never records has no column in the table either
    const isNowhere = metric?.isRecorded && scores.outcomes.every((code) => code === NOT_RECORDED);
    if (!metric || isNowhere) return [];
    const value = scores.values[row] ?? Number.NaN;
    const outcome = scores.outcomes[row] ?? 0;
    const said = scores.texts?.[row] ?? '';
    const score = { column: scores, value, outcome, settings, said, notes };
    const hasOne = hasVerdict(metric) || Number.isNaN(value);
    const { title, isCode } = titleOf(scores);
    return [
      {
        ...{ id: scores.id, title, isCode, definition: metric.definition },
        score: writeRowScore(metric.scale, value),
        verdict: hasOne ? verdictOf(metric, value, outcome) : undefined,
        words: explainScore(score, detail),
        edit: explainEdit(score, detail),
      },
    ];
  });
}
