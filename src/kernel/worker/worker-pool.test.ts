import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ThreadWorker from '../../../tests/support/thread-worker.ts';
import { WorkerLost } from './worker-client.ts';
import { WorkerPool } from './worker-pool.ts';

let replaced: WorkerLost[];
let pool: WorkerPool;

beforeEach(() => {
  replaced = [];
  pool = new WorkerPool((lost) => replaced.push(lost), 2);
});

afterEach(() => {
  for (const worker of ThreadWorker.living) worker.terminate();
});

const lossOf = (how: WorkerLost['how']): unknown =>
  expect.objectContaining({ name: 'WorkerLost', how });

/** A task that ends when told. */
function openTask<T>(): {
  readonly run: () => Promise<T>;
  readonly end: (value: T) => void;
  readonly fail: (error: Error) => void;
  readonly begun: Promise<void>;
} {
  let onBegun: () => void = () => undefined;
  let end: (value: T) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const begun = new Promise<void>((resolve) => (onBegun = resolve));
  const done = new Promise<T>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return {
    run: () => {
      onBegun();
      return done;
    },
    end,
    fail,
    begun,
  };
}

it('runs as many tasks at once as it has workers; the others follow in their order', async () => {
  const tasks = Array.from({ length: 5 }, () => openTask<number>());
  const begun: number[] = [];
  const results = tasks.map((task, index) =>
    pool.run(() => {
      begun.push(index);
      return task.run();
    }),
  );
  await Promise.all([tasks[0]!.begun, tasks[1]!.begun]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(begun.toSorted()).toEqual([0, 1]);
  for (const [index, task] of tasks.entries()) task.end(index);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
  expect(begun.slice(2)).toEqual([2, 3, 4]);
  expect(ThreadWorker.living.size).toBe(2);
});

describe('a task whose worker is lost', () => {
  it('is done once more on a new worker, and that is told', async () => {
    let tries = 0;
    const result = await pool.run(async (api) => {
      tries++;
      await api.ping();
      if (tries > 1) return 'done';
      const [worker] = ThreadWorker.living;
      worker?.crash();
      return new Promise<never>(() => undefined);
    });
    expect(result).toBe('done');
    expect(tries).toBe(2);
    expect(replaced).toEqual([lossOf('crashed')]);
  });

  it('fails when the second worker is lost too, and its place is free again', async () => {
    let tries = 0;
    const crash = (): Promise<never> => {
      tries++;
      for (const worker of ThreadWorker.living) worker.crash();
      return new Promise(() => undefined);
    };
    await expect(pool.run(crash)).rejects.toEqual(lossOf('crashed'));
    expect(tries).toBe(2);
    expect(replaced).toHaveLength(1);
    const both = await Promise.all([1, 2].map(() => pool.run((api) => api.ping())));
    expect(both).toEqual([false, false]);
  });

  it('is not done again where no worker can be started', async () => {
    const task = vi.fn(() => Promise.reject(new WorkerLost('unloadable')));
    await expect(pool.run(task)).rejects.toEqual(lossOf('unloadable'));
    expect(task).toHaveBeenCalledOnce();
    expect(replaced).toEqual([]);
  });
});

it('passes on the error of a task, which is not done again', async () => {
  const task = vi.fn(() => Promise.reject(new RangeError('wrong')));
  await expect(pool.run(task)).rejects.toThrow('wrong');
  expect(task).toHaveBeenCalledOnce();
  expect(replaced).toEqual([]);
});

it('does a cancelled task no more, and gives its worker’s place to the next', async () => {
  const abort = new AbortController();
  const task = openTask<undefined>();
  const cancelled = pool.run(task.run, { signal: abort.signal });
  const other = openTask<string>();
  const kept = pool.run(other.run);
  await Promise.all([task.begun, other.begun]);
  const next = pool.run(() => Promise.resolve('next'));
  abort.abort();
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
  expect(await next).toBe('next');
  expect(replaced).toEqual([]);
  other.end('kept');
  expect(await kept).toBe('kept');
});

it('gives its first worker, which keeps the runs, a task when all others have one', async () => {
  const onFirst = vi.spyOn(pool.first, 'runAgain');
  const ping = () => pool.run((api) => api.ping());
  await Promise.all([ping(), ping()]);
  await ping();
  expect(onFirst).toHaveBeenCalledOnce();
});

describe('warming up', () => {
  it('runs a task on every free worker, and tasks wait for it', async () => {
    const busy = openTask<undefined>();
    const first = pool.run(busy.run);
    await busy.begun;
    let count = 0;
    const warm = openTask<undefined>();
    pool.warmUp(() => {
      count++;
      return warm.run();
    });
    await warm.begun;
    expect(count).toBe(1);
    const order: string[] = [];
    const next = pool.run(() => Promise.resolve(order.push('next')));
    order.push('warmed up');
    warm.end(undefined);
    await next;
    expect(order).toEqual(['warmed up', 'next']);
    busy.end(undefined);
    await first;
  });

  it('may fail without a word', async () => {
    pool.warmUp(() => Promise.reject(new Error('cold')));
    expect(await pool.run((api) => api.ping())).toBe(false);
    expect(replaced).toEqual([]);
  });
});
