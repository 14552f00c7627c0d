import { expect, it, onTestFinished, vi } from 'vitest';
import { CANARY, turnNetworkOn } from '../../../tests/support/judge-session.ts';
import { dump } from '../../../tests/e2e/stored.ts';
import { scoreForm } from '#core/score/metric/judge-metric.ts';
import { providerById } from '#providers/registry.ts';
import { ChosenJudge } from './chosen-judge.svelte.ts';
import { Network } from '#kernel/network.svelte.ts';

/** A judge as a page has it that is opened now. */
function choose(): ChosenJudge {
  onTestFinished(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  return makeChosen();
}

function makeChosen(): ChosenJudge {
  let chosen: ChosenJudge | undefined;
  onTestFinished($effect.root(() => void (chosen = new ChosenJudge(new Network()))));
  return chosen as ChosenJudge;
}

it('says what is lacking before it can be asked', () => {
  const off = choose();
  expect(off.obstacle).toBe('The network is off.');
  off.set({ provider: 'by-hand' });
  expect(off.obstacle).toContain('Copy the prompts');
  turnNetworkOn();
  const on = makeChosen();
  on.set({ provider: 'gemini' });
  expect(on.obstacle).toBe('Enter a key.');
  on.setKey(CANARY, false);
  expect(on.obstacle).toBe('');
  on.set({ model: '  ' });
  expect(on.obstacle).toBe('Enter a model.');
  on.set({ provider: 'openai' });
  expect(on.obstacle).toBe('');
});

it('takes address and model of a provider that is chosen, and keeps settings on this device', () => {
  const chosen = choose();
  chosen.set({ provider: 'anthropic' });
  const { baseUrl, model } = providerById('anthropic')!;
  expect(chosen.settings).toMatchObject({ provider: 'anthropic', baseUrl, model });
  expect(chosen.judge?.id).toBe('anthropic');
  chosen.set({ model: 'mine', concurrency: 7 });
  // the same provider again changes neither
  chosen.set({ provider: 'anthropic' });
  expect(makeChosen().settings).toEqual(chosen.settings);
  expect(chosen.settings).toMatchObject({ model: 'mine', concurrency: 7 });
});

it('asks nobody where the provider chosen before is no longer offered, and looks for its verdicts', () => {
  const settings = { provider: 'browser-model', baseUrl: '', model: 'built-in' };
  localStorage.setItem('trajectory-playground:judge', JSON.stringify(settings));
  const chosen = choose();
  expect(chosen.judge).toBeUndefined();
  expect(chosen.obstacle).toContain('no longer offered');
  expect(chosen.respondent).toMatchObject({ provider: 'browser-model', judge: undefined });
  chosen.set({ provider: 'by-hand' });
  expect(chosen.judge?.id).toBe('by-hand');
  expect(chosen.obstacle).not.toContain('no longer offered');
});

it('keeps a key in memory, and in this tab only where that is wanted', async () => {
  const chosen = choose();
  chosen.set({ provider: 'openai' });
  chosen.setKey(` ${CANARY} `, false);
  expect(chosen.key).toBe(CANARY);
  expect(await dump()).not.toContain('canary');
  expect(makeChosen().key).toBe('');
  chosen.setKey(CANARY, true);
  expect(chosen.isKeyKept).toBe(true);
  const again = makeChosen();
  expect(again).toMatchObject({ key: CANARY, isKeyKept: true });
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('canary');
  again.setKey(CANARY, false);
  expect(await dump()).not.toContain('canary');
});

it('leaves a key with the address that it was given for', () => {
  const chosen = choose();
  chosen.set({ provider: 'openai' });
  chosen.setKey(CANARY, false);
  chosen.set({ model: 'other' });
  expect(chosen.key).toBe(CANARY);
  chosen.set({ baseUrl: 'https://elsewhere.example/v1' });
  expect(chosen.key).toBe('');
  expect(chosen.respondent.connection.key).toBe('');
  chosen.setKey(CANARY, true);
  chosen.set({ provider: 'gemini' });
  expect(chosen.key).toBe('');
  chosen.set({ baseUrl: 'https://elsewhere.example/v1' });
  expect(chosen.key).toBe(CANARY);
});

it.each([
  ['127.0.0.1:8801/v1', 'Enter the whole address'],
  ['http://192.168.1.5:8000/v1', 'This page’s own policy blocks it'],
  ['https://api.example.com/v1?key=abc', 'Secrets in an address'],
])('sends nothing to %s, and says why', async (baseUrl, why) => {
  const sent = vi.fn();
  vi.stubGlobal('fetch', sent);
  turnNetworkOn();
  const chosen = choose();
  chosen.set({ provider: 'openai', baseUrl });
  chosen.setKey(CANARY, false);
  expect(chosen.obstacle).toContain(why);
  await expect(
    chosen.judge!.ask(
      {
        ...chosen.respondent.connection,
        system: '',
        user: '',
        form: scoreForm([0, 1]),
        ...{ temperature: 0, withinMs: 99 },
      },
      new AbortController().signal,
    ),
  ).rejects.toThrow('Nothing is sent');
  expect(sent).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it.each([
  ['model', 'a key by its shape', 'sk-proj-abcdefghijkl', ''],
  ['model', 'the key itself', 'our-own-key-99', 'our-own-key-99'],
  ['baseUrl', 'the key in a path', 'https://example.com/v1/our-own-key-99', 'our-own-key-99'],
] as const)('refuses in %s %s, and keeps it nowhere', async (field, _, text, key) => {
  turnNetworkOn();
  const chosen = choose();
  chosen.set({ provider: 'openai' });
  chosen.set({ [field]: text });
  chosen.setKey(key, false);
  expect(chosen.obstacle).toContain('holds a key');
  expect(await dump()).not.toContain(text);
});

it('knows a price only where both halves are entered, and passes limits on', () => {
  const chosen = choose();
  chosen.set({ inputPrice: 2 });
  expect(chosen.price).toBeUndefined();
  chosen.set({ outputPrice: 0, maxCalls: 10, maxTokens: 500, maxCost: null, concurrency: 3 });
  expect(chosen.price).toEqual({ input: 2, output: 0 });
  expect(chosen.means).toEqual({
    pace: { concurrency: 3, perMinute: 300 },
    limits: { calls: 10, tokens: 500, cost: undefined },
    price: { input: 2, output: 0 },
  });
  chosen.set({ model: ' m ', answerWithin: 2, temperature: 0.5 });
  expect(chosen.respondent).toMatchObject({
    connection: { model: 'm' },
    withinMs: 2000,
    temperature: 0.5,
  });
});
