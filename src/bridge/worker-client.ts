import { releaseProxy, wrap, type Remote } from 'comlink';
import type { EvaluationApi } from '#workers/evaluation.worker.ts';

/** How a worker was lost; `freed` by the cancel of another task that it had. */
export type Loss = 'crashed' | 'silent' | 'freed';

const LOSSES: Readonly<Record<Loss, string>> = {
  crashed: 'A worker crashed.',
  silent: 'A worker stopped answering.',
  freed: 'A worker was stopped with another task.',
};

/** A worker that stopped before its task was done. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
  readonly how: Loss;

  constructor(how: Loss) {
    super(LOSSES[how]);
    this.how = how;
  }
}

/** What a worker is asked to do. */
export type WorkerTask<T> = (api: Remote<EvaluationApi>) => Promise<T>;

/** Limits of one task. */
export interface TaskOptions {
  /** Cancels the task and frees the worker at once. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without an answer after which the worker counts as hung. */
  readonly deadlineMs?: number;
}

/** The worker's code is a chunk of its own: the page paints before it has arrived. */
const loadWorker = () => import('#workers/evaluation.worker.ts?worker&inline');

/** Milliseconds a living worker may take to say that it lives. */
const PING_MS = 1000;
/** A new one has to start first, perhaps on a slow machine. */
const FIRST_PING_MS = 10_000;
const DEADLINE_MS = 30_000;
/** A worker that has just answered is alive: slices follow each other without a question between. */
const TRUST_MS = 100;

/** One worker. It is started when first needed and replaced when it is lost or cancelled. */
export class WorkerClient {
  #worker: Worker | undefined;
  #api: Remote<EvaluationApi> | undefined;
  #isProven = false;
  #answeredAtMs = 0;
  readonly #pending = new Set<(lost: WorkerLost) => void>();
  #generation = 0;

  /** Counts replacements: what a worker held is gone when this has changed. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Runs a task.
   * @param task receives the worker's API
   * @param options limits
   * @returns the task's result
   * @throws AbortError when cancelled, WorkerLost when the worker crashed or hangs, else the task's error
   */
  async run<T>(task: WorkerTask<T>, options: TaskOptions = {}): Promise<T> {
    options.signal?.throwIfAborted();
    // A worker can die while it has nothing to do, and nobody is told.
    const isIdle = this.#pending.size === 0;
    if (isIdle && performance.now() - this.#answeredAtMs > TRUST_MS) this.#isProven = false;
    if (!this.#isProven) {
      const deadlineMs = this.#worker ? PING_MS : FIRST_PING_MS;
      await this.#race((api) => api.ping(), { deadlineMs, signal: options.signal });
      this.#isProven = true;
    }
    return this.#race(task, options);
  }

  /**
   * Starts the worker before it is needed; a failure shows when it is.
   * @returns settled when it has been started, not when it is ready
   */
  async prepare(): Promise<void> {
    this.run((api) => api.ping()).catch(() => undefined);
    await this.#start().catch(() => undefined);
  }

  /** Puts off the deadline of running tasks: the worker has shown a sign of life. */
  touch: () => void = () => undefined;

  /** Stops the worker; the next task starts a new one. */
  stop(): void {
    this.#api?.[releaseProxy]();
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#api = undefined;
    this.#isProven = false;
    this.#generation++;
  }

  async #start(): Promise<Remote<EvaluationApi>> {
    const { default: EvaluationWorker } = await loadWorker();
    if (this.#api) return this.#api;
    const worker = new EvaluationWorker({ name: 'evaluation' });
    const fail = (event: Event): void => {
      event.preventDefault();
      this.#lose(new WorkerLost('crashed'));
    };
    worker.addEventListener('error', fail);
    worker.addEventListener('messageerror', fail);
    this.#worker = worker;
    this.#api = wrap<EvaluationApi>(worker);
    return this.#api;
  }

  #lose(lost: WorkerLost): void {
    this.stop();
    for (const reject of [...this.#pending]) reject(lost);
  }

  #race<T>(task: WorkerTask<T>, { signal, deadlineMs = DEADLINE_MS }: TaskOptions): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isSettled = false;
      const settle = (): void => {
        isSettled = true;
        clearTimeout(timer);
        this.#pending.delete(onLost);
        signal?.removeEventListener('abort', onAbort);
      };
      const onLost = (lost: WorkerLost): void => {
        settle();
        reject(lost);
      };
      const onAbort = (): void => {
        settle();
        this.#lose(new WorkerLost('freed'));
        reject(new DOMException('Cancelled', 'AbortError'));
      };
      const putOff = (): void => {
        if (isSettled) return;
        clearTimeout(timer);
        timer = setTimeout(() => this.#lose(new WorkerLost('silent')), deadlineMs);
      };
      this.#pending.add(onLost);
      signal?.addEventListener('abort', onAbort);
      const work = async (): Promise<T> => {
        // its code may have to come over a slow network: the deadline begins after that
        const api = await this.#start();
        if (isSettled) throw new WorkerLost('freed');
        this.touch = putOff;
        putOff();
        return task(api);
      };
      work().then(
        (value) => {
          this.#answeredAtMs = performance.now();
          settle();
          resolve(value);
        },
        (error: unknown) => {
          settle();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }
}
