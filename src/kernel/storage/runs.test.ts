import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  fillDisk,
  putRaw,
  readRaw,
  refuseToStore,
  type QuotaMoment,
} from '../../../tests/fixtures/storage/database-faults.ts';
import {
  exampleColumns,
  exampleDigest,
  exampleRun,
  exampleSource,
  finishedRun,
  SETTINGS,
} from '../../../tests/fixtures/storage/example-records.ts';
import { useStore } from '../../../tests/support/use-store.ts';
import { KeptDigest } from '#core/explain/summary/digest.ts';
import { RunStore } from './runs.ts';
import type { RunRecord, SourceRecord } from '#engine/run-file/run-records.ts';
import type { StorageTrouble } from './connection.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import { sliceScores } from '#core/score/columns/pack-columns.ts';

const used = useStore();
let runs: RunStore;
beforeEach(() => {
  runs = new RunStore(used.store);
});

const trouble = (name: StorageTrouble) => ({ name: 'StorageError', trouble: name });

async function store2Chunks(id: string, change: Partial<RunRecord> = {}): Promise<RunRecord> {
  const run = finishedRun(id, change);
  await runs.begin(run, exampleSource(run.sourceId));
  await runs.appendChunk(id, 1, exampleColumns(3));
  await runs.appendChunk(id, 0, exampleColumns(0));
  return runs.finish(run);
}

async function bytesOf({ rows, original, skipped }: SourceRecord): Promise<string[]> {
  const parts = [rows, original ?? new Blob(), skipped];
  const buffers = await Promise.all(parts.map((part) => part.arrayBuffer()));
  return buffers.map((buffer) => Buffer.from(buffer).toString('hex'));
}

async function sourceIds(): Promise<string[]> {
  return ((await readRaw('sources')) as SourceRecord[]).map(({ id }) => id);
}

describe('a run', () => {
  it('is loaded as it was stored, chunks in order', async () => {
    const finished = await store2Chunks('a');
    const loaded = await runs.load('a');
    expect(finished).toEqual({ ...finishedRun('a'), state: 'complete' });
    expect(loaded?.run).toEqual(finished);
    expect(loaded?.chunks.map(({ columns }) => columns)).toEqual([
      exampleColumns(0),
      exampleColumns(3),
    ]);
    expect(loaded?.chunks[0]?.columns.offsets).toBeInstanceOf(Float64Array);
    expect(loaded?.chunks[0]?.columns.scores[0]?.outcomes).toBeInstanceOf(Uint8Array);
    expect(await bytesOf(loaded!.source!)).toEqual(await bytesOf(exampleSource('')));
    expect(loaded?.source?.rows.type).toBe('application/jsonl');
    expect(used.troubles).toEqual([]);
  });

  it('keeps its rows to itself', async () => {
    await store2Chunks('a');
    await store2Chunks('ab');
    await runs.remove('a');
    expect((await runs.load('ab'))?.chunks).toHaveLength(2);
  });

  it('is listed newest first', async () => {
    await store2Chunks('old', { createdAtMs: 1 });
    await store2Chunks('new', { createdAtMs: 3 });
    await store2Chunks('middle', { createdAtMs: 2 });
    expect((await runs.list()).map(({ id }) => id)).toEqual(['new', 'middle', 'old']);
  });

  it.each<Partial<RunRecord>>([
    { name: 'Baseline' },
    { ratings: [{ row: 1, rating: 4, note: 'fine' }] },
    { settings: { ...SETTINGS, thresholds: { rouge_1: 0.5 } } },
  ])('takes %o, and drops none of the rest', async (change) => {
    const before = await store2Chunks('a');
    await runs.change('a', (run) => ({ ...run, ...change }));
    expect(await runs.get('a')).toEqual({ ...before, ...change });
    await expect(runs.change('b', (run) => run)).rejects.toMatchObject(trouble('removed'));
  });

  it('keeps what is said about it as a whole', async () => {
    const digest = exampleDigest();
    await store2Chunks('a', { digest });
    expect((await runs.get('a'))?.digest).toEqual(digest);
    await runs.change('a', (run) => ({ ...run, digest: { ...digest, causeCount: 7 } }));
    expect((await runs.get('a'))?.digest?.causeCount).toBe(7);
    expect(v.is(KeptDigest, digest)).toBe(true);
    expect(v.is(KeptDigest, { ...digest, causes: [{ name: 'x' }] })).toBe(false);
    expect(v.is(KeptDigest, { ...digest, counts: { ...digest.counts, failing: { a: 'x' } } })).toBe(
      false,
    );
  });

  it('takes the complete source', async () => {
    await runs.begin(exampleRun('a'), exampleSource('s'));
    await runs.putSource(exampleSource('s', 'all rows'));
    expect(await (await runs.load('a'))!.source!.rows.text()).toBe('all rows');
    await expect(runs.putSource(exampleSource('t'))).rejects.toMatchObject(trouble('removed'));
  });

  it('can be a summary without rows', async () => {
    const run = finishedRun('a', { state: 'summary', sourceId: '', chunkCount: 0 });
    await runs.restore({ run, source: undefined, chunks: [] });
    expect(await runs.get('a')).toEqual(run);
    expect(await runs.load('a')).toMatchObject({ source: undefined, chunks: [] });
    await runs.restore(await runs.remove('a'));
    expect(await runs.list()).toHaveLength(1);
  });

  it('waits for the disk only at the end', async () => {
    const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await runs.begin(exampleRun('a'), exampleSource('source of a'));
    await runs.appendChunk('a', 0, exampleColumns(0));
    await runs.finish(finishedRun('a', { chunkCount: 1 }));
    const durabilities = begin.mock.calls.map(([, , options]) => options?.durability);
    expect(durabilities.slice(-3)).toEqual(['default', 'relaxed', 'strict']);
  });
});

