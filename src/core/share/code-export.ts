import { oneLine } from '#core/base/text/sentence.ts';
import { EXACT_RULES, isExactRule, type ArgumentRule, describeRules } from '#core/match/rules.ts';
import { customColumn, customName } from '#core/score/custom-metrics/custom-metric.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { parseRule } from '#core/score/trajectory-rules/parse-rule.ts';
import { ruleColumn, ruleText } from '#core/score/trajectory-rules/rule-metric.ts';
import { judgeColumn, judgeName } from '#core/score/judged-metrics/judged-metric.ts';
import { recordedTitle } from '#core/score/recorded-metrics/recorded-metric.ts';
import { writeCustom, writeJudge } from '#core/share/evaluation-code/write-metrics.ts';
import type { VertexClass, Metric } from '#core/score/metric/metric.ts';
import { listColumns, METRICS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { CallCondition, TrajectoryRule } from '#core/score/trajectory-rules/rule.ts';

/** An evaluation tool that the chosen metrics are exported to. */
export interface CodeTarget {
  readonly id: string;
  readonly title: string;
  readonly fileName: string;
  /** Writes the settings as code, and lists what the target cannot express in a comment. */
  write(settings: MetricSettings): string;
}

function chosenMetrics({ metrics }: MetricSettings): Metric[] {
  return METRICS.filter(({ id }) => metrics.includes(id));
}

function listLeftOut(
  settings: MetricSettings,
  expressed: readonly Pick<Metric, 'id'>[],
  { hasRules = false, countsEmpty = true } = {},
): string[] {
  const left = listColumns(settings)
    .filter(({ metricId }) => !expressed.some(({ id }) => id === metricId))
    .map(({ id, tool }) =>
      tool === undefined ? recordedTitle(ruleText(judgeName(customName(id)))) : id,
    );
  if (settings.duplicates === 'multiset') left.push('duplicates counted once (multiset)');
  if (settings.emptyTrajectories === 'skip' && countsEmpty)
    left.push('rows with an empty side left out');
  if (!hasRules) left.push(...describeRules(settings.matching ?? EXACT_RULES));
  return [...new Set(left)];
}

function commentLeftOut(left: readonly string[], sign: string): string[] {
  if (left.length === 0) return [];
  return [`${sign} Not expressed here:`, ...left.map((phrase) => `${sign}   ${oneLine(phrase)}`)];
}

/** Comments on metrics that the target scores differently. */
function commentDifferences(metrics: readonly Metric[], target: 'promptfoo' | 'agentevals') {
  const lines = metrics.flatMap(({ id, exports }) => {
    const difference = exports?.[target]?.difference;
    return difference === undefined ? [] : [`# - ${id}: ${difference}`];
  });
  return lines.length === 0 ? [] : ['# Scored differently here:', ...lines];
}

/** Writes a text as a literal that is valid in Python, JSON and YAML. */
function quoteText(text: string): string {
  return JSON.stringify(text);
}

/** LangChain's agentevals, in Python. */
const agentevals: CodeTarget = {
  id: 'agentevals',
  title: 'LangChain agentevals',
  fileName: 'evaluators.py',
  write(settings) {
    const expressed = chosenMetrics(settings).filter(({ exports }) => exports?.agentevals);
    const rules = settings.matching ?? EXACT_RULES;
    const hasRules = [rules.rule, ...rules.tools.map(({ rule }) => rule)].every(isMode);
    return [
      'from agentevals.trajectory.match import create_trajectory_match_evaluator',
      '',
      ...commentLeftOut(
        listLeftOut(settings, expressed, {
          hasRules: hasRules && !rules.optionalCalls && rules.patterns !== true,
        }),
        '#',
      ),
      ...commentDifferences(expressed, 'agentevals'),
      'evaluators = {',
      ...expressed.flatMap(({ id, exports, edits }) => [
        `    ${quoteText(id)}: create_trajectory_match_evaluator(`,
        `        trajectory_match_mode=${quoteText(exports?.agentevals?.mode ?? '')},`,
        ...writeArguments(settings, edits?.isByName === true),
        '    ),',
      ]),
      '}',
      '',
      '# outputs and reference_outputs: lists of messages with tool_calls.',
      'results = {',
      '    name: evaluate(outputs=outputs, reference_outputs=reference_outputs)',
      '    for name, evaluate in evaluators.items()',
      '}',
      '',
    ].join('\n');
  },
};

/** Whether a rule is exactly one of the target's modes. */
function isMode(rule: ArgumentRule): boolean {
  return rule.mode === 'keys'
    ? isExactRule({ ...rule, mode: 'exact' }) && rule.keys !== undefined
    : isExactRule({ ...rule, mode: 'exact' });
}

function writeArguments({ matching = EXACT_RULES }: MetricSettings, byName: boolean): string[] {
  if (byName) return ['        tool_args_match_mode="ignore",'];
  const { rule, tools } = matching;
  const overrides = tools.filter((one) => isMode(one.rule));
  return [
    `        tool_args_match_mode=${quoteText(isMode(rule) && rule.mode !== 'keys' ? rule.mode : 'exact')},`,
    ...(overrides.length === 0
      ? []
      : [
          '        tool_args_match_overrides={',
          ...overrides.map(
            (one) => `            ${quoteText(one.tool)}: ${writeOverride(one.rule)},`,
          ),
          '        },',
        ]),
  ];
}

function writeOverride({ mode, keys }: ArgumentRule): string {
  return mode === 'keys' ? `[${(keys ?? []).map(quoteText).join(', ')}]` : quoteText(mode);
}

/** The Agent Development Kit's evaluation config, with room for one metric of a criterion. */
const adk: CodeTarget = {
  id: 'adk',
  title: 'ADK test_config.json',
  fileName: 'test_config.json',
  write(settings) {
    const criteria = new Map<string, unknown>();
    const expressed = chosenMetrics(settings).filter(({ exports }) => {
      const { criterion, value } = exports?.adk ?? {};
      if (criterion === undefined || criteria.has(criterion)) return false;
      criteria.set(criterion, value);
      return true;
    });
    const comment = commentLeftOut(listLeftOut(settings, expressed), '//');
    return [
      ...(comment.length > 0 ? [...comment, '// JSON has no comments: remove these lines.'] : []),
      JSON.stringify({ criteria: Object.fromEntries(criteria) }, null, 2),
      '',
    ].join('\n');
  },
};

/** The Gen AI evaluation service, in Python. */
const vertex: CodeTarget = {
  id: 'vertex',
  title: 'Vertex AI EvalTask',
  fileName: 'evaluate.py',
  write(settings) {
    const ofService = chosenMetrics(settings).filter(({ origin }) => origin === 'vertex');
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
      ...listLeftOut(settings, expressed, { countsEmpty: false }),
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
      ...commentLeftOut(left, '#'),
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
  },
};

/** The score of rows with calls where none is expected, if different from other rows. */
const CALLS_BEYOND: Readonly<Record<string, string>> = {
  trajectory_exact_match: '0',
  trajectory_in_order_match: '1',
  trajectory_any_order_match: '1',
  trajectory_precision: '0',
  trajectory_recall: 'None',
};

/** Python that scores rows with an empty side, which the service refuses, as the page does. */
function countEmpty(metrics: readonly Metric[]): string[] {
  const beyond = metrics.flatMap(({ id }) => {
    const score = CALLS_BEYOND[id];
    return score === undefined ? [] : [`    ${quoteText(id)}: ${score},`];
  });
  if (beyond.length === 0) return [];
  return [
    '',
    '# The service gives rows with an empty side no score. Here they count: 0 where calls are expected',
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

/** promptfoo; assertions on trajectories read the traces of a run. */
const promptfoo: CodeTarget = {
  id: 'promptfoo',
  title: 'promptfoo assertions',
  fileName: 'promptfooconfig.yaml',
  write(settings) {
    const expressed = chosenMetrics(settings).filter(({ exports }) => exports?.promptfoo);
    const usesTools = settings.tools.length > 0 && expressed.some(({ isPerTool }) => isPerTool);
    const asserts = expressed.flatMap(({ isPerTool, exports }) => {
      const { type = '', threshold } = exports?.promptfoo ?? {};
      const values = isPerTool ? settings.tools.map(quoteText) : [`'{{reference}}'`];
      return values.map((value) => [
        `    - type: ${type}`,
        `      value: ${value}`,
        ...(threshold === undefined ? [] : [`      threshold: ${threshold}`]),
      ]);
    });
    const rules = assertedRules(settings);
    asserts.push(...rules.map(({ lines }) => lines));
    const left = listLeftOut(settings, [...expressed, ...rules]);
    return [
      ...commentLeftOut(left, '#'),
      ...commentDifferences(
        expressed.filter(({ isPerTool }) => usesTools || !isPerTool),
        'promptfoo',
      ),
      ...(left.some((phrase) => phrase.startsWith('trajectory_'))
        ? [
            '# promptfoo compares a trajectory with steps written into each test, by name:',
            '#   - { type: trajectory:tool-sequence, value: { mode: exact, steps: [tool_a, tool_b] } }',
          ]
        : []),
      ...(usesTools || rules.length > 0 ? ['tracing:', '  enabled: true'] : []),
      'defaultTest:',
      ...(asserts.length === 0 ? ['  assert: []'] : ['  assert:', ...asserts.flat()]),
      '',
    ].join('\n');
  },
};

/** The rules that promptfoo can express, as assertions; values in JSON are values in YAML. */
function assertedRules({ rules = [] }: MetricSettings) {
  return rules.flatMap((rule) => {
    const parsed = rule.isOn && rule.isPerRow !== true ? parseRule(rule.text) : undefined;
    const written = parsed?.ok ? writePromptfoo(parsed.rule.rule) : undefined;
    if (!written) return [];
    const value = printJson(written.value);
    const lines = [`    - type: ${written.type}`, `      value: ${value}`];
    return [{ id: ruleColumn(rule).metricId, lines }];
  });
}

/** All targets, in display order. */
export const CODE_TARGETS: readonly CodeTarget[] = [vertex, adk, promptfoo, agentevals];

/** An assertion of promptfoo. */
interface PromptfooAssertion {
  readonly type: string;
  readonly value: JsonValue;
}

/**
 * Writes a rule as an equivalent assertion of promptfoo.
 * @returns undefined where promptfoo has none
 */
export function writePromptfoo(rule: TrajectoryRule): PromptfooAssertion | undefined {
  switch (rule.kind) {
    case 'never': {
      if (rule.call.where.length > 0) return matchingArguments(rule.call, 'not-');
      const tool = exactName(rule.call);
      return tool === undefined
        ? countOf(rule.call, { min: 0, max: 0 })
        : { type: 'not-trajectory:tool-used', value: tool };
    }
    case 'at-most':
      return countOf(rule.call, { min: 0, max: rule.count });
    case 'at-least':
      return rule.count === 1 && rule.call && rule.call.where.length > 0
        ? matchingArguments(rule.call)
        : countOf(rule.call, { min: rule.count });
    case 'sequence': {
      const steps = rule.calls.map((call) => matcherOf(call));
      return steps.every((step) => step !== undefined)
        ? { type: 'trajectory:tool-sequence', value: { steps } }
        : undefined;
    }
    default:
      return undefined;
  }
}

function countOf(
  call: CallCondition | undefined,
  bounds: JsonObject,
): PromptfooAssertion | undefined {
  if (!call) return { type: 'trajectory:step-count', value: { type: 'tool', ...bounds } };
  const matcher = matcherOf(call);
  return matcher && { type: 'trajectory:tool-used', value: { ...matcher, ...bounds } };
}

/** A tool by name or pattern, without conditions. */
function matcherOf(call: CallCondition): JsonObject | undefined {
  if (call.where.length > 0) return undefined;
  const name = exactName(call);
  if (name !== undefined) return { name };
  return call.tool.includes('\\') ? undefined : { pattern: call.tool };
}

function exactName({ tool }: CallCondition): string | undefined {
  const isPattern = /[*?]/.test(tool.replace(/\\./gs, ''));
  return isPattern ? undefined : tool.replace(/\\(.)/gs, '$1');
}

/** Arguments equal to plain values; there, objects match in part. */
function matchingArguments(call: CallCondition, not = ''): PromptfooAssertion | undefined {
  const matcher = matcherOf({ ...call, where: [] });
  const isPlain = call.where.every(
    ({ argument, relation, value }) =>
      relation === '=' &&
      !argument.startsWith('/') &&
      (typeof value !== 'object' || value === null),
  );
  const names = new Set(call.where.map(({ argument }) => argument));
  if (!matcher || !isPlain || names.size < call.where.length) return undefined;
  const args = Object.fromEntries(call.where.map(({ argument, value }) => [argument, value]));
  return { type: `${not}trajectory:tool-args-match`, value: { ...matcher, args } };
}
