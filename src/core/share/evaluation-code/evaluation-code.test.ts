import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_TARGETS } from '#core/share/code-export.ts';
import { PAIR_TEMPLATES, TEMPLATES } from '#core/judge/templates/registry.ts';
import { checkJudgeMetric } from '#core/score/judged-metrics/check-judge-metric.ts';
import { DEFAULT_SETTINGS, METRICS } from '#core/score/metrics/registry.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { CustomMetric, MetricSettings } from '#core/score/metric/settings.ts';
import { withEvaluationCode } from './evaluation-code.ts';
import { readEvaluationCode } from './read-evaluation-code.ts';

const FENCE = 'abcdef12';
const read = (text: string) => readEvaluationCode(text, FENCE);

/** What was taken, in few words. */
function brief(text: string): string {
  const code = read(text);
  if (!code) return 'nothing';
  const { metrics, tools, judges = [], custom = [], useStemmer, useEffectiveOrder } = code.chosen;
  return [
    ...metrics.filter((id) => !['latency_in_seconds', 'failure'].includes(id)),
    ...tools.map((tool) => `tool ${tool}`),
    ...(useStemmer === true ? ['stems'] : []),
    ...(useEffectiveOrder === true ? ['order'] : []),
    ...judges.map(
      ({ id, prompt, ratings }) =>
        `${id} ${prompt.kind} ${ratings.map(({ score }) => score).join('/')}`,
    ),
    ...custom.map(({ name }) => `code ${name}`),
    ...code.problems,
  ].join('\n');
}

const cell = (source: string, type = 'code') => ({
  cell_type: type,
  metadata: {},
  source: source.split(/(?<=\n)/),
});
const notebook = (...cells: string[]): string =>
  JSON.stringify({
    cells: [cell('# Evaluation', 'markdown'), ...cells.map((one) => cell(one))],
    nbformat: 4,
  });

const RUBRIC =
  'criteria={"Polite": "It is polite.\\n- It thanks."}, rating_rubric={"1": "yes", "0": "no"}';

