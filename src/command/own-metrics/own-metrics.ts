import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { CustomScorer } from '#engine/own-code/custom-scorer.ts';
import {
  LONGEST_ANSWERS,
  readFailure,
  readStart,
  SandboxLost,
  type OpenSandbox,
  type RunningSandbox,
  type SandboxBatch,
  type SandboxLoss,
} from '#engine/own-code/sandbox.ts';
import type { TaskRunner } from '#engine/task-runner.ts';
import WRITER from '#engine/own-code/writer.js?raw';
import { CouldNotRun } from '../could-not-run.ts';
import GLOBALS from './browser-globals.js?raw';
import PROCESS from './code-process.js?raw';

/** A metric that keeps more than this in memory is ended. */
const MAX_MEGABYTES = 256;

/** Node 23.5 and newer have the permission model without “experimental”, as late versions of 22 do. */
const PERMISSION = ['--permission', '--experimental-permission'].find((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/**
 * Checks that a person's code can be kept from the rest of the device.
 * @throws CouldNotRun outside of Node, which alone has what keeps it
 */
export function requireIsolation(
  versions: Readonly<NodeJS.ProcessVersions> = process.versions,
): void {
  const other = Object.entries(OTHER_RUNTIMES).find(([key]) => versions[key] !== undefined)?.[1];
  if (other === undefined && PERMISSION !== undefined) return;
  throw new CouldNotRun(
    `The code of your own metrics is kept from files and programs by Node’s permission model, which ${other ?? 'this version of Node'} does not have.`,
    'Leave --allow-code out, or run the command with Node 20.19 or newer.',
  );
}

const OTHER_RUNTIMES: Readonly<Record<string, string>> = { deno: 'Deno', bun: 'Bun' };

/** What a process answers; whatever else it sends is nothing. */
interface ProcessMessage {
  readonly posted?: unknown;
  readonly isTooLong?: unknown;
  readonly failed?: unknown;
}

/** Runs one program in a process of its own, see code-process.js; it is ended when it hangs. */
class ProcessSandbox implements RunningSandbox {
  readonly #process: ChildProcess;
  #pending:
    { readonly nonce: string; readonly batch: SandboxBatch; readonly settle: Settle } | undefined;
  #isClosed = false;

  constructor(child: ChildProcess) {
    this.#process = child;
    child.on('message', (message: ProcessMessage) => this.#take(message));
    child.on('error', () => this.#lose({ how: 'ended' }));
    child.on('exit', () => this.#lose({ how: 'ended' }));
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
      this.#process.send({ nonce, json, patienceMs });
    });
  }

  close(): void {
    this.#lose({ how: 'closed' });
  }

  #take({ posted, isTooLong }: ProcessMessage): void {
    const pending = this.#pending;
    if (!pending) return;
    if (isTooLong === true) this.#lose({ how: 'too_long' });
    for (const text of parseList(posted)) {
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
    this.#process.kill('SIGKILL');
    this.#pending?.settle(new SandboxLost(loss));
  }
}

type Settle = (outcome: readonly unknown[] | SandboxLost) => void;

function parseList(json: unknown): readonly unknown[] {
  const value = typeof json === 'string' ? parseAny(json) : undefined;
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function parseAny(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined; // the program's fault: no answer
  }
}

/** What keeps a process from all else; the network it does not before Node 25. */
export const KEPT_FROM_ALL = [
  PERMISSION ?? '',
  '--frozen-intrinsics',
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${MAX_MEGABYTES}`,
];

/** Starts a program in a process. */
export const openProcess: OpenSandbox = ({ wasm, ...job }, startMs, signal) => {
  signal.throwIfAborted();
  requireIsolation();
  const child = spawn(process.execPath, [...KEPT_FROM_ALL, '--eval', PROCESS], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      // all at once would take Node's own away, too
      for (const event of ['message', 'error', 'exit']) child.removeAllListeners(event);
      outcome();
    };
    const fail = (error: Error): void =>
      settle(() => {
        // it may have been the process that failed
        child.on('error', () => undefined).kill('SIGKILL');
        reject(error);
      });
    const onAbort = (): void => fail(new DOMException('Cancelled', 'AbortError'));
    const timer = setTimeout(() => fail(new SandboxLost({ how: 'silent' })), startMs);
    signal.addEventListener('abort', onAbort);
    child.on('error', () => fail(new SandboxLost({ how: 'ended' })));
    child.on('exit', () => fail(new SandboxLost({ how: 'ended' })));
    child.on('message', ({ failed, posted }: ProcessMessage) => {
      const said = parseList(posted);
      if (failed) fail(new SandboxLost(readFailure(failed)));
      else if (said.includes('ready')) settle(() => resolve(new ProcessSandbox(child)));
      else fail(new SandboxLost(readStart(said[0])));
    });
    const packed = wasm && Buffer.from(wasm).toString('base64');
    child.send({ writer: WRITER, globals: GLOBALS, job, wasm: packed });
  });
};

/** Gets ready to score with a person's own metrics. */
export const openOwnMetrics: TaskRunner['openOwnMetrics'] = (metrics, isTrusted, signal) =>
  Promise.resolve(new CustomScorer(metrics, isTrusted, signal, openProcess));
