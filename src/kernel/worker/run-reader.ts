import { loadWork } from '#kernel/load-work.ts';
import type { PackedColumns } from '#core/score/columns/pack-columns.ts';
import type { RunQuestions } from '#workers/evaluation-api.ts';
import type { HeldRuns } from '#workers/held-run.ts';
import type { RowSource } from '#workers/read-rows.ts';
import type { FileToOpen, OpenedRun } from '#workers/open-file.ts';
import type { ReadableRun, RunHolder } from './run-holder.ts';
import { readSource, SourceLost } from '#engine/source-lost.ts';
import type { TaskOptions, WorkerClient, WorkerTask } from './worker-client.ts';

/** What a question about runs is asked with; what it needs of the runs, the worker has. */
export type RunInput<Name extends keyof RunQuestions> = RunQuestions[Name] extends (
  runs: HeldRuns,
  ...rest: infer Rest
) => unknown
  ? Rest[0]
  : never;
/** The answer to a question about runs. */
export type RunAnswer<Name extends keyof RunQuestions> = Awaited<ReturnType<RunQuestions[Name]>>;

/** How an answer that reads every row is followed and stopped. */
export interface Reading {
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of rows read, in [0,1]. */
  readonly onProgress?: (share: number) => void;
}

/** Asks about runs that are open, in the one worker that keeps them. */
export class RunReader {
  readonly #client: WorkerClient;
  #holder: RunHolder | undefined;
  /** Settled once what was handed over is there: questions that follow wait for it. */
  #handedOver: Promise<void> = Promise.resolve();
  readonly #onSourceLost: (run: ReadableRun) => void;

  /**
   * @param client the first of the pool: it may have other tasks too, and be ended with one of them
   * @param onSourceLost called when a run's rows cannot be read any more; who asked for them gets SourceLost
   */
  constructor(client: WorkerClient, onSourceLost: (run: ReadableRun) => void) {
    this.#client = client;
    this.#onSourceLost = onSourceLost;
  }

  /** Starts the worker before it is needed. */
  prepare(): Promise<void> {
    return this.#client.prepare();
  }

  /** Has the worker keep a run that it will be asked about. */
  keep(run: ReadableRun): Promise<void> {
    return this.#withHeld([run], () => Promise.resolve());
  }

  /**
   * Has a file opened; the rows that are scored at once are kept.
   * @param key the run's key, not used before for anything else
   * @param options limits; the signal ends the worker at once
   */
  open(key: string, file: FileToOpen, options: TaskOptions): Promise<OpenedRun> {
    return this.#client.runAgain(async (api) => {
      const holder = await this.#loadHolder();
      return holder.open(api, this.#client.generation, key, file);
    }, options);
  }

  /**
   * Hands over rows of a run that is being read, in their order, see `RunHolder`. Their memory is gone
   * then; a failure reaches those who ask about the run.
   */
  handOver(
    key: string,
    from: number,
    piece: PackedColumns,
    source: RowSource,
    share: number,
  ): void {
    const client = this.#client;
    this.#handedOver = this.#handedOver
      .then(() =>
        client.run(async (api) => {
          const holder = await this.#loadHolder();
          await holder.handOver(api, client.generation, key, from, piece, source, share);
        }),
      )
      .catch(() => undefined); // the error reaches those who ask about the run
  }

  /**
   * Asks one of the questions of workers/questions.ts.
   * @param reading follows and stops it between reads: the worker continues to keep its runs
   * @throws AbortError when stopped; SourceLost; WorkerLost when a second worker was lost too
   */
  async ask<Name extends keyof RunQuestions>(
    asked: ReadableRun | readonly ReadableRun[],
    name: Name,
    input: RunInput<Name>,
    { signal, onProgress }: Reading = {},
  ): Promise<RunAnswer<Name>> {
    const runs = 'key' in asked ? [asked] : asked;
    const keys = runs.map(({ key }) => key);
    const isFollowed = signal !== undefined || onProgress !== undefined;
    // a worker that asks waits for it: what it throws ends the work there
    // eslint-disable-next-line @typescript-eslint/require-await
    const follow = async (share: number): Promise<void> => {
      this.#client.touch();
      signal?.throwIfAborted();
      onProgress?.(share);
    };
    try {
      return (await readSource(() =>
        this.#withHeld(runs, async (api) => {
          const { proxy } = await loadWork();
          return api.ask(name, keys, input, isFollowed ? proxy(follow) : undefined);
        }),
      )) as RunAnswer<Name>;
    } catch (error) {
      const [run, ...others] = runs;
      if (error instanceof SourceLost && run && others.length === 0) this.#onSourceLost(run);
      throw error;
    }
  }

  #withHeld<T>(runs: readonly ReadableRun[], task: WorkerTask<T>): Promise<T> {
    return this.#client.runAgain(async (api) => {
      await this.#handedOver;
      const holder = await this.#loadHolder();
      for (const run of runs) await holder.hold(api, this.#client.generation, run);
      return task(api);
    });
  }

  async #loadHolder(): Promise<RunHolder> {
    const { RunHolder } = await loadWork();
    this.#holder ??= new RunHolder();
    return this.#holder;
  }
}