describe('a run that is gone', () => {
  it('takes no chunk and does not finish', async () => {
    await runs.begin(exampleRun('a'), exampleSource('source of a'));
    await runs.discardRunning('a');
    await expect(runs.appendChunk('a', 0, exampleColumns(0))).rejects.toMatchObject(
      trouble('removed'),
    );
    await expect(runs.finish(finishedRun('a'))).rejects.toMatchObject(trouble('removed'));
    expect(await readRaw('chunks')).toEqual([]);
    expect(await sourceIds()).toEqual([]);
  });

  it('does not finish without all its chunks', async () => {
    await runs.begin(exampleRun('a'), exampleSource('source of a'));
    await runs.appendChunk('a', 0, exampleColumns(0));
    await expect(runs.finish(finishedRun('a'))).rejects.toMatchObject(trouble('removed'));
    expect((await runs.get('a'))?.state).toBe('running');
  });

  it('is not discarded when it is complete', async () => {
    await store2Chunks('a');
    await runs.discardRunning('a');
    expect(await runs.load('a')).toBeDefined();
  });
});

describe('a removed run', () => {
  it('comes back as it was', async () => {
    await store2Chunks('a');
    const before = (await runs.load('a'))!;
    const removed = await runs.remove('a');
    expect(await runs.list()).toEqual([]);
    for (const name of ['chunks', 'sources']) expect(await readRaw(name)).toEqual([]);
    await runs.restore(removed);
    const after = (await runs.load('a'))!;
    expect({ ...after, source: await bytesOf(after.source!) }).toEqual({
      ...before,
      source: await bytesOf(before.source!),
    });
  });

  it('comes back after the other run with its source went', async () => {
    await store2Chunks('a', { fingerprint: 'same' });
    await store2Chunks('b', { fingerprint: 'same' });
    const removed = await runs.remove('b');
    await runs.remove('a');
    expect(await sourceIds()).toEqual([]);
    await runs.restore(removed);
    expect(await runs.load('b')).toBeDefined();
  });
});

describe('a shared source', () => {
  it('is kept once, until its last run goes', async () => {
    await store2Chunks('a', { fingerprint: 'same' });
    const second = await store2Chunks('b', { fingerprint: 'same' });
    expect(second.sourceId).toBe('source of a');
    expect(await sourceIds()).toEqual(['source of a']);
    await runs.remove('a');
    expect(await runs.load('b')).toMatchObject({ source: { id: 'source of a' } });
    await runs.remove('b');
    expect(await sourceIds()).toEqual([]);
  });

  it('is not shared by other data', async () => {
    await store2Chunks('a', { fingerprint: 'same' });
    await store2Chunks('b', { fingerprint: 'same', formatId: 'csv' });
    await store2Chunks('c', { fingerprint: 'same', sourceBytes: 601 });
    await store2Chunks('d', { fingerprint: 'another' });
    expect(await sourceIds()).toHaveLength(4);
  });

  it('is not shared when rows were written differently', async () => {
    await store2Chunks('a', { fingerprint: 'same' });
    await runs.putSource(exampleSource('source of a', 'other rows'));
    expect((await store2Chunks('b', { fingerprint: 'same' })).sourceId).toBe('source of b');
  });

  it('stays when a run of it is finished twice', async () => {
    await store2Chunks('a', { fingerprint: 'same' });
    await store2Chunks('b', { fingerprint: 'same' });
    const again = await runs.finish(finishedRun('b', { fingerprint: 'same' }));
    expect(again.sourceId).toBe('source of a');
    expect(await sourceIds()).toEqual(['source of a']);
  });

  it('is not overwritten by a run that begins with it', async () => {
    await store2Chunks('a');
    await runs.begin(exampleRun('b'), exampleSource('source of a', 'other'));
    const loaded = (await runs.load('a'))!;
    expect(await bytesOf(loaded.source!)).toEqual(await bytesOf(exampleSource('')));
  });
});

