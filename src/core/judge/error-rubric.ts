import { makeTemplate, type JudgeTemplate } from './templates/template.ts';

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
