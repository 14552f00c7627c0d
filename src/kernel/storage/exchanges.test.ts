import { describe, expect, it } from 'vitest';
import { useFreshDatabases, readRaw } from '../../../tests/fixtures/storage/database-faults.ts';
import { finishedRun } from '../../../tests/fixtures/storage/example-records.ts';
import { useStore } from '../../../tests/support/use-store.ts';
import type { Exchange } from '#core/agents/exchange.ts';
import type { LoadedRun } from '#engine/run-file/pack-runs.ts';
import { ExchangeStore, keepExchanges, readExchanges, withExchanges } from './exchanges.ts';
import type { ExchangeRecord } from './schema.ts';

const used = useStore();

const exchange = (runId: string, row: number, trial = 0): ExchangeRecord => ({
  runId,
  row,
  trial,
  prompt: 'q',
  legs: [],
  latencyMs: 1,
  firstByteMs: null,
  atMs: 1,
});

it('keeps exchanges by run, row and trial, and forgets those of one run alone', async () => {
  const exchanges = new ExchangeStore(used.store);
  for (const id of ['a', 'b']) {
    const config = { way: 'http', values: {}, headers: [] };
    await exchanges.putRun({ id, fingerprint: 'f', config, startedAtMs: 1, endedAtMs: null });
    for (const [row, trial] of [
      [10, 0],
      [2, 1],
      [2, 0],
    ] as const)
      await exchanges.put(exchange(id, row, trial));
  }
  const wanted = [
    { row: 2, trial: 1 },
    { row: 3, trial: 0 },
  ];
  expect(await exchanges.get('a', wanted)).toEqual([exchange('a', 2, 1), undefined]);
  expect((await exchanges.all('a')).map(({ row, trial }) => [row, trial])).toEqual([
    [2, 0],
    [2, 1],
    [10, 0],
  ]);
  await exchanges.removeRun('a');
  expect(await exchanges.count('a')).toBe(0);
  expect(await exchanges.count('b')).toBe(3);
  expect((await exchanges.runs()).map(({ id }) => id)).toEqual(['b']);
});

it('takes over what came with a run in a file, but never in place of what is stored', async () => {
  const exchanges = new ExchangeStore(used.store);
  const config = { way: 'http', values: {}, headers: [] };
  const agent = { ...config, runId: 'c', title: 'HTTP', trials: 1, asked: 'f' };
  const run = finishedRun('r', { agent });
  await exchanges.adopt(run, [exchange('elsewhere', 0), exchange('elsewhere', 1)]);
  expect(await exchanges.all('c')).toEqual([exchange('c', 0), exchange('c', 1)]);
  expect(await exchanges.runs()).toMatchObject([{ id: 'c', fingerprint: 'f', config }]);
  await exchanges.adopt(run, [{ ...exchange('c', 0), prompt: 'forged' }]);
  expect(await exchanges.all('c')).toEqual([exchange('c', 0), exchange('c', 1)]);
});

describe('what was said to the agent of a run', () => {
  const EXCHANGE: Exchange = {
    ...{ row: 0, trial: 0, prompt: 'one', legs: [], latencyMs: 5, firstByteMs: 1, atMs: 7 },
  };
  const AGENT = { way: 'http', values: {}, headers: [], runId: 'r', title: 'HTTP', trials: 1 };

  const loadedWith = (part: { readonly agent?: typeof AGENT; readonly said?: Blob }): LoadedRun =>
    ({ run: { agent: part.agent }, ...(part.said ? { said: part.said } : {}) }) as LoadedRun;

  it('sends along what was said to the agent that made a run, and keeps it elsewhere', async () => {
    await new ExchangeStore(used.store).put({ ...EXCHANGE, runId: 'r' });
    await new ExchangeStore(used.store).put({ ...EXCHANGE, runId: 'another' });
    const sent = await withExchanges(loadedWith({ agent: AGENT }), used.store);
    expect(sent.said && (await readExchanges(sent.said))).toEqual([EXCHANGE]);

    used.store.close();
    useFreshDatabases();
    await keepExchanges(sent, used.store);
    expect(await readRaw('exchanges')).toEqual([{ ...EXCHANGE, runId: 'r' }]);
  });

  it('leaves a run as it is that no agent made, of which nothing is stored, or that has it', async () => {
    const own = loadedWith({});
    expect(await withExchanges(own, used.store)).toBe(own);
    const silent = loadedWith({ agent: AGENT });
    expect(await withExchanges(silent, used.store)).toBe(silent);
    const whole = loadedWith({ agent: AGENT, said: new Blob() });
    expect(await withExchanges(whole, used.store)).toBe(whole);
    await keepExchanges(own, used.store);
    expect(await readRaw('exchanges')).toEqual([]);
  });
});
