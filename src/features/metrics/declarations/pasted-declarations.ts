import type { MetricSettings } from '#core/score/metric/settings.ts';

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
