import {
  allowedScores,
  PAIR_SCORES,
  type Choice,
  type JudgeMetric,
} from '#core/score/metric/judge-metric.ts';

/** What a judge may answer: a score, or which of two responses is better. */
export interface VerdictForm {
  /** The key of the answer. */
  readonly field: 'score' | 'choice';
  readonly allowed: readonly number[] | readonly string[];
}

/** The form of a comparison. */
export const CHOICE_FORM: VerdictForm = { field: 'choice', allowed: Object.keys(PAIR_SCORES) };

/** The form of a score. */
export function scoreForm(scores: readonly number[]): VerdictForm {
  return { field: 'score', allowed: scores };
}

/** The form of a metric’s verdicts. */
export function formOf(metric: Pick<JudgeMetric, 'ratings' | 'baseline'>): VerdictForm {
  return metric.baseline ? CHOICE_FORM : scoreForm(allowedScores(metric));
}

/** A rating as the judge answers it: a choice between two responses, or a number. */
export function answerOf(metric: Pick<JudgeMetric, 'baseline'>, score: number): string {
  if (!metric.baseline) return String(score);
  const choices = Object.keys(PAIR_SCORES) as Choice[];
  return choices.find((choice) => PAIR_SCORES[choice] === score) ?? '';
}
