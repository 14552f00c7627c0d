import { escapeMarkdown } from '#core/base/text/markdown.ts';
import {
  byVerdict,
  describeCondition,
  describeFinding,
  describeRule,
  describeVerdict,
  percent,
} from './gate-sentences.ts';
import type { GateReport, Verdict } from './judge-gate.ts';

const MARKS: Readonly<Record<Verdict, string>> = { PASS: '●', FAIL: '✕', INCONCLUSIVE: '◇' };

/**
 * Writes what a gate says as Markdown, for a pull request or a job’s summary.
 * @param name the run’s
 * @param baseline the baseline’s name, where there is one
 * @returns GitHub-flavoured Markdown; names of the data are escaped
 */
export function gateMarkdown(report: GateReport, name: string, baseline?: string): string {
  const { verdict, conditions, confidence } = report;
  const against = baseline === undefined ? '' : ` against ${escapeMarkdown(baseline)}`;
  return [
    `### Gate: ${MARKS[verdict]} ${verdict}`,
    '',
    `**${describeVerdict(report)}** ${escapeMarkdown(name)}${against}.`,
    '',
    `| verdict | condition | found | ${percent(confidence)} interval | |`,
    '| --- | --- | --- | --- | --- |',
    ...byVerdict(conditions).map((judged) => {
      const { subject, demand } = describeCondition(judged.condition);
      const { value, interval, next } = describeFinding(judged, conditions.length);
      const mark = `${MARKS[judged.verdict]} ${judged.verdict}`;
      const what = `**${escapeMarkdown(subject)}** ${escapeMarkdown(demand)}`;
      return `| ${[mark, what, value, interval, next].join(' | ')} |`;
    }),
    '',
    describeRule(report),
    '',
  ].join('\n');
}
