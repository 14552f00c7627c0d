import PQueue from 'p-queue';
import { CallError, isOfAllCalls, isWorthRetrying, waitBefore } from '#core/judge/call-error.ts';
import { type Price, type Usage, Spending, type Limits } from '#core/judge/cost.ts';

/** The pace of calls. */
export interface Pace {
  /** Parallel calls. */
  readonly concurrency: number;
  /** Calls started within a minute. */
  readonly perMinute: number;
  /** Retries of a call; absent: 5. */
  readonly retries?: number | undefined;
  /** Consecutive failures that concern all calls before the run ends; absent: 10. */
  readonly stopAfter?: number | undefined;
}

const MAX_RETRIES = 5;
const STOP_AFTER = 10;
/** Successes in a row before one more parallel call is tried. */
const FASTER_AFTER = 20;
const NO_LIMITS: Limits = { calls: undefined, tokens: undefined, cost: undefined };

/** The expected and the actual use of a call. */
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

/** The run ended because every call fails for the same reason. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  readonly reason: CallError;

  constructor(reason: CallError) {
    super(reason.message);
    this.reason = reason;
  }
}

/**
 * Makes the calls of a run, of judges and agents, at a pace the provider accepts: slower on its
 * request, faster again after successes, within limits, and not at all once no call can succeed.
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
  /** Set while the provider refuses calls. */
  #resting: ReturnType<typeof setTimeout> | undefined;
  #restsUntilMs = 0;
  /** How often the pace was halved. */
  #halvings = 0;

  /** @param limits limits for all calls; the price of tokens may be unknown */
  constructor(pace: Pace, limits: Limits = NO_LIMITS, price?: Price) {
    this.#pace = pace;
    this.#spending = new Spending(limits, price);
    this.#queue = new PQueue({
      concurrency: pace.concurrency,
      intervalCap: Math.max(1, Math.round(pace.perMinute)),
      interval: 60_000,
    });
  }

  /** Aborted when the run is cancelled. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get used(): Used {
    const { calls, usage, cost } = this.#spending;
    return { calls, usage, cost };
  }

  /** Whether no more calls start. */
  get isOver(): boolean {
    return this.signal.aborted || this.#stopped !== undefined;
  }

  /** The reason why the run ended early; undefined otherwise. */
  get stopped(): CallError | undefined {
    return this.#stopped?.reason;
  }

  /** The time until which the provider refuses calls; 0 otherwise. */
  get restsUntilMs(): number {
    return this.#resting === undefined ? 0 : this.#restsUntilMs;
  }

  /** Holds back calls that have not started. */
  pause(): void {
    this.#isPaused = true;
    this.#queue.pause();
  }

  /** Ends a pause; calls start when the provider accepts them. */
  resume(): void {
    this.#isPaused = false;
    this.#goOn();
  }

  /** Cancels all calls. */
  cancel(): void {
    this.#abort.abort();
    clearTimeout(this.#resting);
    // waiting calls must see the signal
    this.#queue.start();
  }

  /**
   * Starts tasks in order, each when few calls are waiting. Resolves when all have ended; the first
   * rejection cancels the others and is thrown.
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
   * Makes a call in its turn, with retries.
   * @param call makes the call; called for each try
   * @param meter its use; without it, limits do not apply
   * @throws CallError of the last try; RunStopped once no call can succeed; AbortError when
   * cancelled
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

  /** Makes a call once, and reacts to its failure before the next one can start. */
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
   * Pauses until the provider accepts calls, then continues with half as many; halved once for all
   * calls that ran in parallel.
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

/** Waits; throws an AbortError when cancelled. */
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
