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

/** How the prompt is written: in the service’s sections, or as one text with `{variable}` placeholders. */
export type PromptForm =
  | {
      readonly kind: 'sections';
      /** What the judge is asked to do. */
      readonly instruction: string;
      readonly definition: string;
      readonly criteria: readonly NamedText[];
      readonly steps: readonly NamedText[];
      /** Worked examples; empty for none. */
      readonly examples: string;
      /** Variables shown as the user’s inputs. */
      readonly inputs: readonly string[];
      /** The variable that is judged. */
      readonly response: string;
    }
  | { readonly kind: 'text'; readonly text: string };

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
  /** How often every row is judged, 1 to 32; the score is the mean. */
  readonly samples: number;
  /** Random letters that mark where data begins and ends in the prompt. */
  readonly fence: string;
}

/** The most samples a row can have. */
export const MOST_SAMPLES = 32;

/**
 * Lists the scores a judge may give.
 * @param metric the metric
 * @returns the scores, lowest first
 */
export function allowedScores(metric: Pick<JudgeMetric, 'ratings'>): number[] {
  return metric.ratings.map(({ score }) => score).sort((a, b) => a - b);
}
