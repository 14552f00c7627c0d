import { customColumn, describeCustom } from '#core/custom-metrics/custom-metric.ts';
import { describeJudged, judgeColumn } from '#core/judging/judged-metric.ts';
import { ratingMetric } from '#core/ratings/rating-metric.ts';
import { bleu } from './bleu/bleu.ts';
import { essentialToolsPresent } from './essential-tools-present/essential-tools-present.ts';
import { exactMatch } from './exact-match/exact-match.ts';
import { failure } from './failure/failure.ts';
import { latencyInSeconds } from './latency-in-seconds/latency-in-seconds.ts';
import type { Metric, ScoreColumn } from './metric.ts';
import { rouge1 } from './rouge-1/rouge-1.ts';
import { rouge2 } from './rouge-2/rouge-2.ts';
import { rougeLSum } from './rouge-l-sum/rouge-l-sum.ts';
import { rougeL } from './rouge-l/rouge-l.ts';
import type { MetricSettings } from './settings.ts';
import { toolCallValid } from './tool-call-valid/tool-call-valid.ts';
import { toolNameMatch } from './tool-name-match/tool-name-match.ts';
import { toolParameterKeyMatch } from './tool-parameter-key-match/tool-parameter-key-match.ts';
import { toolParameterKvMatch } from './tool-parameter-kv-match/tool-parameter-kv-match.ts';
import { trajectoryAnyOrderMatchNames } from './trajectory-any-order-match-names/trajectory-any-order-match-names.ts';
import { trajectoryAnyOrderMatch } from './trajectory-any-order-match/trajectory-any-order-match.ts';
import { trajectoryEditDistance } from './trajectory-edit-distance/trajectory-edit-distance.ts';
import { trajectoryExactMatchNames } from './trajectory-exact-match-names/trajectory-exact-match-names.ts';
import { trajectoryExactMatch } from './trajectory-exact-match/trajectory-exact-match.ts';
import { trajectoryF1 } from './trajectory-f1/trajectory-f1.ts';
import { trajectoryInOrderMatchNames } from './trajectory-in-order-match-names/trajectory-in-order-match-names.ts';
import { trajectoryInOrderMatch } from './trajectory-in-order-match/trajectory-in-order-match.ts';
import { trajectoryLcs } from './trajectory-lcs/trajectory-lcs.ts';
import { trajectoryPrecisionNames } from './trajectory-precision-names/trajectory-precision-names.ts';
import { trajectoryPrecision } from './trajectory-precision/trajectory-precision.ts';
import { trajectoryRecallNames } from './trajectory-recall-names/trajectory-recall-names.ts';
import { trajectoryRecall } from './trajectory-recall/trajectory-recall.ts';
import { trajectorySingleToolUse } from './trajectory-single-tool-use/trajectory-single-tool-use.ts';

/** Every metric the page offers, in display order. */
export const METRICS: readonly Metric[] = [
  trajectoryExactMatch,
  trajectoryInOrderMatch,
  trajectoryAnyOrderMatch,
  trajectoryPrecision,
  trajectoryRecall,
  trajectorySingleToolUse,
  trajectoryF1,
  trajectoryLcs,
  trajectoryEditDistance,
  trajectoryExactMatchNames,
  trajectoryInOrderMatchNames,
  trajectoryAnyOrderMatchNames,
  trajectoryPrecisionNames,
  trajectoryRecallNames,
  essentialToolsPresent,
  exactMatch,
  bleu,
  rouge1,
  rouge2,
  rougeL,
  rougeLSum,
  toolCallValid,
  toolNameMatch,
  toolParameterKeyMatch,
  toolParameterKvMatch,
  latencyInSeconds,
  failure,
];

const BY_ID = new Map(METRICS.map((metric) => [metric.id, metric]));

/** The metrics a new workspace starts with: the service's own that need no answer texts. */
const DEFAULT_METRICS = METRICS.filter(
  ({ origin, needs }) => origin === 'vertex' && !needs.includes('response'),
);

/** The settings a new workspace starts with: rows are scored as the service does. */
export const DEFAULT_SETTINGS: MetricSettings = {
  metrics: DEFAULT_METRICS.map((metric) => metric.id),
  tools: [],
  duplicates: 'membership',
  emptyTrajectories: 'skip',
};

/**
 * Finds a metric.
 * @param id a metric's id, a person's own included
 * @returns the metric, or undefined when there is none of that id
 */
export function findMetric(id: string): Metric | undefined {
  return BY_ID.get(id) ?? describeJudged(id) ?? describeCustom(id) ?? rated(id);
}

/** Ratings are given, never computed: no setting asks for them. */
function rated(id: string): Metric | undefined {
  return id === ratingMetric.id ? ratingMetric : undefined;
}

/**
 * Lists the score columns that settings ask for, in display order; a person's own come last.
 * @param settings the metrics and options chosen; unknown ids are passed over
 * @returns the columns
 */
export function listColumns(settings: MetricSettings): readonly ScoreColumn[] {
  const chosen = new Set(settings.metrics);
  const computed = METRICS.filter((metric) => chosen.has(metric.id)).flatMap((metric) =>
    metric.columns(settings),
  );
  const judged = (settings.judges ?? []).map(judgeColumn);
  const custom = (settings.custom ?? []).filter(({ isOn }) => isOn).map(customColumn);
  return [...computed, ...judged, ...custom];
}
