import { expect, it } from 'vitest';
import type { ExchangeStore } from '#kernel/storage/exchanges.ts';
import type { AgentRunRecord } from '#kernel/storage/schema.ts';
import { pruneAgentRuns } from './agent-session.svelte.ts';
import { StorageError } from '#kernel/storage/storage-error.ts';

const HOUR_MS = 3_600_000;

function storeOf(runs: readonly AgentRunRecord[]) {
  const removed: string[] = [];
  const store = {
    runs: () => Promise.resolve(runs),
    removeRun: (id: string) => {
      removed.push(id);
      return Promise.resolve();
    },
  } as unknown as ExchangeStore;
  return { store, removed };
}

const runOf = (id: string, startedAtMs: number, endedAtMs: number | null): AgentRunRecord => ({
  ...{ id, fingerprint: 'f', startedAtMs, endedAtMs },
  config: { way: 'http', values: {}, headers: [] },
});

it('forgets what was said in runs that nobody keeps, an hour after they ended', async () => {
  const now = Date.now();
  const { store, removed } = storeOf([
    runOf('kept', 0, now - 2 * HOUR_MS),
    runOf('deleted', 0, now - 2 * HOUR_MS),
    // a run that was deleted can be taken back for a while
    runOf('just deleted', 0, now - HOUR_MS / 2),
  ]);
  await pruneAgentRuns(store, [{ agent: { runId: 'kept' } as never }, { agent: undefined }]);
  expect(removed).toEqual(['deleted']);
});

it('keeps the ten newest unfinished runs', async () => {
  const { store, removed } = storeOf(
    Array.from({ length: 12 }, (_, index) => runOf(`run ${String(index)}`, index, null)),
  );
  await pruneAgentRuns(store, []);
  expect(removed.toSorted()).toEqual(['run 0', 'run 1']);
});

it('forgets nothing where the store fails', async () => {
  const store = {
    runs: () => Promise.reject(new StorageError('unavailable')),
  } as unknown as ExchangeStore;
  await expect(pruneAgentRuns(store, [])).resolves.toBeUndefined();
  const failing = {
    runs: () => Promise.resolve([runOf('old', 0, 1)]),
    removeRun: () => Promise.reject(new StorageError('unavailable')),
  } as unknown as ExchangeStore;
  await expect(pruneAgentRuns(failing, [])).resolves.toBeUndefined();
});
