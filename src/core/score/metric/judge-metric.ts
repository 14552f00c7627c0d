/** A line of the prompt with a name before its text, e.g. a criterion. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** A score the judge may give, with what it stands for. */
export interface Rating {
  readonly score: number;
  readonly text: string;
}

/** A judged answer that the judge learns from. */
export interface JudgedExample {
  /** What is judged, as the person writes it. */
  readonly text: string;
  /** Its rating; null where only the text is shown. */
  readonly score: number | null;
  /** Why it is rated so; may be empty. */
  readonly reason: string;
}

/**
 * How the prompt is written: in the service’s sections, or as one text with `{variable}`
 * placeholders, among them those of PAIR_VARIABLES (see variables.ts) where two responses are compared.
 */
export type PromptForm =
  | {
      readonly kind: 'sections';
      /** What the judge is asked to do. */
      readonly instruction: string;
      readonly definition: string;
      readonly criteria: readonly NamedText[];
      readonly steps: readonly NamedText[];
      /** Judged answers to learn from, in order; one text in metrics made before. */
      readonly examples: string | readonly JudgedExample[];
      /** Variables shown as the user’s inputs. */
      readonly inputs: readonly string[];
      /** The variable that is judged. */
      readonly response: string;
    }
  | { readonly kind: 'text'; readonly text: string };

/** What a row’s response is set against, side by side: another column, or the same row of another run. */
export type Baseline =
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'run'; readonly id: string; readonly name: string };

/** A metric scored by a model: what it is asked, and what it may answer. Stored with each run. */
export interface JudgeMetric {
  /** Column name in results: lower-case letters, digits and underscores. */
  readonly id: string;
  readonly title: string;
  readonly prompt: PromptForm;
  /** At least two, with distinct scores. */
  readonly ratings: readonly Rating[];
  /** Columns that stand for variables where they have other names. */
  readonly columns: Readonly<Record<string, string>>;
  /** How often every row is judged, 1 to 32. */
  readonly samples: number;
  /** How several samples become one score; absent: by their mean. */
  readonly combine?: 'mean' | 'majority';
  /** Which end of the rubric is good; absent: the higher. */
  readonly better?: 'higher' | 'lower' | 'none';
  /** Absent where each row is scored on its own; with it the ratings are those of PAIR_SCORES. */
  readonly baseline?: Baseline;
  /** Random letters that mark where data begins and ends in the prompt. */
  readonly fence: string;
}

/** The most samples a row can have. */
export const MOST_SAMPLES = 32;

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
