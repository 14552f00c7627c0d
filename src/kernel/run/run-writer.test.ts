import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isRunLockHeld } from '#kernel/storage/locks.ts';
import { RunStore } from '#kernel/storage/runs.ts';
import type { RunRecord } from '#engine/run-file/records.ts';
import { fillDisk } from '../../../tests/fixtures/storage/database-faults.ts';
import {
  exampleColumns,
  exampleRun,
  exampleSource,
  finishedRun,
} from '../../../tests/fixtures/storage/example-records.ts';
import { useStore } from '../../../tests/support/use-store.ts';
import { RunWriter } from './run-writer.ts';

const HEAD_START_MS = 600;

const used = useStore();
let runs: RunStore;
beforeEach(() => {
  runs = new RunStore(used.store);
});

const run = exampleRun('a');
const source = exampleSource(run.sourceId);
const end = { bytesRead: 100, lineCount: 3, hash: 7 };

function begin(chunksDone = 0): RunWriter {
  return new RunWriter(runs, run, source, chunksDone);
}

async function states(): Promise<[string, string][]> {
  return (await runs.list()).map(({ id, state }) => [id, state]);
}

describe('a run that is written', () => {
  it('is stored whole, part by part and the rest at its end', async () => {
    const writer = begin();
    writer.append(exampleColumns(0), end);
    const stored = await writer.finish(finishedRun('a'), source, [exampleColumns(3)]);
    expect(stored).toMatchObject({ id: 'a', chunkCount: 2 });
    const loaded = await runs.load('a');
    expect(loaded?.chunks.map(({ index, columns }) => [index, columns.rowCount])).toEqual([
      [0, 3],
      [1, 3],
    ]);
    expect(loaded?.chunks[0]?.end).toEqual(end);
    expect(used.troubles).toEqual([]);
  });

  it('waits for scoring to have a head start, or to end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const append = vi.spyOn(runs, 'appendChunk').mockResolvedValue();
    vi.spyOn(runs, 'begin').mockResolvedValue();
    const writer = begin();
    writer.append(exampleColumns(0), end);
    await vi.advanceTimersByTimeAsync(HEAD_START_MS - 1);
    expect(append).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(append).toHaveBeenCalledOnce();

    const early = begin();
    early.append(exampleColumns(0), end);
    early.startNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(append).toHaveBeenCalledTimes(2);

    const other = begin();
    vi.spyOn(runs, 'finish').mockImplementation((record) => Promise.resolve(record));
    // no time passes
    expect(await other.finish(finishedRun('a'), source, [])).toBeDefined();
  });

  it('is locked until it is stored, so that no other tab takes it for abandoned', async () => {
    const writer = begin();
    await vi.waitFor(async () => expect(await isRunLockHeld('a')).toBe(true));
    await writer.finish(finishedRun('a'), source, [exampleColumns(0), exampleColumns(3)]);
    expect(await isRunLockHeld('a')).toBe(false);
  });

  it('stores its source again only where it has become another', async () => {
    const put = vi.spyOn(runs, 'putSource');
    await begin().finish(finishedRun('a'), source, [exampleColumns(0), exampleColumns(3)]);
    expect(put).not.toHaveBeenCalled();
    const other = { ...source, skipped: new Blob(['{broken']) };
    await begin().finish(finishedRun('a'), other, [exampleColumns(0), exampleColumns(3)]);
    expect(put).toHaveBeenCalledOnce();
  });

  it('is taken back where it is not wanted, and stays where it was gone on with', async () => {
    const writer = begin();
    writer.append(exampleColumns(0), end);
    await writer.discard();
    expect(await states()).toEqual([]);
    expect(await isRunLockHeld('a')).toBe(false);

    await runs.begin(run, source);
    await runs.appendChunk('a', 0, exampleColumns(0), end);
    const again = begin(1);
    again.append(exampleColumns(3), end);
    await again.discard();
    expect(await states()).toEqual([['a', 'interrupted']]);
    expect((await runs.load('a'))?.chunks.map(({ index }) => index)).toEqual([0, 1]);
  });
});

describe('a store that fails', () => {
  it('ends the writing: nothing is left of the run, and the trouble is told once', async () => {
    const free = fillDisk('put', 1, 'chunks');
    const append = vi.spyOn(runs, 'appendChunk');
    const writer = begin();
    writer.append(exampleColumns(0), end);
    writer.append(exampleColumns(3), end);
    const stored: RunRecord | undefined = await writer.finish(finishedRun('a'), source, []);
    expect(stored).toBeUndefined();
    expect(append).toHaveBeenCalledOnce();
    free();
    expect(await states()).toEqual([]);
    expect(used.troubles).toEqual(['full']);
    expect(await isRunLockHeld('a')).toBe(false);
  });
});
