import { expect, it } from 'vitest';
import { CallError } from '#core/judge/call-error.ts';
import { scoreForm, CHOICE_FORM } from '#core/score/metric/judge-metric.ts';
import { byHand } from '#providers/registry.ts';
import { RunStopped, Scheduler } from '#providers/scheduler.ts';
import type { Provider, JudgeAnswer, JudgeRequest } from '#providers/provider.ts';
import type { VerdictRecord } from '#kernel/storage/schema.ts';
import type { VerdictStore } from '#kernel/storage/verdicts.ts';
import {
  NotStored,
  VerdictSource,
  type Means,
  type Question,
  askVerdict,
} from './verdict-source.ts';
import { StorageError } from '#kernel/storage/connection.ts';

const KEY = 'sk-canary-0123456789abcdef';
const MEANS: Means = {
  pace: { concurrency: 2, perMinute: 6000, retries: 0 },
  limits: { calls: undefined, tokens: undefined, cost: undefined },
  price: undefined,
};
const ONE: Question = {
  prompt: { system: 'You judge.', user: 'Is it good?' },
  form: scoreForm([0, 1]),
  sample: 0,
};

/** A store of verdicts in memory. */
class Kept {
  readonly records = new Map<string, VerdictRecord>();
  isFull = false;

  put(record: VerdictRecord): Promise<void> {
    if (this.isFull) return Promise.reject(new StorageError('full'));
    this.records.set(record.key, record);
    return Promise.resolve();
  }

  get(keys: readonly string[]): Promise<(VerdictRecord | undefined)[]> {
    if (this.isFull) return Promise.reject(new StorageError('full'));
    return Promise.resolve(keys.map((key) => this.records.get(key)));
  }
}

function sourceOf(
  say: () => Promise<string> = () => Promise.resolve('{"explanation":"Fine.","score":1}'),
  means: Means | 'none' = MEANS,
) {
  const kept = new Kept();
  const asked: string[] = [];
  const judge: Provider = {
    ...byHand,
    id: 'test',
    ask: async ({ user }) => {
      asked.push(user);
      return { text: await say(), usage: { input: 10, output: 2 }, isCut: false };
    },
  };
  const connection = { baseUrl: 'http://judge', model: 'm', key: KEY };
  const who = { provider: judge.id, judge, connection, temperature: 0, withinMs: 1000 };
  const source = new VerdictSource(
    kept as unknown as VerdictStore,
    who,
    means === 'none' ? undefined : means,
  );
  const verdict = async (question = ONE) => {
    const key = source.keyOf(question);
    return source.verdict({ ...question, key, known: (await source.find([key])).get(key) });
  };
  return { source, kept, asked, verdict };
}

it('asks for a verdict, stores the answer, and does not ask again', async () => {
  const { source, kept, asked, verdict } = sourceOf();
  expect(await verdict()).toMatchObject({ score: 1, explanation: 'Fine.' });
  const [record] = kept.records.values();
  expect(record).toMatchObject({
    key: source.keyOf(ONE),
    text: '{"explanation":"Fine.","score":1}',
    ...{ inputTokens: 10, outputTokens: 2, provider: 'test', model: 'm' },
  });
  expect(await verdict()).toMatchObject({ score: 1 });
  expect(asked).toHaveLength(1);
  expect(source.scheduler.used).toMatchObject({ calls: 1, usage: { input: 10, output: 2 } });
});

it('asks once for what is wanted twice at the same time', async () => {
  const { asked, verdict } = sourceOf();
  const [first, second] = await Promise.all([verdict(), verdict()]);
  expect(first).toBe(second);
  expect(asked).toHaveLength(1);
});

it('asks again for what failed', async () => {
  const answers = [new CallError('server'), '{"score":0}'];
  const { asked, verdict } = sourceOf(() => {
    const answer = answers.shift();
    return answer instanceof CallError ? Promise.reject(answer) : Promise.resolve(answer ?? '');
  });
  await expect(verdict()).rejects.toMatchObject({ failure: 'server' });
  expect(await verdict()).toMatchObject({ score: 0 });
  expect(asked).toHaveLength(2);
});

it('tells samples and judges apart, never by the key', () => {
  const { source } = sourceOf();
  expect(source.keyOf({ ...ONE, sample: 1 })).not.toBe(source.keyOf(ONE));
  const kept = new Kept() as unknown as VerdictStore;
  const who = { provider: byHand.id, judge: byHand, temperature: 0, withinMs: 1 };
  const keyOf = (baseUrl: string, key: string): string =>
    new VerdictSource(kept, { ...who, connection: { baseUrl, model: 'm', key } }, MEANS).keyOf(ONE);
  expect(keyOf('http://one', 'a')).toBe(keyOf('http://one', 'b'));
  expect(keyOf('http://one', 'a')).not.toBe(keyOf('http://two', 'a'));
});

it('gives only what is stored where nothing may be asked', async () => {
  const { source, kept, asked, verdict } = sourceOf(undefined, 'none');
  await expect(verdict()).rejects.toBeInstanceOf(NotStored);
  const none = { inputTokens: 0, outputTokens: 0, provider: 'person', model: '', atMs: 1 };
  await kept.put({ key: source.keyOf(ONE), text: '{"score":1}', ...none });
  expect(await verdict()).toMatchObject({ score: 1 });
  // a stored text without a verdict is none
  await kept.put({ key: source.keyOf(ONE), text: 'I would say 1.', ...none });
  await expect(verdict()).rejects.toBeInstanceOf(NotStored);
  expect(asked).toEqual([]);
});

it('gives verdicts although they cannot be stored', async () => {
  const { kept, asked, verdict } = sourceOf();
  kept.isFull = true;
  expect(await verdict()).toMatchObject({ score: 1 });
  expect(await verdict()).toMatchObject({ score: 1 });
  expect(asked).toHaveLength(2);
});

it('stores no key that a judge repeats', async () => {
  const { source, kept, verdict } = sourceOf(() =>
    Promise.resolve(JSON.stringify({ explanation: `The key is ${KEY}.`, score: 1 })),
  );
  expect(await verdict()).toMatchObject({ explanation: 'The key is [key removed].' });
  expect(JSON.stringify([...kept.records])).not.toContain('canary');
  expect(source.clean(`Bearer ${KEY}`)).not.toContain('canary');
});

it('is over once nothing can succeed, and says why without the key', async () => {
  const { source, verdict } = sourceOf(
    () => Promise.reject(new CallError('auth', `bad key ${KEY}`)),
    { ...MEANS, pace: { ...MEANS.pace, stopAfter: 1 } },
  );
  expect(source.whyStopped).toBe('');
  await expect(verdict()).rejects.toBeInstanceOf(RunStopped);
  expect(source.scheduler.isOver).toBe(true);
  expect(source.whyStopped).toBe('The provider rejected the key. bad key [key removed]');
});

it('is over once it is cancelled', async () => {
  const { source, asked, verdict } = sourceOf();
  source.scheduler.pause();
  const waiting = verdict();
  source.scheduler.cancel();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(source.scheduler.isOver).toBe(true);
  expect(source.whyStopped).toBe('');
  expect(asked).toEqual([]);
});

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
