import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { COLUMN_ROLES, type ColumnRole, type ColumnRoles } from '#core/read/names/column-roles.ts';
import { describeSetProblem, readMetricSet } from '#core/score/metric-sets/metric-set.ts';
import { columnsOf, DEFAULT_SETTINGS, METRICS, idOfMetric } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { nameMeant } from '#core/base/text/nearest-name.ts';
import { boundText } from '#core/base/text/sentence.ts';
import {
  withEvaluationCode,
  type EvaluationCode,
  readEvaluationCode,
} from '#core/share/evaluation-code/read-evaluation-code.ts';
import { parseRule } from '#core/score/trajectory-rules/parse-rule.ts';
import { printRule } from '#core/score/trajectory-rules/print-rule.ts';
import { CouldNotRun } from './could-not-run.ts';
import { say } from './printable.ts';
import { readText } from './input/open-input.ts';
import { requireIsolation } from './own-metrics/own-metrics.ts';
import type { Terminal } from './subcommand.ts';

/** The options of all subcommands that score. */
export interface ScoringOptions {
  readonly settings: MetricSettings;
  /** Whether a metric set decides how rows are scored. */
  readonly hasSet: boolean;
  readonly roles: ColumnRoles;
  /** A file with the missing side of the scored file. */
  readonly reference: string | undefined;
  /** Whether what runs did is counted as well, as in the page: where no metrics are named. */
  readonly observes?: boolean;
  /** Whether custom metrics may run. */
  readonly allowsCode: boolean;
}

/** Describes possible inputs in the help. */
export const FILES_HELP =
  'files, folders or ZIP archives, read as one dataset; or - for standard input';

/** Declares the options read by {@link readScoringOptions}. */
export function declareScoringOptions(command: Command): Command {
  return command
    .option(
      '-m, --metrics <set>',
      'names: trajectory_recall,bleu; a metric set of the page (set.json); or evaluation code of the Vertex AI SDK, read and never run (task.py, notebook.ipynb)',
    )
    .option(
      '--rule <sentence>',
      'a rule that needs no expected calls, beside the metrics: "never delete_account"; may be repeated',
      repeated,
    )
    .option(
      '-c, --columns <roles>',
      'which column is what: predicted_trajectory=actual,id=case; others are recognised',
    )
    .option('-r, --reference <file>', 'file with the expected calls, paired by id, file or prompt')
    .option('--allow-code', 'run your own metrics of the set, each in an isolated process');
}

/** Gathers an option that may be repeated; an option with a list would take the file. */
export function repeated(value: string, others: readonly string[] = []): readonly string[] {
  return [...others, value];
}

/** The files among these options; `--metrics` may name one. */
export function scoringFiles(options: Readonly<Record<string, unknown>>): (string | undefined)[] {
  return [textOf(options['metrics']), textOf(options['reference'])];
}

/** The values of an option that may be {@link repeated}. */
export function listOf(option: unknown): readonly string[] {
  return (option as readonly string[] | undefined) ?? [];
}

/** The text of an option. */
export function textOf(option: unknown): string | undefined {
  return typeof option === 'string' ? option : undefined;
}

/**
 * Reads the options of {@link declareScoringOptions}; parts of a metric set that are left out are
 * reported. Throws CouldNotRun for an unreadable set, and for an unknown metric or role.
 */
export async function readScoringOptions(
  options: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): Promise<ScoringOptions> {
  const { report } = terminal;
  const { metrics, columns, reference, allowCode, rule } = options;
  const chosen =
    typeof metrics === 'string' ? await readMetrics(metrics, terminal) : DEFAULT_SETTINGS;
  const settings = withRules(chosen, listOf(rule));
  const own = (settings.custom ?? []).filter(({ isOn }) => isOn).map(({ name }) => name);
  if (own.length > 0 && allowCode !== true)
    report(
      say`Not run without --allow-code: ${own.join(', ')}. Read their code before you allow it.`,
    );
  if (own.length > 0 && allowCode === true) requireIsolation();
  if ((settings.judges ?? []).length > 0)
    report(say`Metrics that a model judges are left out: only the page asks models.`);
  return {
    settings,
    hasSet: typeof metrics === 'string' && isSet(metrics),
    observes: metrics === undefined,
    roles: typeof columns === 'string' ? readRoles(columns) : {},
    reference: textOf(reference),
    allowsCode: allowCode === true,
  };
}

/** Whether the value of `--metrics` is a file. */
function isSet(given: string): boolean {
  return existsSync(given) || /\.(?:json|py|ipynb)$/.test(given);
}

