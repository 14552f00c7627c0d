import type { Outcome } from '#core/metrics/metric.ts';

/**
 * Puts the reason why a row has no score into words.
 * @param outcome what became of the row
 * @returns a sentence; empty for a scored row
 */
export function outcomeInWords(outcome: Outcome): string {
  switch (outcome) {
    case 'scored':
      return '';
    case 'prediction_missing':
      return 'No predicted trajectory recorded; not evaluated.';
    case 'reference_missing':
      return 'No reference trajectory recorded; not evaluated.';
    case 'prediction_empty':
      return 'The prediction has no calls; not evaluated.';
    case 'reference_empty':
      return 'The reference has no calls; not evaluated.';
    case 'both_empty':
      return 'No calls on either side; not evaluated.';
    case 'value_missing':
      return 'Not recorded.';
    case 'prediction_unreadable':
      return 'The predicted trajectory cannot be read.';
    case 'reference_unreadable':
      return 'The reference trajectory cannot be read.';
    case 'value_unreadable':
      return 'The recorded value is not a number.';
    case 'response_missing':
      return 'No response recorded; not evaluated.';
    case 'answer_missing':
      return 'No expected answer recorded; not evaluated.';
    case 'answer_unreadable':
      return 'The expected answer has no tool call that can be read.';
    case 'not_judged':
      return 'Not judged yet.';
    case 'judge_input_missing':
      return 'A column the prompt needs is empty in this row; not judged.';
    case 'code_failed':
      return 'The metric’s code failed on this row.';
    case 'code_gave_none':
      return 'The metric’s code gave null; not evaluated.';
    case 'code_not_agreed':
      return 'The metric’s code came from elsewhere and waits until you have read it; not evaluated.';
    default:
      return `The judge gave no verdict: ${outcome.slice('judge_'.length).replaceAll('_', ' ')}.`;
  }
}
