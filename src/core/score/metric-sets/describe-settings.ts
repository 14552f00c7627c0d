import { describeChoices, type ReadingChoices } from '#core/read/choices/reading-choices.ts';
import { describeRules, EXACT_RULES } from '#core/match/rules.ts';
import { presetOf, type MetricSettings } from '#core/score/metric/settings.ts';

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
