import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '#core/judge/call-error.ts';
import { RunStopped, Scheduler, type Pace } from './scheduler.ts';

const USUAL: Pace = { concurrency: 4, perMinute: 60_000 };

beforeEach(() => {
  vi.useFakeTimers();
  // no jitter
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A call under way, to be ended. */
interface OpenCall {
  readonly resolve: (value: number) => void;
  readonly reject: (error: CallError) => void;
}

/** Calls that end when the test says so. */
class Calls {
  /** Numbers of the calls begun, in order; a call that is tried again is there again. */
  readonly begun: number[] = [];
  readonly #open = new Map<number, OpenCall>();
  mostAtOnce = 0;

  /** Makes the call of this number. */
  readonly make = (number: number) => (): Promise<number> => {
    this.begun.push(number);
    return new Promise((resolve, reject) => {
      this.#open.set(number, { resolve, reject });
      this.mostAtOnce = Math.max(this.mostAtOnce, this.#open.size);
    });
  };

  get open(): readonly number[] {
    return [...this.#open.keys()];
  }

  async succeed(...numbers: readonly number[]): Promise<void> {
    for (const number of numbers) this.#take(number).resolve(number);
    await settle();
  }

  async fail(number: number, ...error: ConstructorParameters<typeof CallError>): Promise<void> {
    this.#take(number).reject(new CallError(...error));
    await settle();
  }

  #take(number: number): OpenCall {
    const call = this.#open.get(number);
    if (!call) throw new Error(`call ${String(number)} is not under way`);
    this.#open.delete(number);
    return call;
  }
}

/** Lets everything happen that waits for no time. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

function start(count: number, pace: Partial<Pace> = {}) {
  const scheduler = new Scheduler({ ...USUAL, ...pace });
  const calls = new Calls();
  const results = Array.from({ length: count }, (_, number) => {
    const result = scheduler.run(calls.make(number));
    result.catch(() => undefined);
    return result;
  });
  return { scheduler, calls, results };
}

it('has no more calls under way than set, and as many while some are left', async () => {
  const { calls, results } = start(20);
  await settle();
  for (let number = 0; number < 16; number++) {
    expect(calls.open).toHaveLength(4);
    await calls.succeed(number);
  }
  expect(calls.open).toEqual([16, 17, 18, 19]);
  await calls.succeed(16, 17, 18, 19);
  expect(await Promise.all(results)).toEqual(Array.from({ length: 20 }, (_, number) => number));
  expect(calls.mostAtOnce).toBe(4);
  expect(calls.begun).toEqual(Array.from({ length: 20 }, (_, number) => number));
});

it('begins no more calls a minute than set', async () => {
  const { calls } = start(9, { perMinute: 3, concurrency: 8 });
  await settle();
  expect(calls.begun).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(calls.begun).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(2000);
  expect(calls.begun).toHaveLength(6);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.open).toHaveLength(8);
});

describe('tasks', () => {
  /** Runs so many tasks of one call each. */
  function startTasks(count: number) {
    const scheduler = new Scheduler(USUAL);
    const calls = new Calls();
    const started: number[] = [];
    const tasks = (async function* () {
      for (let number = 0; number < count; number++) {
        await Promise.resolve();
        yield async () => {
          started.push(number);
          await scheduler.run(calls.make(number));
        };
      }
    })();
    let outcome: unknown = 'under way';
    void scheduler.runAll(tasks).then(
      () => (outcome = 'done'),
      (error: unknown) => (outcome = error),
    );
    return { scheduler, calls, started, outcome: () => outcome };
  }

  it('start only when few calls wait, and all end', async () => {
    const { calls, started, outcome } = startTasks(20);
    await settle();
    // four under way and eight that wait
    expect(started).toHaveLength(12);
    await calls.succeed(0);
    expect(started).toHaveLength(13);
    for (let number = 1; number < 20; number++) await calls.succeed(number);
    expect(outcome()).toBe('done');
  });

  it('are cancelled by one that fails of what is no call, and settled when all have ended', async () => {
    const { calls, scheduler, started, outcome } = startTasks(20);
    await settle();
    await calls.fail(0, 'blocked', 'not this row');
    expect(scheduler.isOver).toBe(true);
    expect(started).toHaveLength(12);
    expect(outcome()).toBe('under way');
    // the fifth had begun before the task had failed
    await calls.succeed(1, 2, 3, 4);
    expect(outcome()).toMatchObject({ failure: 'blocked', message: 'not this row' });
    expect(calls.begun).toHaveLength(5);
  });

  it('begin no more once they are cancelled, also when paused', async () => {
    const { calls, scheduler, started, outcome } = startTasks(20);
    await settle();
    scheduler.pause();
    scheduler.cancel();
    await calls.succeed(0, 1, 2, 3);
    expect(started).toHaveLength(12);
    expect(outcome()).toMatchObject({ name: 'AbortError' });
  });
});

it('begins no call past a limit, and sets what a call may take aside before', async () => {
  const limits = { calls: undefined, tokens: 25, cost: undefined };
  const scheduler = new Scheduler(USUAL, limits);
  const calls = new Calls();
  const meter = { expected: { input: 5, output: 5 }, usedBy: () => ({ input: 5, output: 10 }) };
  const results = [0, 1, 2].map((number) => scheduler.run(calls.make(number), meter));
  await expect(results[2]).rejects.toMatchObject({ failure: 'budget' });
  await calls.succeed(0, 1);
  expect(scheduler.used).toEqual({ calls: 2, usage: { input: 10, output: 20 }, cost: undefined });
  await expect(scheduler.run(calls.make(3), meter)).rejects.toMatchObject({ failure: 'budget' });
  expect(calls.begun).toEqual([0, 1]);
});

it('begins nothing while it is paused; what is under way goes on', async () => {
  const { calls, scheduler, results } = start(10);
  await settle();
  scheduler.pause();
  await calls.succeed(0, 1, 2, 3);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls.begun).toHaveLength(4);
  expect(await results[3]).toBe(3);
  scheduler.resume();
  await settle();
  expect(calls.open).toEqual([4, 5, 6, 7]);
});

