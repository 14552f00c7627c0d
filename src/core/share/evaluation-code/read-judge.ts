import { isJsonList } from '#core/base/json/json-value.ts';
import type { Call, Expression } from '#core/base/python/expression.ts';
import { boundText } from '#core/base/text/sentence.ts';
import { PAIR_TEMPLATES, TEMPLATES } from '#core/judge/templates/registry.ts';
import { makeTemplate, comparing, type JudgeTemplate } from '#core/judge/templates/template.ts';
import { checkJudgeMetric } from '#core/score/judged-metrics/check-judge-metric.ts';
import { titleOfId } from '#core/score/judged-metrics/judged-metric.ts';
import {
  PAIR_SCORES,
  type JudgeMetric,
  type NamedText,
  type Rating,
} from '#core/score/metric/judge-metric.ts';
import { ownPrompt } from './write-evaluation-code.ts';
import { whyUnknown, type ProgramNames } from './program-names.ts';

/** A judged metric with notes on it, or the reason why not. */
export type JudgeReading =
  | {
      readonly ok: true;
      readonly judge: JudgeMetric;
      readonly notes: readonly string[];
      /** Whether it is a template of the SDK, replaced by one in this page's words. */
      readonly isReworded: boolean;
    }
  | { readonly ok: false; readonly why: string };

const fail = (why: string): JudgeReading => ({ ok: false, why });

/** A judged metric of the service by name, in this page's own words. */
export function namedTemplate(name: string, fence: string): JudgeMetric | undefined {
  const id = name.toLowerCase();
  const template = [...TEMPLATES, ...PAIR_TEMPLATES].find((one) => one.id === id);
  return template && { ...template, columns: {}, samples: 1, fence };
}

/** Reads `PointwiseMetric(…)` or `PairwiseMetric(…)`; `fence` marks the data in its prompt. */
export function readJudge(call: Call, names: ProgramNames, fence: string): JudgeReading {
  const isPair = call.callee.includes('Pairwise');
  const notes: string[] = [];
  const title = names.text(keyword(call, ['metric', 'name'], 0));
  if (title === undefined) return fail('its name is known only when the code runs');
  const id = idOf(title, isPair);
  if (id !== title) notes.push(`is called ${id} here`);
  const written = keyword(call, ['metric_prompt_template', 'prompt_template'], 1);
  if (!written) return fail('it has no prompt template');
  const template = names.resolve(written);
  const made = isTemplateCall(template)
    ? readSections(template, names, isPair)
    : readPrompt(template, names, isPair);
  if (!made.ok) return made;
  if (isPair && keyword(call, ['baseline_model'], -1))
    notes.push('reads the baseline’s answers from the column baseline_model_response');
  const judge = { ...made.judge, id, title: titleOfId(id), columns: {}, samples: 1, fence };
  const [fault] = checkJudgeMetric(judge);
  if (fault !== undefined) return fail(`of it: ${fault.replace(/\.$/, '')}`);
  return {
    ok: true,
    judge,
    notes: [...notes, ...made.notes],
    isReworded: made.isReworded === true,
  };
}

function idOf(name: string, isPair: boolean): string {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 60);
  return id === '' ? (isPair ? 'pairwise_metric' : 'pointwise_metric') : id;
}

function isTemplateCall(expression: Expression): expression is Call {
  return (
    expression.kind === 'call' &&
    /(?:MetricPromptTemplate|MetricPromptBuilder)$/.test(expression.callee)
  );
}

/** An argument by any of its names, or by position. */
export function keyword(
  call: Call,
  known: readonly string[],
  place: number,
): Expression | undefined {
  return call.keywords.find(({ name }) => known.includes(name))?.value ?? call.args[place];
}

type Made =
  | {
      readonly ok: true;
      readonly judge: Pick<JudgeMetric, 'prompt' | 'ratings'> & Partial<JudgeMetric>;
      readonly notes: readonly string[];
      readonly isReworded?: true;
    }
  | { readonly ok: false; readonly why: string };

/** Reads a template in the service's sections; missing ones get our words. */
function readSections(call: Call, names: ProgramNames, isPair: boolean): Made {
  const given = new Map(call.keywords.map(({ name, value }) => [name, value]));
  const unread = DICTIONARIES.find((name) => given.has(name) && !textsOf(name));
  if (unread !== undefined) return { ok: false, why: `its ${unread} ${whyOf(unread)}` };
  for (const name of [...TEXTS, ...LISTS]) {
    const read = constantOf(name);
    if (read && !read.ok) return { ok: false, why: `its ${name} ${read.why}` };
  }
  const criteria = textsOf('criteria');
  if (!criteria) return { ok: false, why: 'it has no criteria' };
  const rubric = textsOf('rating_rubric') ?? textsOf('rating_scores');
  if (!rubric && !isPair) return { ok: false, why: 'it has no rating rubric' };
  const defaults = emptyTemplate(isPair);
  const ratings = ratingsOf(rubric ?? [], isPair, defaults.ratings);
  if (!ratings) return { ok: false, why: 'its rating rubric has ratings that are no numbers' };
  const steps = textsOf('evaluation_steps');
  return {
    ok: true,
    notes: [],
    judge: {
      ...(isPair && defaults.baseline ? { baseline: defaults.baseline } : {}),
      ratings,
      prompt: {
        ...defaults.prompt,
        instruction: names.text(given.get('instruction')) ?? defaults.prompt.instruction,
        definition: names.text(given.get('metric_definition')) ?? '',
        criteria: criteria.map(named),
        ...(steps && { steps: steps.map(named) }),
        examples: listOf('few_shot_examples').map((text) => ({ text, score: null, reason: '' })),
        inputs: listOf('input_variables').filter((name) => !RESPONSES.has(name)),
      },
    },
  };

  function constantOf(name: string) {
    const value = given.get(name);
    return value && names.constant(value);
  }
  function textsOf(name: string) {
    const value = given.get(name);
    return value && names.textsOf(value);
  }
  function whyOf(name: string): string {
    const read = constantOf(name);
    return !read || read.ok ? 'are no dictionary of texts' : read.why;
  }
  function listOf(name: string): readonly string[] {
    const read = constantOf(name);
    if (read?.ok !== true || !isJsonList(read.value)) return [];
    return read.value.filter((item) => typeof item === 'string');
  }
}