async function readMetrics(given: string, terminal: Terminal): Promise<MetricSettings> {
  if (!isSet(given)) return named(given.split(','));
  let text: string;
  try {
    text = await readText(given, terminal);
  } catch (error) {
    if (error instanceof CouldNotRun) throw error;
    throw new CouldNotRun(
      `The metric set ${given} cannot be read.`,
      'Export one in the page (Metrics, then Export), or name metrics: --metrics trajectory_recall,bleu',
    );
  }
  const code = readEvaluationCode(text, crypto.randomUUID().replaceAll('-', ''));
  if (code) return settingsOf(code, given, terminal);
  if (/\.(?:py|ipynb)$/.test(given)) throw noMetrics(given, []);
  const reading = readMetricSet(text);
  if (!reading.ok)
    throw new CouldNotRun(
      `${given}: ${reading.reason}`,
      'Export a set in the page (Metrics, then Export).',
    );
  const unknown = reading.problems.find(({ code: what }) => what === 'unknown_metric');
  if (unknown) throw unknownMetric(unknown.about);
  for (const problem of reading.problems)
    terminal.report(say`${given}: ${describeSetProblem(problem)}`);
  return reading.set.settings;
}

function settingsOf(code: EvaluationCode, given: string, { report }: Terminal): MetricSettings {
  if (code.count === 0) throw noMetrics(given, code.problems);
  for (const problem of code.problems) report(say`${given}: ${problem}`);
  return withEvaluationCode(DEFAULT_SETTINGS, code);
}

function noMetrics(given: string, problems: readonly string[]): CouldNotRun {
  const found = ['No metrics were found in this code.', ...problems].join(' ');
  return new CouldNotRun(
    `${given}: ${found}`,
    'Metrics are taken from EvalTask(metrics=[…]) and from a list named metrics.',
  );
}

/** Adds rules to settings, each once; throws CouldNotRun for an invalid one. */
export function withRules(settings: MetricSettings, sentences: readonly string[]): MetricSettings {
  if (sentences.length === 0) return settings;
  const added = sentences.map((sentence) => {
    const parsed = parseRule(sentence);
    if (parsed.ok) return printRule(parsed.rule);
    throw new CouldNotRun(
      `The rule “${boundText(sentence, 80)}” cannot be read. ${parsed.problem.message}`,
      'A rule is a sentence such as "never delete_account" or "refund only after verify".',
    );
  });
  const others = (settings.rules ?? []).filter(({ text }) => !added.includes(text));
  const rules = [...others, ...[...new Set(added)].map((text) => ({ text, isOn: true }))];
  return { ...settings, rules };
}

/**
 * Adds metrics by the ids of their score columns, such as `trajectory_single_tool_use(search)`.
 * @param ids unknown ones are left out
 */
export function withMetrics(settings: MetricSettings, ids: readonly string[]): MetricSettings {
  const found = ids.map((id) => TOOL_COLUMN.exec(id)?.groups ?? { metric: id });
  const tools = found.flatMap(({ tool }) => tool ?? []);
  const known = new Set([...settings.metrics, ...found.map(({ metric }) => metric)]);
  return {
    ...settings,
    metrics: METRICS.map(({ id }) => id).filter((id) => known.has(id)),
    tools: [...new Set([...settings.tools, ...tools])],
  };
}

const TOOL_COLUMN = /^(?<metric>trajectory_single_tool_use)\((?<tool>.+)\)$/s;

function named(given: readonly string[]): MetricSettings {
  const ids = given
    .map((id) => idOfMetric(id.trim().replace(/\/score$/, '')))
    .filter((id) => id !== '');
  if (ids.length === 0)
    throw new CouldNotRun(
      '--metrics names no metric.',
      'trajectory-playground metrics lists all; leave --metrics out for the usual ones.',
    );
  const unknown = ids.find((id) => !TOOL_COLUMN.test(id) && !METRICS.some((one) => one.id === id));
  if (unknown !== undefined) throw unknownMetric(unknown);
  const settings = withMetrics({ ...DEFAULT_SETTINGS, metrics: [] }, ids);
  for (const metric of METRICS)
    if (settings.metrics.includes(metric.id) && columnsOf(metric, settings).length === 0)
      throw new CouldNotRun(
        `“${metric.id}” looks for tools, and none is named.`,
        'Name one as in trajectory_single_tool_use(search), or give a metric set that has tools.',
      );
  return settings;
}

function unknownMetric(id: string): CouldNotRun {
  const near = nameMeant(
    id,
    METRICS.map((metric) => metric.id),
  );
  const guess = near === undefined ? '' : `Did you mean ${near}? `;
  return new CouldNotRun(
    `The metric “${id}” is not known.`,
    `${guess}trajectory-playground metrics lists all.`,
  );
}

function readRoles(given: string): ColumnRoles {
  const roles: Partial<Record<ColumnRole, string>> = {};
  for (const pair of given.split(',')) {
    const at = pair.indexOf('=');
    const role = COLUMN_ROLES.find((known) => known === pair.slice(0, at).trim());
    if (at < 0 || role === undefined)
      throw new CouldNotRun(
        `--columns cannot be read at “${pair.trim()}”.`,
        `Write role=column, with one of these roles: ${COLUMN_ROLES.join(', ')}.`,
      );
    const column = pair.slice(at + 1).trim();
    if (roles[role] !== undefined || Object.values(roles).includes(column))
      throw new CouldNotRun(
        `--columns names ${roles[role] === undefined ? `the column “${column}”` : role} twice.`,
        'A column has one role, and a role one column.',
      );
    roles[role] = column;
  }
  return roles;
}