describe('evaluation code', () => {
  it.each<[string, string, string]>([
    [
      'a task',
      'EvalTask(dataset=d, metrics=["trajectory_recall", "bleu"])',
      'trajectory_recall\nbleu',
    ],
    ['places', 't = EvalTask(d, ["bleu"], "my-run").evaluate(runnable=r)', 'bleu'],
    [
      'a list that grows, in a list item',
      '  metrics = ["bleu"]\n  metrics.append("rouge_1")\n  metrics.extend(["rouge_2"])\n  metrics += ["rouge_l"]\n  EvalTask(dataset=d, metrics=metrics)',
      'bleu\nrouge_1\nrouge_2\nrouge_l',
    ],
    [
      'appends without a list, in prose',
      'First (metrics = []):\n\nmetrics.append("bleu")\n\nIt isn’t long.\n\n  metrics.append(\n    metrics.TrajectorySingleToolUse(tool_name=\'pay\')\n  )\n',
      'trajectory_single_tool_use\nbleu\ntool pay',
    ],
    [
      'sums and spreads of lists',
      'A = ["bleu"]\nB = [*A, "rouge_1"] + list(("rouge_2",))\nEvalTask(metrics=B)',
      'bleu\nrouge_1\nrouge_2',
    ],
    [
      'what is added after the task',
      'm = ["bleu"]\nEvalTask(metrics=m)\nm.append("rouge_1")',
      'bleu',
    ],
    [
      'definitions below the task',
      'EvalTask(metrics=[tool, TOOLS])\ntool = TrajectorySingleToolUse(tool_name=NAME)\nNAME = "pa" "y"\nTOOLS = ["bleu"]',
      'trajectory_single_tool_use\nbleu\ntool pay',
    ],
    [
      'several tasks',
      'EvalTask(metrics=["bleu"])\nif x:\n    EvalTask(metrics=["rouge_1", "bleu"])',
      'bleu\nrouge_1',
    ],
    [
      'constants and classes',
      'EvalTask(metrics=[Metric.TRAJECTORY_EXACT_MATCH, constants.Metric.ROUGE_L_SUM, TrajectoryRecall(), metrics.TrajectoryPrecision])',
      'trajectory_exact_match\ntrajectory_precision\ntrajectory_recall\nrouge_l_sum',
    ],
    [
      'options',
      'EvalTask(metrics=[Rouge(rouge_type="rougeL", use_stemmer=True), "rouge_1", Bleu(use_effective_order=True)])',
      'bleu\nrouge_1\nrouge_l\nstems\norder\nuse_stemmer is set for some ROUGE metrics: here it holds for all of them.',
    ],
    ['recorded ones by their short names', 'EvalTask(metrics=["latency", "failure"])', ''],
    [
      'the newer client',
      'client.evals.evaluate(dataset=d, metrics=[types.Metric(name="bleu"), types.LLMMetric(name="polite", prompt_template="{response}?\\nScore:\\n1: yes\\n0: no")])',
      'bleu\npolite text 1/0',
    ],
    [
      'metrics without a task',
      `PointwiseMetric(metric="polite", metric_prompt_template=PointwiseMetricPromptTemplate(${RUBRIC}))`,
      'polite sections 1/0',
    ],
    [
      'a missing comma',
      'EvalTask(metrics=[\n"bleu",\na\nb # both\n])',
      'bleu\nLine 3: a is left out: this code does not define it.\nLine 4: b is left out: this code does not define it.',
    ],
    [
      'parts that are not known',
      'def run(metrics):\n  EvalTask(metrics=metrics)\nEvalTask(metrics=["bleu", "vibes", f"{x}", TrajectorySingleToolUse(tool_name=t), make(), Comet(), 3])',
      'bleu\nLine 3: "vibes" is left out: no metric here has this name.\nLine 3: f"{x}" is left out: it is an f-string, put together when the code runs.\nLine 3: TrajectorySingleToolUse is left out: its tool needs t, which this code does not define.\nLine 3: make is left out: it is made when the code runs.\nLine 3: Comet is left out: no metric here is like Comet.\nLine 3: 3 is left out: it is no name of a metric.',
    ],
    [
      'templates of the SDK',
      'EvalTask(metrics=[MetricPromptTemplateExamples.Pointwise.FLUENCY, "safety", PairwiseMetric(metric="better", metric_prompt_template=MetricPromptTemplateExamples.get_prompt_template("pairwise_coherence"))])',
      'fluency sections 5/4/3/2/1\nsafety sections 1/0\nbetter sections -1/0/1\nJudged by this page’s templates, in its own words: fluency, safety, better.',
    ],
    [
      'a notebook',
      notebook(
        '!pip install x\n%run tools.py\nNAMES = ["bleu"]\n',
        'EvalTask(dataset=d, metrics=NAMES + ["vibes"])',
      ),
      'bleu\n"vibes" is left out: no metric here has this name.',
    ],
    [
      'a function that lost its indentation',
      'def f(instance):\nreturn {"f": 1}\nm = [CustomMetric(name="f", metric_function=f), "bleu"]\nEvalTask(metrics=m)',
      'bleu\nLine 3: f is left out: the lines of its function are not indented.',
    ],
    ['data', 'metrics = [0.5, 0.7]\nx = [1]', 'nothing'],
    ['another program', 'def f(x):\n  return sum(x)\nprint(f([1]))', 'nothing'],
    ['JSON', '{"metrics": ["bleu"]}', 'nothing'],
  ])('is read: %s', (_, text, expected) => {
    expect(brief(text)).toBe(expected);
  });

  it('gives judged metrics with all their parts, in their lines and order', () => {
    const code = read(`
STEPS = {"One": "Look."}
t = PairwiseMetricPromptTemplate(
    criteria={"Polite": (
        "It is polite.\\n"
        "- It thanks."), **MORE},
    rating_rubric={"SAME": "alike", "A": "the first"},
    instruction="Compare.", metric_definition='''Which is
politer.''', evaluation_steps=STEPS, few_shot_examples=["like this"],
    input_variables=["prompt", "response"],
)
MORE = {"9": "last"}
m = PairwiseMetric(metric="More Polite", metric_prompt_template=t, baseline_model=b)
`);
    expect(code?.problems).toEqual([
      'Line 13: More Polite is called more_polite here.',
      'Line 13: More Polite reads the baseline’s answers from the column baseline_model_response.',
    ]);
    expect(code?.chosen.judges).toEqual([
      {
        id: 'more_polite',
        title: 'More polite',
        columns: {},
        samples: 1,
        fence: FENCE,
        baseline: { kind: 'column', column: 'baseline_model_response' },
        ratings: [
          { score: -1, text: 'the first' },
          { score: 0, text: 'alike' },
          { score: 1, text: 'Response B meets the criteria better.' },
        ],
        prompt: {
          kind: 'sections',
          instruction: 'Compare.',
          definition: 'Which is\npoliter.',
          criteria: [
            { name: 'Polite', text: 'It is polite.\n- It thanks.' },
            { name: '9', text: 'last' },
          ],
          steps: [{ name: 'One', text: 'Look.' }],
          examples: [{ text: 'like this', score: null, reason: '' }],
          inputs: ['prompt'],
          response: 'response',
        },
      },
    ]);
  });

  it.each([
    ['metric="a"', 'it has no prompt template'],
    ['metric_prompt_template="{response}"', 'its name is known only when the code runs'],
    [
      'metric="a", metric_prompt_template=t',
      'its prompt template needs t, which this code does not define',
    ],
    [
      'metric="a", metric_prompt_template=f"{x}"',
      'its prompt template is an f-string, put together when the code runs',
    ],
    [
      'metric="a", metric_prompt_template="no place"',
      'of it: Prompt: it has no {variable}, so it would be the same for every row',
    ],
    [
      'metric="a", metric_prompt_template=PointwiseMetricPromptTemplate(criteria={"x": y}, rating_rubric={"1": ""})',
      'its criteria needs y, which this code does not define',
    ],
    [
      'metric="a", metric_prompt_template=PointwiseMetricPromptTemplate(criteria={"x": "y"}, rating_rubric={"good": "", "bad": ""})',
      'its rating rubric has ratings that are no numbers',
    ],
  ])('says why a judged metric is left out: %s', (parts, why) => {
    expect(brief(`EvalTask(metrics=["bleu", PointwiseMetric(${parts})])`)).toContain(
      `is left out: ${why}.`,
    );
  });

  it('takes the function of a metric as it is, with what it needs and no more', () => {
    const code = read(`
import re, requests
LIMIT = 3
response = requests.get("https://example.com")

def helper(x: int):
  return x > LIMIT

  # Scores.
def long_enough(instance, least=LIMIT):
  """Whether helper says so."""
  response = instance["response"]
  words = re.findall("re", response)
  return {"long enough": helper(len(words))}

EvalTask(metrics=[CustomMetric(name="long enough", metric_function=long_enough), CustomMetric("x", lambda i: 1), CustomMetric(name="y", metric_function=z)])
`);
    expect(code?.chosen.custom).toEqual([
      {
        name: 'long_enough',
        language: 'python',
        scale: 'number',
        better: 'none',
        isOn: true,
        code: `import re, requests

LIMIT = 3

def helper(x: int):
  return x > LIMIT

def long_enough(instance, least=LIMIT):
  """Whether helper says so."""
  response = instance["response"]
  words = re.findall("re", response)
  return {"long enough": helper(len(words))}
`,
      },
    ]);
    expect(code?.problems).toEqual([
      'Line 16: long enough is called long_enough here.',
      'Line 16: CustomMetric is left out: its function is no function with a name of its own.',
      'Line 16: y is left out: its function z is not in this code.',
    ]);
  });

  it('is bounded: names inside names, and code without an end', () => {
    const names = Array.from(
      { length: 60 },
      (_, i) => `a${String(i)} = [*a${String(i + 1)}, *a${String(i + 1)}]`,
    );
    expect(() => read(`EvalTask(metrics=a0)\n${names.join('\n')}\na60 = a0`)).not.toThrow();
    expect(() => read('EvalTask(metrics=['.repeat(3000))).not.toThrow();
    const unknown = Array.from({ length: 20_000 }, (_, i) => `n${String(i)}`);
    expect(read(`EvalTask(metrics=["bleu", ${unknown.join()}])`)?.problems).toHaveLength(200);
    expect(brief('EvalTask(metrics=["constructor", "__proto__", constructor])')).toContain(
      'left out',
    );
  });
});

