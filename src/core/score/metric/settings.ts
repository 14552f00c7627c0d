import * as v from 'valibot';
import { count, partOf, tableOf, type Shape } from '#core/base/json/json-shape.ts';
import type { DefinedScoring } from '#core/read/framework/adapter.ts';
import type { JudgeMetric } from './judge-metric.ts';
import {
  departingRules,
  EXACT_RULES,
  isEquality,
  type MatchingRules,
  describeRules,
} from '#core/match/rules.ts';
import { describeChoices, type ReadingChoices } from '#core/read/choices/reading-choices.ts';

/** The scales of a custom metric: 0 or 1, [0,1], or any finite number. */
export const CUSTOM_SCALES = ['binary', 'share', 'number'] as const;

/** The ends of a scale that can be good. */
export const BETTER_ENDS = ['higher', 'lower', 'none'] as const;

/** One of {@link CUSTOM_SCALES}. */
export type CustomScale = (typeof CUSTOM_SCALES)[number];

/** The schema of a custom metric. */
export const CustomMetric = v.object({
  /** The name of its result column; a JavaScript identifier. */
  name: v.string(),
  code: v.string(),
  /** The language of its code; absent: JavaScript. */
  language: v.optional(v.literal('python')),
  scale: v.picklist(CUSTOM_SCALES),
  better: v.picklist(BETTER_ENDS),
  /** Whether rows are scored with it. */
  isOn: v.boolean(),
});

/** A user's own metric: a function that scores one row. Stored with each run. */
export type CustomMetric = Shape<typeof CustomMetric>;

/** The schema of a recorded score. */
export const RecordedScore = v.object({
  column: v.string(),
  /** The keys within the column’s cells; absent: the cell itself. */
  path: v.optional(v.array(v.string())),
  /** The scale of its values; others count as unreadable. */
  scale: v.picklist(CUSTOM_SCALES),
});

/** A score in the data that is used as a metric; higher is better. Stored with each run. */
export type RecordedScore = Shape<typeof RecordedScore>;

/** The schema of a rule. */
export const RuleSetting = v.object({
  /** Its sentence, which may begin with a name and a colon. */
  text: v.string(),
  /** Whether rows are checked against it. */
  isOn: v.boolean(),
  /** Whether it applies only to rows that name it in the column of rules; absent: to all. */
  isPerRow: v.optional(v.boolean()),
});

/** A rule that trajectories keep or break, see `trajectory-rules`. Stored with each run. */
export type RuleSetting = Shape<typeof RuleSetting>;

/**
 * The schema of settings. Metrics and matching rules are checked by their keys only: earlier
 * versions stored fewer fields.
 */
export const MetricSettings = v.object({
  /** Ids of the metrics to compute, in display order. */
  metrics: v.array(v.string()),
  /** Tools that `trajectory_single_tool_use` looks for; one score column each. */
  tools: v.array(v.string()),
  duplicates: v.picklist(['membership', 'multiset']),
  /**
   * Whether a row with an empty trajectory is scored, so that making none of the expected calls
   * scores 0, or skipped as in the reference service.
   */
  emptyTrajectories: v.picklist(['skip', 'score']),
  /**
   * Whether BLEU averages only over the n-gram lengths that a short response can have; absent: no.
   * An option of the service.
   */
  useEffectiveOrder: v.optional(v.boolean()),
  /** Whether ROUGE compares word stems; absent: no. An option of the service. */
  useStemmer: v.optional(v.boolean()),
  /** Whether argument values must be equal as JSON; absent: no. An option of the service. */
  useStrictStringMatch: v.optional(v.boolean()),
  /** The currency of costs, empty for an unrecorded one; absent: that of each row. */
  currency: v.optional(v.string()),
  /** When two calls match; absent: when equal. */
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
  /** Custom metrics, also those switched off; absent: none. */
  custom: v.optional(
    v.array(partOf<CustomMetric>({ name: v.string(), code: v.string(), isOn: v.boolean() })),
  ),
  /** Recorded scores used as metrics; absent: none. */
  recorded: v.optional(v.array(partOf<RecordedScore>({ column: v.string() }))),
  /** Rules, also those switched off; absent: none. */
  rules: v.optional(v.array(RuleSetting)),
  /** Tool declarations as pasted, for rows without their own; absent: none. */
  declarations: v.optional(v.string()),
  /** The score from which a row passes, where it is not full marks; changes no score. */
  thresholds: v.optional(tableOf(v.pipe(v.number(), v.finite()))),
});

