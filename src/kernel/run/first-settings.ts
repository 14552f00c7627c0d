import type { MetricSettings } from '#core/score/metric/settings.ts';

/** `DEFAULT_SETTINGS` of the metrics, from the build: the shell then needs no metric. */
declare const SETTINGS_AT_FIRST: MetricSettings;

/** The settings a new workspace starts with. */
export const FIRST_SETTINGS: MetricSettings = SETTINGS_AT_FIRST;
