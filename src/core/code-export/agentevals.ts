import { EXACT_RULES, isExactRule, type ArgumentRule } from '#core/matching/rules.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import {
  commentDifferences,
  commentLeftOut,
  listLeftOut,
  quoteText,
  type CodeTarget,
} from './target.ts';

/** Evaluators by metric: its mode, and whether it looks at names alone. */
const MODES: Readonly<Record<string, readonly [mode: string, byName: boolean]>> = {
  trajectory_exact_match: ['strict', false],
  trajectory_any_order_match: ['superset', false],
  trajectory_exact_match_names: ['strict', true],
  trajectory_any_order_match_names: ['superset', true],
};

const WITHIN_MESSAGE =
  'strict ignores the order of calls within one message; give each call its own where it counts';

/** Where an evaluator is not the metric of the page. */
const DIFFERENCES = {
  trajectory_exact_match: WITHIN_MESSAGE,
  trajectory_exact_match_names: WITHIN_MESSAGE,
};

/** Evaluators of LangChain's agentevals in Python. */
export const agentevals: CodeTarget = {
  id: 'agentevals',
  title: 'LangChain agentevals',
  fileName: 'evaluators.py',
  write(settings) {
    const said = settings.metrics.filter((id) => id in MODES);
    const rules = settings.matching ?? EXACT_RULES;
    const hasRules = [rules.rule, ...rules.tools.map(({ rule }) => rule)].every(isMode);
    return [
      'from agentevals.trajectory.match import create_trajectory_match_evaluator',
      '',
      ...commentLeftOut(listLeftOut(settings, said, hasRules && !rules.optionalCalls), '#'),
      ...commentDifferences(DIFFERENCES, said, '#'),
      'evaluators = {',
      ...said.flatMap((id) => {
        const [mode, byName] = MODES[id] ?? ['strict', false];
        return [
          `    ${quoteText(id)}: create_trajectory_match_evaluator(`,
          `        trajectory_match_mode=${quoteText(mode)},`,
          ...writeArguments(settings, byName),
          '    ),',
        ];
      }),
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

/** Whether a rule is one of the target's modes and no more. */
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
