import type { Scorer } from '#core/metrics/scorer.ts';
import { isRecordedText, type RowTexts } from '#core/text/row-texts.ts';
import type { Score } from './metric.ts';
import type { MetricSettings } from './settings.ts';

/**
 * Wraps a formula over two answers with the rule that all response metrics share: an answer that
 * was not recorded is never scored. An empty text is an answer.
 * @param score scores a row that has both answers
 * @returns a metric's `score` function
 */
export function scoreTexts(
  score: (texts: RowTexts, settings: MetricSettings) => Score,
): Scorer['score'] {
  return ({ texts }, settings) => {
    if (!isRecordedText(texts.response)) return 'response_missing';
    if (!isRecordedText(texts.reference)) return 'answer_missing';
    return score(texts, settings);
  };
}
