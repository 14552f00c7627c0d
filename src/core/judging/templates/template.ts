import type { JudgeMetric, NamedText, PromptForm, Rating } from '#core/judging/judge-metric.ts';

/** A metric ready to judge with, in our own words. */
export type JudgeTemplate = Pick<JudgeMetric, 'id' | 'title' | 'ratings'> & {
  readonly prompt: Extract<PromptForm, { kind: 'sections' }>;
};

interface Wording {
  readonly id: string;
  readonly title: string;
  readonly definition: string;
  readonly criteria: Readonly<Record<string, string>>;
  /** What each score stands for, the highest first. */
  readonly ratings: readonly string[];
  /** The score that the last of them stands for. */
  readonly lowest: number;
  readonly steps?: readonly string[];
  readonly inputs: readonly string[];
  readonly response?: string;
}

const INSTRUCTION =
  'Judge the answer of an AI agent by the criteria below. Read everything the user gave first, then the answer, and choose the score of the rubric that fits best.';

const STEPS = [
  'Hold the answer against each criterion, naming what meets it and what does not.',
  'Choose the one score of the rubric that your findings support.',
];

/**
 * Makes a template from its wording; scores count up from the lowest, one by one.
 * @param wording the words that differ between templates
 * @returns the template
 */
export function makeTemplate(wording: Wording): JudgeTemplate {
  const { id, title, definition, criteria, ratings, lowest, inputs } = wording;
  return {
    id,
    title,
    ratings: ratings.map((text, index): Rating => ({
      score: lowest + ratings.length - 1 - index,
      text,
    })),
    prompt: {
      kind: 'sections',
      instruction: INSTRUCTION,
      definition,
      criteria: Object.entries(criteria).map(([name, text]): NamedText => ({ name, text })),
      steps: (wording.steps ?? STEPS).map((text, index): NamedText => ({
        name: `Step ${String(index + 1)}`,
        text,
      })),
      examples: '',
      inputs,
      response: wording.response ?? 'response',
    },
  };
}
