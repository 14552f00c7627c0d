import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { escapeKey, unescapeKey } from '#core/base/json/json-path.ts';
import type { ArgumentRule } from '#core/match/rules.ts';
import { parseSignature, printSignature } from '#core/match/signature.ts';
import type { Issue } from '#core/read/issues/issue.ts';
import { MESSAGE_LIMIT, TEXT_LIMIT } from '#core/score/custom-metrics/read-result.ts';
import { rewriteNote, type RowNote } from '#core/score/columns/row-notes.ts';
import type { LabelColumn, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { isJudgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { ScoreColumn } from '#core/score/metric/metric.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { isRuleColumn, ruleColumn, ruleText } from '#core/score/trajectory-rules/rule-metric.ts';
import type { Redactor } from './redactor.ts';

/** Redacts tool names, differences and judges' texts; keeps scores, and drops `removed` columns. */
export function redactColumns(
  columns: ScoredColumns,
  redactor: Redactor,
  removed: ReadonlySet<string>,
): ScoredColumns {
  const { scores, tools, signatures, notes, issues } = columns;
  const noted = (note: RowNote): RowNote => redactNote(note, redactor);
  return {
    ...columns,
    scores: scores.map((column) => ({
      ...column,
      ...redactColumn(column, redactor),
      ...(column.texts && { texts: column.texts.map((text) => redactor.text(text)) }),
    })),
    tools: withNames(tools, (name) => redactor.text(name)),
    signatures: withNames(signatures, (name) => redactSignature(name, redactor)),
    ...(notes && { notes: withNames(notes, (note) => rewriteNote(note, noted)) }),
    columns: columns.columns.filter(({ name }) => !removed.has(name)),
    issues: { ...issues, first: issues.first.map((issue) => redactIssue(issue, redactor)) },
  };
}

function withNames(labels: LabelColumn, rename: (name: string) => string): LabelColumn {
  return { ...labels, names: labels.names.map(rename) };
}

function redactColumn(column: ScoreColumn, redactor: Redactor): ScoreColumn {
  const { id, metricId, tool } = column;
  if (isRuleColumn(column)) return ruleColumn({ text: redactor.plain(ruleText(id)) });
  if (isJudgeColumn(column)) {
    const plain = (text: string): string => {
      const at = text.indexOf('(');
      return at < 0 ? text : text.slice(0, at) + redactor.plain(text.slice(at));
    };
    return { id: plain(id), metricId: plain(metricId) };
  }
  if (tool === undefined) return { id, metricId };
  const renamed = redactor.text(tool);
  return { id: id.replace(`(${tool})`, () => `(${renamed})`), metricId, tool: renamed };
}

function redactSignature(text: string, redactor: Redactor): string {
  const signature = parseSignature(text);
  const path = redactPath(signature.path, redactor);
  return printSignature({ ...signature, path, tool: redactor.text(signature.tool) });
}

/** Redacts each key of a path, as in the rows. */
function redactPath(path: string, redactor: Redactor): string {
  return path
    .split('/')
    .map((part) => {
      const key = unescapeKey(part);
      const redacted = redactor.key(key);
      return redacted === key ? part : escapeKey(redacted);
    })
    .join('/');
}

/** Longer than most values. */
const MAX_TORN = 100;

/** What an own metric says of a row; at the end of what was cut, a part of a value is not found. */
function redactNote({ columnId, key, text }: RowNote, redactor: Redactor): RowNote {
  const redacted = redactor.plain(text);
  const isCut = text.length >= (key === '' ? MESSAGE_LIMIT : TEXT_LIMIT);
  return {
    columnId,
    key: redactor.plain(key),
    text: isCut ? `${redacted.slice(0, -MAX_TORN)}…` : redacted,
  };
}

/** Our own words in issues, and names of columns, which stay; other words may be data. */
const OWN_WORDS = /^(?:adapter|by|code|column|forms|from|kind|leniencies|name|role|side|unit)$/;

function redactIssue(issue: Issue, redactor: Redactor): Issue {
  return redactFields(issue as unknown as JsonValue, redactor) as unknown as Issue;
}

function redactFields(value: JsonValue, redactor: Redactor): JsonValue {
  // a value that was cut at the end is not found again
  if (typeof value === 'string') return value.endsWith('…') ? '…' : redactor.plain(value);
  if (isJsonList(value)) return value.map((item) => redactFields(item, redactor));
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([key, field]: [string, JsonValue]) => {
    return [key, OWN_WORDS.test(key) ? field : redactFields(field, redactor)] as const;
  });
  return Object.fromEntries(fields);
}

/** Redacts settings like rows, so that they still name the same tools, arguments and values. */
export function redactSettings(settings: MetricSettings, redactor: Redactor): MetricSettings {
  const { tools, matching, judges, custom, rules, thresholds, declarations } = settings;
  const idOf = (id: string): string => redactColumn({ id, metricId: id }, redactor).id;
  return {
    ...settings,
    tools: tools.map((tool) => redactor.text(tool)),
    ...(matching && {
      matching: {
        ...matching,
        rule: redactRule(matching.rule, redactor),
        tools: matching.tools.map(({ tool, rule }) => ({
          tool: redactor.text(tool),
          rule: redactRule(rule, redactor),
        })),
      },
    }),
    ...(judges && { judges: judges.map((judge) => redactJudge(judge, redactor)) }),
    ...(custom && {
      custom: custom.map((metric) => ({ ...metric, code: redactor.plain(metric.code) })),
    }),
    ...(declarations !== undefined && { declarations: redactor.text(declarations) }),
    ...(rules && { rules: rules.map((rule) => ({ ...rule, text: redactor.plain(rule.text) })) }),
    ...(thresholds && {
      thresholds: Object.fromEntries(
        Object.entries(thresholds).map(([id, from]) => [idOf(id), from]),
      ),
    }),
  };
}

function redactRule(rule: ArgumentRule, redactor: Redactor): ArgumentRule {
  const { keys, ignoredPaths } = rule;
  return {
    ...rule,
    ...(keys && { keys: keys.map((key) => redactor.key(key)) }),
    ...(ignoredPaths && { ignoredPaths: ignoredPaths.map((path) => redactor.key(path)) }),
  };
}

function redactJudge(judge: JudgeMetric, redactor: Redactor): JudgeMetric {
  const { title, prompt, ratings, model } = judge;
  const plain = (text: string): string => redactor.plain(text);
  const named = (texts: readonly { readonly name: string; readonly text: string }[]) =>
    texts.map(({ name, text }) => ({ name: plain(name), text: plain(text) }));
  return {
    ...judge,
    title: plain(title),
    ...(model !== undefined && { model: plain(`(${model})`).slice(1, -1) }),
    ratings: ratings.map(({ score, text }) => ({ score, text: plain(text) })),
    prompt:
      prompt.kind === 'text'
        ? { ...prompt, text: plain(prompt.text) }
        : {
            ...prompt,
            instruction: plain(prompt.instruction),
            definition: plain(prompt.definition),
            criteria: named(prompt.criteria),
            steps: named(prompt.steps),
            examples:
              typeof prompt.examples === 'string'
                ? plain(prompt.examples)
                : prompt.examples.map(({ text, score, reason }) => ({
                    text: plain(text),
                    score,
                    reason: plain(reason),
                  })),
          },
  };
}