describe('runs whose page went away', () => {
  it('are interrupted with the rows they have', async () => {
    await runs.begin(exampleRun('dead'), exampleSource('s'));
    await runs.appendChunk('dead', 0, exampleColumns(0));
    await runs.appendChunk('dead', 1, exampleColumns(3, 2));
    await runs.appendChunk('dead', 3, exampleColumns(9));
    const found = await runs.markInterrupted(async () => false);
    expect(found).toMatchObject([
      { id: 'dead', state: 'interrupted', chunkCount: 2, rowCount: 5, skippedCount: 2 },
    ]);
    expect((await runs.load('dead'))?.chunks).toHaveLength(2);
    expect(await readRaw('chunks')).toHaveLength(2);
  });

  it('are removed without rows', async () => {
    await runs.begin(exampleRun('dead'), exampleSource('s'));
    expect(await runs.markInterrupted(async () => false)).toEqual([]);
    expect(await runs.list()).toEqual([]);
    expect(await sourceIds()).toEqual([]);
  });

  it('are only those without a live page', async () => {
    await store2Chunks('complete');
    for (const id of ['alive', 'unknown']) {
      await runs.begin(exampleRun(id), exampleSource(id));
      await runs.appendChunk(id, 0, exampleColumns(0));
    }
    const isAlive = vi.fn(async (id: string) => {
      if (id === 'unknown') throw new Error('no answer');
      return true;
    });
    expect(await runs.markInterrupted(isAlive)).toEqual([]);
    expect(isAlive.mock.calls.flat().sort()).toEqual(['alive', 'unknown']);
    expect((await runs.get('unknown'))?.state).toBe('running');
  });

  it('are left alone when they finish meanwhile', async () => {
    await runs.begin(exampleRun('a'), exampleSource('source of a'));
    await runs.appendChunk('a', 0, exampleColumns(0));
    const found = await runs.markInterrupted(async () => {
      await runs.finish(finishedRun('a', { chunkCount: 1 }));
      return false;
    });
    expect(found).toEqual([]);
    expect((await runs.get('a'))?.state).toBe('complete');
  });
});

describe('a full disk', () => {
  const moments: QuotaMoment[] = ['put', 'pending', 'commit'];

  it.each(moments)('is told and leaves older runs as they are (%s)', async (moment) => {
    await store2Chunks('old');
    await runs.begin(exampleRun('new'), exampleSource('source of new'));
    await runs.appendChunk('new', 0, exampleColumns(0));
    const before = await Promise.all(['runs', 'sources', 'chunks'].map(readRaw));

    fillDisk(moment);
    const attempts = [
      () => runs.begin(exampleRun('newer'), exampleSource('newer')),
      () => runs.appendChunk('new', 1, exampleColumns(3)),
      () => runs.putSource(exampleSource('source of new', 'all')),
      () => runs.finish(finishedRun('new', { chunkCount: 1 })),
      () => runs.change('old', (run) => ({ ...run, name: 'Other' })),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject(trouble('full'));
    }
    expect(used.troubles).toEqual(attempts.map(() => 'full'));
    vi.restoreAllMocks();

    expect(await Promise.all(['runs', 'sources', 'chunks'].map(readRaw))).toEqual(before);
    const old = (await runs.load('old'))!;
    expect(await bytesOf(old.source!)).toEqual(await bytesOf(exampleSource('')));
    await runs.appendChunk('new', 1, exampleColumns(3));
    expect((await runs.finish(finishedRun('new'))).state).toBe('complete');
  });

  it.each(moments)('writes a part of a run not at all (%s)', async (moment) => {
    fillDisk(moment, 2);
    await expect(runs.begin(exampleRun('a'), exampleSource('a'))).rejects.toMatchObject(
      trouble('full'),
    );
    vi.restoreAllMocks();
    expect(await readRaw('runs')).toEqual([]);
  });
});

