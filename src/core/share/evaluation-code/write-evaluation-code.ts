import { printableLine } from '#core/base/text/markdown.ts';
import { EXACT_RULES, describeRules } from '#core/match/rules.ts';
import { customColumn } from '#core/score/custom-metrics/custom-metric.ts';
import { judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import type { VertexClass, Metric } from '#core/score/metric/metric.ts';
import { listColumns, METRICS, plainName } from '#core/score/metrics/registry.ts';
import type { MetricSettings, CustomMetric } from '#core/score/metric/settings.ts';
import { promptText, BASELINE } from '#core/judge/render-prompt.ts';
import { answerOf, listExamples, type JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { judgedVariable, variablesOf } from '#core/score/judged-metrics/variables.ts';

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
  // the service chooses the model: one metric stands for the verdicts of several
  const byEntry = new Map([...judges, ...custom].map((metric) => [metric.entry, metric]));
  const written = [...byEntry.values()];
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
    .map(({ id }) => plainName(id));
  if (settings.duplicates === 'multiset') left.push('duplicates counted once (multiset)');
  left.push(...describeRules(settings.matching ?? EXACT_RULES));
  return [...new Set(left)];
}

function commentLeftOut(left: readonly string[]): string[] {
  if (left.length === 0) return [];
  return ['# Not expressed here:', ...left.map((phrase) => `#   ${printableLine(phrase)}`)];
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
    return score === undefined ? [] : [`    ${quote(id)}: ${score},`];
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
  if (typeof entry === 'string') return [quote(entry)];
  return entry.calls.map((keywords) => {
    const written = Object.entries(keywords).map(
      ([name, value]) => `${name}=${value === true ? 'True' : quote(value)}`,
    );
    return `${entry.name}(${written.join(', ')})`;
  });
}

/** A metric in Python, and its parts that the service lacks. */
interface WrittenMetric {
  readonly className: string;
  /** The template class that it uses, if any. */
  readonly templateName?: string;
  readonly before: readonly string[];
  readonly entry: string;
  readonly left: readonly string[];
}

interface Named<M> {
  readonly metric: M;
}

const BASELINE_COLUMN = 'baseline_model_response';

/** Writes a judged metric; undefined for one that compares anything but responses. */
function writeJudge(metric: JudgeMetric): (WrittenMetric & Named<JudgeMetric>) | undefined {
  const { id, prompt, baseline } = metric;
  if (baseline && judgedVariable(prompt) !== 'response') return undefined;
  const kind = baseline ? 'Pairwise' : 'Pointwise';
  const hasSections = prompt.kind === 'sections' && prompt.response === 'response';
  const templateName = `${kind}MetricPromptTemplate`;
  const template = hasSections
    ? [`${templateName}(`, ...indented(writeSections(metric, prompt)), ')']
    : writeText(ownText(metric));
  return {
    metric,
    className: `${kind}Metric`,
    ...(hasSections && { templateName }),
    before: [
      `${id}_metric = ${kind}Metric(`,
      `    metric=${quote(id)},`,
      ...indented(withComma(['metric_prompt_template=', ...template])),
      ')',
    ],
    entry: `${id}_metric`,
    left: leftOf(metric),
  };
}

function ownText(metric: JudgeMetric): string {
  const { prompt, baseline } = metric;
  if (prompt.kind === 'text') return baseline ? servicePrompt(prompt.text) : prompt.text;
  const names = variablesOf(metric).map((name) => [name, `{${name}}`] as const);
  const cells = new Map<string, string>([...names, [BASELINE, `{${BASELINE_COLUMN}}`]]);
  return promptText(metric, cells, 'baseline');
}

function writeSections(
  metric: JudgeMetric,
  prompt: Extract<JudgeMetric['prompt'], { kind: 'sections' }>,
): string[] {
  const { instruction, definition, criteria, steps, inputs } = prompt;
  const ratings = metric.ratings.map(({ score, text }) => ({
    name: answerOf(metric, score),
    text,
  }));
  const examples = listExamples(prompt.examples).map(({ text }) => text);
  return [
    ...writeDict('criteria', criteria),
    ...writeDict('rating_rubric', ratings),
    ...writeEntry('instruction=', instruction),
    ...(definition === '' ? [] : writeEntry('metric_definition=', definition)),
    ...(steps.length === 0 ? [] : writeDict('evaluation_steps', steps)),
    ...(inputs.length === 0 ? [] : [`input_variables=[${inputs.map(quote).join(', ')}],`]),
    ...(examples.length === 0
      ? []
      : [
          'few_shot_examples=[',
          ...indented(examples.flatMap((text) => writeEntry('', text))),
          '],',
        ]),
  ];
}

function leftOf(metric: JudgeMetric): string[] {
  const { id, samples, columns, baseline, prompt } = metric;
  const column = baseline?.kind === 'column' ? baseline.column : '';
  const examples = prompt.kind === 'sections' ? listExamples(prompt.examples) : [];
  return [
    ...(samples > 1 ? [`${id}: each row is judged ${String(samples)} times`] : []),
    ...Object.entries(columns)
      .filter(([name, other]) => name !== other)
      .map(([name, other]) => `${id}: the column ${other} stands for ${name}`),
    ...(baseline && column !== BASELINE_COLUMN
      ? [`${id}: compares with ${column === '' ? 'another run' : column}, not ${BASELINE_COLUMN}`]
      : []),
    ...(examples.some(({ score }) => score !== null) ? [`${id}: verdicts of its examples`] : []),
  ];
}

const TOP_NAMES =
  /^(?:async[ \t]+)?(?:def|class)[ \t]+([^\W\d]\w*)|^([^\W\d]\w*)[ \t]*(?::[^=\r\n\u2028\u2029]+)?=(?!=)/gmu;
const FUNCTIONS = /^(?:async[ \t]+)?def[ \t]+([^\W\d]\w*)/gmu;

/** Writes custom metrics as `CustomMetric` in Python, where that is possible. */
function writeCustom(
  metrics: readonly CustomMetric[],
): readonly (WrittenMetric & Named<CustomMetric>)[] {
  const taken = new Map<string, string>();
  return metrics.flatMap((metric) => {
    const { name, code, language, isOn } = metric;
    if (!isOn || language !== 'python') return [];
    const names = [...code.matchAll(TOP_NAMES)].map(([, one, other]) => one ?? other ?? '');
    const functions = [...code.matchAll(FUNCTIONS)].map(([, one]) => one ?? '');
    const called = names.includes(name) ? name : functions.at(-1);
    if (called === undefined || names.some((one) => (taken.get(one) ?? code) !== code)) return [];
    for (const one of names) taken.set(one, code);
    return {
      metric,
      className: 'CustomMetric',
      before: code.trimEnd().split('\n'),
      entry: `CustomMetric(name=${quote(name)}, metric_function=${called})`,
      left: [],
    };
  });
}

/** Writes a text as a literal of Python. */
const quote = (text: string): string => JSON.stringify(text);

function writeDict(
  name: string,
  list: readonly { readonly name: string; readonly text: string }[],
): string[] {
  return [
    `${name}={`,
    ...indented(list.flatMap((one) => writeEntry(`${quote(one.name)}: `, one.text))),
    '},',
  ];
}

function writeEntry(before: string, text: string): string[] {
  return withComma([before, ...writeText(text)]);
}

/** A text as a Python literal, line by line. */
function writeText(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  if (lines.length < 2) return [quote(text)];
  return ['(', ...indented(lines.map(quote)), ')'];
}

/** Joins the first two lines and ends the last one with a comma. */
function withComma([first = '', second = '', ...others]: readonly string[]): string[] {
  const lines = [first + second.trimStart(), ...others];
  return lines.map((line, index) => (index === lines.length - 1 ? `${line},` : line));
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`);

/** The columns of the service's comparison prompts, and their names in prompts here. */
const PAIR_PLACES = [
  ['{baseline_model_response}', '{response_a}'],
  ['{response}', '{response_b}'],
] as const;

/** A comparison prompt with the service's names. */
function servicePrompt(text: string): string {
  return PAIR_PLACES.reduce((now, [theirs, ours]) => now.replaceAll(ours, theirs), text);
}

/** A comparison prompt with the names used here. */
export function ownPrompt(text: string): string {
  return PAIR_PLACES.reduce((now, [theirs, ours]) => now.replaceAll(theirs, ours), text);
}