describe('settings', () => {
  it('have the metrics of the code in place of their own, and keep their rules', () => {
    const rules = [{ text: 'never pay', isOn: true }];
    const old: CustomMetric = {
      name: 'old',
      code: '() => 1',
      scale: 'number',
      better: 'none',
      isOn: true,
    };
    const before = { ...DEFAULT_SETTINGS, tools: ['a'], useStemmer: true, rules, custom: [old] };
    const code = read('EvalTask(metrics=["bleu"])')!;
    expect(withEvaluationCode(before, code)).toEqual({
      ...DEFAULT_SETTINGS,
      metrics: ['bleu', 'latency_in_seconds', 'failure'],
      rules,
      custom: [{ ...old, isOn: false }],
    });
  });

  const vertex = CODE_TARGETS.find(({ id }) => id === 'vertex')!;
  const line = fc.string({ unit: 'grapheme', maxLength: 20 });
  const text = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
  const named = fc.uniqueArray(fc.record({ name: line, text }), {
    selector: ({ name }) => name,
    minLength: 1,
    maxLength: 3,
  });
  const id = fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/);
  const sections = fc
    .record({
      instruction: text,
      definition: text,
      criteria: named,
      steps: named,
      examples: fc.array(text, { maxLength: 2 }),
      inputs: fc.uniqueArray(
        id.filter((name) => name !== 'response'),
        { maxLength: 2 },
      ),
    })
    .map((parts) => ({
      ...parts,
      kind: 'sections' as const,
      response: 'response',
      examples: parts.examples.map((one) => ({ text: one, score: null, reason: '' })),
    }));
  const judge = fc
    .record({
      id,
      template: fc.constantFrom(...TEMPLATES, ...PAIR_TEMPLATES),
      prompt: fc.option(sections, { nil: undefined }),
    })
    .map((one): JudgeMetric => {
      const { title: _, better: _better, prompt, ...template } = one.template;
      const title = one.id.replaceAll('_', ' ').trim();
      return {
        ...template,
        id: one.id,
        title: title.charAt(0).toUpperCase() + title.slice(1),
        prompt: one.prompt ?? { ...prompt, response: 'response', examples: [] },
        columns: {},
        samples: 1,
        fence: FENCE,
      };
    })
    .filter((metric) => checkJudgeMetric(metric).length === 0);
  const custom = fc.stringMatching(/^m_[a-z]{1,6}$/).map((name): CustomMetric => ({
    name,
    language: 'python',
    scale: 'number',
    better: 'none',
    isOn: true,
    code: `import re\n\ndef ${name}(instance):\n    """It's "one"."""\n    return {"${name}": len(re.findall("a", instance["response"]))}\n`,
  }));
  const metrics = fc.subarray(
    METRICS.filter(({ origin }) => origin === 'vertex').map((one) => one.id),
  );
  const settings = fc
    .record({
      metrics,
      tools: fc.uniqueArray(text, { minLength: 1, maxLength: 2 }),
      judges: fc.uniqueArray(judge, { selector: (one) => one.id, maxLength: 2 }),
      custom: fc.uniqueArray(custom, { selector: (one) => one.name, maxLength: 2 }),
      useStemmer: fc.boolean(),
    })
    .map((one): MetricSettings => {
      const ids = new Set([...one.metrics, 'latency_in_seconds', 'failure']);
      const hasRouge = one.metrics.some((name) => name.startsWith('rouge'));
      return {
        ...DEFAULT_SETTINGS,
        metrics: METRICS.flatMap((metric) => (ids.has(metric.id) ? [metric.id] : [])),
        tools: ids.has('trajectory_single_tool_use') ? one.tools : [],
        ...(one.judges.length > 0 && { judges: one.judges }),
        ...(one.custom.length > 0 && { custom: one.custom }),
        ...(one.useStemmer && hasRouge && { useStemmer: true }),
      };
    });

  it('are the same after they were written as code and read', () => {
    fc.assert(
      fc.property(settings, (wanted) => {
        const code = read(vertex.write(wanted));
        const now = code ? withEvaluationCode(DEFAULT_SETTINGS, code) : undefined;
        expect(code?.problems ?? []).toEqual([]);
        const isNone = wanted.metrics.length === 2 && !wanted.judges && !wanted.custom;
        expect(now).toEqual(isNone ? undefined : wanted);
      }),
    );
  });

  it('are written as the same code again, also where a prompt is one text', () => {
    for (const template of [...TEMPLATES, ...PAIR_TEMPLATES]) {
      const judges = [{ ...template, columns: {}, samples: 1, fence: FENCE }];
      const code = vertex.write({ ...DEFAULT_SETTINGS, metrics: [], judges });
      if (template.baseline && template.prompt.response !== 'response') {
        expect(code).toContain(`\n#   ${template.id}\n`);
        continue;
      }
      const now = withEvaluationCode(DEFAULT_SETTINGS, read(code)!);
      expect(now.judges?.[0]?.ratings.map(({ score }) => score)).toEqual(
        template.ratings.map(({ score }) => score),
      );
      expect(vertex.write({ ...now, metrics: [] })).toBe(code);
    }
  });
});
