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
}

/**
 * Tells whether settings score rows just as the reference service does.
 * @param settings the settings
 * @returns false when an option departs from the service
 */
export function isAsVertex(settings: MetricSettings): boolean {
  return settings.duplicates === 'membership' && settings.emptyTrajectories === 'skip';
}
