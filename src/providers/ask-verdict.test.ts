import { expect, it } from 'vitest';
import { CallError } from '#core/judge/call-error.ts';
import { CHOICE_FORM, scoreForm } from '#core/judge/verdict-form.ts';
import { askVerdict } from './ask-verdict.ts';
import type { Provider, JudgeAnswer, JudgeRequest } from './provider.ts';
import { Scheduler } from './scheduler.ts';
import { byHand } from './registry.ts';

const REQUEST: JudgeRequest = {
  ...{ baseUrl: 'http://judge', model: 'm', key: 'k', temperature: 0, withinMs: 1000 },
  system: 'You judge.',
  user: 'Is it good?',
  form: scoreForm([0, 1]),
};
const GOOD = '{"explanation":"Fine.","score":1}';
const USAGE = { input: 10, output: 5 };

type Said = Partial<JudgeAnswer> | CallError;

/** A judge that says this, one after the other. */
function judgeThatSays(...answers: readonly Said[]) {
  const questions: string[] = [];
  const judge: Provider = {
    ...byHand,
    ask: ({ user }) => {
      const answer = answers[questions.length] ?? {};
      questions.push(user);
      return answer instanceof CallError
        ? Promise.reject(answer)
        : Promise.resolve({ text: '', usage: USAGE, isCut: false, ...answer });
    },
  };
  return { judge, questions };
}

const schedulerOf = (calls?: number) =>
  new Scheduler(
    { concurrency: 1, perMinute: 6000, retries: 0 },
    { calls, tokens: undefined, cost: undefined },
  );

it('gives an answer that holds a verdict, as it is', async () => {
  const { judge, questions } = judgeThatSays({ text: GOOD });
  const scheduler = schedulerOf();
  expect(await askVerdict(judge, scheduler, REQUEST)).toMatchObject({ text: GOOD });
  expect(questions).toEqual(['Is it good?']);
  expect(scheduler.used).toMatchObject({ calls: 1, usage: USAGE });
});

it('asks once more with what is wrong when the answer holds none', async () => {
  const { judge, questions } = judgeThatSays({ text: 'I would say 1.' }, { text: GOOD });
  const scheduler = schedulerOf();
  expect(await askVerdict(judge, scheduler, REQUEST)).toMatchObject({ text: GOOD });
  expect(questions).toHaveLength(2);
  expect(questions[1]).toBe(
    'Is it good?\n\n# Note\nAn earlier answer could not be used: it has no JSON object. Answer with the JSON object alone.',
  );
  expect(scheduler.used).toMatchObject({ calls: 2, usage: { input: 20, output: 10 } });
});

it.each([
  ['', false, 'unparseable', 'it is empty'],
  ['Sorry, I cannot.', false, 'unparseable', 'it has no JSON object'],
  ['{"explanation":"The agent', true, 'truncated', 'it is cut off'],
  [GOOD, true, 'truncated', 'it is cut off'],
  ['<think>maybe {"score":1}', false, 'unparseable', 'no verdict follows its reasoning'],
  ['{"score":1,"score":0}', false, 'unparseable', 'it has a key twice, with different values'],
  ['{"explanation":"great","score":9}', false, 'out_of_rubric', 'its verdict is not one of those'],
  ['{"explanation":"great","score":"good"}', false, 'unparseable', 'its score is not a number'],
  ['{"explanation":"great"}', false, 'unparseable', 'it has no verdict'],
  ['{"score":1} no, {"score":0}', false, 'unparseable', 'it has two different verdicts'],
])('takes %j twice for an error, never for a score', async (text, isCut, failure, why) => {
  const { judge, questions } = judgeThatSays({ text, isCut }, { text, isCut });
  const error = await askVerdict(judge, schedulerOf(), REQUEST).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ failure, message: expect.stringContaining(why) as unknown });
  expect(questions).toHaveLength(2);
});

it('believes no verdict of an answer that was cut, and asks once more', async () => {
  const { judge, questions } = judgeThatSays({ text: GOOD, isCut: true }, { text: GOOD });
  expect(await askVerdict(judge, schedulerOf(), REQUEST)).toMatchObject({
    text: GOOD,
    isCut: false,
  });
  expect(questions).toHaveLength(2);
});

it('heeds the form that is asked for', async () => {
  const { judge } = judgeThatSays({ text: '{"explanation":"","choice":"SAME"}' });
  const answer = await askVerdict(judge, schedulerOf(), { ...REQUEST, form: CHOICE_FORM });
  expect(answer.text).toContain('SAME');
});

it('does not start a call past a limit, and asks nothing more for it', async () => {
  const { judge, questions } = judgeThatSays({ text: 'no JSON' }, { text: GOOD });
  const scheduler = schedulerOf(1);
  await expect(askVerdict(judge, scheduler, REQUEST)).rejects.toMatchObject({ failure: 'budget' });
  expect(questions).toHaveLength(1);
  expect(scheduler.used.calls).toBe(1);
});

it('reckons what an answer took where the provider does not say, and nothing for a failed call', async () => {
  const silent = schedulerOf();
  await askVerdict(judgeThatSays({ text: GOOD, usage: undefined }).judge, silent, REQUEST);
  expect(silent.used.usage.input).toBeGreaterThan(0);
  expect(silent.used.usage.output).toBeGreaterThan(0);
  const failing = schedulerOf();
  const { judge } = judgeThatSays(new CallError('server'));
  await expect(askVerdict(judge, failing, REQUEST)).rejects.toMatchObject({ failure: 'server' });
  expect(failing.used).toMatchObject({ calls: 1, usage: { input: 0, output: 0 } });
});
