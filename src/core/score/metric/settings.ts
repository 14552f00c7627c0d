import * as v from 'valibot';
import { count, partOf, tableOf, type Shape } from '#core/base/json/json-shape.ts';
import type { DefinedScoring } from '#core/read/framework/adapter.ts';
import type { JudgeMetric } from './judge-metric.ts';
import { departingRules, EXACT_RULES, isEquality, type MatchingRules } from '#core/match/rules.ts';

/** What the scores of a person’s own metric can be: 0 or 1, in [0,1], or any finite number. */
export const CUSTOM_SCALES = ['binary', 'share', 'number'] as const;

/** Which ends of a scale can be the good one. */
export const BETTER_ENDS = ['higher', 'lower', 'none'] as const;

/** One of {@link CUSTOM_SCALES}. */
export type CustomScale = (typeof CUSTOM_SCALES)[number];

/** The schema of a person’s own metric. */
export const CustomMetric = v.object({
  /** Names its result column; a JavaScript name. */
  name: v.string(),
  code: v.string(),
  /** What the code is written in; absent: JavaScript. */
  language: v.optional(v.literal('python')),
  scale: v.picklist(CUSTOM_SCALES),
  better: v.picklist(BETTER_ENDS),
  /** Whether rows are scored with it. */
  isOn: v.boolean(),
});

/** A person's own metric: a function that scores one row. Stored with each run. */
export type CustomMetric = Shape<typeof CustomMetric>;

/** The schema of a score that the data records. */
export const RecordedScore = v.object({
  column: v.string(),
  /** The keys that lead to it within the column’s cells; absent: the cell itself. */
  path: v.optional(v.array(v.string())),
  /** What its values are; any other counts as unreadable. */
  scale: v.picklist(CUSTOM_SCALES),
});

/** A score that the data records, chosen to be a metric; higher is better. Stored with each run. */
export type RecordedScore = Shape<typeof RecordedScore>;

/** The schema of a rule. */
export const RuleSetting = v.object({
  /** Its sentence, which may begin with a name and a colon. */
  text: v.string(),
  /** Whether rows are checked against it. */
  isOn: v.boolean(),
  /** It applies only to rows that name it in the column of rules; absent: to all. */
  isPerRow: v.optional(v.boolean()),
});

/** A rule that trajectories keep or break, see `trajectory-rules`. Stored with each run. */
export type RuleSetting = Shape<typeof RuleSetting>;

/**
 * The schema of settings. Of metrics and matching rules only what names them is checked: earlier
 * versions stored less of them.
 */
export const MetricSettings = v.object({
  /** Ids of the metrics to compute, in display order. */
  metrics: v.array(v.string()),
  /** Tools that `trajectory_single_tool_use` looks for; one score column each. */
  tools: v.array(v.string()),
  duplicates: v.picklist(['membership', 'multiset']),
  /**
   * Whether a row with an empty trajectory on a side is scored, so that a row that expects calls and
   * gets none is 0, or left out as the reference service does.
   */
  emptyTrajectories: v.picklist(['skip', 'score']),
  /** BLEU averages only over runs that a short response can have; absent: no. An option of the service. */
  useEffectiveOrder: v.optional(v.boolean()),
  /** ROUGE compares word stems; absent: no. An option of the service. */
  useStemmer: v.optional(v.boolean()),
  /** Argument values match only when they are equal as JSON; absent: no. An option of the service. */
  useStrictStringMatch: v.optional(v.boolean()),
  /** When two calls match; absent: when they are equal. */
  matching: v.optional(partOf<MatchingRules>({ rule: partOf({}), tools: v.array(partOf({})) })),
  /** Metrics that a model scores; absent: none. */
  judges: v.optional(
    v.array(
      partOf<JudgeMetric>({
        id: v.string(),
        ratings: v.array(v.object({ score: v.number(), text: v.string() })),
        samples: count,
      }),
    ),
  ),
  /** A person's own metrics, those not computed now included; absent: none. */
  custom: v.optional(
    v.array(partOf<CustomMetric>({ name: v.string(), code: v.string(), isOn: v.boolean() })),
  ),
  /** Scores that the data records, as metrics; absent: none. */
  recorded: v.optional(v.array(partOf<RecordedScore>({ column: v.string() }))),
  /** Rules that need no reference, those not checked now included; absent: none. */
  rules: v.optional(v.array(RuleSetting)),
  /** Declarations of tools as pasted, for rows that have none of their own; absent: none. */
  declarations: v.optional(v.string()),
  /** From which score on a row passes, where that is not full marks; no score changes with it. */
  thresholds: v.optional(tableOf(v.pipe(v.number(), v.finite()))),
});

/** Everything a person can choose that changes a score. Stored with each run. */
export type MetricSettings = Shape<typeof MetricSettings>;

/** From which score on a row passes, by metric; absent: full marks. */
export type Thresholds = NonNullable<MetricSettings['thresholds']>;

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
