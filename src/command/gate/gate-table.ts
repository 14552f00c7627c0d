import {
  byVerdict,
  describeCondition,
  describeFinding,
  describeRule,
  describeVerdict,
  percent,
} from '#core/gate/gate-sentences.ts';
import type { Verdict } from '#core/gate/judge-gate.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import type { JudgedFile } from './gate-files.ts';

const MARKS: Readonly<Record<Verdict, string>> = { FAIL: '✕', INCONCLUSIVE: '◇', PASS: '●' };
/** The longest verdict with its mark, and room behind it. */
const INDENT = 16;

/**
 * Prints a verdict for a person: the answer, then each condition, those that matter most first.
 * @returns lines of text, with their ends
 */
export function printGate(
  { report, title, baseline }: JudgedFile,
  { colors }: Pick<Terminal, 'colors'>,
): string {
  const { verdict, conditions, confidence } = report;
  const inks = { PASS: colors.green, FAIL: colors.red, INCONCLUSIVE: colors.yellow };
  const tag = (one: Verdict): string => inks[one](colors.bold(`${MARKS[one]} ${one}`));
  const against = baseline === undefined ? '' : ` against ${baseline}`;
  const lines = byVerdict(conditions).flatMap((judged) => {
    const { subject, demand } = describeCondition(judged.condition);
    const { value, interval, next } = describeFinding(judged, conditions.length);
    const room = ' '.repeat(INDENT - judged.verdict.length - 2);
    const found = `${value}; ${percent(confidence)} interval ${interval}. ${next}`.trimEnd();
    return [
      `${tag(judged.verdict)}${room}${colors.bold(printable(subject))} ${printable(demand)}`,
      `${' '.repeat(INDENT)}${colors.dim(found)}`,
    ];
  });
  return [
    `${colors.bold(printable(title))}${printable(against)}`,
    `${tag(verdict)}  ${describeVerdict(report)}`,
    colors.dim(describeRule(report)),
    '',
    ...lines,
    '',
  ].join('\n');
}