it('begins nothing once it is ended, and tells those that wait, also when paused', async () => {
  const { calls, scheduler, results } = start(10);
  await settle();
  scheduler.pause();
  scheduler.cancel();
  await calls.succeed(0, 1, 2, 3);
  await expect(results[9]).rejects.toMatchObject({ name: 'AbortError' });
  expect(calls.begun).toHaveLength(4);
});

it.each(['rate_limited', 'timeout', 'network_or_cors', 'server'] as const)(
  'tries a call again after “%s”, at most five times',
  async (failure) => {
    const { calls, results } = start(1);
    await settle();
    for (let tries = 1; tries <= 5; tries++) {
      expect(calls.begun).toHaveLength(tries);
      await calls.fail(0, failure, 'not now', 100);
      expect(calls.open).toEqual([]);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(calls.begun).toHaveLength(6);
    await calls.fail(0, failure, 'never');
    await expect(results[0]).rejects.toMatchObject({ failure, message: 'never' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(calls.begun).toHaveLength(6);
  },
);

it.each(['auth', 'rejected', 'blocked', 'truncated', 'unparseable', 'budget'] as const)(
  'does not try a call again after “%s”',
  async (failure) => {
    const { calls, results } = start(1);
    await settle();
    await calls.fail(0, failure);
    await expect(results[0]).rejects.toMatchObject({ failure });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(calls.begun).toEqual([0]);
  },
);

it('ends a wait when the run is ended', async () => {
  const { calls, scheduler, results } = start(1);
  await settle();
  await calls.fail(0, 'server', '', 60_000);
  scheduler.cancel();
  await expect(results[0]).rejects.toMatchObject({ name: 'AbortError' });
  expect(vi.getTimerCount()).toBe(0);
});

it.each(['rate_limited', 'server'] as const)(
  'halves its calls at a time when “%s” asks for fewer, and begins none meanwhile',
  async (failure) => {
    const { calls, scheduler } = start(20, { concurrency: 8 });
    await settle();
    expect(scheduler.restsUntilMs).toBe(0);
    await calls.fail(0, failure, '', 3000);
    expect(scheduler.restsUntilMs).toBeGreaterThan(0);
    await calls.succeed(1, 2, 3);
    await vi.advanceTimersByTimeAsync(2999);
    expect(calls.begun).toHaveLength(8);
    await calls.succeed(4, 5, 6, 7);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.open).toHaveLength(4);
  },
);

it('halves once for a burst of refusals, and again only for a call begun since', async () => {
  const { calls } = start(40, { concurrency: 8 });
  await settle();
  for (let number = 0; number < 8; number++) {
    await calls.fail(number, 'rate_limited', '', 1000);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls.open).toHaveLength(4);
  await calls.fail(calls.open[0] ?? -1, 'rate_limited', '', 1000);
  await calls.succeed(...calls.open);
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls.open).toHaveLength(2);
});

it('rests for the longest time that a provider asks for', async () => {
  const { calls } = start(20);
  await settle();
  await calls.fail(0, 'rate_limited', '', 5000);
  await calls.fail(1, 'rate_limited', '', 100);
  await calls.succeed(2, 3);
  await vi.advanceTimersByTimeAsync(4999);
  expect(calls.begun).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls.begun.length).toBeGreaterThan(4);
});

