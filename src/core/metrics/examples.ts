import { assignRoles } from '#core/dataset/columns.ts';
import { readRow } from '#core/dataset/read-row.ts';
import { bleuExample } from './bleu/example.ts';
import { essentialToolsPresentExample } from './essential-tools-present/example.ts';
import { exactMatchExample } from './exact-match/example.ts';
import { failureExample } from './failure/example.ts';
import { latencyInSecondsExample } from './latency-in-seconds/example.ts';
import { rouge1Example } from './rouge-1/example.ts';
import { rouge2Example } from './rouge-2/example.ts';
import { rougeLExample } from './rouge-l/example.ts';
import { rougeLSumExample } from './rouge-l-sum/example.ts';
import { toolCallValidExample } from './tool-call-valid/example.ts';
import { toolNameMatchExample } from './tool-name-match/example.ts';
import { toolParameterKeyMatchExample } from './tool-parameter-key-match/example.ts';
import { toolParameterKvMatchExample } from './tool-parameter-kv-match/example.ts';
import { trajectoryAnyOrderMatchExample } from './trajectory-any-order-match/example.ts';
import { trajectoryAnyOrderMatchNamesExample } from './trajectory-any-order-match-names/example.ts';
import { trajectoryEditDistanceExample } from './trajectory-edit-distance/example.ts';
import { trajectoryExactMatchExample } from './trajectory-exact-match/example.ts';
import { trajectoryExactMatchNamesExample } from './trajectory-exact-match-names/example.ts';
import { trajectoryF1Example } from './trajectory-f1/example.ts';
import { trajectoryInOrderMatchExample } from './trajectory-in-order-match/example.ts';
import { trajectoryInOrderMatchNamesExample } from './trajectory-in-order-match-names/example.ts';
import { trajectoryLcsExample } from './trajectory-lcs/example.ts';
import { trajectoryPrecisionExample } from './trajectory-precision/example.ts';
import { trajectoryPrecisionNamesExample } from './trajectory-precision-names/example.ts';
import { trajectoryRecallExample } from './trajectory-recall/example.ts';
import { trajectoryRecallNamesExample } from './trajectory-recall-names/example.ts';
import { trajectorySingleToolUseExample } from './trajectory-single-tool-use/example.ts';
import type { MetricExample } from './example.ts';
import type { Metric, Score } from './metric.ts';
import { DEFAULT_SETTINGS } from './registry.ts';
import { scorerOf } from './scorers.ts';

/** The worked example of every metric, by its id. Apart from the registry, as the formulas are. */
const EXAMPLES: Readonly<Record<string, MetricExample>> = {
  bleu: bleuExample,
  essential_tools_present: essentialToolsPresentExample,
  exact_match: exactMatchExample,
  failure: failureExample,
  latency_in_seconds: latencyInSecondsExample,
  rouge_1: rouge1Example,
  rouge_2: rouge2Example,
  rouge_l: rougeLExample,
  rouge_l_sum: rougeLSumExample,
  tool_call_valid: toolCallValidExample,
  tool_name_match: toolNameMatchExample,
  tool_parameter_key_match: toolParameterKeyMatchExample,
  tool_parameter_kv_match: toolParameterKvMatchExample,
  trajectory_any_order_match: trajectoryAnyOrderMatchExample,
  trajectory_any_order_match_names: trajectoryAnyOrderMatchNamesExample,
  trajectory_edit_distance: trajectoryEditDistanceExample,
  trajectory_exact_match: trajectoryExactMatchExample,
  trajectory_exact_match_names: trajectoryExactMatchNamesExample,
  trajectory_f1: trajectoryF1Example,
  trajectory_in_order_match: trajectoryInOrderMatchExample,
  trajectory_in_order_match_names: trajectoryInOrderMatchNamesExample,
  trajectory_lcs: trajectoryLcsExample,
  trajectory_precision: trajectoryPrecisionExample,
  trajectory_precision_names: trajectoryPrecisionNamesExample,
  trajectory_recall: trajectoryRecallExample,
  trajectory_recall_names: trajectoryRecallNamesExample,
  trajectory_single_tool_use: trajectorySingleToolUseExample,
};

/**
 * Finds the worked example of a metric.
 * @param metricId the metric's id
 * @returns undefined for a metric that is not built in
 */
export function exampleOf(metricId: string): MetricExample | undefined {
  return Object.hasOwn(EXAMPLES, metricId) ? EXAMPLES[metricId] : undefined;
}

/**
 * Scores an example as any row is scored.
 * @param metric the metric
 * @param example its example
 * @returns the score
 * @throws RangeError when its settings ask for no score
 */
export function scoreExample(metric: Metric, example: MetricExample): Score {
  const { row, settings } = example;
  const all = { ...DEFAULT_SETTINGS, ...settings };
  const [column] = metric.columns(all);
  if (!column) throw new RangeError(`the example of ${metric.id} asks for no score`);
  const { row: scored } = readRow(row, assignRoles(Object.keys(row)), 1);
  return scorerOf(metric.id).score(scored, all, column);
}
