import { beforeEach, describe, expect, it, vi } from 'vitest';
import { digestRun } from '#core/explain/summary/digest.ts';
import { joinColumns } from '#core/score/columns/growing-columns.ts';
import { isRunLockHeld } from '#kernel/storage/other-tabs.ts';
import { RunStore } from '#kernel/storage/runs.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import { fillDisk } from '../../../tests/fixtures/storage/database-faults.ts';
import {
  exampleColumns,
  exampleRun,
  exampleSource,
  SETTINGS,
} from '../../../tests/fixtures/storage/example-records.ts';
import { useStore } from '../../../tests/support/use-store.ts';
import type { OpenRun } from './open-run.ts';
import { RunRecorder } from './scoring.ts';
import { eventually } from '../../../tests/support/eventually.ts';

const HEAD_START_MS = 600;

const used = useStore();
let runs: RunStore;
beforeEach(() => {
  runs = new RunStore(used.store);
});

const source = exampleSource('');
const end = { bytesRead: 100, lineCount: 3, hash: 7 };

/** Begins to record a run, or one that goes on with another. */
function begin(begun?: OpenRun): RunRecorder {
  const dataset = { blob: source.rows, fileName: '', title: 'Rows', sampleId: '' };
  const job = { name: 'Run', dataset, settings: SETTINGS, begun };
  const recorder = new RunRecorder(runs, job, undefined, () => Promise.resolve());
  const format = { id: 'jsonl', title: 'JSONL', unit: 'Line' } as const;
  recorder.recognised({ format, roles: {}, reading: {}, table: undefined, header: '' });
  return recorder;
}

/** Ends with rows that were appended, and with those that waited. */
function finish(recorder: RunRecorder, skipped = new Blob()): Promise<RunRecord> {
  const columns = joinColumns([exampleColumns(0), exampleColumns(3)]);
  const found = { fingerprint: 'f', mentionsPatterns: false, issue: null, table: undefined };
  const scored = { rows: source.rows, original: null, skipped, ...found };
  return recorder.finish(columns, digestRun(columns), scored, Promise.resolve(undefined));
}

async function states(): Promise<[string, string][]> {
  return (await runs.list()).map(({ id, state }) => [id, state]);
}

describe('a run that is recorded', () => {
  it('is stored whole, part by part and the rest at its end', async () => {
    const recorder = begin();
    recorder.append(exampleColumns(0), end, true);
    recorder.append(exampleColumns(3), end, false);
    const { id } = await finish(recorder);
    const loaded = await runs.load(id);
    expect(loaded?.run).toMatchObject({ state: 'complete', chunkCount: 2, rowCount: 6 });
    expect(loaded?.chunks.map(({ index, columns }) => [index, columns.rowCount])).toEqual([
      [0, 3],
      [1, 3],
    ]);
    expect(loaded?.chunks.map((chunk) => chunk.end)).toEqual([end, undefined]);
    expect(used.troubles).toEqual([]);
  });

  it('waits for scoring to have a head start, or to end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const append = vi.spyOn(runs, 'appendChunk').mockResolvedValue();
    vi.spyOn(runs, 'begin').mockResolvedValue();
    begin().append(exampleColumns(0), end, true);
    await vi.advanceTimersByTimeAsync(HEAD_START_MS - 1);
    expect(append).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(append).toHaveBeenCalledOnce();

    const early = begin();
    early.append(exampleColumns(0), end, true);
    early.startNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(append).toHaveBeenCalledTimes(2);

    vi.spyOn(runs, 'finish').mockImplementation((record) => Promise.resolve(record));
    // no time passes
    expect((await finish(begin())).state).toBe('complete');
  });

  it('is locked until it is stored, so that no other tab takes it for abandoned', async () => {
    const recorder = begin();
    const { id } = recorder.record;
    await eventually(async () => expect(await isRunLockHeld(id)).toBe(true));
    await finish(recorder);
    expect(await isRunLockHeld(id)).toBe(false);
  });

  it('stores its source again only where it has become another', async () => {
    const put = vi.spyOn(runs, 'putSource');
    await finish(begin());
    expect(put).not.toHaveBeenCalled();
    await finish(begin(), new Blob(['{broken']));
    expect(put).toHaveBeenCalledOnce();
  });

  it('is taken back where it is not wanted, and stays where it was gone on with', async () => {
    const recorder = begin();
    recorder.append(exampleColumns(0), end, true);
    await recorder.discard();
    expect(await states()).toEqual([]);
    expect(await isRunLockHeld(recorder.record.id)).toBe(false);

    const record = exampleRun('a');
    await runs.begin(record, exampleSource(record.sourceId));
    await runs.appendChunk('a', 0, exampleColumns(0), end);
    const parts = [{ columns: exampleColumns(0), end }];
    const again = begin({ record, parts } as unknown as OpenRun);
    again.append(exampleColumns(3), end, true);
    await again.discard();
    expect(await states()).toEqual([['a', 'interrupted']]);
    expect((await runs.load('a'))?.chunks.map(({ index }) => index)).toEqual([0, 1]);
  });

  it('is given up where the store fails: nothing is left of it, which is told once', async () => {
    const free = fillDisk('put', 1, 'chunks');
    const append = vi.spyOn(runs, 'appendChunk');
    const recorder = begin();
    recorder.append(exampleColumns(0), end, true);
    recorder.append(exampleColumns(3), end, true);
    expect((await finish(recorder)).state).toBe('running');
    expect(append).toHaveBeenCalledOnce();
    free();
    expect(await states()).toEqual([]);
    expect(used.troubles).toEqual(['full']);
    expect(await isRunLockHeld(recorder.record.id)).toBe(false);
  });
});