/** All settings that change scores. Stored with each run. */
export type MetricSettings = Shape<typeof MetricSettings>;

/** The score from which a row passes, by metric; absent: full marks. */
export type Thresholds = NonNullable<MetricSettings['thresholds']>;

/** Sets the matching rules; absent where calls match when equal. */
export function withMatching(settings: MetricSettings, rules: MatchingRules): MetricSettings {
  const matching = departingRules(rules);
  const changed: { -readonly [K in keyof MetricSettings]: MetricSettings[K] } = { ...settings };
  if (matching) changed.matching = matching;
  else delete changed.matching;
  return changed;
}

/** Sets the score from which a row passes; undefined resets it to full marks. */
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

/** Applies what a format defines about scoring. */
export function asDefined(settings: MetricSettings, scoring: DefinedScoring): MetricSettings {
  return {
    ...settings,
    matching: { ...(settings.matching ?? EXACT_RULES), patterns: scoring.hasPatterns },
  };
}

/**
 * A named preset of counting and matching rules: the standard, or that of the Vertex AI service,
 * which skips rows with an empty side.
 */
export type Preset = 'standard' | 'vertex';

/** Applies a preset; metrics and their own options stay. */
export function withPreset(settings: MetricSettings, preset: Preset): MetricSettings {
  const emptyTrajectories = preset === 'standard' ? 'score' : 'skip';
  return { ...withMatching(settings, EXACT_RULES), duplicates: 'membership', emptyTrajectories };
}

/** The preset that settings follow; undefined for custom rules. */
export function presetOf(settings: MetricSettings): Preset | undefined {
  const { duplicates, emptyTrajectories, matching = EXACT_RULES } = settings;
  if (duplicates !== 'membership' || !isEquality(matching)) return undefined;
  return emptyTrajectories === 'score' ? 'standard' : 'vertex';
}

/** Adds a judged metric, or replaces the one with the same id and model. */
export function withJudge(settings: MetricSettings, metric: JudgeMetric): MetricSettings {
  const judges = settings.judges ?? [];
  const at = judges.findIndex(({ id, model }) => id === metric.id && model === metric.model);
  return { ...settings, judges: at < 0 ? [...judges, metric] : judges.with(at, metric) };
}

/** The longest declarations accepted: settings are part of every stored run and link. */
export const LONGEST_DECLARATIONS = 500_000;

/**
 * Sets tool declarations for rows without their own.
 * @param text the pasted text; empty removes them
 * @returns the changed settings
 */
export function withDeclarations(settings: MetricSettings, text: string): MetricSettings {
  const { declarations: _, ...others } = settings;
  return text.trim() === '' ? others : { ...others, declarations: text };
}

/** How the rows of a run were read and scored. */
export interface ScoredHow {
  readonly settings: MetricSettings;
  readonly reading?: ReadingChoices | undefined;
}

/** Describes how rows were read and scored: the standard rules, or the departures from them. */
export function describeSettings({ settings, reading = {} }: ScoredHow): string {
  const departures = departuresOf(settings).join(', ') || 'standard rules';
  return [departures, ...describeChoices(reading)].join(', ');
}

/** The preset of settings, or each departure from the standard rules; empty for these. */
export function departuresOf(settings: MetricSettings): string[] {
  if (presetOf(settings) === 'vertex') return ['Vertex AI service'];
  const departures: string[] = [];
  if (settings.duplicates === 'multiset') departures.push('repeats counted once');
  if (settings.emptyTrajectories === 'skip') departures.push('rows without calls left out');
  return [...departures, ...describeRules(settings.matching ?? EXACT_RULES)];
}
