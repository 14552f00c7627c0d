import { expect, it } from 'vitest';
import { checkJudgeMetric } from '#core/score/judged-metrics/check-judge-metric.ts';
import { errorRubric } from './error-rubric.ts';

it('a kind of error becomes a metric that a judge can use at once', () => {
  const rubric = errorRubric({
    name: 'Wrong argument',
    description: 'A value differs from what the customer said.',
    examples: [{ tool: 'book_flight', note: 'June 9 became June 6' }],
  });
  expect(checkJudgeMetric({ ...rubric, columns: {}, samples: 1, fence: 'x' })).toEqual([]);
  expect(rubric).toMatchObject({
    id: 'no_wrong_argument',
    ratings: [{ score: 1 }, { score: 0 }],
    prompt: {
      criteria: [{ name: 'Wrong argument', text: 'A value differs from what the customer said.' }],
      examples: [{ text: 'A call of book_flight', score: 0, reason: 'June 9 became June 6' }],
    },
  });
});

it('a name without letters and a code without a description give a metric, too', () => {
  const rubric = errorRubric({ name: '错误', description: '', examples: [] });
  expect(rubric.id).toBe('no_error');
  expect(checkJudgeMetric({ ...rubric, columns: {}, samples: 1, fence: 'x' })).toEqual([]);
});
