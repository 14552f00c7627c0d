import { escapeKey } from '#core/base/json/json-path.ts';
import { isBlank, isJsonList, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { plain, type WordPart } from '#core/base/text/sentence.ts';
import { whyNoCalls, type Score } from '#core/calls/outcome.ts';
import type { RowTexts, ScoredRow } from '#core/calls/scored-row.ts';
import { shortName, type ComputedMetric, type MetricKind } from '#core/score/metric/metric.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { compileRule, type CompiledRule, type Offence } from './find-offence.ts';
import { parseRule } from './parse-rule.ts';
import { printSentence } from './print-rule.ts';
import { isRuleColumn, ruleColumn, ruleText } from './rule-metric.ts';
import { nameMatcher } from '#core/match/path-glob.ts';
import {
  callsOfRule,
  type ArgumentCondition,
  type ToolArguments,
  type TrajectoryRule,
} from './rule.ts';

/** The outcome of a rule for a row: kept, broken, or why that is unknown. */
export type RuleVerdict = Offence | 'kept' | Exclude<Score, number>;

interface ReadRule extends CompiledRule {
  readonly names: readonly string[];
  readonly isAboutAnswer: boolean;
}

const RULES_KEPT = 500;
const known = new Map<string, ReadRule | null>();

/** Parses and compiles a rule's text, cached; null for an invalid one. */
function readRule(text: string): ReadRule | null {
  const found = known.get(text);
  if (found !== undefined) return found;
  const parsed = parseRule(text);
  const read = parsed.ok
    ? {
        ...compileRule(parsed.rule.rule),
        names: [parsed.rule.name ?? '', printSentence(parsed.rule.rule), text],
        isAboutAnswer: parsed.rule.rule.kind === 'answer',
      }
    : null;
  if (known.size >= RULES_KEPT) known.clear();
  known.set(text, read);
  return read;
}

/** Checks a row against a rule; a row may list the rules that apply to it. */
export function checkRow(row: ScoredRow, text: string, settings: MetricSettings): RuleVerdict {
  const rule = readRule(text);
  if (!rule) return 'rule_unreadable';
  const { prediction } = row;
  if (prediction.state !== 'calls') return whyNoCalls(prediction, 'prediction');
  const { rules = [] } = settings;
  if (rules.some((one) => one.isPerRow === true && one.text === text)) {
    const named = namesOfRow(row.texts.rules);
    if (!named.some((name) => rule.names.includes(name))) {
      const all = rules.flatMap((one) => readRule(one.text)?.names ?? []);
      return named.every((name) => all.includes(name)) ? 'rule_not_for_row' : 'rule_unknown';
    }
  }
  const hasAnswer = rule.isAboutAnswer ? isAnswered(row.texts) : undefined;
  if (rule.isAboutAnswer && hasAnswer === undefined) return 'response_missing';
  const { calls } = prediction;
  if (calls.some((call) => call.isNameOnly === true && rule.looksAt(call))) {
    return 'arguments_missing';
  }
  return rule.findOffence({ calls, hasAnswer }) ?? 'kept';
}

/** Whether there is a response; undefined where the data has no such column. */
function isAnswered(texts: RowTexts): boolean | undefined {
  if (!texts.hasResponses) return undefined;
  const { response } = texts;
  return !isBlank(response) && (typeof response !== 'string' || response.trim() !== '');
}

/**
 * Lists the rules named by a row, trimmed; empty for an empty cell. A cell is a list of names or
 * sentences, as JSON or its text, or a text with line ends, `;` or `|` between them; names may also
 * have commas between.
 */
export function namesOfRow(cell: JsonValue | undefined): readonly string[] {
  if (isBlank(cell)) return [];
  const reading = typeof cell === 'string' && cell.trim().startsWith('[') ? readJson(cell) : null;
  const value = reading?.ok ? reading.value : cell;
  const parts = isJsonList(value)
    ? value.map((item) => (typeof item === 'string' ? item : printJson(item)))
    : typeof value === 'string'
      ? splitNames(value)
      : [printJson(value)];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function splitNames(text: string): readonly string[] {
  const parts = text.split(/[\n;|]/);
  // a sentence may contain commas
  return parts.flatMap((part) => (readRule(part) ? [part] : part.split(',')));
}

/** A name before the sentence, as a word or in quotes. */
const NAMED = /^(?:([^\s"'(),=<>!:[\]{}]+)|"([^"\\]+)"):\s/;
const described = new Map<string, ComputedMetric>();

/** The metric of a rule by its id, which is its text; undefined for other ids. */
function describeRule(id: string): ComputedMetric | undefined {
  if (!isRuleColumn({ metricId: id })) return undefined;
  const found = described.get(id);
  if (found) return found;
  const text = ruleText(id);
  const [, word, quoted] = NAMED.exec(text) ?? [];
  const title = word ?? quoted ?? text;
  const metric: ComputedMetric = {
    id,
    title,
    short: shortName(title),
    definition: title === text ? 'Your rule.' : text,
    origin: 'own',
    scale: 'binary',
    better: 'higher',
    needs: ['predicted_trajectory'],
    readsCalls: true,
    score: (row, settings) => {
      const verdict = checkRow(row, text, settings);
      if (typeof verdict === 'object') return 0;
      return verdict === 'kept' ? 1 : verdict;
    },
    explain: ({ aligned, settings }) => explainRule(checkRow(aligned.row, text, settings)),
    blames: ({ aligned, settings }) => {
      const verdict = checkRow(aligned.row, text, settings);
      return typeof verdict === 'object' ? verdict.call : undefined;
    },
  };
  described.set(id, metric);
  return metric;
}

function explainRule(verdict: RuleVerdict): readonly WordPart[] {
  return typeof verdict === 'object' ? verdict.words : plain('Kept.');
}

/** Rules, which need no reference. */
export const ruleKind: MetricKind = {
  find: describeRule,
  setting: 'rules',
  columns: ({ rules = [] }) => rules.filter(({ isOn }) => isOn).map(ruleColumn),
};

/**
 * A sentence for each tool of a rule that no row calls, and each argument that no call has, with its
 * consequence; none for a rule that cannot be read.
 * @param tools those that rows call
 * @param called those with all arguments of their calls; of others arguments are not looked for
 */
export function describeUnused(
  text: string,
  tools: readonly string[],
  called: readonly ToolArguments[] = [],
): string[] {
  const parsed = parseRule(text);
  if (!parsed.ok) return [];
  const { rule } = parsed.rule;
  const names = new Set(callsOfRule(rule).map(({ tool }) => tool));
  const unused = [...names]
    .filter((name) => !tools.some(nameMatcher(name)))
    .map((name) => `No row calls ${name}, so ${whatThen(rule, name)}.`);
  for (const [tool, argument, then] of argumentsIn(rule)) {
    const isOfTool = nameMatcher(tool);
    const made = called.filter(([name]) => isOfTool(name)).map(([, own]) => own);
    const top = argument.startsWith('/') ? argument.split('/')[1] : argument;
    if (
      made.length > 0 &&
      !made.flat().some((name) => name === argument || escapeKey(name) === top)
    )
      unused.push(`No call of ${tool} has ${argument}, so ${then}.`);
  }
  return [...new Set(unused)];
}

/** The arguments that a rule looks at in calls of a tool, and what follows where none has them. */
function* argumentsIn(
  rule: TrajectoryRule,
): Generator<readonly [tool: string, argument: string, then: string]> {
  const thenOf = ({ relation }: ArgumentCondition, then: string): string =>
    relation === '!=' || relation === 'absent' ? 'this condition always holds' : then;
  for (const { tool, where } of callsOfRule(rule))
    for (const condition of where)
      yield [tool, condition.argument, thenOf(condition, whatThen(rule, tool))];
  if (rule.kind === 'only-if')
    for (const condition of rule.where) {
      const then = thenOf(condition, 'every row with such a call fails');
      yield [rule.call.tool, condition.argument, then];
    }
  if ('same' in rule)
    for (const { tool } of callsOfRule(rule))
      for (const argument of rule.same)
        yield [tool, argument, 'every row with the call that needs another fails'];
}

function whatThen(rule: TrajectoryRule, tool: string): string {
  if (rule.kind === 'at-least' || rule.kind === 'sequence') return 'every row fails';
  const isNeeded =
    (rule.kind === 'only-after' && rule.after.tool === tool) ||
    (rule.kind === 'before' && rule.first.tool === tool) ||
    (rule.kind === 'followed' && rule.by.tool === tool);
  return isNeeded ? 'every row with the other call fails' : 'every row keeps the rule';
}
