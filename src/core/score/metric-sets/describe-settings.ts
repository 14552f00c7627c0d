import {
  USUAL_READING,
  describeChoices,
  type ReadingChoices,
} from '#core/read/choices/reading-choices.ts';
import { describeRules } from '#core/match/describe-rules.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';

/** What a run says of how its rows came about. */
export interface ScoredHow {
  readonly settings: MetricSettings;
  readonly reading?: ReadingChoices | undefined;
}

/** How rows were read and scored: the rules of Vertex AI, or what departs from it. */
export function describeSettings({ settings, reading = USUAL_READING }: ScoredHow): string {
  const departures = departsFromVertex(settings).join(', ') || 'Vertex AI rules';
  return [departures, ...describeChoices(reading)].join(', ');
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
