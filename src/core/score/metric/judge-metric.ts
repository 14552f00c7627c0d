import * as v from 'valibot';
import { count, tableOf, type Shape } from '#core/base/json/json-shape.ts';

/** The most samples a row can have. */
export const MAX_SAMPLES = 32;
/** Longer prompts and rubrics are refused. */
const TEXT_LIMIT = 50_000;
const LIST_LIMIT = 100;

const text = v.pipe(v.string(), v.maxLength(TEXT_LIMIT));
const finite = v.pipe(v.number(), v.finite());
const listOf = <const S extends v.GenericSchema>(item: S) =>
  v.pipe(v.array(item), v.maxLength(LIST_LIMIT));

/** The schema of a metric’s id: lower-case letters, digits and underscores, at most 60. */
export const metricId = v.pipe(v.string(), v.maxLength(60), v.regex(/^[a-z][a-z0-9_]*$/));

/** The schema of how often each row is judged. */
export const sampleCount = v.pipe(count, v.minValue(1), v.maxValue(MAX_SAMPLES));

const NamedText = v.object({ name: text, text });

/** A line of the prompt with a name before its text, e.g. a criterion. */
export type NamedText = Shape<typeof NamedText>;

const Rating = v.object({ score: finite, text });

/** A score the judge may give, with what it stands for. */
export type Rating = Shape<typeof Rating>;

const JudgedExample = v.object({
  /** What is judged, as the person writes it. */
  text,
  /** Its rating; null where only the text is shown. */
  score: v.nullable(finite),
  /** Why it is rated so; may be empty. */
  reason: text,
});

/** A judged answer that the judge learns from. */
export type JudgedExample = Shape<typeof JudgedExample>;

const PromptForm = v.variant('kind', [
  v.object({
    kind: v.literal('sections'),
    /** What the judge is asked to do. */
    instruction: text,
    definition: text,
    criteria: listOf(NamedText),
    steps: listOf(NamedText),
    /** Judged answers to learn from, in order; one text in metrics made before. */
    examples: v.union([text, listOf(JudgedExample)]),
    /** Variables shown as the user’s inputs. */
    inputs: listOf(text),
    /** The variable that is judged. */
    response: text,
  }),
  v.object({ kind: v.literal('text'), text }),
]);

/**
 * How the prompt is written: in the service’s sections, or as one text with `{variable}`
 * placeholders, among them those of PAIR_VARIABLES (see variables.ts) where two responses are compared.
 */
export type PromptForm = Shape<typeof PromptForm>;

const Baseline = v.variant('kind', [
  v.object({ kind: v.literal('column'), column: text }),
  v.object({ kind: v.literal('run'), id: text, name: text }),
]);

/** What a row’s response is set against, side by side: another column, or the same row of another run. */
export type Baseline = Shape<typeof Baseline>;

/** The schema of a judged metric. */
export const JudgeMetric = v.object({
  /** Column name in results. */
  id: metricId,
  title: text,
  prompt: PromptForm,
  /** At least two, with distinct scores. */
  ratings: listOf(Rating),
  /** Columns that stand for variables where they have other names. */
  columns: tableOf(text),
  /** How often every row is judged, 1 to 32. */
  samples: sampleCount,
  /** How several samples become one score; absent: by their mean. */
  combine: v.optional(v.picklist(['mean', 'majority'])),
  /** Which end of the rubric is good; absent: the higher. */
  better: v.optional(v.picklist(['higher', 'lower', 'none'])),
  /** Absent where each row is scored on its own; with it the ratings are those of PAIR_SCORES. */
  baseline: v.optional(Baseline),
  /** Random letters that mark where data begins and ends in the prompt. */
  fence: v.pipe(v.string(), v.regex(/^[a-z0-9]{6,40}$/)),
});

/** A metric scored by a model: what it is asked, and what it may answer. Stored with each run. */
export type JudgeMetric = Shape<typeof JudgeMetric>;

/** The scores of a metric that compares: the first response is better, neither is, the second is. */
export const PAIR_SCORES = { A: -1, SAME: 0, B: 1 } as const;

/** Which of two responses is better. */
export type Choice = keyof typeof PAIR_SCORES;

/** Lists the scores a judge may give, lowest first. */
export function allowedScores(metric: Pick<JudgeMetric, 'ratings'>): number[] {
  return metric.ratings.map(({ score }) => score).sort((a, b) => a - b);
}

/** Lists the examples of a prompt; one of a text alone for prompts from before there was a list. */
export function listExamples(
  examples: string | readonly JudgedExample[],
): readonly JudgedExample[] {
  if (typeof examples !== 'string') return examples;
  return examples.trim() === '' ? [] : [{ text: examples, score: null, reason: '' }];
}
