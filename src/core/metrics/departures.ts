import { rulesInWords } from '#core/matching/rules-in-words.ts';
import { EXACT_RULES } from '#core/matching/rules.ts';
import type { MetricSettings } from './settings.ts';

/**
 * Says in words how settings depart from the way the reference service scores rows.
 * @param settings the settings
 * @returns one phrase for each departure; none when rows are scored as the service does
 */
export function departsFromVertex(settings: MetricSettings): string[] {
  const departures: string[] = [];
  if (settings.duplicates === 'multiset') departures.push('multiset duplicates');
  if (settings.emptyTrajectories === 'score') departures.push('empties scored');
  return [...departures, ...rulesInWords(settings.matching ?? EXACT_RULES)];
}
