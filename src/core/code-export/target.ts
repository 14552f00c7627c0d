import { rulesInWords } from '#core/matching/rules-in-words.ts';
import { EXACT_RULES } from '#core/matching/rules.ts';
import { customName } from '#core/custom-metrics/custom-metric.ts';
import { judgeName } from '#core/judging/judged-metric.ts';
import { listColumns } from '#core/metrics/registry.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';

/** A tool that evaluates agents, for which the chosen metrics can be written down. */
export interface CodeTarget {
  /** Equals the file's name. */
  readonly id: string;
  readonly title: string;
  /** The file it belongs into. */
  readonly fileName: string;
  /**
   * Writes the settings down as far as the target can express them, and names the rest in a comment.
   * @param settings the metrics and options chosen
   * @returns the text of the file
   */
  write(settings: MetricSettings): string;
}

/**
 * Lists what of the settings a target leaves out.
 * @param settings the metrics and options chosen
 * @param said ids of the metrics that the target has
 * @param hasRules whether the target has the rules for arguments too
 * @returns a phrase for each metric and option left out
 */
export function listLeftOut(
  settings: MetricSettings,
  said: readonly string[],
  hasRules = false,
): string[] {
  const left = listColumns(settings)
    .filter(({ metricId }) => !said.includes(metricId))
    .map(({ id, tool }) => (tool === undefined ? judgeName(customName(id)) : id));
  if (settings.duplicates === 'multiset') left.push('duplicates counted once (multiset)');
  if (settings.emptyTrajectories === 'score') left.push('empty trajectories scored');
  if (!hasRules) left.push(...rulesInWords(settings.matching ?? EXACT_RULES));
  return [...new Set(left)];
}

/**
 * Writes what is left out as a comment.
 * @param left the phrases
 * @param sign begins a line of comment
 * @returns lines; none when nothing is left out
 */
export function commentLeftOut(left: readonly string[], sign: string): string[] {
  if (left.length === 0) return [];
  return [`${sign} Not expressed here:`, ...left.map((phrase) => `${sign}   ${oneLine(phrase)}`)];
}

/**
 * Writes as a comment where the target scores otherwise than the page.
 * @param differences what differs, by metric
 * @param said ids of the metrics that the target is given
 * @param sign begins a line of comment
 * @returns lines; none when nothing differs
 */
export function commentDifferences(
  differences: Readonly<Record<string, string>>,
  said: readonly string[],
  sign: string,
): string[] {
  const lines = said.flatMap((id) => {
    const difference = differences[id];
    return difference === undefined ? [] : [`${sign} - ${id}: ${difference}`];
  });
  return lines.length === 0 ? [] : [`${sign} Scored otherwise here:`, ...lines];
}

/** Names of tools are data: one with a line break would end the comment. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, ' ');
}

/**
 * Writes a text as a literal of Python, JSON and YAML alike.
 * @param text any text
 * @returns the text in double quotes
 */
export function quoteText(text: string): string {
  return JSON.stringify(text);
}
