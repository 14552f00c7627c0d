import { CustomScorer } from '#engine/own-code/custom-scorer.ts';
import WRITER from '#engine/own-code/writer.js?raw';
import {
  LONGEST_ANSWERS,
  readFailure,
  readStart,
  SandboxLost,
  type OpenSandbox,
  type RunningSandbox,
  type SandboxBatch,
  type SandboxJob,
  type SandboxLoss,
} from '#engine/own-code/sandbox.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';
import type { IsTrusted, OwnMetricScorer } from '#engine/task-runner.ts';
import FRAME from './frame.js?raw';

/** The program reports its progress ten times a second, and a batch takes seconds. */
const MAX_MESSAGES = 500;

interface Pending {
  readonly resolve: (results: readonly unknown[]) => void;
  readonly reject: (lost: SandboxLost) => void;
  readonly nonce: string;
  readonly rowCount: number;
  readonly onRows: (done: number) => void;
}

/**
 * Runs one program in a worker of a frame that has no origin, no network and no storage: its
 * policy allows blob workers and nothing else. The frame and the worker are gone when it is closed.
 */
export class Sandbox implements RunningSandbox {
  readonly #frame: HTMLIFrameElement;
  readonly #rows: MessagePort;
  #pending: Pending | undefined;
  /** Messages since the last batch was sent. */
  #messages = 0;
  #isClosed = false;

  private constructor(frame: HTMLIFrameElement, rows: MessagePort) {
    this.#frame = frame;
    this.#rows = rows;
    rows.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.#take(data));
  }

  /**
   * Starts a program. It is written and run in workers of the frame: nothing of the code is
   * examined here.
   * @param startMs how long it may take until it waits for rows: a frame, a worker, the program's first run
   * @throws SandboxLost; AbortError
   */
  static open(
    { wasm, ...job }: SandboxJob,
    startMs: number,
    signal: AbortSignal,
  ): Promise<Sandbox> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const frame = document.createElement('iframe');
      const control = new MessageChannel();
      const rows = new MessageChannel();
      const settle = (outcome: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        control.port1.close();
        outcome();
      };
      const fail = (error: Error): void =>
        settle(() => {
          rows.port1.close();
          frame.remove();
          reject(error);
        });
      const onAbort = (): void => fail(new DOMException('Cancelled', 'AbortError'));
      const timer = setTimeout(() => fail(new SandboxLost({ how: 'silent' })), startMs);
      signal.addEventListener('abort', onAbort);
      control.port1.onmessage = ({ data }: MessageEvent<unknown>) =>
        fail(new SandboxLost(readFailure(data)));
      rows.port1.onmessage = ({ data }: MessageEvent<unknown>) => {
        rows.port1.onmessage = null;
        if (data === 'ready') settle(() => resolve(new Sandbox(frame, rows.port1)));
        else fail(new SandboxLost(readStart(data)));
      };
      frame.addEventListener('load', () => {
        frame.contentWindow?.postMessage({ writer: WRITER, job, wasm }, '*', [
          control.port2,
          rows.port2,
        ]);
      });
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.title = 'Sandbox';
      frame.hidden = true;
      frame.srcdoc = frameDocument(wasm !== undefined);
      document.body.append(frame);
    });
  }

  /**
   * Scores rows, one batch at a time: an answer for each, not checked any further.
   * @throws SandboxLost, and the sandbox is closed then
   */
  run({
    bytes,
    rowCount,
    deadlineMs,
    patienceMs,
    onRows,
  }: SandboxBatch): Promise<readonly unknown[]> {
    if (this.#isClosed) return Promise.reject(new SandboxLost({ how: 'closed' }));
    const nonce = String(crypto.getRandomValues(new Uint32Array(4)));
    this.#messages = 0;
    return new Promise<readonly unknown[]>((resolve, reject) => {
      const timer = setTimeout(() => this.#lose({ how: 'silent' }), deadlineMs);
      this.#pending = {
        nonce,
        rowCount,
        onRows,
        resolve: (results) => {
          clearTimeout(timer);
          resolve(results);
        },
        reject: (lost) => {
          clearTimeout(timer);
          reject(lost);
        },
      };
      this.#rows.postMessage({ nonce, bytes, patienceMs }, [bytes]);
    });
  }

  /** Ends the worker, whatever it is doing, and takes the frame away. */
  close(): void {
    this.#lose({ how: 'closed' });
  }

  /** Answers that are late or forged carry another nonce and are passed over. */
  #take(data: unknown): void {
    if (++this.#messages > MAX_MESSAGES) {
      this.#lose({ how: 'flooding' });
      return;
    }
    const pending = this.#pending;
    if (!pending || typeof data !== 'string' || !data.startsWith(`${pending.nonce} `)) return;
    const message = parseMessage(data.slice(pending.nonce.length + 1));
    if (typeof message === 'number')
      pending.onRows(Math.max(0, Math.min(pending.rowCount, message)));
    else if (message === 'too_long') this.#lose({ how: 'too_long' });
    else if (!Array.isArray(message) || message.length !== pending.rowCount) {
      this.#lose({ how: 'garbled' });
    } else {
      this.#pending = undefined;
      pending.resolve(message);
    }
  }

  #lose(loss: SandboxLoss): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#rows.close();
    this.#frame.remove();
    this.#pending?.reject(new SandboxLost(loss));
    this.#pending = undefined;
  }
}

/** Opens a sandbox in a frame of the page. */
export const openFrame: OpenSandbox = (job, startMs, signal) => Sandbox.open(job, startMs, signal);

/** Parses an answer of a program, unless it is too long to be parsed at once. */
function parseMessage(json: string): unknown {
  if (json.length > LONGEST_ANSWERS) return 'too_long';
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined; // the program's fault: no answer
  }
}

/** The CSP source of frame.js, which the page's own policy allows too; the build computes it. */
declare const SANDBOX_SCRIPT_SOURCE: string;

/**
 * The document of the sandboxed frame. Its policy allows its one script and blob workers, which
 * inherit it: no connection, no import, no evaluation of text. Where it runs Python, the interpreter
 * is compiled in it, and no JavaScript of a person runs there.
 */
export function frameDocument(isPython = false): string {
  const policy = [
    "default-src 'none'",
    `script-src ${SANDBOX_SCRIPT_SOURCE}${isPython ? " 'wasm-unsafe-eval'" : ''}`,
    'worker-src blob:',
    "connect-src 'none'",
  ].join('; ');
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${FRAME}</script>`;
}

/** Gets ready to score with a person's own metrics, each in a frame. */
export function scoreInFrame(
  metrics: readonly CustomMetric[],
  isTrusted: IsTrusted,
  signal: AbortSignal,
): OwnMetricScorer {
  return new CustomScorer(metrics, isTrusted, signal, openFrame);
}
