import { expect, it } from 'vitest';
import { CallError } from '#core/judge/call-error.ts';
import { scoreForm } from '#core/judge/verdict-form.ts';
import { byHand } from '#providers/registry.ts';
import { RunStopped } from '#providers/scheduler.ts';
import type { Provider } from '#providers/provider.ts';
import type { VerdictRecord } from '#kernel/storage/schema.ts';
import type { VerdictStore } from '#kernel/storage/verdicts.ts';
import { NotStored, VerdictSource, type Means, type Question } from './verdict-source.ts';
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
