import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import { readableRun } from '../../../tests/support/build.ts';
import ThreadWorker from '../../../tests/support/thread-worker.ts';
import { packColumns, sliceColumns } from '#core/score/columns/pack-columns.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { RunReader } from './run-reader.ts';
import type { ReadableRun } from './run-holder.ts';
import { WorkerClient, type WorkerLost } from './worker-client.ts';

const RECORDS = THREE_ROWS as unknown as readonly JsonObject[];
const RUN = readableRun(RECORDS);

let replaced: WorkerLost[];
let lost: ReadableRun[];
let reader: RunReader;

beforeEach(() => {
  replaced = [];
  lost = [];
  reader = new RunReader(new WorkerClient((one) => replaced.push(one)), (run) => lost.push(run));
});

afterEach(() => {
  for (const worker of ThreadWorker.living) worker.terminate();
});

const text = (value: string): Filter => ({ kind: 'text', text: value });
const viewed = async (run: ReadableRun, ...filters: Filter[]): Promise<number[]> => [
  ...(await reader.ask(run, 'view', { filters, sorting: [] })),
];

/** Makes the browser fail to read any file. */
function failReads(error: Error): void {
  const arrayBuffer = (): Promise<never> => Promise.reject(error);
  vi.spyOn(Blob.prototype, 'slice').mockReturnValue(Object.assign(new Blob(), { arrayBuffer }));
}

describe('asking about a run', () => {
  it('gives the rows in sight, the digest and the lines of the table', async () => {
    expect(await viewed(RUN)).toEqual([0, 1, 2]);
    expect(await viewed(RUN, text('r-extra'))).toEqual([2]);
    expect((await reader.ask(RUN, 'digest', false)).headline).toBeDefined();
    const lines = await reader.ask(RUN, 'previewRows', { rows: [2, 0] });
    expect(lines.map(({ id }) => id)).toEqual(['r-extra', 'r-same']);
    expect((await reader.ask(RUN, 'detailRow', 1))?.prompt).toBe('Prompt of r-swapped');
    expect(ThreadWorker.living.size).toBe(1);
  });

  it('waits for the rows that were handed over, which come in their order', async () => {
    const key = 'read';
    const [first, second, third] = [0, 1, 2].map((row) =>
      packColumns(sliceColumns(RUN.columns, row, row + 1)),
    );
    reader.handOver(key, 0, first!, RUN, 1 / 3);
    reader.handOver(key, 1, second!, RUN, 2 / 3);
    reader.handOver(key, 2, third!, RUN, 1);
    const posted = vi.spyOn(ThreadWorker.prototype, 'postMessage');
    const lines = await reader.ask({ ...RUN, key }, 'previewRows', { rows: [2, 1, 0] });
    expect(lines.map(({ id }) => id)).toEqual(['r-extra', 'r-swapped', 'r-same']);
    const calls = posted.mock.calls.map(([message]) => JSON.stringify(message));
    posted.mockRestore();
    expect(calls.filter((call) => call.includes('"hold"'))).toHaveLength(3);
  });

  it('passes its columns to the worker once', async () => {
    await reader.keep(RUN);
    const posted = vi.spyOn(ThreadWorker.prototype, 'postMessage');
    await viewed(RUN);
    await reader.ask(RUN, 'digest', false);
    const calls = posted.mock.calls.map(([message]) => JSON.stringify(message));
    posted.mockRestore();
    expect(calls.some((call) => call.includes('"hold"'))).toBe(false);
  });

  it('gives what is said with scores that are put in', async () => {
    const scores = {
      ...{ id: 'trajectory_exact_match', metricId: 'trajectory_exact_match' },
      ...{ values: Float64Array.of(1, 1, 1), outcomes: new Uint8Array(3) },
    };
    const before = await reader.ask(RUN, 'digest', false);
    const columns = { ...RUN.columns, scores: [scores] };
    const after = await reader.ask({ ...RUN, revision: 1, columns }, 'digest', false);
    const meanOf = ({ summary }: typeof before): unknown =>
      summary.find(({ columnId }) => columnId === 'trajectory_exact_match')?.mean;
    expect([meanOf(before), meanOf(after)]).toEqual([1 / 3, 1]);
  });
});

describe('reading every row', () => {
  const request = { thresholds: {} };
  const by = { kind: 'cell', column: 'id' } as const;
  const filters = [text('r-')];

  it.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
    ['for a text', (signal) => reader.ask(RUN, 'view', { filters, sorting: [] }, { signal })],
    ['for groups', (signal) => reader.ask(RUN, 'group', { by, filters: [] }, { signal })],
    ['for a summary', (signal) => reader.ask(RUN, 'summary', { request, filters }, { signal })],
    ['for the table of tools', (signal) => reader.ask(RUN, 'toolTable', [], { signal })],
  ])('is stopped without losing what the worker keeps: %s', async (_what, read) => {
    await reader.keep(RUN);
    const [worker] = ThreadWorker.living;
    await expect(read(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect([...ThreadWorker.living]).toEqual([worker]);
    await expect(read(new AbortController().signal)).resolves.toBeDefined();
    expect(replaced).toEqual([]);
  });

  it('needs no asking where the columns are enough', async () => {
    const onProgress = vi.fn();
    const signal = AbortSignal.abort();
    const failing: Filter = { kind: 'failing', columnId: 'trajectory_exact_match' };
    const asked = { filters: [failing], sorting: [] };
    expect([...(await reader.ask(RUN, 'view', asked, { signal, onProgress }))]).toEqual([1, 2]);
    expect(onProgress).not.toHaveBeenCalled();
  });
});

describe('a worker that is lost', () => {
  const crash = (): void => {
    const [worker] = ThreadWorker.living;
    worker?.crash();
  };

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is replaced, that is told, and the run is passed on again', async () => {
    await reader.keep(RUN);
    vi.spyOn(ThreadWorker.prototype, 'postMessage').mockImplementationOnce(crash);
    const rows = await reader.ask(RUN, 'previewRows', { rows: [0, 1, 2] });
    expect(rows).toHaveLength(3);
    expect(replaced).toMatchObject([{ how: 'crashed' }]);
    expect(await viewed(RUN, text('r-same'))).toEqual([0]);
    expect(replaced).toHaveLength(1);
  });

  it('a second time fails the question', async () => {
    await reader.keep(RUN);
    const { postMessage } = ThreadWorker.prototype;
    const post = vi.spyOn(ThreadWorker.prototype, 'postMessage');
    post.mockImplementation(function (this: ThreadWorker, message, transferred) {
      if ((message as { path?: string[] }).path?.[0] === 'ask') this.crash();
      else postMessage.call(this, message, transferred);
    });
    const end = reader.ask(RUN, 'previewRows', { rows: [0] });
    await expect(end).rejects.toMatchObject({ name: 'WorkerLost', how: 'crashed' });
    expect(replaced).toHaveLength(1);
    post.mockRestore();
    expect(await viewed(RUN)).toEqual([0, 1, 2]);
  });
});

describe('a run whose rows are out of reach', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is told, and who asked gets to know', async () => {
    failReads(new DOMException('', 'NotReadableError'));
    const end = reader.ask(RUN, 'previewRows', { rows: [0] });
    await expect(end).rejects.toMatchObject({
      name: 'SourceLost',
      message: 'The browser lost access to it.',
    });
    expect(lost).toEqual([RUN]);
  });

  it('is not blamed for other errors', async () => {
    failReads(new RangeError('wrong'));
    const end = reader.ask(RUN, 'previewRows', { rows: [0] });
    await expect(end).rejects.toThrow('wrong');
    expect(lost).toEqual([]);
  });
});
