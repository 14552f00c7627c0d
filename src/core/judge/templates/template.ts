import {
  PAIR_SCORES,
  type JudgeMetric,
  type NamedText,
  type PromptForm,
  type Rating,
} from '#core/score/metric/judge-metric.ts';

/** A ready judged metric, in our own words. */
export type JudgeTemplate = Pick<
  JudgeMetric,
  'id' | 'title' | 'ratings' | 'better' | 'baseline'
> & {
  readonly prompt: Extract<PromptForm, { kind: 'sections' }>;
};

interface Wording {
  readonly id: string;
  readonly title: string;
  readonly definition: string;
  readonly criteria: Readonly<Record<string, string>>;
  /** Explanations of the scores, highest first. */
  readonly ratings: readonly string[];
  /** The lowest score; absent: 0 of two, 1 of more. */
  readonly lowest?: number;
  /** Absent: the prompt. */
  readonly inputs?: readonly string[];
  readonly response?: string;
  readonly better?: JudgeMetric['better'];
}

const INSTRUCTION =
  'Judge the answer of an AI agent by the criteria below. Read everything the user gave first, then the answer, and choose the score of the rubric that fits best.';

const STEPS = [
  'Hold the answer against each criterion, naming what meets it and what does not.',
  'Choose the one score of the rubric that your findings support.',
];

/** Makes a template from its wording; scores rise by one from the lowest. */
export function makeTemplate(wording: Wording): JudgeTemplate {
  const { id, title, definition, criteria, ratings, inputs = ['prompt'] } = wording;
  const { lowest = ratings.length === 2 ? 0 : 1, response = 'response' } = wording;
  return {
    id,
    title,
    ...(wording.better ? { better: wording.better } : {}),
    ratings: ratings.map((text, index): Rating => ({
      score: lowest + ratings.length - 1 - index,
      text,
    })),
    prompt: {
      kind: 'sections',
      instruction: INSTRUCTION,
      definition,
      criteria: Object.entries(criteria).map(([name, text]): NamedText => ({ name, text })),
      steps: numbered(STEPS),
      examples: '',
      inputs,
      response,
    },
  };
}

function numbered(steps: readonly string[]): NamedText[] {
  return steps.map((text, index) => ({ name: `Step ${String(index + 1)}`, text }));
}

const PAIR_INSTRUCTION =
  'Compare two answers of AI agents to the same request by the criteria below. Read everything the user gave first, then both answers. Which of them stands first means nothing, and neither does which is longer.';

const PAIR_STEPS = [
  'Hold each answer against each criterion, naming what meets it and what does not.',
  'Say where the answers differ, and how much that matters to the user.',
  'Choose the better one, or SAME where a careful reader would have no preference.',
];

/** Derives the template that compares two responses, with the service’s baseline column. */
export function comparing(template: JudgeTemplate): JudgeTemplate {
  const { id, title, prompt } = template;
  return {
    id: `pairwise_${id}`,
    title: `${title}, compared`,
    baseline: { kind: 'column', column: 'baseline_model_response' },
    ratings: [
      { score: PAIR_SCORES.A, text: 'Response A meets the criteria better.' },
      { score: PAIR_SCORES.SAME, text: 'Both meet them equally well, or equally badly.' },
      { score: PAIR_SCORES.B, text: 'Response B meets the criteria better.' },
    ],
    prompt: {
      ...prompt,
      instruction: PAIR_INSTRUCTION,
      steps: numbered(PAIR_STEPS),
    },
  };
}

const ID_LIMIT = 40;

/**
 * Makes a judged metric: 1 where an error does not occur in the calls of a run, else 0.
 * @param description what counts as the error
 */
export function errorRubric(name: string, description: string): JudgeTemplate {
  return makeTemplate({
    id: idOf(name),
    title: `No ${name}`,
    definition: `Whether the run is free of one kind of error, called ${name}.`,
    criteria: { [name]: description },
    ratings: ['The error does not occur.', 'The error occurs at some step.'],
    response: 'predicted_trajectory',
  });
}

function idOf(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['error'];
  return `no_${words.join('_')}`.slice(0, ID_LIMIT);
}
