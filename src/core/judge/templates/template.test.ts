import { expect, it } from 'vitest';
import { checkJudgeMetric } from '#core/score/judged-metrics/check-judge-metric.ts';
import { errorRubric } from './template.ts';

it.each([
  ['Wrong argument', 'no_wrong_argument'],
  ['错误', 'no_error'],
])('the error %j becomes a metric that a judge can use at once', (name, id) => {
  const text = 'A value differs from what the customer said.';
  const rubric = errorRubric(name, text);
  expect(checkJudgeMetric({ ...rubric, columns: {}, samples: 1, fence: 'x' })).toEqual([]);
  expect(rubric).toMatchObject({
    ...{ id, ratings: [{ score: 1 }, { score: 0 }] },
    prompt: { criteria: [{ name, text }] },
  });
});
