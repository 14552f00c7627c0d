import * as is from '#core/base/json/json-shape.ts';

/** The most samples a row can have. */
export const MAX_SAMPLES = 32;
/** Longer prompts and rubrics are refused. */
const TEXT_LIMIT = 50_000;
const LIST_LIMIT = 100;

const isText = is.such(is.text, ({ length }) => length <= TEXT_LIMIT);
const isFinite = is.such(is.number, Number.isFinite);
const listOf = <T>(guard: is.Guard<T>): is.Guard<readonly T[]> =>
  is.such(is.listOf(guard), ({ length }) => length <= LIST_LIMIT);

/** Whether a text can be the id of a metric: lower-case letters, digits and underscores, at most 60. */
export const isMetricId = is.such(is.text, (id) => id.length <= 60 && /^[a-z][a-z0-9_]*$/.test(id));

/** Whether a number says how often each row is judged. */
export const isSampleCount = is.such(is.count, (count) => count >= 1 && count <= MAX_SAMPLES);

const isNamedText = is.record({ name: isText, text: isText });

/** A line of the prompt with a name before its text, e.g. a criterion. */
export type NamedText = is.Shape<typeof isNamedText>;

const isRating = is.record({ score: isFinite, text: isText });

/** A score the judge may give, with what it stands for. */
export type Rating = is.Shape<typeof isRating>;

const isExample = is.record({
  /** What is judged, as the person writes it. */
  text: isText,
  /** Its rating; null where only the text is shown. */
  score: is.nullOr(isFinite),
  /** Why it is rated so; may be empty. */
  reason: isText,
});

/** A judged answer that the judge learns from. */
export type JudgedExample = is.Shape<typeof isExample>;

const isPromptForm = is.either(
  is.record({
    kind: is.oneOf(['sections']),
    /** What the judge is asked to do. */
    instruction: isText,
    definition: isText,
    criteria: listOf(isNamedText),
    steps: listOf(isNamedText),
    /** Judged answers to learn from, in order; one text in metrics made before. */
    examples: is.either(isText, listOf(isExample)),
    /** Variables shown as the user’s inputs. */
    inputs: listOf(isText),
    /** The variable that is judged. */
    response: isText,
  }),
  is.record({ kind: is.oneOf(['text']), text: isText }),
);

/**
 * How the prompt is written: in the service’s sections, or as one text with `{variable}`
 * placeholders, among them those of PAIR_VARIABLES (see variables.ts) where two responses are compared.
 */
export type PromptForm = is.Shape<typeof isPromptForm>;

const isBaseline = is.either(
  is.record({ kind: is.oneOf(['column']), column: isText }),
  is.record({ kind: is.oneOf(['run']), id: isText, name: isText }),
);

/** What a row’s response is set against, side by side: another column, or the same row of another run. */
export type Baseline = is.Shape<typeof isBaseline>;

/** Whether a value is a judged metric, no part of it missing, too long or of another kind. */
export const isJudgeMetric = is.record({
  /** Column name in results. */
  id: isMetricId,
  title: isText,
  prompt: isPromptForm,
  /** At least two, with distinct scores. */
  ratings: listOf(isRating),
  /** Columns that stand for variables where they have other names. */
  columns: is.tableOf(isText),
  /** How often every row is judged, 1 to 32. */
  samples: isSampleCount,
  /** How several samples become one score; absent: by their mean. */
  combine: is.optional(is.oneOf(['mean', 'majority'])),
  /** Which end of the rubric is good; absent: the higher. */
  better: is.optional(is.oneOf(['higher', 'lower', 'none'])),
  /** Absent where each row is scored on its own; with it the ratings are those of PAIR_SCORES. */
  baseline: is.optional(isBaseline),
  /** Random letters that mark where data begins and ends in the prompt. */
  fence: is.such(is.text, (fence) => /^[a-z0-9]{6,40}$/.test(fence)),
});

/** A metric scored by a model: what it is asked, and what it may answer. Stored with each run. */
export type JudgeMetric = is.Shape<typeof isJudgeMetric>;

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
