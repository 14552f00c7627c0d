import type { JudgeMetric } from './judge-metric.ts';
import type { DuplicateRule } from '#core/match/compare-pair.ts';
import {
  departingRules,
  EXACT_RULES,
  type MatchingRules,
  describeRules,
} from '#core/match/rules.ts';
import type { Metric } from './metric.ts';

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

/** From which score on a row passes, by metric; absent: full marks. */
export type Thresholds = Readonly<Record<string, number>>;

/** A person's own metric: a function in JavaScript that scores one row. Stored with each run. */
export interface CustomMetric {
  /** Names its result column; a JavaScript name. */
  readonly name: string;
  readonly code: string;
  /** What its scores are: 0 or 1, in [0,1], or any finite number. */
  readonly scale: CustomScale;
  readonly better: Metric['better'];
  /** Whether rows are scored with it. */
  readonly isOn: boolean;
}

/** The scales a custom metric can have. */
export type CustomScale = 'binary' | 'share' | 'number';

/**
 * Sets when two calls match.
 * @returns the changed settings; without rules where they are equality throughout
 */
export function withMatching(settings: MetricSettings, rules: MatchingRules): MetricSettings {
  const matching = departingRules(rules);
  const changed: { -readonly [K in keyof MetricSettings]: MetricSettings[K] } = { ...settings };
  if (matching) changed.matching = matching;
  else delete changed.matching;
  return changed;
}

/**
 * Sets from which score on a row passes.
 * @param threshold the score; undefined goes back to full marks
 * @returns the changed settings; without thresholds where there is none
 */
export function withThreshold(
  settings: MetricSettings,
  metricId: string,
  threshold: number | undefined,
): MetricSettings {
  const { thresholds: before = {}, ...others } = settings;
  const entries = Object.entries(before).filter(([id]) => id !== metricId);
  if (threshold !== undefined) entries.push([metricId, threshold]);
  return entries.length === 0 ? others : { ...others, thresholds: Object.fromEntries(entries) };
}

/** Resets everything that departs from the reference service; its own options stay. */
export function asVertex(settings: MetricSettings): MetricSettings {
  const plain = withMatching(settings, EXACT_RULES);
  return { ...plain, duplicates: 'membership', emptyTrajectories: 'skip' };
}

/**
 * Describes how settings depart from the way the reference service scores rows.
 * @returns one phrase for each departure; none when rows are scored as the service does
 */
export function departsFromVertex(settings: MetricSettings): string[] {
  const departures: string[] = [];
  if (settings.duplicates === 'multiset') departures.push('repeats counted once');
  if (settings.emptyTrajectories === 'score') departures.push('empty trajectories scored');
  return [...departures, ...describeRules(settings.matching ?? EXACT_RULES)];
}

/** Whether settings score rows just as the reference service does. */
export function isAsVertex(settings: MetricSettings): boolean {
  return departsFromVertex(settings).length === 0;
}

/** Adds a judged metric to settings; it takes the place of one with the same id. */
export function withJudge(settings: MetricSettings, metric: JudgeMetric): MetricSettings {
  const judges = settings.judges ?? [];
  const isKnown = judges.some(({ id }) => id === metric.id);
  return {
    ...settings,
    judges: isKnown
      ? judges.map((other) => (other.id === metric.id ? metric : other))
      : [...judges, metric],
  };
}