describe('a damaged record', () => {
  it('is left out of the list and told', async () => {
    await store2Chunks('a');
    await putRaw('runs', { id: 'b', name: 7 });
    expect((await runs.list()).map(({ id }) => id)).toEqual(['a']);
    expect(await runs.get('b')).toBeUndefined();
    expect(used.troubles).toEqual(['damaged', 'damaged']);
    await expect(runs.load('b')).rejects.toMatchObject(trouble('damaged'));
  });

  it.each([
    ['a chunk of another shape', 'chunks', { runId: 'a', index: 1, columns: {} }],
    [
      'a chunk of other metrics',
      'chunks',
      { runId: 'a', index: 1, columns: { ...exampleColumns(3), scores: [] } },
    ],
    ['a chunk too many', 'chunks', { runId: 'a', index: 2, columns: exampleColumns(6) }],
    ['a source of another shape', 'sources', { id: 'source of a', rows: 'text' }],
  ])('ends loading: %s', async (_title, name, record) => {
    await store2Chunks('a');
    await putRaw(name, record);
    await expect(runs.load('a')).rejects.toMatchObject(trouble('damaged'));
    expect(used.troubles).toEqual(['damaged']);
  });

  it('ends loading when a chunk is missing', async () => {
    const run = await store2Chunks('a');
    await putRaw('runs', { ...run, chunkCount: 3 });
    await expect(runs.load('a')).rejects.toMatchObject(trouble('damaged'));
  });

  it('can be removed', async () => {
    await runs.list();
    await putRaw('runs', { id: 'b', sourceId: 7 });
    await runs.remove('b');
    expect(await readRaw('runs')).toEqual([]);
  });
});

describe('a browser that stores no Blobs', () => {
  const before = '{"prompt":"before"}\n';
  const references = {
    ...{ from: '', rows: Uint32Array.of(0), before: new Blob([before]) },
    edits: [{ id: 1, kind: 'row', row: 0 }],
  } as const;

  beforeEach(() => {
    refuseToStore('Blobs');
  });

  it('is given their bytes, and runs are as they were', async () => {
    const finished = await store2Chunks('a', { references });
    await runs.change('a', (run) => ({ ...run, name: 'Another' }));
    await runs.putSource(exampleSource(finished.sourceId, '{"prompt":"longer question"}\n'));
    const loaded = await runs.load('a');
    expect(loaded?.run).toMatchObject({ ...finished, name: 'Another', references: { from: '' } });
    expect(await loaded!.run.references!.before.text()).toBe(before);
    expect(await loaded!.source!.rows.text()).toBe('{"prompt":"longer question"}\n');
    const [listed] = await runs.list();
    expect(await listed!.references!.before.text()).toBe(before);
    expect((await runs.get('a'))?.references?.before).toBeInstanceOf(Blob);
    expect(used.troubles).toEqual([]);
  });

  it('has the same data once, brings back what was removed, and closes what broke off', async () => {
    await store2Chunks('a', { references, fingerprint: 'same' });
    await store2Chunks('b', { references, fingerprint: 'same' });
    expect(await sourceIds()).toHaveLength(1);
    await runs.restore(await runs.remove('a'));
    await runs.begin(exampleRun('c', { references }), exampleSource('c'));
    await runs.appendChunk('c', 0, exampleColumns(0));
    expect(await runs.markInterrupted(async () => false)).toHaveLength(1);
    expect((await runs.list()).map(({ id }) => id).sort()).toEqual(['a', 'b', 'c']);
    expect(used.troubles).toEqual([]);
  });
});

describe('new scores of a stored run', () => {
  beforeEach(async () => {
    await store2Chunks('a');
  });

  const SCORES: readonly ScoreValues[] = [
    {
      ...{ id: 'j', metricId: 'trajectory_exact_match' },
      values: Float64Array.of(1, 2, 3, 4, 5, Number.NaN),
      outcomes: Uint8Array.of(0, 0, 0, 0, 0, 2),
      texts: ['a', 'b', 'c', 'd', 'e', 'f'],
    },
  ];

  const replace = (columns: ScoredColumns, from: number): ScoredColumns => ({
    ...columns,
    scores: SCORES.map((one) => sliceScores(one, from, from + columns.rowCount)),
  });

  it('puts each chunk’s share of the scores in place of the old; rows stay as they are', async () => {
    const settings = { ...SETTINGS, metrics: ['trajectory_exact_match'] };
    const before = (await runs.load('a'))!;
    const fields = { settings, digest: exampleDigest() };
    await runs.putScores('a', (record) => ({ record: { ...record, ...fields }, replace }));
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
    const putting = runs.putScores('a', (record) => ({ record, replace }));
    await expect(putting).rejects.toMatchObject(trouble('removed'));
    expect(await runs.list()).toEqual([]);
  });

  it('changes nothing where a chunk is damaged', async () => {
    await putRaw('chunks', { runId: 'a', index: 1, columns: 'none' });
    const settings = { ...SETTINGS, metrics: [] };
    const putting = runs.putScores('a', (record) => ({ record: { ...record, settings }, replace }));
    await expect(putting).rejects.toMatchObject(trouble('damaged'));
    const [run] = await runs.list();
    expect(run?.settings).toEqual(SETTINGS);
  });
});
