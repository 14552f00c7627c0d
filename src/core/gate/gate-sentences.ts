import { describeOtherTasks, howPaired } from '#core/compare/comparison-sentences.ts';
import { listFirst } from '#core/base/text/list-first.ts';
import {
  countOf,
  formatCount,
  percent,
  ROUNDING_ERROR,
  toDecimals,
} from '#core/base/text/sentence.ts';
import type { DifferenceKind } from '#core/match/signature.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { codeMarkdown, escapeMarkdown } from '#core/base/text/markdown.ts';
import type { Condition, ConfigProblem } from './gate-config.ts';
import type { NamedRows } from '#core/compare/comparison-markdown.ts';
import {
  EXIT_CODES,
  VERDICTS,
  type GateProblem,
  type GateReport,
  type JudgedCondition,
  type Verdict,
} from './judge-gate.ts';

/** A condition in words: its subject and its demand. */
export interface ConditionSentence {
  readonly subject: string;
  /** Follows the subject. */
  readonly demand: string;
}

/** The evidence of a judged condition in words. */
export interface Finding {
  /** The value and its basis: `−0.01, n = 240 pairs`. */
  readonly value: string;
  /** `0.57 to 0.68`; a dash without one. */
  readonly interval: string;
  /** What would decide it, or that nothing more is needed; empty where it passes. */
  readonly next: string;
}

const CAUSES: Readonly<Record<DifferenceKind, string>> = {
  'number-as-string': 'Number sent as text',
  'string-as-number': 'Text sent as number',
  'other-arguments': 'Other wrong arguments',
  missing: 'Missing calls',
  extra: 'Extra calls',
  moved: 'Wrong order',
};

const ROWS = {
  failed: 'Failed',
  unscored: 'Unscored',
  uncompared: 'Without a score in the baseline',
} as const;

/** Describes a condition: `In-order match`, `is at least 0.80`. */
export function describeCondition(condition: Condition): ConditionSentence {
  const { group } = condition;
  const where = group
    ? group.value === undefined
      ? `, for each ${group.column}`
      : `, where ${group.column} is ${group.value === '' ? 'empty' : group.value}`
    : '';
  return { subject: subjectOf(condition), demand: `${demandOf(condition)}${where}` };
}

function subjectOf(condition: Condition): string {
  if ('metric' in condition) {
    const title = titleOfColumn(condition.metric);
    const k = condition['pass^k'];
    return k === undefined ? title : `pass^${k} of ${title}`;
  }
  if ('cause' in condition) {
    const { cause, tool } = condition;
    return tool === undefined ? CAUSES[cause] : `${CAUSES[cause]} (${tool})`;
  }
  if ('rows' in condition) return ROWS[condition.rows];
  return 'calls' in condition ? `Calls, ${condition.calls}` : `Time, ${condition.latency}`;
}

/** A tool’s column is named `metric(tool)`. */
function titleOfColumn(columnId: string): string {
  if (findMetric(columnId)) return titleOf({ metricId: columnId }).title;
  const [metricId = columnId, ...tool] = columnId.split('(');
  if (tool.length === 0 || !findMetric(metricId)) return columnId;
  return `${titleOf({ metricId }).title} (${tool.join('(')}`;
}

function demandOf(condition: Condition): string {
  if ('noWorseBy' in condition)
    return condition.noWorseBy === 0
      ? 'no worse than baseline'
      : `no worse than baseline by more than ${formatThreshold(condition, condition.noWorseBy)}`;
  const isLeast = 'min' in condition;
  const threshold = formatThreshold(condition, isLeast ? condition.min : condition.max);
  const most = isLeast ? 'at least' : 'at most';
  if (!isShareOfRows(condition)) return `is ${most} ${threshold}`;
  return 'max' in condition && condition.max === 0
    ? 'in no row'
    : `in ${most} ${threshold} of rows`;
}

function isShareOfRows(condition: Condition): boolean {
  return 'cause' in condition || 'rows' in condition;
}

