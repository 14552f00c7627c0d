import { findMetric } from '#core/metrics/registry.ts';
import { commentLeftOut, listLeftOut, quoteText, type CodeTarget } from './target.ts';

const ROUGE_TYPES: Readonly<Record<string, string>> = {
  rouge_1: 'rouge1',
  rouge_2: 'rouge2',
  rouge_l: 'rougeL',
  rouge_l_sum: 'rougeLsum',
};

/** A call of the Gen AI evaluation service in Python. */
export const vertex: CodeTarget = {
  id: 'vertex',
  title: 'Vertex AI EvalTask',
  fileName: 'evaluate.py',
  write(settings) {
    const imports = new Set<string>();
    const use = (name: string, call: string): string => {
      imports.add(name);
      return call;
    };
    // latency and failure are recorded by the service itself
    const recorded = settings.metrics.filter((id) => findMetric(id)?.isRecorded === true);
    const own = settings.metrics.filter(
      (id) => findMetric(id)?.origin === 'vertex' && !recorded.includes(id),
    );
    const entries = own.flatMap((id): string[] => {
      const rouge = ROUGE_TYPES[id];
      if (id === 'trajectory_single_tool_use') {
        return settings.tools.map((tool) =>
          use('TrajectorySingleToolUse', `TrajectorySingleToolUse(tool_name=${quoteText(tool)})`),
        );
      }
      if (id === 'bleu' && settings.useEffectiveOrder === true)
        return [use('Bleu', 'Bleu(use_effective_order=True)')];
      if (rouge !== undefined && settings.useStemmer === true)
        return [use('Rouge', `Rouge(rouge_type=${quoteText(rouge)}, use_stemmer=True)`)];
      return [quoteText(id)];
    });
    const left = listLeftOut(settings, [...own, ...recorded]);
    if (settings.useStrictStringMatch === true && own.includes('tool_parameter_kv_match')) {
      left.push('strict string match in tool_parameter_kv_match');
    }
    return [
      'from vertexai.preview.evaluation import EvalTask',
      ...(imports.size > 0
        ? [`from vertexai.preview.evaluation.metrics import ${[...imports].sort().join(', ')}`]
        : []),
      '',
      ...commentLeftOut(left, '#'),
      '# eval_dataset: a DataFrame with one row per case.',
      ...(settings.tools.length > 1 && own.includes('trajectory_single_tool_use')
        ? ['# The service takes one TrajectorySingleToolUse in a task: run one task for each tool.']
        : []),
      'eval_task = EvalTask(',
      '    dataset=eval_dataset,',
      '    metrics=[',
      ...entries.map((entry) => `        ${entry},`),
      '    ],',
      ')',
      'result = eval_task.evaluate()',
      '',
    ].join('\n');
  },
};
