import { formatScore } from '#core/base/text/format-count.ts';
import { outcomeMessage, OUTCOMES } from '#core/calls/outcome.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { outcomeAt, scoreAt } from '#core/score/columns/score-codes.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import { verdictOf } from '#features/row/row-marks.ts';
import type { VerdictKind } from '#ui/verdict.ts';
import { NOT_SCORED } from './texts.ts';

/** One glyph of a row's verdict strip. */
export interface StripEntry {
  readonly verdict: VerdictKind;
  readonly letter: string;
  readonly label: string;
}

/** A row's verdicts, one per score column that has a letter; rows count from 0. */
export function stripOf(columns: ScoredColumns, row: number): StripEntry[] {
  return columns.scores.flatMap((scores) => {
    const metric = findMetric(scores.metricId);
    const { letter, title } = titleOf(scores);
    if (!metric || letter === '') return [];
    const outcome = outcomeAt(scores, row);
    const text = formatRowScore(scores, row);
    const said = text === '–' ? outcomeMessage(OUTCOMES[outcome] ?? 'scored') || NOT_SCORED : text;
    return [
      {
        verdict: verdictOf(metric, scoreAt(scores, row), outcome),
        letter,
        label: `${title} ${said}`,
      },
    ];
  });
}

/** The letters above a strip. */
export function stripHead(columns: ScoredColumns): StripEntry[] {
  return columns.scores.flatMap((scores) => {
    const { letter, title } = titleOf(scores);
    return letter === '' ? [] : [{ verdict: 'none', letter, label: title }];
  });
}

/** A run's scores under a column; undefined when it has no such column. */
export function scoresOf(
  columns: ScoredColumns | undefined,
  columnId: string | undefined,
): ScoreValues | undefined {
  return columns?.scores.find(({ id }) => id === columnId);
}

/** A row's score in two decimals, or whole where it is 0 or 1; a dash without one. */
export function formatRowScore(scores: ScoreValues | undefined, row: number): string {
  const value = scoreAt(scores, row);
  if (!scores || Number.isNaN(value)) return '–';
  return findMetric(scores.metricId)?.scale === 'binary' ? String(value) : formatScore(value);
}
