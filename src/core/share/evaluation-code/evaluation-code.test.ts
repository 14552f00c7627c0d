import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { PAIR_TEMPLATES, TEMPLATES } from '#core/judge/templates/registry.ts';
import { checkJudgeMetric } from '#core/score/judged-metrics/check-judge-metric.ts';
import { DEFAULT_SETTINGS, METRICS } from '#core/score/metrics/registry.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { CustomMetric, MetricSettings } from '#core/score/metric/settings.ts';
import { withEvaluationCode, readEvaluationCode } from './read-evaluation-code.ts';
import { writeEvaluationCode } from './write-evaluation-code.ts';

const CASES = tablesOf<{ leftOut: [string, string][]; read: [string, string, string][] }>(
  'evaluation-code',
);
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
    ...CASES.read,
    [
      'metrics without a task',
      `PointwiseMetric(metric="polite", metric_prompt_template=PointwiseMetricPromptTemplate(${RUBRIC}))`,
      'polite sections 1/0',
    ],
    [
      'a notebook',
      notebook(
        '!pip install x\n%run tools.py\nNAMES = ["bleu"]\n',
        'EvalTask(dataset=d, metrics=NAMES + ["vibes"])',
      ),
      'bleu\n"vibes" is left out: no metric here has this name.',
    ],
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

  it.each(CASES.leftOut)('says why a judged metric is left out: %s', (parts, why) => {
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

  const MADE = {
    code: 'CustomMetric(name="kind", metric_function=F)',
    judged: `PointwiseMetric(metric="kind", metric_prompt_template=PointwiseMetricPromptTemplate(${RUBRIC.replace('thanks', 'F')}))`,
  };
  it.each(Object.entries(MADE))('tells metrics of one name apart or says so: %s', (_, made) => {
    const [one, two] = ['first', 'second'].map((name) => made.replace('F', name));
    const functions = 'def first(i): return 1\ndef second(i): return 2\n';
    const code = read(`${functions}a = ${one}\nb = ${two}\nEvalTask(metrics=[a, b, a])`)!;
    expect(code.problems).toEqual([
      'Line 4: kind is left out: another metric on line 3 is called kind here.',
    ]);
    expect(code.count).toBe(1);
    expect(code.chosen).toEqual(read(`${functions}EvalTask(metrics=[${one}])`)?.chosen);
    expect(read(notebook(functions, `EvalTask(metrics=[${one}, ${two}])`))?.problems).toEqual([
      'kind is left out: another metric is called kind here.',
    ]);
    expect(brief(`${functions}EvalTask(metrics=[${one}, ${one}])`)).not.toContain('left out');
  });

  it('takes the function that Python takes, or says that it cannot', () => {
    const twice = `
def score(i): return 1
a = CustomMetric(name="a", metric_function=score)
def score(i): return 2
b = CustomMetric(name="b", metric_function=score)
class Other:
  def score(self): return 3
EvalTask(metrics=[a, b])`;
    const code = read(twice);
    expect(code?.chosen.custom?.map(({ name }) => name)).toEqual(['b']);
    expect(code?.problems).toEqual([
      'Line 3: a is left out: its function score is defined before it and after it, on lines 2 and 4.',
    ]);
    expect(
      brief('class A:\n  def score(i): return 1\nCustomMetric("a", metric_function=score)'),
    ).toBe('Line 3: CustomMetric is left out: its function score is not in this code.');
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
        const code = read(writeEvaluationCode(wanted));
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
      const code = writeEvaluationCode({ ...DEFAULT_SETTINGS, metrics: [], judges });
      if (template.baseline && template.prompt.response !== 'response') {
        expect(code).toContain(`\n#   ${template.id}\n`);
        continue;
      }
      const now = withEvaluationCode(DEFAULT_SETTINGS, read(code)!);
      expect(now.judges?.[0]?.ratings.map(({ score }) => score)).toEqual(
        template.ratings.map(({ score }) => score),
      );
      expect(writeEvaluationCode({ ...now, metrics: [] })).toBe(code);
    }
  });
});
