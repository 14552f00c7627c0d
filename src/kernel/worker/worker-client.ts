import type { Remote } from 'comlink';
import type { EvaluationApi } from '#workers/evaluation-api.ts';
import type { SignOfLife, WorkerFault, ReadAnswer, ReadRequest } from '#workers/to-page.ts';
import { loadWork } from '#kernel/load-work.ts';

/**
 * How a worker was lost; `freed` by the cancel of another task that it had, `unloadable` when its
 * code could not be loaded.
 */
export type Loss = 'crashed' | 'silent' | 'freed' | 'unloadable';

const LOSSES: Readonly<Record<Loss, string>> = {
  crashed: 'A worker crashed.',
  silent: 'A worker stopped responding.',
  freed: 'A worker was stopped.',
  unloadable: 'The code that scores could not be loaded. Reload the page.',
};

/** A worker that stopped before its task was done. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
  readonly how: Loss;
  /** Whether it was this task that ran out of time; others were lost with it. */
  readonly isTooSlow: boolean;

  constructor(how: Loss, isTooSlow = false) {
    super(LOSSES[how]);
    this.how = how;
    this.isTooSlow = isTooSlow;
  }
}

/** What a worker is asked to do. */
export type WorkerTask<T> = (api: Remote<EvaluationApi>) => Promise<T>;

/** Limits of one task. */
export interface TaskOptions {
  /** Cancels the task and frees the worker at once. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without an answer or a sign of life after which the worker counts as hung. */
  readonly deadlineMs?: number;
}

/** The worker's code is a separate chunk: the page paints before it has arrived. */
const loadWorker = () =>
  import('#workers/evaluation.worker.ts?worker&inline').catch(() => {
    throw new WorkerLost('unloadable');
  });

/** Milliseconds a living worker may take to signal that it is alive. */
const PING_MS = 1000;
/** A new one has to start first, perhaps on a slow machine. */
const FIRST_PING_MS = 10_000;
const DEADLINE_MS = 30_000;
/** A task that was too slow is tried once more, while others wait for it. */
const AGAIN_MS = 3000;
/** The time of the last answer of a worker that is still starting. */
const NO_ANSWER = -1;
/** A worker that has just answered is alive: slices follow each other without a question between. */
const TRUST_MS = 100;

/** A task that has not been answered. */
interface Pending {
  readonly onLost: (lost: WorkerLost) => void;
  readonly putOff: (ms?: number) => void;
}

/** One worker. It is started when first needed and replaced when it is lost or cancelled. */
export class WorkerClient {
  #worker: Worker | undefined;
  #api: Remote<EvaluationApi> | undefined;
  #release: (() => void) | undefined;
  #isProven = false;
  #answeredAtMs = NO_ANSWER;
  #ended = new AbortController();
  readonly #pending = new Set<Pending>();
  #generation = 0;
  #name = '';
  #watched: AbortSignal | undefined;
  readonly #onReplaced: (lost: WorkerLost) => void;
  /** Settled once the tasks whose worker was lost have run again, one after the other. */
  #again: Promise<unknown> | undefined;

  /** @param onReplaced called when a worker was lost and its task is done once more */
  constructor(onReplaced: (lost: WorkerLost) => void = () => undefined) {
    this.#onReplaced = onReplaced;
  }

