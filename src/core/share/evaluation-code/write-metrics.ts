import { promptText, BASELINE } from '#core/judge/render-prompt.ts';
import { answerOf } from '#core/judge/verdict-form.ts';
import { judgedVariable, variablesOf } from '#core/score/judged-metrics/variables.ts';
import { listExamples, type JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';

/** A metric in Python, and its parts that the service lacks. */
export interface WrittenMetric {
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
export function writeJudge(metric: JudgeMetric): (WrittenMetric & Named<JudgeMetric>) | undefined {
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
export function writeCustom(
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
