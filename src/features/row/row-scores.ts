import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { OUTCOMES, outcomeMessage } from '#core/calls/outcome.ts';
import {
  boundText,
  code,
  inSentence,
  plain,
  sentenceText,
  type WordPart,
} from '#core/base/text/sentence.ts';
import { notesOf, type RowNote } from '#core/score/columns/row-notes.ts';
import {
  codesOf,
  outcomeAt,
  scoreAt,
  type ScoreValues,
} from '#core/score/columns/scored-columns.ts';
import { isCustomColumn } from '#core/score/custom-metrics/custom-metric.ts';
import { isAnnotationColumn } from '#core/score/rated-metrics/rating-metric.ts';
import { writeRowScore } from './row-text.ts';
import type { ShownRow } from './shown-row.svelte.ts';
import { hasVerdict, verdictOf } from './row-marks.ts';
import { rowEdit as texts } from './texts.ts';

/** A row's score under one metric, and why, in words. */
export interface WordedScore {
  readonly id: string;
  readonly title: string;
  /** Whether the title is a tool's name. */
  readonly isCode: boolean;
  readonly definition: string;
  readonly score: string;
  readonly verdict: ReturnType<typeof verdictOf> | undefined;
  /** Whether nothing need be changed for a metric that says what would. */
  readonly isPassed: boolean;
  readonly words: readonly WordPart[];
  /** What would give the best score, as what follows “To pass:”; empty where nothing would. */
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
  return run.columns.scores.flatMap((scores) => {
    const metric = findMetric(scores.metricId);
    // what the data never records has no column in the table either
    const isNowhere = metric?.isRecorded && isNever(scores);
    if (!metric || isNowhere) return [];
    const value = scoreAt(scores, row);
    const outcome = outcomeAt(scores, row);
    const reason = detail.reasons.get(scores.id);
    // the row may have been read before it was scored again
    const isOfScore = reason !== undefined && Object.is(reason.value, value);
    const hasOne = hasVerdict(metric) || Number.isNaN(value);
    const verdict = hasOne ? verdictOf(metric, value, outcome) : undefined;
    const { title, isCode } = titleOf(scores);
    return [
      {
        id: scores.id,
        title,
        isCode,
        definition: metric.definition,
        score: writeRowScore(metric.scale, value),
        verdict,
        isPassed: verdict === 'pass' && metric.edits !== undefined,
        words: isOfScore ? reason.words : plain(explainOther(scores, row, notes)),
        edit: isOfScore ? reason.edit : [],
      },
    ];
  });
}

/**
 * Says what would make a row pass: the edit for the metric that decides, else for the first that it
 * fails, which is the strictest. The metric is named where
 * others pass, or want another edit.
 * @returns a sentence; without parts where nothing would, or nothing need
 */
export function smallestEdit(scores: readonly WordedScore[], decides: string): readonly WordPart[] {
  const some = scores.filter(({ edit }) => edit.length > 0);
  const chosen = some.find(({ id }) => id === decides) ?? some[0];
  if (!chosen) return [];
  const { title, isCode, edit } = chosen;
  const metric = isCode ? [code(title)] : plain(inSentence(title));
  const isOfAll = some.every((other) => sentenceText(other.edit) === sentenceText(edit));
  const isForAll = isOfAll && !scores.some(({ isPassed }) => isPassed);
  const whom = isForAll ? [] : [...plain(' '), ...metric];
  return [...plain(texts.toPass), ...whom, ...plain(': '), ...edit, ...plain('.')];
}

/** Describes the verdict of a judge, a person or their code on a row, or why it has no score. */
function explainOther(scores: ScoreValues, row: number, notes: readonly RowNote[]): string {
  const outcome = OUTCOMES[outcomeAt(scores, row)] ?? 'value_missing';
  const isScored = !Number.isNaN(scoreAt(scores, row));
  if (isCustomColumn(scores)) {
    const own = notes.filter(({ columnId }) => columnId === scores.id);
    const error = own.find(({ key }) => key === '');
    if (error) return error.text;
    if (!isScored) return outcomeMessage(outcome);
    return own.map(({ key, text }) => `${key}: ${text}`).join(', ');
  }
  const text = boundText(scores.texts?.[row] ?? '', TEXT_KEPT);
  if (isScored || isAnnotationColumn(scores)) return text;
  return text === '' ? outcomeMessage(outcome) : `${outcomeMessage(outcome)} ${text}`;
}

const TEXT_KEPT = 600;

function isNever(scores: ScoreValues): boolean {
  const outcomes = codesOf(scores)?.levelOutcomes ?? scores.outcomes;
  // counted, because of a million rows
  for (let row = 0; row < outcomes.length; row++) if (outcomes[row] !== NOT_RECORDED) return false;
  return true;
}