  /** Counts replacements: what a worker held is gone when this has changed. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Runs a task.
   * @throws AbortError when cancelled, WorkerLost when the worker crashed or hangs, else the task's error
   */
  async run<T>(task: WorkerTask<T>, options: TaskOptions = {}): Promise<T> {
    options.signal?.throwIfAborted();
    // Without a lock that shows it, a worker can die unnoticed while it is idle.
    const isUnwatched = this.#pending.size === 0 && this.#watched !== this.#ended.signal;
    if (isUnwatched && performance.now() - this.#answeredAtMs > TRUST_MS) this.#isProven = false;
    if (!this.#isProven) {
      const deadlineMs = this.#answeredAtMs < 0 ? FIRST_PING_MS : PING_MS;
      const hasLock = await this.#race((api) => api.ping(), { deadlineMs, signal: options.signal });
      if (hasLock) this.#watch();
      this.#isProven = true;
    }
    return this.#race(task, options);
  }

  /**
   * Runs a task; after a lost worker it runs once more, alone: if one of several tasks was too much
   * for the worker, only that one fails then.
   * @param task starts again each time
   * @throws like {@link run}; WorkerLost when a second worker was lost too
   */
  async runAgain<T>(task: WorkerTask<T>, options?: TaskOptions): Promise<T> {
    let limits = options;
    for (let hasFailed = false; ;) {
      const before = this.#again;
      const done = before
        ? settledOrAborted(before, options?.signal).then(() => this.run(task, limits))
        : this.run(task, limits);
      if (hasFailed) {
        const again = Promise.allSettled([before, done]);
        this.#again = again;
        void again.then(() => {
          if (this.#again === again) this.#again = undefined;
        });
      }
      try {
        return await done;
      } catch (error) {
        if (!(error instanceof WorkerLost) || hasFailed || error.how === 'unloadable') throw error;
        if (error.how === 'freed') continue;
        hasFailed = true;
        if (error.isTooSlow) limits = { ...options, deadlineMs: AGAIN_MS };
        this.#onReplaced(error);
      }
    }
  }

  /**
   * Starts the worker before it is needed; a failure shows when it is.
   * @returns settled when it has been started, not when it is ready
   */
  async prepare(): Promise<void> {
    // a failure shows when it is used
    this.run((api) => api.ping()).catch(() => undefined);
    await this.#start().catch(() => undefined); // likewise
  }

  /**
   * Puts off the deadline of running tasks: the worker has shown a sign of life.
   * @param ms how long it may be silent now; each task's own limit if absent
   */
  touch(ms?: number): void {
    for (const { putOff } of this.#pending) putOff(ms);
  }

  /** Stops the worker; the next task starts a new one. */
  stop(): void {
    this.#release?.();
    this.#release = undefined;
    this.#worker?.terminate();
    this.#ended.abort();
    this.#worker = undefined;
    this.#api = undefined;
    this.#isProven = false;
    this.#answeredAtMs = NO_ANSWER;
    this.#generation++;
  }

  async #start(): Promise<Remote<EvaluationApi>> {
    const [{ default: EvaluationWorker }, work] = await Promise.all([loadWorker(), loadWork()]);
    if (this.#api) return this.#api;
    this.#name = `evaluation-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
    const worker = new EvaluationWorker({ name: this.#name });
    const ended = new AbortController();
    const fail = (event: Event): void => {
      event.preventDefault();
      this.#lose(new WorkerLost('crashed'));
    };
    worker.addEventListener('error', fail);
    worker.addEventListener('messageerror', fail);
    serveWorker(worker);
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isSignOfLife(data)) this.touch(data.silenceMs);
    });
    this.#ended = ended;
    this.#worker = worker;
    const api = work.wrap<EvaluationApi>(worker);
    this.#release = () => api[work.releaseProxy]();
    this.#api = api;
    return api;
  }

  /** A worker that ends frees its lock; nothing else shows it. */
  #watch(): void {
    const { signal } = this.#ended;
    if (this.#watched === signal) return;
    this.#watched = signal;
    void whenLockEnds(this.#name, signal).then((hasEnded) => {
      if (hasEnded && !signal.aborted) this.#lose(new WorkerLost('crashed'));
    });
  }

  #lose(lost: WorkerLost): void {
    this.stop();
    for (const { onLost } of [...this.#pending]) onLost(lost);
  }

  #race<T>(task: WorkerTask<T>, { signal, deadlineMs = DEADLINE_MS }: TaskOptions): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const timer = new SilenceTimer(() => {
        // who has a shorter limit asks whether the worker lives
        pending.onLost(new WorkerLost('silent', deadlineMs >= DEADLINE_MS));
        this.#lose(new WorkerLost('silent'));
      });
      let isSettled = false;
      const settle = (): void => {
        isSettled = true;
        timer.stop();
        this.#pending.delete(pending);
        signal?.removeEventListener('abort', onAbort);
      };
      const end = (): void => {
        if (isSettled) return;
        settle();
        // the limit of its silence was set for this task
        this.touch();
      };
      const onAbort = (): void => {
        settle();
        this.#lose(new WorkerLost('freed'));
        reject(new DOMException('Cancelled', 'AbortError'));
      };
      const pending: Pending = {
        onLost: (lost) => {
          settle();
          reject(lost);
        },
        putOff: (ms = deadlineMs) => timer.restart(ms),
      };
      this.#pending.add(pending);
      signal?.addEventListener('abort', onAbort);
      const work = async (): Promise<T> => {
        // its code may have to come over a slow network: the deadline begins after that
        const api = this.#api ?? (await this.#start());
        if (isSettled) throw new WorkerLost('freed');
        timer.restart(deadlineMs);
        return task(api);
      };
      work().then(
        (value) => {
          this.#answeredAtMs = performance.now();
          end();
          resolve(value);
        },
        (error: unknown) => {
          end();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }
}

function settledOrAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    void work.then(() => resolve());
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

function isSignOfLife(data: unknown): data is SignOfLife {
  return typeof data === 'object' && data !== null && 'silenceMs' in data;
}

/**
 * Waits until the holder of a lock releases it, or ends.
 * @returns whether the lock became free; false when the waiting was ended or locks are refused
 */
async function whenLockEnds(name: string, signal: AbortSignal): Promise<boolean> {
  try {
    await navigator.locks.request(name, { signal }, () => undefined);
    return true;
  } catch {
    return false; // ended, or the silence timer has to do
  }
}

const TICK_MS = 250;

/**
 * A deadline counted in ticks of the page's own clock. While the machine sleeps, or is too busy to
 * run the page, ticks are late too: a worker that could not run either is not blamed.
 */
export class SilenceTimer {
  readonly #onSilence: () => void;
  #interval: ReturnType<typeof setInterval> | undefined;
  #ticksLeft = 0;

