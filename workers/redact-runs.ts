import { transfer } from 'comlink';
import { fingerprintOf, hashText, hashTextWide } from '#core/base/json/equal-json.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { digestRun, type RunDigest } from '#core/explain/summary/digest.ts';
import { textOfCell, RecordCells } from '#core/read/dataset/row-cells.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { contentKeyOf } from '#core/score/columns/chunk-builder.ts';
import type { ScoredColumns, LabelColumn } from '#core/score/columns/scored-columns.ts';
import { buffersOf, sliceColumns } from '#core/score/columns/pack-columns.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type {
  FoundValue,
  RedactionChoices,
  RedactionNote,
} from '#core/share/redaction/redaction.ts';
import { Redactor } from '#core/share/redaction/redactor.ts';
import type { HeldRun, HeldRuns } from './held-run.ts';
import { LineBuffer } from './line-buffer.ts';
import { readRecords, type OnProgress } from './read-rows.ts';
import { escapeKey, unescapeKey } from '#core/base/json/pointer.ts';
import type { ArgumentRule } from '#core/match/rules.ts';
import { parseSignature, printSignature } from '#core/match/signature.ts';
import type { Issue } from '#core/read/issues/issue.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { ScoreColumn } from '#core/score/metric/metric.ts';
import { isRuleColumn, ruleColumn, ruleText } from '#core/score/trajectory-rules/rule-metric.ts';

/** Texts about a run that are shared with it, such as its name: redacted like its rows. */
export type AboutRun = Readonly<Record<string, string>>;

/** What is taken out of runs. */
export interface Redacting {
  readonly choices: RedactionChoices;
  /** For each run. */
  readonly about: readonly AboutRun[];
}

/** A run without what was to be taken out. */
export interface RedactedRun {
  /** Lines of JSON. */
  readonly rows: Blob;
  readonly columns: ScoredColumns;
  readonly roles: ColumnRoles;
  readonly settings: MetricSettings;
  readonly digest: RunDigest;
  readonly fingerprint: string;
  readonly about: AboutRun;
}

/** Runs without what was to be taken out, and what that was. */
export interface RedactedRuns {
  readonly runs: readonly RedactedRun[];
  readonly note: RedactionNote;
  /** The first values that were found. */
  readonly found: readonly FoundValue[];
  readonly foundCount: number;
}

const MAX_LISTED = 500;

/**
 * Takes values out of runs that are to be shared, the same in all of them.
 * @returns the runs without them: scores are as they were, rows have new places and keys
 */
export async function redactRuns(
  held: HeldRuns,
  { choices, about }: Redacting,
  onProgress?: OnProgress,
): Promise<RedactedRuns> {
  const redactor = new Redactor(choices);
  const runs = await redactor.run(async (round) => {
    const redacted: RedactedRun[] = [];
    for (const [index, run] of held.entries()) {
      // in most cases the second time is the last
      const tell =
        onProgress &&
        ((share: number): Promise<void> =>
          onProgress((Math.min(round, 1) + (index + share) / held.length) / 2));
      redacted.push(await redactRun(run, redactor, choices, about[index] ?? {}, tell));
    }
    return redacted;
  });
  const { note, found } = redactor;
  const answer = { runs, note, found: found.slice(0, MAX_LISTED), foundCount: found.length };
  return transfer(
    answer,
    runs.flatMap(({ columns }) => buffersOf(columns)),
  );
}

async function redactRun(
  run: HeldRun,
  redactor: Redactor,
  choices: RedactionChoices,
  about: AboutRun,
  onProgress: OnProgress | undefined,
): Promise<RedactedRun> {
  const removed = new Set(
    choices.columns.flatMap(({ name, treatment }) => (treatment === 'remove' ? [name] : [])),
  );
  const { source } = run;
  const roles = withoutColumns(source.roles, removed);
  // what is transferred is not kept
  const before = run.columns;
  const copy = sliceColumns(before, 0, before.rowCount);
  const { offsets, lengths, idKeys, contentKeys } = copy;
  const lines = new LineBuffer();
  let hash = 0;
  const take = (record: JsonObject, row: number): void => {
    const redacted = redactor.row(record, row);
    const text = printJson(redacted);
    const place = lines.add(text);
    offsets[row] = place.offset;
    lengths[row] = place.length;
    hash = (Math.imul(hash, 31) + hashText(text)) >>> 0;
    if (redacted === record) return;
    const cells = new RecordCells(redacted);
    const id = textOfCell(cells, roles, 'id');
    idKeys[row] = id === undefined ? Number.NaN : hashTextWide(id);
    const isKeyed = id === undefined || !Number.isNaN(contentKeys[row]);
    const content = isKeyed && contentKeyOf(cells, readRow(redacted, roles, 0).row, roles);
    contentKeys[row] = content === false ? Number.NaN : content;
  };
  await readRecords(source, before, take, onProgress);
  const rows = lines.take();
  const columns = redactColumns(copy, redactor, removed);
  const entries = Object.entries(about).map(([key, text]) => [key, redactor.plain(text)] as const);
  return {
    rows,
    columns,
    roles,
    settings: redactSettings(source.settings, redactor),
    digest: digestRun(columns),
    fingerprint: fingerprintOf([hash], rows.size),
    about: Object.fromEntries(entries),
  };
}

function withoutColumns(roles: ColumnRoles, removed: ReadonlySet<string>): ColumnRoles {
  return Object.fromEntries(Object.entries(roles).filter(([, column]) => !removed.has(column)));
}

/** Redacts tool names, differences and judges' texts; keeps scores, and drops `removed` columns. */
function redactColumns(
  columns: ScoredColumns,
  redactor: Redactor,
  removed: ReadonlySet<string>,
): ScoredColumns {
  const { scores, tools, signatures, notes, issues } = columns;
  return {
    ...columns,
    scores: scores.map((column) => ({
      ...column,
      ...redactColumn(column, redactor),
      ...(column.texts && { texts: column.texts.map((text) => redactor.text(text)) }),
    })),
    tools: withNames(tools, (name) => redactor.text(name)),
    signatures: withNames(signatures, (name) => redactSignature(name, redactor)),
    ...(notes && { notes: withNames(notes, (name) => redactNote(name, redactor)) }),
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

/** Keeps the name of a note, which is from the code that wrote it. */
function redactNote(name: string, redactor: Redactor): string {
  const [columnId = '', ...rest] = name.split('\t');
  return [columnId, ...rest.map((text) => redactor.plain(text))].join('\t');
}

/** Our own words in issues; other words may be data. */
const OWN_WORDS =
  /^(?:adapter|by|code|column|forms|from|kind|leniencies|name|names|paths|role|side|unit)$/;

function redactIssue(issue: Issue, redactor: Redactor): Issue {
  return redactFields(issue as unknown as JsonValue, redactor) as unknown as Issue;
}

function redactFields(value: JsonValue, redactor: Redactor): JsonValue {
  if (typeof value === 'string') return redactor.plain(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([key, field]: [string, JsonValue]) => {
    return [key, OWN_WORDS.test(key) ? field : redactFields(field, redactor)] as const;
  });
  return Object.fromEntries(fields);
}

/** Redacts settings like rows, so that they still name the same tools, arguments and values. */
function redactSettings(settings: MetricSettings, redactor: Redactor): MetricSettings {
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
  const { title, prompt, ratings } = judge;
  const plain = (text: string): string => redactor.plain(text);
  const named = (texts: readonly { readonly name: string; readonly text: string }[]) =>
    texts.map(({ name, text }) => ({ name: plain(name), text: plain(text) }));
  return {
    ...judge,
    title: plain(title),
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