function isSeconds(condition: Condition): boolean {
  if ('metric' in condition) return findMetric(condition.metric)?.scale === 'seconds';
  return 'latency' in condition;
}

/** Writes a threshold as precisely as it was given: `0.80`, `0.025`, `6 s`, `2 %`. */
export function formatThreshold(condition: Condition, threshold: number): string {
  const sign = threshold < 0 ? '−' : '';
  const size = Math.abs(threshold);
  if (isShareOfRows(condition)) return sign + percent(size);
  if (isSeconds(condition)) return `${sign}${size} s`;
  if ('calls' in condition) return `${sign}${size}`;
  return `${sign}${Number(size.toFixed(2)) === size ? size.toFixed(2) : size}`;
}

/** Writes a value of a condition's subject; a dash for none. */
export function formatValue(condition: Condition, value: number | null, moreDigits = 0): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  const text = isShareOfRows(condition)
    ? `${toDecimals(size * 100, 1 + moreDigits, 100)} %`
    : isSeconds(condition)
      ? `${toDecimals(size, 2 + moreDigits)} s`
      : toDecimals(size, 2 + moreDigits);
  const isZero = Number.parseFloat(text) === 0;
  const sign = value < 0 ? '−' : 'noWorseBy' in condition ? '+' : '';
  return `${isZero ? '' : sign}${text}`;
}

/** Writes a value so that it is not taken for the threshold: 0.329 where 0.33 is asked. */
function besideThreshold({ condition, threshold }: JudgedCondition, value: number | null): string {
  const isThreshold = value === null || Math.abs(value - threshold) < ROUNDING_ERROR;
  let [text, digits] = [formatValue(condition, value), 0];
  while (!isThreshold && text === formatValue(condition, threshold, digits))
    text = formatValue(condition, value, ++digits);
  return text;
}

/** Says what was found of a condition. */
export function describeFinding(judged: JudgedCondition): Finding {
  const { interval } = judged;
  return {
    value: describeValue(judged),
    interval: interval
      ? `${besideThreshold(judged, interval.low)} to ${besideThreshold(judged, interval.high)}`
      : '–',
    next: describeNext(judged),
  };
}

/** Says what was found in one line: value, interval where there is one, and what comes next. */
export function describeFound(judged: JudgedCondition, confidence: number): string {
  const { value, interval, next } = describeFinding(judged);
  const range = judged.interval ? `; ${percent(confidence)} interval ${interval}` : '';
  return `${value}${range}. ${next}`.trimEnd();
}

function describeValue(judged: JudgedCondition): string {
  const { condition, value, count, unit, counted, left, trialsMissing } = judged;
  const rest = left > 0 && unit !== 'task' ? `, ${countOf(left, unit)} without a value` : '';
  if (unit === 'task') {
    const k = 'metric' in condition ? (condition['pass^k'] ?? 1) : 1;
    if (trialsMissing > 0) return `no task has ${countOf(k, 'scored trial')}`;
    const fewer = left > 0 ? `, ${countOf(left, 'task')} with fewer trials` : '';
    return `${besideThreshold(judged, value)} over ${countOf(count, 'task')}${fewer}`;
  }
  if (counted !== null && isShareOfRows(condition))
    return `${formatCount(counted)} of ${countOf(count, 'row')}${rest}${describeLost(judged, counted)}`;
  const pairs = unit === 'pair' ? ` ${count === 1 ? 'pair' : 'pairs'}` : '';
  return `${besideThreshold(judged, value)}, n = ${formatCount(count)}${pairs}${rest}`;
}

/** Says why rows count as unscored: “: 1 missing, 2 with edited expectations”; empty for none. */
function describeLost({ lost }: JudgedCondition, counted: number): string {
  if (!lost || counted === 0) return '';
  const [edited, unscored] = [lost.edited.length, lost.unscored.length];
  const kinds = [
    [counted - edited - unscored, 'missing or unreadable'],
    [unscored, 'without a score'],
    [edited, 'with expected calls or answers edited'],
  ] as const;
  const parts = kinds.filter(([count]) => count > 0);
  return `: ${parts.map(([count, what]) => `${formatCount(count)} ${what}`).join(', ')}`;
}

