import { Worker } from 'node:worker_threads';
import { CustomScorer } from '#engine/own-code/custom-scorer.ts';
import {
  LONGEST_ANSWERS,
  SandboxLost,
  type OpenSandbox,
  type RunningSandbox,
  type SandboxBatch,
  type SandboxLoss,
} from '#engine/own-code/sandbox.ts';
import type { TaskRunner } from '#engine/task-runner.ts';
import type { BatchMessage, ThreadMessage } from './code-thread.ts';

/** Stands beside the command once it is built. */
const CODE = new URL('./code-thread.js', import.meta.url);

/** A metric that keeps more than this in memory is ended. */
const MOST_MEGABYTES = 256;

/**
 * Runs one program in a thread of its own: in a context without any global of Node, from which no
 * text is evaluated and no module is loaded. The thread has no environment and little memory, and is
 * ended when it hangs.
 */
class ThreadSandbox implements RunningSandbox {
  readonly #worker: Worker;
  #pending:
    { readonly nonce: string; readonly batch: SandboxBatch; readonly settle: Settle } | undefined;
  #isClosed = false;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: ThreadMessage) => this.#take(message));
    worker.on('error', () => this.#lose({ how: 'silent' }));
    worker.on('exit', () => this.#lose({ how: 'silent' }));
  }

  run(batch: SandboxBatch): Promise<readonly unknown[]> {
    if (this.#isClosed) return Promise.reject(new SandboxLost({ how: 'closed' }));
    const nonce = crypto.randomUUID();
    const { bytes, deadlineMs, patienceMs } = batch;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#lose({ how: 'silent' }), deadlineMs);
      const settle: Settle = (outcome) => {
        clearTimeout(timer);
        this.#pending = undefined;
        if (outcome instanceof SandboxLost) reject(outcome);
        else resolve(outcome);
      };
      this.#pending = { nonce, batch, settle };
      const json = new TextDecoder().decode(bytes);
      this.#worker.postMessage({ nonce, json, patienceMs } satisfies BatchMessage);
    });
  }

  close(): void {
    this.#lose({ how: 'closed' });
  }

  #take(message: ThreadMessage): void {
    const pending = this.#pending;
    if (!pending || 'failed' in message) return;
    for (const text of parseList(message.posted)) {
      if (typeof text !== 'string' || !text.startsWith(`${pending.nonce} `)) continue;
      const json = text.slice(pending.nonce.length + 1);
      if (json.length > LONGEST_ANSWERS) {
        this.#lose({ how: 'too_long' });
        return;
      }
      const said = parseAny(json);
      if (typeof said === 'number') {
        pending.batch.onRows(Math.max(0, Math.min(pending.batch.rowCount, said)));
      } else if (Array.isArray(said) && said.length === pending.batch.rowCount) {
        pending.settle(said as readonly unknown[]);
      } else this.#lose({ how: 'garbled' });
    }
  }

  #lose(loss: SandboxLoss): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    void this.#worker.terminate();
    this.#pending?.settle(new SandboxLost(loss));
  }
}

type Settle = (outcome: readonly unknown[] | SandboxLost) => void;

function parseList(json: string): readonly unknown[] {
  const value = parseAny(json);
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function parseAny(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined; // the program's fault: no answer
  }
}

/** Starts a program in a thread. */
const openThread: OpenSandbox = (job, startMs, signal) => {
  signal.throwIfAborted();
  const worker = new Worker(CODE, {
    workerData: job,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      // all at once would take Node's own away, too
      worker.removeAllListeners('message').removeAllListeners('error');
      outcome();
    };
    const fail = (error: Error): void =>
      settle(() => {
        void worker.terminate();
        reject(error);
      });
    const onAbort = (): void => fail(new DOMException('Cancelled', 'AbortError'));
    const timer = setTimeout(() => fail(new SandboxLost({ how: 'silent' })), startMs);
    signal.addEventListener('abort', onAbort);
    worker.on('error', ({ message }) => fail(new SandboxLost({ how: 'broken', message, line: 0 })));
    worker.on('message', (message: ThreadMessage) => {
      if ('failed' in message) fail(new SandboxLost({ how: 'broken', ...message.failed }));
      else if (parseList(message.posted).includes('ready'))
        settle(() => resolve(new ThreadSandbox(worker)));
      else fail(new SandboxLost({ how: 'no_function' }));
    });
  });
};

/** Gets ready to score with a person's own metrics. */
export const openOwnMetrics: TaskRunner['openOwnMetrics'] = (metrics, isTrusted, signal) =>
  Promise.resolve(new CustomScorer(metrics, isTrusted, signal, openThread));