it('begins nothing when it is resumed before the time that the provider asked for', async () => {
  const { calls, scheduler } = start(20);
  await settle();
  await calls.fail(0, 'rate_limited', '', 5000);
  await calls.succeed(1, 2, 3);
  scheduler.pause();
  await vi.advanceTimersByTimeAsync(1000);
  scheduler.resume();
  await vi.advanceTimersByTimeAsync(3999);
  expect(calls.begun).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls.begun.length).toBeGreaterThan(4);
});

it('speeds up by one call after twenty successes, never above what is set', async () => {
  const { calls } = start(90, { concurrency: 2 });
  await settle();
  await calls.fail(0, 'rate_limited', '', 10);
  await calls.succeed(1);
  await vi.advanceTimersByTimeAsync(10);
  const atOnce: number[] = [];
  for (let done = 0; done < 60; done++) {
    atOnce.push(calls.open.length);
    await calls.succeed(calls.open[0] ?? -1);
  }
  // one of the twenty had ended before
  expect(atOnce.indexOf(2)).toBe(19);
  expect(Math.max(...atOnce)).toBe(2);
});

it('stays paused when a rest ends that the provider asked for', async () => {
  const { calls, scheduler } = start(4, { concurrency: 1 });
  await settle();
  await calls.fail(0, 'rate_limited', '', 1000);
  scheduler.pause();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls.begun).toEqual([0]);
  scheduler.resume();
  await settle();
  expect(calls.begun).toHaveLength(2);
});

it('stops the run after failures in a row that concern all calls', async () => {
  const { calls, results } = start(20, { concurrency: 1, stopAfter: 3 });
  await settle();
  await calls.fail(0, 'auth', 'no');
  await calls.fail(1, 'auth', 'no');
  // another failure is none of all calls: it counts anew
  await calls.fail(2, 'blocked');
  await calls.fail(3, 'auth', 'no');
  await calls.fail(4, 'rejected', 'no');
  await calls.fail(5, 'auth', 'the last');
  await expect(results[5]).rejects.toBeInstanceOf(RunStopped);
  await expect(results[19]).rejects.toMatchObject({
    name: 'RunStopped',
    reason: { failure: 'auth', message: 'the last' },
  });
  expect(calls.begun).toHaveLength(6);
});

it('throws what is no failure of a call as it is', async () => {
  const result = new Scheduler(USUAL).run(() =>
    Promise.reject(new RangeError('a mistake of ours')),
  );
  await expect(result).rejects.toBeInstanceOf(RangeError);
});
