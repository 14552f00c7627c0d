import type { CustomMetric } from '#core/score/metric/settings.ts';
import type { ParquetReading } from '#workers/parquet/read-parquet.ts';
import type { FileQuestions } from '#workers/evaluation-api.ts';
import { readSource } from '#engine/source-lost.ts';
import { loadWork } from '#kernel/load-work.ts';
import type { IsTrusted, OwnMetricScorer, TaskRunner } from '#engine/task-runner.ts';
import {
  WorkerClient,
  type WorkerLost,
  type TaskOptions,
  type WorkerTask,
} from './worker-client.ts';

/** What a question about files is asked with. */
export type FileInput<Name extends keyof FileQuestions> = Parameters<FileQuestions[Name]>[0];
/** The answer to a question about files. */
export type FileAnswer<Name extends keyof FileQuestions> = Awaited<ReturnType<FileQuestions[Name]>>;
/** What the worker reports while it works out an answer: a share, or a part of the answer. */
type Reported<Name extends keyof FileQuestions> = FileQuestions[Name] extends (
  input: never,
  onProgress: infer Callback,
) => unknown
  ? Callback extends (value: infer Value) => unknown
    ? Value
    : never
  : never;

/** Limits of one answer, and who follows it. */
export interface AskOptions<Value> extends TaskOptions {
  /** Called with what the worker reports, which waits for it; `touch` puts off the deadline. */
  readonly onProgress?: ((value: Value, touch: () => void) => unknown) | undefined;
}

/** The most workers used, whatever the machine has. */
const MAX_WORKERS = 4;

/** Several workers that take tasks as they become free. A task whose worker is lost is done once more. */
export class WorkerPool implements TaskRunner {
  /** Keeps the open runs besides, see run-reader.ts: it gets tasks when all others have some. */
  readonly first: WorkerClient;
  readonly #free: WorkerClient[];
  readonly #waiting: ((client: WorkerClient) => void)[] = [];
  /** How many workers there are. */
  readonly size: number;

  constructor(
    onReplaced: (lost: WorkerLost) => void,
    size = Math.min(Math.max(1, navigator.hardwareConcurrency), MAX_WORKERS),
  ) {
    this.size = size;
    this.first = new WorkerClient(onReplaced);
    const others = Array.from({ length: size - 1 }, () => new WorkerClient(onReplaced));
    this.#free = [this.first, ...others];
  }

  /**
   * Asks one of the questions of workers/questions.ts.
   * @param options limits; the signal ends the worker at once
   * @throws AbortError when cancelled; SourceLost; WorkerLost when a second worker was lost too
   */
  async ask<Name extends keyof FileQuestions>(
    name: Name,
    input: FileInput<Name>,
    { onProgress, ...limits }: AskOptions<Reported<Name>> = {},
  ): Promise<FileAnswer<Name>> {
    const answer = await readSource(() =>
      this.run(async (api, client) => {
        const { proxy } = await loadWork();
        const touch = (): void => client.touch();
        const follow = async (value: Reported<Name>): Promise<void> => {
          touch();
          await onProgress?.(value, touch);
        };
        return api.ask(name, undefined, input, onProgress && proxy(follow));
      }, limits),
    );
    return answer as FileAnswer<Name>;
  }

  async readParquet(file: Blob, signal: AbortSignal): Promise<ParquetReading> {
    const { readParquet } = await loadWork();
    return readParquet(file, signal);
  }

  async openOwnMetrics(
    metrics: readonly CustomMetric[],
    isTrusted: IsTrusted,
    signal: AbortSignal,
  ): Promise<OwnMetricScorer> {
    const { scoreInFrame } = await import('#kernel/sandbox/frame-sandbox.ts');
    return scoreInFrame(metrics, isTrusted, signal);
  }

  /**
   * Runs a task on the next free worker.
   * @param task receives the worker's API and the client, whose deadline it may put off
   * @throws AbortError when cancelled, WorkerLost when a second worker was lost too
   */
  async run<T>(
    task: (api: Parameters<WorkerTask<T>>[0], client: WorkerClient) => Promise<T>,
    options: TaskOptions = {},
  ): Promise<T> {
    const client = await this.#take();
    try {
      return await client.runAgain((api) => task(api, client), options);
    } finally {
      this.#give(client);
    }
  }

  /**
   * Runs a task on every worker that is free, so that its code is compiled before it is needed.
   * @param task receives the worker's API; its result or failure does not matter
   */
  warmUp(task: WorkerTask<unknown>): void {
    for (const client of this.#free.splice(0)) {
      client
        .run(task)
        .catch(() => undefined) // a failure shows when it is used
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
    else if (client === this.first) this.#free.unshift(client);
    else this.#free.push(client);
  }
}
