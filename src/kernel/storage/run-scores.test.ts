import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { putRaw, useFreshDatabases } from '../../../tests/fixtures/storage/database-faults.ts';
import {
  exampleColumns,
  exampleDigest,
  exampleSource,
  finishedRun,
  SETTINGS,
} from '../../../tests/fixtures/storage/example-records.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import { Store } from './connection.ts';
import { RunStore } from './runs.ts';

let store: Store;
let runs: RunStore;
const RUN = finishedRun('a');

beforeEach(async () => {
  useFreshDatabases();
  store = new Store(() => undefined);
  runs = new RunStore(store);
  await runs.begin(RUN, exampleSource(RUN.sourceId));
  await runs.appendChunk('a', 0, exampleColumns(0));
  await runs.appendChunk('a', 1, exampleColumns(3));
  await runs.finish(RUN);
});

afterEach(() => {
  store.close();
  vi.unstubAllGlobals();
});

const SCORES: readonly ScoreValues[] = [
  {
    ...{ id: 'j', metricId: 'trajectory_exact_match' },
    values: Float64Array.of(1, 2, 3, 4, 5, Number.NaN),
    outcomes: Uint8Array.of(0, 0, 0, 0, 0, 2),
    texts: ['a', 'b', 'c', 'd', 'e', 'f'],
  },
];

it('puts each chunk’s share of the scores in place of the old; rows stay as they are', async () => {
  const settings = { ...SETTINGS, metrics: ['trajectory_exact_match'] };
  const before = (await runs.load('a'))!;
  const fields = { settings, digest: exampleDigest() };
  await runs.putScores('a', () => ({ scores: SCORES, fields }));
  const { run, chunks } = (await runs.load('a'))!;
  expect(run).toMatchObject({
    settings,
    digest: exampleDigest(),
    state: 'complete',
    name: 'Run a',
  });
  expect(chunks.map(({ columns }) => columns.scores.map(({ id }) => id))).toEqual([['j'], ['j']]);
  expect(chunks.map(({ columns }) => [...columns.scores[0]!.values])).toEqual([
    [1, 2, 3],
    [4, 5, Number.NaN],
  ]);
  expect(chunks.map(({ columns }) => columns.scores[0]!.texts)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
  ]);
  for (const [index, { columns }] of chunks.entries()) {
    const rowsBefore = before.chunks[index]!.columns;
    expect({ ...columns, scores: [] }).toEqual({ ...rowsBefore, scores: [] });
  }
});

it('changes nothing of a run that is gone', async () => {
  await runs.remove('a');
  await expect(runs.putScores('a', () => ({ scores: SCORES, fields: {} }))).rejects.toMatchObject({
    trouble: 'removed',
  });
  expect(await runs.list()).toEqual([]);
});

it('changes nothing where a chunk is damaged', async () => {
  await putRaw('chunks', { runId: 'a', index: 1, columns: 'none' });
  const settings = { ...SETTINGS, metrics: [] };
  await expect(
    runs.putScores('a', () => ({ scores: SCORES, fields: { settings } })),
  ).rejects.toMatchObject({
    trouble: 'damaged',
  });
  const [run] = await runs.list();
  expect(run?.settings).toEqual(SETTINGS);
});
