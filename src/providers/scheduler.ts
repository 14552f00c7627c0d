import PQueue from 'p-queue';
import { CallError, isOfAllCalls, isWorthRetrying, waitBefore } from '#core/judge/call-error.ts';
import type { Price, Usage } from '#core/judge/estimate-cost.ts';
import { Spending, type Limits } from '#core/judge/spending.ts';

/** How fast calls may follow each other. */
export interface Pace {
  /** Calls that go on at the same time. */
  readonly concurrency: number;
  /** Calls begun within a minute. */
  readonly perMinute: number;
  /** How often a call is tried again; 5 where it is absent. */
  readonly retries?: number | undefined;
  /** So many failures in a row that concern all calls end the run; 10 where it is absent. */
  readonly stopAfter?: number | undefined;
}

const MAX_RETRIES = 5;
const STOP_AFTER = 10;
/** So many successes in a row speed up by one call. */
const FASTER_AFTER = 20;
const NO_LIMITS: Limits = { calls: undefined, tokens: undefined, cost: undefined };

/** What a call probably uses, and what it has used. */
export interface Metered<T> {
  readonly expected: Usage;
  usedBy(value: T): Usage;
}

/** What calls have used. */
export interface Used {
  readonly calls: number;
  readonly usage: Usage;
  readonly cost: number | undefined;
}

/** The run was ended because every call fails for the same reason. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  readonly reason: CallError;

  constructor(reason: CallError) {
    super(reason.message);
    this.reason = reason;
  }
}

/**
 * Makes the calls of one run, of judges and agents alike, at a pace the provider bears: slower when
 * it asks for fewer, faster again when all is well, within limits, and not at all once nothing can
 * succeed.
 */
export class Scheduler {
  readonly #queue: PQueue;
  readonly #pace: Pace;
  readonly #spending: Spending;
  readonly #abort = new AbortController();
  #successes = 0;
  #failuresInARow = 0;
  #stopped: RunStopped | undefined;
  #isPaused = false;
  /** Set while the provider wants no calls. */
  #resting: ReturnType<typeof setTimeout> | undefined;
  #restsUntilMs = 0;
  /** Counts how often the pace was halved. */
  #halvings = 0;

