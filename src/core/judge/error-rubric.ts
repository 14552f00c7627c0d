import type { JudgedExample } from '#core/score/metric/judge-metric.ts';
import { makeTemplate, type JudgeTemplate } from './templates/template.ts';

const ID_LIMIT = 40;

/** What a person has said of an error by reading rows. */
export interface DescribedError {
  readonly name: string;
  /** What counts as it; may be empty. */
  readonly description: string;
  /** Rows that have it: what was called first in error, and why that is wrong. */
  readonly examples: readonly { readonly tool: string; readonly note: string }[];
}

/** Makes a judged metric: 1 where an error does not occur in the calls of a run, else 0. */
export function errorRubric({ name, description, examples }: DescribedError): JudgeTemplate {
  const template = makeTemplate({
    id: idOf(name),
    title: `No ${name}`,
    definition: `Whether the run is free of one kind of error, called ${name}.`,
    criteria: { [name]: description === '' ? `The error ${name} occurs.` : description },
    ratings: ['The error does not occur.', 'The error occurs at some step.'],
    response: 'predicted_trajectory',
  });
  const judged = examples.map(({ tool, note }): JudgedExample => ({
    text: tool === '' ? 'A message of the agent' : `A call of ${tool}`,
    score: 0,
    reason: note,
  }));
  return { ...template, prompt: { ...template.prompt, examples: judged } };
}

function idOf(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['error'];
  return `no_${words.join('_')}`.slice(0, ID_LIMIT);
}
