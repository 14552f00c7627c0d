import * as is from '#core/base/json/json-shape.ts';
import type { DefinedScoring } from '#core/read/framework/adapter.ts';
import type { JudgeMetric } from './judge-metric.ts';
import type { DuplicateRule } from '#core/match/compare-pair.ts';
import { departingRules, EXACT_RULES, isEquality, type MatchingRules } from '#core/match/rules.ts';

/**
 * Whether a row with an empty trajectory on a side is scored, so that a row that expects calls and
 * gets none is 0, or left out as the reference service does.
 */
type EmptyRule = 'skip' | 'score';

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
  /** Scores that the data records, as metrics; absent: none. */
  readonly recorded?: readonly RecordedScore[];
  /** Rules that need no reference, those not checked now included; absent: none. */
  readonly rules?: readonly RuleSetting[];
  /** Declarations of tools as pasted, for rows that have none of their own; absent: none. */
  readonly declarations?: string;
  /** From which score on a row passes, where that is not full marks; no score changes with it. */
  readonly thresholds?: Thresholds;
}

/** From which score on a row passes, by metric; absent: full marks. */
export type Thresholds = Readonly<Record<string, number>>;

/** A person's own metric: a function that scores one row. Stored with each run. */
export interface CustomMetric {
  /** Names its result column; a JavaScript name. */
  readonly name: string;
  readonly code: string;
  /** What the code is written in; absent: JavaScript. */
  readonly language?: 'python';
  /** What its scores are: 0 or 1, in [0,1], or any finite number. */
  readonly scale: CustomScale;
  readonly better: 'higher' | 'lower' | 'none';
  /** Whether rows are scored with it. */
  readonly isOn: boolean;
}

/** A score that the data records, chosen to be a metric; higher is better. Stored with each run. */
export interface RecordedScore {
  readonly column: string;
  /** The keys that lead to it within the column’s cells; absent: the cell itself. */
  readonly path?: readonly string[];
  /** What its values are; any other counts as unreadable. */
  readonly scale: CustomScale;
}

/** A rule that trajectories keep or break, see `trajectory-rules`. Stored with each run. */
export interface RuleSetting {
  /** Its sentence, which may begin with a name and a colon. */
  readonly text: string;
  /** Whether rows are checked against it. */
  readonly isOn: boolean;
  /** It applies only to rows that name it in the column of rules; absent: to all. */
  readonly isPerRow?: boolean;
}

/**
 * Checks whether a value holds settings; what names metrics and rules is, the rest of them where it
 * is used.
 */
export const isSettings = is.shape<MetricSettings>({
  metrics: is.listOf(is.text),
  tools: is.listOf(is.text),
  duplicates: is.oneOf(['membership', 'multiset']),
  emptyTrajectories: is.oneOf(['skip', 'score']),
  useEffectiveOrder: is.optional(is.flag),
  useStemmer: is.optional(is.flag),
  useStrictStringMatch: is.optional(is.flag),
  // patterns that do not compile are passed over where they are used
  matching: is.optional(
    is.partOf<MatchingRules>({ rule: is.partOf({}), tools: is.listOf(is.partOf({})) }),
  ),
  judges: is.optional(
    is.listOf(
      is.partOf<JudgeMetric>({
        id: is.text,
        ratings: is.listOf(is.record({ score: is.number, text: is.text })),
        samples: is.count,
      }),
    ),
  ),
  custom: is.optional(
    is.listOf(is.partOf<CustomMetric>({ name: is.text, code: is.text, isOn: is.flag })),
  ),
  recorded: is.optional(is.listOf(is.partOf<RecordedScore>({ column: is.text }))),
  rules: is.optional(
    is.listOf(
      is.shape<RuleSetting>({ text: is.text, isOn: is.flag, isPerRow: is.optional(is.flag) }),
    ),
  ),
  declarations: is.optional(is.text),
  thresholds: is.optional(is.tableOf(is.such(is.number, Number.isFinite))),
});

/** The scales a custom metric can have. */
export type CustomScale = 'binary' | 'share' | 'number';

/** Sets when two calls match; without rules where they are equality throughout. */
export function withMatching(settings: MetricSettings, rules: MatchingRules): MetricSettings {
  const matching = departingRules(rules);
  const changed: { -readonly [K in keyof MetricSettings]: MetricSettings[K] } = { ...settings };
  if (matching) changed.matching = matching;
  else delete changed.matching;
  return changed;
}

/** Sets from which score on a row passes; undefined goes back to full marks. */
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

/** Sets what a format defines of how its data is scored. */
export function asDefined(settings: MetricSettings, scoring: DefinedScoring): MetricSettings {
  return {
    ...settings,
    matching: { ...(settings.matching ?? EXACT_RULES), patterns: scoring.hasPatterns },
  };
}

/**
 * Rules of counting and matching that have a name: the standard ones, or those of the Vertex AI
 * service, which leaves rows with an empty side out.
 */
export type Preset = 'standard' | 'vertex';

/** Sets the rules of a preset; metrics and their own options stay. */
export function withPreset(settings: MetricSettings, preset: Preset): MetricSettings {
  const emptyTrajectories = preset === 'standard' ? 'score' : 'skip';
  return { ...withMatching(settings, EXACT_RULES), duplicates: 'membership', emptyTrajectories };
}

/** The preset whose rules settings have; undefined for rules of one's own. */
export function presetOf(settings: MetricSettings): Preset | undefined {
  const { duplicates, emptyTrajectories, matching = EXACT_RULES } = settings;
  if (duplicates !== 'membership' || !isEquality(matching)) return undefined;
  return emptyTrajectories === 'score' ? 'standard' : 'vertex';
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

/** Longer texts are refused: settings go into every stored run and link. */
export const LONGEST_DECLARATIONS = 500_000;

/**
 * Sets declarations of tools for rows without their own.
 * @param text what was pasted; an empty text takes them away
 * @returns the changed settings
 */
export function withDeclarations(settings: MetricSettings, text: string): MetricSettings {
  const { declarations: _, ...others } = settings;
  return text.trim() === '' ? others : { ...others, declarations: text };
}
