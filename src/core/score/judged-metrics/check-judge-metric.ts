import {
  MOST_SAMPLES,
  type Baseline,
  type JudgedExample,
  type JudgeMetric,
  type NamedText,
  type PromptForm,
  type Rating,
  listExamples,
} from '#core/score/metric/judge-metric.ts';
import { PAIR_VARIABLES, placeholdersOf, variablesOf } from './variables.ts';

/** Longer prompts and rubrics are refused. */
const TEXT_LIMIT = 50_000;
const LIST_LIMIT = 100;
const ID_LIMIT = 60;

/** Describes what is wrong with a metric, a sentence per fault that names its field. */
export function checkJudgeMetric(metric: JudgeMetric): string[] {
  const { id, prompt, ratings, samples, baseline } = metric;
  const faults: string[] = [];
  if (!isId(id)) {
    faults.push(
      'Name: start with a letter; use lower-case letters, digits and underscores, at most 60.',
    );
  }
  if (ratings.length < 2) faults.push('Rubric: add at least two ratings.');
  if (ratings.some(({ score }) => !Number.isFinite(score))) {
    faults.push('Rubric: every rating needs a number.');
  }
  if (new Set(ratings.map(({ score }) => score)).size < ratings.length) {
    faults.push('Rubric: two ratings have the same score.');
  }
  if (prompt.kind === 'sections' && prompt.criteria.every(({ text }) => text.trim() === '')) {
    faults.push('Criteria: add at least one.');
  }
  if (prompt.kind === 'sections' && prompt.response === '') {
    faults.push('Judged column: enter the column to judge.');
  }
  if (prompt.kind === 'text' && variablesOf(metric).length === 0) {
    faults.push('Prompt: it has no {variable}, so it would be the same for every row.');
  }
  if (baseline && prompt.kind === 'text') {
    const named = placeholdersOf(prompt.text);
    const lacking = PAIR_VARIABLES.filter((name) => !named.includes(name));
    faults.push(...lacking.map((name) => `Prompt: {${name}} is missing.`));
  }
  if (prompt.kind === 'sections') {
    const scores = ratings.map(({ score }) => score);
    for (const [index, { text, score }] of listExamples(prompt.examples).entries()) {
      const example = `Examples: example ${String(index + 1)}`;
      if (text.trim() === '') faults.push(`${example} is empty.`);
      if (score !== null && !scores.includes(score))
        faults.push(`${example} has a verdict that is not in the rubric.`);
    }
  }
  if (baseline?.kind === 'column' && baseline.column === '') {
    faults.push('Baseline: choose what the responses are compared with.');
  }
  if (!isSampleCount(samples)) faults.push('Samples: enter a whole number from 1 to 32.');
  return faults;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= ID_LIMIT && /^[a-z][a-z0-9_]*$/.test(value);
}

function isSampleCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_SAMPLES;
}

/** Whether a value is a judged metric, no part of it missing, too long or of another kind. */
export function isJudgeMetric(value: unknown): value is JudgeMetric {
  if (!isRecord(value)) return false;
  const { id, title, prompt, ratings, columns, samples, fence, combine, better, baseline } = value;
  return (
    isId(id) &&
    isText(title) &&
    isPromptForm(prompt) &&
    isListOf(ratings, isRating) &&
    isRecord(columns) &&
    Object.values(columns).every(isText) &&
    isSampleCount(samples) &&
    [undefined, 'mean', 'majority'].includes(combine as undefined) &&
    [undefined, 'higher', 'lower', 'none'].includes(better as undefined) &&
    (baseline === undefined || isBaseline(baseline)) &&
    typeof fence === 'string' &&
    /^[a-z0-9]{6,40}$/.test(fence)
  );
}

function isBaseline(value: unknown): value is Baseline {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'column') return isText(value['column']);
  return value['kind'] === 'run' && isText(value['id']) && isText(value['name']);
}

function isPromptForm(value: unknown): value is PromptForm {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'text') return isText(value['text']);
  const { instruction, definition, criteria, steps, examples, inputs, response } = value;
  return (
    value['kind'] === 'sections' &&
    [instruction, definition, response].every(isText) &&
    (isText(examples) || isListOf(examples, isExample)) &&
    isListOf(criteria, isNamedText) &&
    isListOf(steps, isNamedText) &&
    isListOf(inputs, isText)
  );
}

function isNamedText(value: unknown): value is NamedText {
  return isRecord(value) && isText(value['name']) && isText(value['text']);
}

function isExample(value: unknown): value is JudgedExample {
  if (!isRecord(value) || !isText(value['text']) || !isText(value['reason'])) return false;
  return value['score'] === null || Number.isFinite(value['score']);
}

function isRating(value: unknown): value is Rating {
  return isRecord(value) && Number.isFinite(value['score']) && isText(value['text']);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_LIMIT;
}

function isListOf<T>(value: unknown, guard: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.length <= LIST_LIMIT && value.every(guard);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
