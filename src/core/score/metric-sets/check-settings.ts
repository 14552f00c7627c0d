import * as v from 'valibot';
import { readRules } from '#core/match/check-matching.ts';
import { MetricSettings } from '#core/score/metric/settings.ts';
import { parseRule } from '#core/score/trajectory-rules/parse-rule.ts';
import { listWords, printPath } from '#core/base/text/sentence.ts';

/**
 * Finds what is wrong with settings that a program gives.
 * @param settings some of the settings; undefined ones count as absent
 * @param name what the caller calls them, such as `options`
 * @returns a sentence about the first setting that cannot be used; undefined without one
 */
export function problemOfSettings(
  settings: Partial<MetricSettings>,
  name: string,
): string | undefined {
  const known = Object.keys(MetricSettings.entries);
  const unknown = Object.keys(settings).find((key) => !known.includes(key));
  if (unknown !== undefined)
    return `${name}.${unknown} is not known. Known are ${listWords(known, 'and')}.`;
  const matching = settings.matching === undefined ? undefined : readRules(settings.matching);
  for (const { place, message } of matching?.ok === false ? matching.problems : [])
    return `${[`${name}.matching`, place].filter(Boolean).join('.')}: ${message}`;
  const { issues: [issue] = [] } = v.safeParse(v.partial(MetricSettings), settings);
  if (issue) {
    const keys = issue.path?.map(({ key }) => key as string | number) ?? [];
    const why = issue.expected === 'unknown' ? '' : issue.message;
    return `${printPath([name, ...keys])} cannot be used. ${why}`.trimEnd();
  }
  for (const { text } of settings.rules ?? []) {
    const parsed = parseRule(text);
    if (!parsed.ok) return `${name}.rules: “${text}”: ${parsed.problem.message}`;
  }
  return undefined;
}