const DICTIONARIES = ['criteria', 'rating_rubric', 'rating_scores', 'evaluation_steps'];
const TEXTS = ['instruction', 'metric_definition'];
const LISTS = ['input_variables', 'few_shot_examples'];

const named = ([name, text]: readonly [string, string]): NamedText => ({ name, text });

const RESPONSES = new Set(['response', 'baseline_model_response']);

function emptyTemplate(isPair: boolean): JudgeTemplate {
  const one = makeTemplate({ id: '', title: '', definition: '', criteria: {}, ratings: [] });
  return isPair ? comparing(one) : one;
}

function ratingsOf(
  rubric: readonly (readonly [string, string])[],
  isPair: boolean,
  defaults: readonly Rating[],
): readonly Rating[] | undefined {
  if (isPair) {
    const entries = new Map(rubric.map(([key, text]) => [key.trim().toUpperCase(), text]));
    return Object.entries(PAIR_SCORES).map(([choice, score]) => ({
      score,
      text: entries.get(choice) ?? defaults.find((one) => one.score === score)?.text ?? '',
    }));
  }
  const ratings = rubric.map(([key, text]) => ({
    score: key.trim() === '' ? Number.NaN : Number(key),
    text,
  }));
  return ratings.every(({ score }) => Number.isFinite(score)) ? ratings : undefined;
}

/** Reads a prompt of one text, or a template of the SDK. */
function readPrompt(template: Expression, names: ProgramNames, isPair: boolean): Made {
  const example = exampleName(template, names);
  if (example !== undefined) {
    const judge = namedTemplate(example, '');
    if (!judge)
      return { ok: false, why: `its template ${boundText(example, 60)} is not known here` };
    return { ok: true, judge, notes: [], isReworded: true };
  }
  const read = names.constant(template);
  if (!read.ok) return { ok: false, why: `its prompt template ${read.why}` };
  if (typeof read.value !== 'string') return { ok: false, why: whyUnknown(template) };
  const text = read.value;
  if (isPair) {
    const defaults = emptyTemplate(true);
    const prompt = { kind: 'text', text: ownPrompt(text) } as const;
    const { ratings, baseline } = defaults;
    return { ok: true, judge: { ratings, prompt, ...(baseline && { baseline }) }, notes: [] };
  }
  const found = ratingsIn(text);
  const judge = { ratings: found ?? ASSUMED, prompt: { kind: 'text', text } as const };
  return { ok: true, judge, notes: found ? [] : [RATINGS_ASSUMED] };
}

const RATINGS_ASSUMED = 'lists no ratings in its prompt: 1 to 5 are assumed';

const ASSUMED: readonly Rating[] = [5, 4, 3, 2, 1].map((score) => ({ score, text: '' }));

/** The name in `MetricPromptTemplateExamples.Pointwise.FLUENCY`, or in a lookup by name. */
function exampleName(template: Expression, names: ProgramNames): string | undefined {
  if (template.kind === 'name' && /Examples\.(?:\w+\.)?\w+$/.test(template.name)) {
    const parts = template.name.split('.');
    const name = (parts.at(-1) ?? '').toLowerCase();
    return parts.at(-2) === 'Pairwise' && !name.startsWith('pairwise_') ? `pairwise_${name}` : name;
  }
  if (template.kind !== 'call' || !template.callee.endsWith('get_prompt_template'))
    return undefined;
  return names.text(template.args[0]);
}

const RATING =
  /^[ \t]*(?:[-*•][ \t]+)?["'(]?(-?\d+(?:\.\d+)?)["')]?[ \t]*(?::|\.|\)|[-–—=][ \t])[ \t]*(\S.*)$/gm;

/** The ratings listed below a heading about ratings. */
function ratingsIn(text: string): readonly Rating[] | undefined {
  const heading = /^.*\b(?:rubric|ratings?|scores?|scale|scoring)\b.*$/gim.exec(text);
  if (!heading) return undefined;
  const below = text.slice(heading.index + heading[0].length);
  const ratings = new Map<number, string>();
  for (const [, score = '', meaning = ''] of below.matchAll(RATING))
    if (!ratings.has(Number(score))) ratings.set(Number(score), meaning.trim());
  if (ratings.size < 2 || ratings.size > 100) return undefined;
  return [...ratings].map(([score, meaning]) => ({ score, text: meaning }));
}
