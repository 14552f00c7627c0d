import * as v from 'valibot';
import { isFigure } from '#core/base/json/json-value.ts';
import {
  listExamples,
  metricId,
  sampleCount,
  type JudgeMetric,
} from '#core/score/metric/judge-metric.ts';
import { PAIR_VARIABLES, placeholdersOf, variablesOf } from './variables.ts';

/** Lists the faults of a metric as sentences that name the field. */
export function checkJudgeMetric(metric: JudgeMetric): string[] {
  const { id, prompt, ratings, samples, baseline } = metric;
  const faults: string[] = [];
  if (!v.is(metricId, id)) {
    faults.push(
      'Name: start with a letter; use lower-case letters, digits and underscores, at most 60.',
    );
  }
  if (ratings.length < 2) faults.push('Rubric: add at least two ratings.');
  if (ratings.some(({ score }) => !isFigure(score))) {
    faults.push('Rubric: every rating needs a number.');
  }
  if (new Set(ratings.map(({ score }) => score)).size < ratings.length) {
    faults.push('Rubric: two ratings have the same score.');
  }
  if (prompt.kind === 'sections' && prompt.criteria.every(({ text }) => text.trim() === '')) {
    faults.push('Criteria: add at least one.');
  }
  if (prompt.kind === 'sections' && prompt.response === '') {
    faults.push('Judged column: enter the column to judge.');
  }
  if (prompt.kind === 'text' && variablesOf(metric).length === 0) {
    faults.push('Prompt: it has no {variable}, so it would be the same for every row.');
  }
  if (baseline && prompt.kind === 'text') {
    const named = placeholdersOf(prompt.text);
    const lacking = PAIR_VARIABLES.filter((name) => !named.includes(name));
    faults.push(...lacking.map((name) => `Prompt: {${name}} is missing.`));
  }
  if (prompt.kind === 'sections') {
    const scores = ratings.map(({ score }) => score);
    for (const [index, { text, score }] of listExamples(prompt.examples).entries()) {
      const example = `Examples: example ${String(index + 1)}`;
      if (text.trim() === '') faults.push(`${example} is empty.`);
      if (score !== null && !scores.includes(score))
        faults.push(`${example} has a verdict that is not in the rubric.`);
    }
  }
  if (baseline?.kind === 'column' && baseline.column === '') {
    faults.push('Baseline: choose what the responses are compared with.');
  }
  if (!v.is(sampleCount, samples)) faults.push('Samples: enter a whole number from 1 to 32.');
  return faults;
}