  /** @param limits what all calls may use at most; the price of tokens may not be known */
  constructor(pace: Pace, limits: Limits = NO_LIMITS, price?: Price) {
    this.#pace = pace;
    this.#spending = new Spending(limits, price);
    this.#queue = new PQueue({
      concurrency: pace.concurrency,
      intervalCap: Math.max(1, Math.round(pace.perMinute)),
      interval: 60_000,
    });
  }

  /** Aborted once the run is cancelled. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get used(): Used {
    const { calls, usage, cost } = this.#spending;
    return { calls, usage, cost };
  }

  /** Whether no more calls begin. */
  get isOver(): boolean {
    return this.signal.aborted || this.#stopped !== undefined;
  }

  /** Why the run ended before its time; undefined when it did not. */
  get stopped(): CallError | undefined {
    return this.#stopped?.reason;
  }

  /** Until when no call begins because the provider wants fewer, by the page's clock; 0 where calls go on. */
  get restsUntilMs(): number {
    return this.#resting === undefined ? 0 : this.#restsUntilMs;
  }

  /** Holds back calls that have not begun. */
  pause(): void {
    this.#isPaused = true;
    this.#queue.pause();
  }

  /** Goes on after a pause, as soon as the provider wants calls. */
  resume(): void {
    this.#isPaused = false;
    this.#goOn();
  }

  /** Ends every call. */
  cancel(): void {
    this.#abort.abort();
    clearTimeout(this.#resting);
    // calls that wait have to learn of it
    this.#queue.start();
  }

  /**
   * Starts tasks in their order, each as soon as so few calls wait that more should be added.
   * Settled once no task is under way: the first that rejects cancels the others, and is thrown.
   */
  async runAll(tasks: AsyncIterable<() => Promise<void>>): Promise<void> {
    const failures: unknown[] = [];
    const fail = (error: unknown): void => {
      failures.push(error);
      this.cancel();
    };
    const running: Promise<void>[] = [];
    try {
      for await (const task of tasks) {
        await this.#queue.onSizeLessThan(this.#pace.concurrency * 2);
        if (this.isOver) break;
        running.push(task().catch(fail));
      }
    } catch (error) {
      fail(error);
    }
    await Promise.all(running);
    if (failures.length > 0) throw failures[0];
  }

  /**
   * Makes a call when it is its turn, and again when that may help.
   * @param call makes the call; begun again for each try
   * @param meter what it uses; without it the limits do not concern it
   * @throws CallError of the last try; RunStopped once no call can succeed; AbortError when ended
   */
  async run<T>(call: () => Promise<T>, meter?: Metered<T>): Promise<T> {
    const { retries = MAX_RETRIES } = this.#pace;
    for (let attempt = 1; ; attempt++) {
      const result = await this.#queue.add(() => this.#attempt(call, meter, attempt));
      if ('value' in result) return result.value;
      const { error, waitMs } = result;
      if (!isWorthRetrying(error.failure) || attempt > retries) throw error;
      await sleep(waitMs, this.signal);
    }
  }

  /** Makes a call once. What follows from its failure is done before the next call can begin. */
  async #attempt<T>(call: () => Promise<T>, meter: Metered<T> | undefined, attempt: number) {
    this.signal.throwIfAborted();
    if (this.#stopped) throw this.#stopped;
    const halvings = this.#halvings;
    try {
      const value = await this.#metered(call, meter);
      this.#succeed();
      return { value };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const waitMs = waitBefore(attempt, error.retryAfterMs, Math.random());
      this.#fail(error);
      const asksForFewer = error.failure === 'rate_limited' || error.retryAfterMs !== undefined;
      if (asksForFewer && isWorthRetrying(error.failure)) this.#slowDown(waitMs, halvings);
      return { error, waitMs };
    }
  }

  async #metered<T>(call: () => Promise<T>, meter: Metered<T> | undefined): Promise<T> {
    if (!meter) return call();
    if (!this.#spending.begin(meter.expected)) throw new CallError('budget');
    let used: Usage | undefined;
    try {
      const value = await call();
      used = meter.usedBy(value);
      return value;
    } finally {
      this.#spending.end(meter.expected, used);
    }
  }

  #succeed(): void {
    this.#failuresInARow = 0;
    if (++this.#successes % FASTER_AFTER !== 0) return;
    this.#queue.concurrency = Math.min(this.#pace.concurrency, this.#queue.concurrency + 1);
  }

  #fail(error: CallError): void {
    this.#successes = 0;
    this.#failuresInARow = isOfAllCalls(error.failure) ? this.#failuresInARow + 1 : 0;
    if (this.#failuresInARow < (this.#pace.stopAfter ?? STOP_AFTER)) return;
    this.#stopped ??= new RunStopped(error);
    this.#queue.start();
    throw this.#stopped;
  }

  /**
   * No call begins until the provider wants more, and then half as many go on at a time: halved
   * once for all the calls that were under way together.
   */
  #slowDown(waitMs: number, halvings: number): void {
    if (halvings === this.#halvings) {
      this.#halvings++;
      this.#queue.concurrency = Math.max(1, Math.floor(this.#queue.concurrency / 2));
    }
    this.#queue.pause();
    const untilMs = performance.now() + waitMs;
    if (untilMs <= this.#restsUntilMs) return;
    this.#restsUntilMs = untilMs;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      this.#goOn();
    }, waitMs);
  }

  #goOn(): void {
    if (!this.#isPaused && this.#resting === undefined) this.#queue.start();
  }
}

/** Waits; throws an AbortError when ended. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(new DOMException('Cancelled', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
