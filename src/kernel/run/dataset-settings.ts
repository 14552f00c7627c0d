import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { Sample } from '#samples/registry.ts';

/** `DEFAULT_SETTINGS` of the metrics, from the build: the shell then needs no metric. */
declare const SETTINGS_AT_FIRST: MetricSettings;

/** The settings a new workspace starts with. */
export const FIRST_SETTINGS: MetricSettings = SETTINGS_AT_FIRST;

/** How a shipped sample is scored at first. */
export function settingsOf({ tools }: Sample): MetricSettings {
  return { ...FIRST_SETTINGS, tools };
}

/** The settings that other data starts with: without tools and judges of the last, or its rule for empty trajectories. */
export function forOtherData({ judges: _, ...settings }: MetricSettings): MetricSettings {
  return { ...settings, tools: [], emptyTrajectories: FIRST_SETTINGS.emptyTrajectories };
}

/** Merges two changes of the same settings: the other one, with each field that the one has changed. */
export function mergeSettings(
  base: MetricSettings,
  changed: MetricSettings,
  other: MetricSettings,
  fields = Object.keys({ ...base, ...changed }) as readonly (keyof MetricSettings)[],
): MetricSettings {
  const differing = fields.filter((field) => changed[field] !== base[field]);
  if (differing.length === 0) return other;
  const merged = new Map<PropertyKey, unknown>(Object.entries(other));
  for (const field of differing) {
    if (changed[field] === undefined) merged.delete(field);
    else merged.set(field, changed[field]);
  }
  // every field is that of one of the two
  return Object.fromEntries(merged) as unknown as MetricSettings;
}
