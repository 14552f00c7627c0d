import { isJudgeColumn } from '#core/judging/judged-metric.ts';
import { bleuScorer } from './bleu/score.ts';
import { essentialToolsPresentScorer } from './essential-tools-present/score.ts';
import { exactMatchScorer } from './exact-match/score.ts';
import { failureScorer } from './failure/score.ts';
import { latencyInSecondsScorer } from './latency-in-seconds/score.ts';
import { rouge1Scorer } from './rouge-1/score.ts';
import { rouge2Scorer } from './rouge-2/score.ts';
import { rougeLScorer } from './rouge-l/score.ts';
import { rougeLSumScorer } from './rouge-l-sum/score.ts';
import { toolCallValidScorer } from './tool-call-valid/score.ts';
import { toolNameMatchScorer } from './tool-name-match/score.ts';
import { toolParameterKeyMatchScorer } from './tool-parameter-key-match/score.ts';
import { toolParameterKvMatchScorer } from './tool-parameter-kv-match/score.ts';
import { trajectoryAnyOrderMatchScorer } from './trajectory-any-order-match/score.ts';
import { trajectoryAnyOrderMatchNamesScorer } from './trajectory-any-order-match-names/score.ts';
import { trajectoryEditDistanceScorer } from './trajectory-edit-distance/score.ts';
import { trajectoryExactMatchScorer } from './trajectory-exact-match/score.ts';
import { trajectoryExactMatchNamesScorer } from './trajectory-exact-match-names/score.ts';
import { trajectoryF1Scorer } from './trajectory-f1/score.ts';
import { trajectoryInOrderMatchScorer } from './trajectory-in-order-match/score.ts';
import { trajectoryInOrderMatchNamesScorer } from './trajectory-in-order-match-names/score.ts';
import { trajectoryLcsScorer } from './trajectory-lcs/score.ts';
import { trajectoryPrecisionScorer } from './trajectory-precision/score.ts';
import { trajectoryPrecisionNamesScorer } from './trajectory-precision-names/score.ts';
import { trajectoryRecallScorer } from './trajectory-recall/score.ts';
import { trajectoryRecallNamesScorer } from './trajectory-recall-names/score.ts';
import { trajectorySingleToolUseScorer } from './trajectory-single-tool-use/score.ts';
import type { Scorer } from './scorer.ts';

/** The formula of every metric, by its id. Apart from the registry, so that the page need not load them. */
const SCORERS: Readonly<Record<string, Scorer>> = {
  bleu: bleuScorer,
  essential_tools_present: essentialToolsPresentScorer,
  exact_match: exactMatchScorer,
  failure: failureScorer,
  latency_in_seconds: latencyInSecondsScorer,
  rouge_1: rouge1Scorer,
  rouge_2: rouge2Scorer,
  rouge_l: rougeLScorer,
  rouge_l_sum: rougeLSumScorer,
  tool_call_valid: toolCallValidScorer,
  tool_name_match: toolNameMatchScorer,
  tool_parameter_key_match: toolParameterKeyMatchScorer,
  tool_parameter_kv_match: toolParameterKvMatchScorer,
  trajectory_any_order_match: trajectoryAnyOrderMatchScorer,
  trajectory_any_order_match_names: trajectoryAnyOrderMatchNamesScorer,
  trajectory_edit_distance: trajectoryEditDistanceScorer,
  trajectory_exact_match: trajectoryExactMatchScorer,
  trajectory_exact_match_names: trajectoryExactMatchNamesScorer,
  trajectory_f1: trajectoryF1Scorer,
  trajectory_in_order_match: trajectoryInOrderMatchScorer,
  trajectory_in_order_match_names: trajectoryInOrderMatchNamesScorer,
  trajectory_lcs: trajectoryLcsScorer,
  trajectory_precision: trajectoryPrecisionScorer,
  trajectory_precision_names: trajectoryPrecisionNamesScorer,
  trajectory_recall: trajectoryRecallScorer,
  trajectory_recall_names: trajectoryRecallNamesScorer,
  trajectory_single_tool_use: trajectorySingleToolUseScorer,
};

/** A model scores rows later: reading them gives no verdicts. */
const JUDGED: Scorer = { score: () => 'not_judged' };

/**
 * Finds the formula of a metric.
 * @param metricId the metric's id
 * @returns its scorer
 * @throws RangeError when there is no metric of that id
 */
export function scorerOf(metricId: string): Scorer {
  if (isJudgeColumn({ metricId })) return JUDGED;
  const scorer = Object.hasOwn(SCORERS, metricId) ? SCORERS[metricId] : undefined;
  if (!scorer) throw new RangeError(`no metric ${metricId}`);
  return scorer;
}
