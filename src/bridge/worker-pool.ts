import { WorkerClient, WorkerLost, type TaskOptions, type WorkerTask } from './worker-client.ts';

/** The most workers used, whatever the machine has. */
const MOST_WORKERS = 4;

/** Several workers that take tasks as they become free. A task whose worker is lost is done once more. */
export class WorkerPool {
  readonly #free: WorkerClient[];
  readonly #waiting: ((client: WorkerClient) => void)[] = [];
  readonly #onReplaced: (lost: WorkerLost) => void;
  /** How many workers there are. */
  readonly size: number;

  /**
   * @param onReplaced told when a lost worker is replaced
   * @param size how many workers
   */
  constructor(
    onReplaced: (lost: WorkerLost) => void,
    size = Math.min(Math.max(1, navigator.hardwareConcurrency), MOST_WORKERS),
  ) {
    this.size = size;
    this.#onReplaced = onReplaced;
    this.#free = Array.from({ length: size }, () => new WorkerClient());
  }

  /** Starts the worker that takes the first task, while the page does something else. */
  async prepare(): Promise<void> {
    await this.#free.at(-1)?.prepare();
  }

  /**
   * Runs a task on the next free worker.
   * @param task receives the worker's API and the client, whose deadline it may put off
   * @param options limits
   * @returns the task's result
   * @throws AbortError when cancelled, WorkerLost when a second worker was lost too
   */
  async run<T>(
    task: (api: Parameters<WorkerTask<T>>[0], client: WorkerClient) => Promise<T>,
    options: TaskOptions = {},
  ): Promise<T> {
    const client = await this.#take();
    const once = (): Promise<T> => client.run((api) => task(api, client), options);
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof WorkerLost) || error.how === 'unloadable') throw error;
      this.#onReplaced(error);
      return await once();
    } finally {
      this.#give(client);
    }
  }

  /**
   * Runs a task on every worker that is free, so that its code is compiled before it is needed.
   * @param task receives the worker's API; what it gives or throws does not matter
   */
  warmUp(task: WorkerTask<unknown>): void {
    for (const client of this.#free.splice(0)) {
      client
        .run(task)
        .catch(() => undefined)
        .finally(() => this.#give(client));
    }
  }

  #take(): Promise<WorkerClient> {
    const client = this.#free.pop();
    return client ? Promise.resolve(client) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  #give(client: WorkerClient): void {
    const next = this.#waiting.shift();
    if (next) next(client);
    else this.#free.push(client);
  }
}
