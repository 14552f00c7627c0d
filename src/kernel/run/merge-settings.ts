import type { MetricSettings } from '#core/score/metric/settings.ts';

type Field = keyof MetricSettings;

/**
 * Merges two changes of the same settings.
 * @param base the settings before both
 * @param changed the settings after one of them
 * @param other the settings after the other
 * @param fields the fields that are merged; all unless given
 * @returns the other settings, with each field that the one has changed
 */
export function mergeSettings(
  base: MetricSettings,
  changed: MetricSettings,
  other: MetricSettings,
  fields: readonly Field[] = [...Object.keys(base), ...Object.keys(changed)] as Field[],
): MetricSettings {
  const differing = fields.filter((field) => changed[field] !== base[field]);
  if (differing.length === 0) return other;
  const merged = new Map<string, unknown>(Object.entries(other));
  for (const field of differing) {
    if (changed[field] === undefined) merged.delete(field);
    else merged.set(field, changed[field]);
  }
  // every field is that of one of the two
  return Object.fromEntries(merged) as unknown as MetricSettings;
}
