import type { CustomMetric } from '#core/custom-metrics/custom-metric.ts';
import type { JudgeMetric } from '#core/judging/judge-metric.ts';
import type { Thresholds } from '#core/summary/statistics.ts';
import { departingRules, EXACT_RULES, type MatchingRules } from '#core/matching/rules.ts';

/** How a call that is made or expected several times counts in precision and recall. */
export type DuplicateRule = 'membership' | 'multiset';

/** Whether a row with an empty trajectory on a side is scored or left out. */
export type EmptyRule = 'skip' | 'score';

/** Everything a person can choose that changes a score. Stored with each run. */
export interface MetricSettings {
  /** Ids of the metrics to compute, in display order. */
  readonly metrics: readonly string[];
  /** Tools that `trajectory_single_tool_use` looks for; one score column each. */
  readonly tools: readonly string[];
  readonly duplicates: DuplicateRule;
  readonly emptyTrajectories: EmptyRule;
  /** BLEU averages only over runs that a short response can have; absent: no. An option of the service. */
  readonly useEffectiveOrder?: boolean;
  /** ROUGE compares word stems; absent: no. An option of the service. */
  readonly useStemmer?: boolean;
  /** Argument values match only when they are equal as JSON; absent: no. An option of the service. */
  readonly useStrictStringMatch?: boolean;
  /** When two calls match; absent: when they are equal. */
  readonly matching?: MatchingRules;
  /** Metrics that a model scores; absent: none. */
  readonly judges?: readonly JudgeMetric[];
  /** A person's own metrics, those not computed now included; absent: none. */
  readonly custom?: readonly CustomMetric[];
  /** From which score on a row passes, where that is not full marks; no score changes with it. */
  readonly thresholds?: Thresholds;
}

/**
 * Tells whether settings score rows just as the reference service does.
 * @param settings the settings
 * @returns false when an option departs from the service; departures.ts says which
 */
export function isAsVertex(settings: MetricSettings): boolean {
  const { duplicates, emptyTrajectories, matching } = settings;
  const isPlain = duplicates === 'membership' && emptyTrajectories === 'skip';
  return isPlain && departingRules(matching ?? EXACT_RULES) === undefined;
}
