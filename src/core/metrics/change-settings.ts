import { departingRules, EXACT_RULES, type MatchingRules } from '#core/matching/rules.ts';
import type { MetricSettings } from './settings.ts';

/**
 * Sets when two calls match.
 * @param settings the settings
 * @param rules the rules
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
 * @param settings the settings
 * @param metricId the metric
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

/**
 * Takes back everything that departs from the reference service; its own options stay.
 * @param settings the settings
 * @returns settings that score rows just as the service does
 */
export function asVertex(settings: MetricSettings): MetricSettings {
  const plain = withMatching(settings, EXACT_RULES);
  return { ...plain, duplicates: 'membership', emptyTrajectories: 'skip' };
}
