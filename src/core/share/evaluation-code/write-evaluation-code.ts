import { oneLine } from '#core/base/text/sentence.ts';
import { EXACT_RULES, describeRules } from '#core/match/rules.ts';
import { customColumn, customName } from '#core/score/custom-metrics/custom-metric.ts';
import { ruleText } from '#core/score/trajectory-rules/rule-metric.ts';
import { judgeColumn, judgeName } from '#core/score/judged-metrics/judged-metric.ts';
import { recordedTitle } from '#core/score/recorded-metrics/recorded-metric.ts';
import type { VertexClass, Metric } from '#core/score/metric/metric.ts';
import { listColumns, METRICS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { writeCustom, writeJudge } from './write-metrics.ts';

/**
 * Writes the chosen metrics as a task of the Gen AI evaluation service, in Python; a comment lists
 * what the service cannot express.
 */
export function writeEvaluationCode(settings: MetricSettings): string {
  const ofService = METRICS.filter(
    ({ id, origin }) => origin === 'vertex' && settings.metrics.includes(id),
  );
  // the service records latency and failure itself
  const own = ofService.filter(({ isRecorded }) => !isRecorded);
  const entries = own.map(({ id, exports }) => exports?.vertex?.(settings) ?? id);
  const classes = entries.filter((entry) => typeof entry !== 'string');
  const judges = (settings.judges ?? []).flatMap((judge) => writeJudge(judge) ?? []);
  const custom = writeCustom(settings.custom ?? []);
  const written = [...judges, ...custom];
  const imports = [
    ...classes.flatMap(({ name, calls }) => (calls.length > 0 ? [name] : [])),
    ...written.flatMap(({ className, templateName }) => [className, templateName ?? className]),
  ];
  const expressed = [
    ...ofService,
    ...judges.map(({ metric }) => ({ id: judgeColumn(metric).metricId })),
    ...custom.map(({ metric }) => ({ id: customColumn(metric).metricId })),
  ];
  const left = [
    ...listLeftOut(settings, expressed),
    ...own.flatMap(({ exports }) => exports?.notInVertex?.(settings) ?? []),
    ...written.flatMap((metric) => metric.left),
  ];
  const counted = settings.emptyTrajectories === 'score' ? countEmpty(own) : [];
  const perTool = own.filter(({ isPerTool }) => isPerTool && settings.tools.length > 1);
  return [
    ...(counted.length > 0 ? ['import json', ''] : []),
    'from vertexai.preview.evaluation import EvalTask',
    ...(imports.length > 0
      ? [
          `from vertexai.preview.evaluation.metrics import ${[...new Set(imports)].sort().join(', ')}`,
        ]
      : []),
    '',
    ...commentLeftOut(left),
    ...written.flatMap(({ before }) => ['', ...before, '', '']),
    '# eval_dataset: a DataFrame with one row per case.',
    '# runnable: your agent, a function of a prompt; None where the rows have its answers.',
    'runnable = None',
    ...perTool.map(
      ({ exports }) =>
        `# The service takes one ${exports?.vertex?.(settings)?.name ?? ''} in a task: run one task for each tool.`,
    ),
    'eval_task = EvalTask(',
    '    dataset=eval_dataset,',
    '    metrics=[',
    ...entries.flatMap(writeEntries).map((entry) => `        ${entry},`),
    ...written.map(({ entry }) => `        ${entry},`),
    '    ],',
    ')',
    'result = eval_task.evaluate(runnable=runnable)',
    ...counted,
    '',
  ].join('\n');
}

function listLeftOut(
  settings: MetricSettings,
  expressed: readonly Pick<Metric, 'id'>[],
): readonly string[] {
  const left = listColumns(settings)
    .filter(({ metricId }) => !expressed.some(({ id }) => id === metricId))
    .map(({ id, tool }) =>
      tool === undefined ? recordedTitle(ruleText(judgeName(customName(id)))) : id,
    );
  if (settings.duplicates === 'multiset') left.push('duplicates counted once (multiset)');
  left.push(...describeRules(settings.matching ?? EXACT_RULES));
  return [...new Set(left)];
}

function commentLeftOut(left: readonly string[]): string[] {
  if (left.length === 0) return [];
  return ['# Not expressed here:', ...left.map((phrase) => `#   ${oneLine(phrase)}`)];
}

/** The score of rows with calls where none is expected, if different from other rows. */
const CALLS_BEYOND: Readonly<Record<string, string>> = {
  trajectory_exact_match: '0',
  trajectory_in_order_match: '1',
  trajectory_any_order_match: '1',
  trajectory_precision: '0',
  trajectory_recall: 'None',
};

/** Python that scores rows without calls, which the service refuses, as the page does. */
function countEmpty(metrics: readonly Metric[]): string[] {
  const beyond = metrics.flatMap(({ id }) => {
    const score = CALLS_BEYOND[id];
    return score === undefined ? [] : [`    ${quoteText(id)}: ${score},`];
  });
  if (beyond.length === 0) return [];
  return [
    '',
    '# The service gives rows without calls no score. Here they count: 0 where calls are expected',
    '# and none is made, 1 where none is expected and none made, else as listed.',
    'beyond = {',
    ...beyond,
    '}',
    '',
    '',
    'def count(calls):',
    '    calls = json.loads(calls or "null") if isinstance(calls, str) else calls',
    '    return len(calls) if isinstance(calls, list) else -1',
    '',
    '',
    'table = result.metrics_table',
    'made = table["predicted_trajectory"].map(count)',
    'expected = table["reference_trajectory"].map(count)',
    'for name, score in beyond.items():',
    '    column = f"{name}/score"',
    '    table.loc[(made == 0) & (expected > 0), column] = 0',
    '    table.loc[(made == 0) & (expected == 0), column] = 1',
    '    table.loc[(made > 0) & (expected == 0), column] = score',
    '    result.summary_metrics[f"{name}/mean"] = table[column].mean()',
    '    result.summary_metrics[f"{name}/std"] = table[column].std()',
  ];
}

function writeEntries(entry: string | VertexClass): string[] {
  if (typeof entry === 'string') return [quoteText(entry)];
  return entry.calls.map((keywords) => {
    const written = Object.entries(keywords).map(
      ([name, value]) => `${name}=${value === true ? 'True' : quoteText(value)}`,
    );
    return `${entry.name}(${written.join(', ')})`;
  });
}

/** Writes a text as a literal of Python. */
function quoteText(text: string): string {
  return JSON.stringify(text);
}
