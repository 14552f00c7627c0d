import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { THREE_ROWS } from '../../tests/e2e/rows.ts';
import { readableRun } from '../../tests/support/runs.ts';
import ThreadWorker from '../../tests/support/thread-worker.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import type { Filter } from '#core/view/filter.ts';
import { RunReader, type ReadableRun } from './run-reader.ts';
import type { WorkerLost } from './worker-client.ts';

const RECORDS = THREE_ROWS as unknown as readonly JsonObject[];
const RUN = readableRun(RECORDS);

let replaced: WorkerLost[];
let lost: ReadableRun[];
let reader: RunReader;

beforeEach(() => {
  replaced = [];
  lost = [];
  reader = new RunReader(
    (one) => replaced.push(one),
    (run) => lost.push(run),
  );
});

afterEach(() => {
  for (const worker of ThreadWorker.living) worker.terminate();
});

const text = (value: string): Filter => ({ kind: 'text', text: value });
const viewed = async (run: ReadableRun, ...filters: Filter[]): Promise<number[]> => [
  ...(await reader.view(run, filters, [])),
];

/** A run whose file is gone: the browser knows its size and cannot read it. */
function goneRun(): ReadableRun {
  const rows = new Blob([RUN.rows]);
  const gone = Object.assign(new Blob(), {
    arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
  });
  vi.spyOn(rows, 'slice').mockReturnValue(gone);
  return { ...RUN, key: 'gone', rows };
}

describe('asking about a run', () => {
  it('gives the rows in sight, the digest and the lines of the table', async () => {
    expect(await viewed(RUN)).toEqual([0, 1, 2]);
    expect(await viewed(RUN, text('r-extra'))).toEqual([2]);
    expect((await reader.digest(RUN)).headline).toBeDefined();
    const lines = await reader.previewRows(RUN, [2, 0]);
    expect(lines.map(({ id }) => id)).toEqual(['r-extra', 'r-same']);
    expect((await reader.detailRow(RUN, 1))?.prompt).toBe('Prompt of r-swapped');
    expect(ThreadWorker.living.size).toBe(1);
  });

  it('passes its columns to the worker once', async () => {
    await reader.keep(RUN);
    const posted = vi.spyOn(ThreadWorker.prototype, 'postMessage');
    await viewed(RUN);
    await reader.digest(RUN);
    const calls = posted.mock.calls.map(([message]) => JSON.stringify(message));
    posted.mockRestore();
    expect(calls.some((call) => call.includes('"hold"'))).toBe(false);
  });

  it('gives what is said with scores that are put in', async () => {
    const scores = {
      ...{ id: 'trajectory_exact_match', metricId: 'trajectory_exact_match' },
      ...{ values: Float64Array.of(1, 1, 1), outcomes: new Uint8Array(3) },
    };
    const before = await reader.digest(RUN);
    const after = await reader.putScores(RUN, scores);
    const meanOf = ({ summary }: typeof before): unknown =>
      summary.find(({ columnId }) => columnId === 'trajectory_exact_match')?.mean;
    expect([meanOf(before), meanOf(after)]).toEqual([1 / 3, 1]);
  });

  it('writes rows as a file', async () => {
    const file = await reader.writeResults(RUN, Uint32Array.of(2), 'jsonl');
    expect(JSON.parse(await file.text())).toMatchObject({ id: 'r-extra' });
  });
});

describe('reading every row', () => {
  const request = { thresholds: {}, k: 1 };

  it('tells which share is done', async () => {
    const shares: number[] = [];
    await reader.view(RUN, [text('r-')], [], { onProgress: (share) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
  });

  it.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
    ['for a text', (signal) => reader.view(RUN, [text('r-')], [], { signal })],
    ['for groups', (signal) => reader.group(RUN, { kind: 'cell', column: 'id' }, [], { signal })],
    ['for a summary', (signal) => reader.summary(RUN, request, [text('r-')], { signal })],
    ['for the table of tools', (signal) => reader.toolTable(RUN, [], { signal })],
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
    expect([...(await reader.view(RUN, [failing], [], { signal, onProgress }))]).toEqual([1, 2]);
    expect(onProgress).not.toHaveBeenCalled();
  });
});

describe('a worker that is lost', () => {
  const crashOnce = (): void => {
    const [worker] = ThreadWorker.living;
    worker?.crash();
  };

  it('is replaced, that is told, and the run is passed on again', async () => {
    await reader.keep(RUN);
    let tries = 0;
    const rows = await reader.read(RUN, (api) => {
      if (++tries > 1) return api.previewRows(RUN.rows, RUN.columns, RUN.roles, [], undefined);
      crashOnce();
      return new Promise(() => undefined);
    });
    expect(rows).toHaveLength(3);
    expect(replaced).toMatchObject([{ how: 'crashed' }]);
    expect(await viewed(RUN, text('r-same'))).toEqual([0]);
    expect(replaced).toHaveLength(1);
  });

  it('a second time fails the question', async () => {
    await reader.keep(RUN);
    const end = reader.read(RUN, () => {
      crashOnce();
      return new Promise(() => undefined);
    });
    await expect(end).rejects.toMatchObject({ name: 'WorkerLost', how: 'crashed' });
    expect(replaced).toHaveLength(1);
    expect(await viewed(RUN)).toEqual([0, 1, 2]);
  });
});

describe('a run whose rows are out of reach', () => {
  it('is told, and who asked gets to know', async () => {
    const run = goneRun();
    const end = reader.read(run, () => run.rows.slice().arrayBuffer());
    await expect(end).rejects.toMatchObject({
      name: 'SourceLost',
      message: 'The browser lost access to it.',
    });
    expect(lost).toEqual([run]);
  });

  it('is not blamed for other errors', async () => {
    const end = reader.read(RUN, () => Promise.reject(new RangeError('wrong')));
    await expect(end).rejects.toThrow('wrong');
    expect(lost).toEqual([]);
  });
});

describe('comparing', () => {
  it('pairs rows by id', async () => {
    const other = readableRun([RECORDS[2]!, RECORDS[0]!], 'other');
    const [compared] = await reader.compare(RUN, [other]);
    expect(compared).toMatchObject({ pairedBy: 'id' });
    expect([...compared!.baselineRows]).toEqual([0, 2]);
    expect([...compared!.candidateRows]).toEqual([1, 0]);
  });

  it('pairs rows by prompt and reference where one run has no ids', async () => {
    const nameless = RECORDS.map((record) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'id')),
    );
    const other = readableRun(nameless.toReversed(), 'other');
    const [compared] = await reader.compare(RUN, [other]);
    expect(compared).toMatchObject({ pairedBy: 'prompt and reference' });
    expect([...compared!.candidateRows]).toEqual([2, 1, 0]);
    // the run itself is kept as it was
    expect(await viewed(RUN, text('r-same'))).toEqual([0]);
  });

  it('shows a row of several runs side by side; a run may lack it', async () => {
    const other = readableRun([RECORDS[0]!], 'other');
    const detail = await reader.detailRuns([RUN, other], [1, -1]);
    expect(detail.beside).toBe('reference');
    expect(detail.lines.map(({ cells }) => cells.map((cell) => cell?.call?.tool))).toEqual([
      ['b', undefined],
      ['a', undefined],
      [undefined, undefined],
    ]);
  });
});
