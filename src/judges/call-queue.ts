import PQueue from 'p-queue';
import { CallError, isOfAllCalls, isWorthRetrying, waitBefore } from '#core/judging/call-error.ts';

/** How fast calls may follow each other. */
export interface Pace {
  /** Calls that go on at the same time. */
  readonly concurrency: number;
  /** Calls begun within a minute. */
  readonly perMinute: number;
  /** How often a call is tried again; 5 unless told. */
  readonly retries?: number | undefined;
  /** So many failures in a row that concern all calls end the run; 10 unless told. */
  readonly stopAfter?: number | undefined;
}

const MOST_RETRIES = 5;
const STOP_AFTER = 10;
/** So many successes in a row speed up by one call. */
const FASTER_AFTER = 20;

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
 * Makes calls at a pace the provider bears: slower when it asks for fewer, faster again when all
 * is well, and not at all once nothing can succeed.
 */
export class CallQueue {
  readonly #queue: PQueue;
  readonly #pace: Pace;
  readonly #signal: AbortSignal;
  #successes = 0;
  #failuresInARow = 0;
  #stopped: RunStopped | undefined;
  #isPaused = false;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /**
   * Makes a queue.
   * @param pace its pace
   * @param signal ends every call
   */
  constructor(pace: Pace, signal: AbortSignal) {
    this.#pace = pace;
    this.#signal = signal;
    this.#queue = new PQueue({
      concurrency: pace.concurrency,
      intervalCap: Math.max(1, Math.round(pace.perMinute)),
      interval: 60_000,
    });
    // what waits has to learn of it
    signal.addEventListener('abort', () => this.#queue.start(), { once: true });
  }

  /** Waits until so few calls wait that more should be added. */
  room(): Promise<void> {
    return this.#queue.onSizeLessThan(this.#pace.concurrency * 2);
  }

  /** Holds back calls that have not begun. */
  pause(): void {
    this.#isPaused = true;
    this.#queue.pause();
  }

  /** Goes on after a pause. */
  resume(): void {
    this.#isPaused = false;
    this.#queue.start();
  }

  /**
   * Makes a call when it is its turn, and again when that may help.
   * @param call makes the call; begun anew for each try
   * @returns what it gives
   * @throws CallError of the last try; RunStopped once no call can succeed; AbortError when ended
   */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const { retries = MOST_RETRIES } = this.#pace;
    for (let attempt = 1; ; attempt++) {
      try {
        const value = await this.#queue.add(() => this.#begin(call));
        this.#succeed();
        return value;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        this.#fail(error);
        if (!isWorthRetrying(error.failure) || attempt > retries) throw error;
        const waitMs = waitBefore(attempt, error.retryAfterMs, Math.random());
        if (error.failure === 'rate_limited') this.#slowDown(waitMs);
        await sleep(waitMs, this.#signal);
      }
    }
  }

  #begin<T>(call: () => Promise<T>): Promise<T> {
    this.#signal.throwIfAborted();
    if (this.#stopped) throw this.#stopped;
    return call();
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

  /** Half as many calls at a time, and none until the provider wants more. */
  #slowDown(waitMs: number): void {
    this.#queue.concurrency = Math.max(1, Math.floor(this.#queue.concurrency / 2));
    this.#queue.pause();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      if (!this.#isPaused) this.#queue.start();
    }, waitMs);
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
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
