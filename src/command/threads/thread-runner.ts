import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { wrap } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter';
import { OWN_THREAD } from '#package/own-thread.ts';
import type { AskLimits, ScoringQuestions, TaskRunner } from '#engine/task-runner.ts';
import { openOwnMetrics } from '../own-metrics/own-metrics.ts';
import { sendInput, type ScoreThread } from './thread-messages.ts';

/** More threads would wait for the disk. */
const MAX_THREADS = 8;

/** Questions about slices, which go to threads; the few others stay in the caller's thread. */
const SLICED: readonly (keyof ScoringQuestions)[] = ['scoreLines', 'scoreRecords'];

/** Scores slices of files in as many threads as there are cores. */
export class ThreadRunner implements TaskRunner {
  readonly size: number;
  readonly #threads: Thread[] = [];

  constructor(size = Math.min(availableParallelism(), MAX_THREADS)) {
    this.size = size;
  }

  async ask<Name extends keyof ScoringQuestions>(
    name: Name,
    input: Parameters<ScoringQuestions[Name]>[0],
    limits?: AskLimits,
  ): Promise<Awaited<ReturnType<ScoringQuestions[Name]>>> {
    if (!SLICED.includes(name)) return OWN_THREAD.ask(name, input, limits);
    limits?.signal?.throwIfAborted();
    const thread = this.#leastBusy();
    return (await thread.ask(name, input)) as Awaited<ReturnType<ScoringQuestions[Name]>>;
  }

  readonly openOwnMetrics = openOwnMetrics;

  readParquet(file: Blob, signal: AbortSignal) {
    return OWN_THREAD.readParquet(file, signal);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.end()));
  }

  #leastBusy(): Thread {
    const idle = this.#threads.find(({ waiting }) => waiting === 0);
    if (idle) return idle;
    if (this.#threads.length < this.size) {
      const started = new Thread();
      this.#threads.push(started);
      return started;
    }
    return this.#threads.reduce((least, one) => (one.waiting < least.waiting ? one : least));
  }
}

/** Built beside the command. */
const CODE = new URL('./worker.js', import.meta.url);

class Thread {
  readonly #worker = new Worker(CODE);
  readonly #api = wrap<ScoreThread>(nodeEndpoint(this.#worker));
  readonly #lost: Promise<never>;
  /** The number of open questions. */
  waiting = 0;

  constructor() {
    this.#lost = new Promise((_, reject) => {
      this.#worker.on('error', reject);
      this.#worker.on('exit', () => reject(new Error('A thread ended before it was done.')));
    });
    // the rejection reaches the caller through each question
    this.#lost.catch(() => undefined);
  }

  async ask(name: keyof ScoringQuestions, input: unknown): Promise<unknown> {
    this.waiting++;
    try {
      const answered = this.#api.ask(name, sendInput(input));
      return (await Promise.race([answered, this.#lost])).value;
    } finally {
      this.waiting--;
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
