import * as v from 'valibot';
import { count, tableOf, type Shape } from '#core/base/json/json-shape.ts';

/** The most samples a row can have. */
export const MAX_SAMPLES = 32;
/** The longest name of a model. */
export const LONGEST_MODEL = 200;
/** Longer prompts and rubrics are refused. */
const TEXT_LIMIT = 50_000;
const LIST_LIMIT = 100;

const text = v.pipe(v.string(), v.maxLength(TEXT_LIMIT));
const finite = v.pipe(v.number(), v.finite());
const listOf = <const S extends v.GenericSchema>(item: S) =>
  v.pipe(v.array(item), v.maxLength(LIST_LIMIT));

/** The schema of a metric’s id: lower-case letters, digits and underscores, at most 60. */
export const metricId = v.pipe(v.string(), v.maxLength(60), v.regex(/^[a-z][a-z0-9_]*$/));

/** The schema of the number of samples per row. */
export const sampleCount = v.pipe(count, v.minValue(1), v.maxValue(MAX_SAMPLES));

const NamedText = v.object({ name: text, text });

/** A line of the prompt with a name before its text, e.g. a criterion. */
export type NamedText = Shape<typeof NamedText>;

const Rating = v.object({ score: finite, text });

/** A score the judge may give, with its meaning. */
export type Rating = Shape<typeof Rating>;

const JudgedExample = v.object({
  /** The judged text, as its author wrote it. */
  text,
  /** Its score; null where only the text is shown. */
  score: v.nullable(finite),
  /** The reason for the score; may be empty. */
  reason: text,
});

/** A judged answer shown to the judge as an example. */
export type JudgedExample = Shape<typeof JudgedExample>;

const PromptForm = v.variant('kind', [
  v.object({
    kind: v.literal('sections'),
    /** The judge's task. */
    instruction: text,
    definition: text,
    criteria: listOf(NamedText),
    steps: listOf(NamedText),
    /** Judged examples, in order; a single text in older metrics. */
    examples: v.union([text, listOf(JudgedExample)]),
    /** Variables shown as the user’s inputs. */
    inputs: listOf(text),
    /** The variable that is judged. */
    response: text,
  }),
  v.object({ kind: v.literal('text'), text }),
]);

/**
 * The prompt: in the service’s sections, or one text with `{variable}` placeholders, which include
 * PAIR_VARIABLES (see variables.ts) where two responses are compared.
 */
export type PromptForm = Shape<typeof PromptForm>;

const Baseline = v.variant('kind', [
  v.object({ kind: v.literal('column'), column: text }),
  v.object({ kind: v.literal('run'), id: text, name: text }),
]);

/** What a response is compared with: another column, or the same row of another run. */
export type Baseline = Shape<typeof Baseline>;

/** The schema of a judged metric. */
export const JudgeMetric = v.object({
  /** Column name in results. */
  id: metricId,
  title: text,
  prompt: PromptForm,
  /** At least two, with distinct scores. */
  ratings: listOf(Rating),
  /** Columns of variables that are named otherwise. */
  columns: tableOf(text),
  /** Samples per row, 1 to 32. */
  samples: sampleCount,
  /** How several samples become one score; absent: their mean. */
  combine: v.optional(v.picklist(['mean', 'majority'])),
  /** Which end of the rubric is good; absent: the higher. */
  better: v.optional(v.picklist(['higher', 'lower', 'none'])),
  /** Absent where each row is scored on its own; otherwise the ratings are those of PAIR_SCORES. */
  baseline: v.optional(Baseline),
  /** The model whose verdicts the scores are; absent before it is judged, and in older runs. */
  model: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_MODEL))),
  /** Random letters that mark where data begins and ends in the prompt. */
  fence: v.pipe(v.string(), v.regex(/^[a-z0-9]{6,40}$/)),
});

/** A metric scored by a model: its prompt and rubric. Stored with each run. */
export type JudgeMetric = Shape<typeof JudgeMetric>;

/** The scores of a comparison: the first response is better, neither is, the second is. */
export const PAIR_SCORES = { A: -1, SAME: 0, B: 1 } as const;

/** Which of two responses is better. */
export type Choice = keyof typeof PAIR_SCORES;

/** Lists the scores a judge may give, lowest first. */
export function allowedScores(metric: Pick<JudgeMetric, 'ratings'>): number[] {
  return metric.ratings.map(({ score }) => score).sort((a, b) => a - b);
}

/** Lists the examples of a prompt; an older prompt has one, of text alone. */
export function listExamples(
  examples: string | readonly JudgedExample[],
): readonly JudgedExample[] {
  if (typeof examples !== 'string') return examples;
  return examples.trim() === '' ? [] : [{ text: examples, score: null, reason: '' }];
}

/** What a judge may answer: a score, or which of two responses is better. */
export interface VerdictForm {
  /** The key of the answer. */
  readonly field: 'score' | 'choice';
  readonly allowed: readonly number[] | readonly string[];
}

/** The form of a comparison. */
export const CHOICE_FORM: VerdictForm = { field: 'choice', allowed: Object.keys(PAIR_SCORES) };

/** The form of a score. */
export function scoreForm(scores: readonly number[]): VerdictForm {
  return { field: 'score', allowed: scores };
}

/** The form of a metric’s verdicts. */
export function formOf(metric: Pick<JudgeMetric, 'ratings' | 'baseline'>): VerdictForm {
  return metric.baseline ? CHOICE_FORM : scoreForm(allowedScores(metric));
}

/** A rating as the judge answers it: a choice between two responses, or a number. */
export function answerOf(metric: Pick<JudgeMetric, 'baseline'>, score: number): string {
  if (!metric.baseline) return String(score);
  const choices = Object.keys(PAIR_SCORES) as Choice[];
  return choices.find((choice) => PAIR_SCORES[choice] === score) ?? '';
}
