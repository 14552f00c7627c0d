import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Exchange } from '#core/agents/exchange.ts';
import { Store } from '#kernel/storage/connection.ts';
import { ExchangeStore } from '#kernel/storage/exchanges.ts';
import type { LoadedRun } from '#kernel/storage/runs.ts';
import { readSaid } from './exchanges.ts';
import { readRaw, useFreshDatabases } from '../../../tests/fixtures/storage/database-faults.ts';
import { keepExchanges, withExchanges } from './exchanges.ts';

const EXCHANGE: Exchange = {
  ...{ row: 0, trial: 0, prompt: 'one', legs: [], latencyMs: 5, firstByteMs: 1, atMs: 7 },
};
const AGENT = { way: 'http', values: {}, headers: [], runId: 'r', title: 'HTTP', trials: 1 };

const loadedWith = (part: { readonly agent?: typeof AGENT; readonly said?: Blob }): LoadedRun =>
  ({ run: { agent: part.agent }, ...(part.said ? { said: part.said } : {}) }) as LoadedRun;

let store: Store;
beforeEach(() => {
  useFreshDatabases();
  store = new Store(() => undefined);
});
afterEach(() => store.close());

it('sends along what was said to the agent that made a run, and keeps it elsewhere', async () => {
  await new ExchangeStore(store).put({ ...EXCHANGE, runId: 'r' });
  await new ExchangeStore(store).put({ ...EXCHANGE, runId: 'another' });
  const sent = await withExchanges(loadedWith({ agent: AGENT }), store);
  expect(sent.said && (await readSaid(sent.said))).toEqual([EXCHANGE]);

  store.close();
  useFreshDatabases();
  await keepExchanges(sent, store);
  expect(await readRaw('exchanges')).toEqual([{ ...EXCHANGE, runId: 'r' }]);
});

it('leaves a run as it is that no agent made, of which nothing is stored, or that has it', async () => {
  const own = loadedWith({});
  expect(await withExchanges(own, store)).toBe(own);
  const silent = loadedWith({ agent: AGENT });
  expect(await withExchanges(silent, store)).toBe(silent);
  const whole = loadedWith({ agent: AGENT, said: new Blob() });
  expect(await withExchanges(whole, store)).toBe(whole);
  await keepExchanges(own, store);
  expect(await readRaw('exchanges')).toEqual([]);
});