  /** @param onSilence called once, when the time is over */
  constructor(onSilence: () => void) {
    this.#onSilence = onSilence;
  }

  restart(ms: number): void {
    this.#ticksLeft = Math.ceil(ms / TICK_MS);
    this.#interval ??= setInterval(() => this.#tick(), TICK_MS);
  }

  /** Ends without calling it. */
  stop(): void {
    clearInterval(this.#interval);
    this.#interval = undefined;
  }

  #tick(): void {
    if (--this.#ticksLeft > 0) return;
    this.stop();
    this.#onSilence();
  }
}

/**
 * Does for a worker what it cannot do itself: reads Blobs, see to-page.ts, and reports
 * errors that nothing in it handles, see faults.ts.
 */
export function serveWorker(worker: EventTarget): void {
  worker.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<unknown>;
    if (isReadRequest(data)) void answer(data);
    else if (isFault(data)) reportError(Object.assign(new Error(), data.fault));
  });
}

async function answer({ blobToRead, port }: ReadRequest): Promise<void> {
  try {
    const bytes = await blobToRead.arrayBuffer();
    port.postMessage(bytes satisfies ReadAnswer, [bytes]);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    port.postMessage({ name, message } satisfies ReadAnswer);
  }
}

function isReadRequest(data: unknown): data is ReadRequest {
  return typeof data === 'object' && data !== null && 'blobToRead' in data;
}

function isFault(data: unknown): data is WorkerFault {
  return typeof data === 'object' && data !== null && 'fault' in data;
}