function describeNext(judged: JudgedCondition): string {
  const { verdict, needed, isSpared, adjustedFor, unit, interval } = judged;
  if (verdict === 'FAIL' && judged.lost && judged.lost.edited.length > 0)
    return 'Put the edits into the baseline, too, or allow more.';
  if (verdict === 'PASS' || (verdict === 'FAIL' && interval === null)) return '';
  const units = unit === 'task' ? 'task' : 'row';
  if (!needed)
    return 'noWorseBy' in judged.condition
      ? 'Worse by more than allowed in these rows; that it is worse at all is no chance.'
      : `No more ${units}s needed.`;
  const spared = isSpared
    ? `Fails by itself, but not when adjusted for ${countOf(adjustedFor, 'condition')}. `
    : '';
  switch (needed.kind) {
    case 'trials':
      return `${countOf(needed.count, 'more trial')} of a task ${needed.count === 1 ? 'is' : 'are'} needed.`;
    case 'baseline':
      return 'Score the baseline with these rows, or allow more of them.';
    case 'too close':
      return `${spared}Too close to the threshold for any usual number of ${units}s.`;
    case 'as many again':
      return `${spared}As many ${units}s again would probably decide.`;
    case 'more': {
      const count = countOf(needed.count, `more ${units}`);
      return needed.isAtLeast
        ? `At least ${count} ${needed.count === 1 ? 'is' : 'are'} needed.`
        : `${spared}About ${count} would decide.`;
    }
  }
}

/** Counts the conditions that fail, are inconclusive and pass. */
export function describeVerdict({ conditions }: GateReport): string {
  const total = conditions.length;
  const counts = VERDICTS.map(
    (verdict) => conditions.filter((condition) => condition.verdict === verdict).length,
  );
  const [fails = 0, open = 0, passes = 0] = counts;
  if (passes === total)
    return total === 1 ? 'The condition passes.' : `All ${total} conditions pass.`;
  const parts = [
    [fails, fails === 1 ? 'fails' : 'fail'],
    [open, open === 1 ? 'is inconclusive' : 'are inconclusive'],
    [passes, passes === 1 ? 'passes' : 'pass'],
  ] as const;
  const [[first = 0, verb = ''] = [], ...others] = parts.filter(([count]) => count > 0);
  const lead = `${formatCount(first)} of ${countOf(total, 'condition')} ${verb}`;
  return `${[lead, ...others.map(([count, word]) => `${formatCount(count)} ${word}`)].join(', ')}.`;
}

