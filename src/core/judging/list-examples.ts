import type { JudgedExample } from './judge-metric.ts';

/**
 * Lists the examples of a prompt.
 * @param examples as the prompt has them
 * @returns the examples; one of a text alone for prompts made before there was a list
 */
export function listExamples(
  examples: string | readonly JudgedExample[],
): readonly JudgedExample[] {
  if (typeof examples !== 'string') return examples;
  return examples.trim() === '' ? [] : [{ text: examples, score: null, reason: '' }];
}