/** Says how a gate judges. */
export function describeRule({ rules, confidence, conditions }: GateReport): string {
  const most = Math.max(...conditions.map(({ adjustedFor }) => adjustedFor));
  return [
    rules === '' ? '' : `Scored by: ${rules}.`,
    `Judged by the ${percent(confidence)} interval, not by the mean alone.`,
    conditions.some(({ verdict }) => verdict === 'INCONCLUSIVE')
      ? 'INCONCLUSIVE: the rows do not show whether a condition is met.'
      : '',
    most > 1
      ? `Failing is adjusted for ${formatCount(most)} conditions on the baseline or on groups (Holm).`
      : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** Says what was not seen or is not as it was; empty where there is nothing of the kind. */
export function describeUnseen({ unseen, otherTasks, byName = 0 }: GateReport): string {
  const { unread, missing, added, otherIds } = unseen;
  return [
    otherIds && `Rows are ${howPaired({ pairedBy: 'prompt and reference', otherIds })}.`,
    unread > 0 && `${countOf(unread, 'record')} could not be read.`,
    missing > 0 &&
      `${countOf(missing, 'row')} of the baseline ${missing === 1 ? 'is' : 'are'} missing.`,
    added > 0 && `${countOf(added, 'row')} ${added === 1 ? 'is' : 'are'} not in the baseline.`,
    otherTasks && `${describeOtherTasks(otherTasks)}.`,
    byName > 0 && `The calls of ${countOf(byName, 'row')} are compared by name only.`,
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ');
}

/** The exit code that a report’s verdict stands for, in words. */
export function describeExit({ verdict }: GateReport): string {
  return `Exit code ${EXIT_CODES[verdict]}.`;
}

/** Describes a problem of a config: `gate.json:6: conditions[1].min must be a number.` */
export function describeConfigProblem(file: string, { path, line, reason }: ConfigProblem): string {
  return `${file}:${line}: ${path === '' ? 'The config' : path} ${reason}.`;
}

/** Describes why a gate cannot be judged: `Condition 2 (Exact match): No row has …` */
export function describeGateProblem(
  conditions: readonly Condition[],
  { place, reason }: GateProblem,
): string {
  const condition = conditions[place];
  if (!condition) return reason;
  return `Condition ${place + 1} (${describeCondition(condition).subject}): ${reason}`;
}

/** Lists conditions by importance: failing, inconclusive, passing. */
export function byVerdict(conditions: readonly JudgedCondition[]): readonly JudgedCondition[] {
  return VERDICTS.flatMap((verdict) => conditions.filter((one) => one.verdict === verdict));
}

const MARKS: Readonly<Record<Verdict, string>> = { PASS: '●', FAIL: '✕', INCONCLUSIVE: '◇' };

/** Rows that got worse, by what became of them: how many, and the names of the first. */
export interface WorseRows extends NamedRows {
  readonly missing: readonly string[];
  readonly unscored: readonly string[];
  /** Of which other calls or answers are expected than in the baseline. */
  readonly edited: readonly string[];
  readonly counts: Readonly<Record<Exclude<keyof WorseRows, 'counts'>, number>>;
}

const WORSE_TITLES = {
  missing: 'Missing',
  unscored: 'Without a score',
  edited: 'Expected calls or answers edited',
  lost: 'Lost, no calls made',
  regressed: 'Regressed',
} as const;

/** What became of rows that got worse, in the order of reports. */
const WORSE = Object.keys(WORSE_TITLES) as readonly (keyof typeof WORSE_TITLES)[];

/** Lists the rows that got worse: `Regressed: c005, c015 and 3 more`. */
export function describeWorse(
  worse: WorseRows,
  write: (name: string) => string = String,
): string[] {
  return WORSE.filter((change) => worse.counts[change] > 0).map((change) => {
    const names = worse[change].map(write);
    return `${WORSE_TITLES[change]}: ${listFirst(names, names.length, worse.counts[change])}`;
  });
}

/** Writes what a gate says as Markdown, names of the data escaped. */
export function gateMarkdown(
  report: GateReport,
  name: string,
  baseline?: string,
  worse?: WorseRows,
): string {
  const { verdict, conditions, confidence } = report;
  const against = baseline === undefined ? '' : ` against ${escapeMarkdown(baseline)}`;
  return [
    `### Gate: ${MARKS[verdict]} ${verdict}`,
    '',
    `**${describeVerdict(report)}** ${escapeMarkdown(name)}${against}. ${describeUnseen(report)}`.trimEnd(),
    '',
    `| verdict | condition | found | ${percent(confidence)} interval | |`,
    '| --- | --- | --- | --- | --- |',
    ...byVerdict(conditions).map((judged) => {
      const { subject, demand } = describeCondition(judged.condition);
      const { value, interval, next } = describeFinding(judged);
      const mark = `${MARKS[judged.verdict]} ${judged.verdict}`;
      const what = `**${escapeMarkdown(subject)}** ${escapeMarkdown(demand)}`;
      return `| ${[mark, what, value, interval, next].join(' | ')} |`;
    }),
    '',
    ...(worse ? describeWorse(worse, codeMarkdown) : []).flatMap((line) => [line, '']),
    describeRule(report),
    '',
  ].join('\n');
}
