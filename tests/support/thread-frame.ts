import { Worker, type MessagePort as ThreadPort } from 'node:worker_threads';
import { vi } from 'vitest';
import type { SandboxJob } from '#engine/own-code/sandbox.ts';
import { writeProgram } from './write-program.ts';

/**
 * Sandboxed frames that live in threads of Node instead of a browser: a frame's program runs, can
 * hang and is ended, but is not isolated. Only a browser shows what a frame may not reach.
 */
const open = new Set<ThreadFrame>();

/** The number of open frames. */
export function countFrames(): number {
  return open.size;
}

/** Starts a thread that runs the program like a classic worker in a browser. */
const BOOT = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { runInThisContext } = require('node:vm');
  globalThis.self = globalThis;
  globalThis.close = () => process.exit();
  const listeners = [];
  globalThis.addEventListener = (type, listener) => type === 'message' && listeners.push(listener);
  parentPort.once('message', ({ port, wasm }) => {
    for (const listener of listeners)
      listener(new MessageEvent('message', { data: wasm, ports: [port] }));
  });
  process.on('unhandledRejection', () => undefined);
  runInThisContext(workerData, { filename: 'blob:null/program' });
`;

/** A message to a frame. */
interface Sent {
  readonly writer: string;
  readonly job: SandboxJob;
  readonly wasm: SandboxJob['wasm'];
}

class ThreadFrame {
  #worker: Worker | undefined;

  postMessage(
    { writer, job, wasm }: Sent,
    _to: string,
    [control, rows]: readonly MessagePort[],
  ): void {
    const program = writeProgram(job, writer);
    const worker = new Worker(BOOT, { eval: true, workerData: program, stderr: true });
    this.#worker = worker;
    worker.on('error', (error) => {
      const [, line = '0'] = /blob:null\/program:(\d+)/.exec(error.stack ?? '') ?? [];
      const message = `Uncaught ${error.name}: ${error.message}`;
      control?.postMessage({ message, line: Number(line) });
    });
    const port = rows as unknown as ThreadPort;
    worker.postMessage({ port, wasm }, [port]);
  }

  end(): void {
    open.delete(this);
    void this.#worker?.terminate();
  }
}

/** Stands in for an element; its load event fires once it is in the page. */
function frameElement(): EventTarget {
  const frame = new ThreadFrame();
  const element = Object.assign(new EventTarget(), {
    contentWindow: frame,
    setAttribute: () => undefined,
    remove: () => frame.end(),
    begin: () => {
      open.add(frame);
      // a frame that was removed before it loaded gets no event
      setTimeout(() => open.has(frame) && element.dispatchEvent(new Event('load')));
    },
  });
  return element;
}

/** Replaces frames by threads; for `beforeEach`, which later calls the returned function. */
export function useThreadFrames(): () => void {
  const append = (element: { begin: () => void }): void => element.begin();
  if (typeof document === 'undefined') {
    vi.stubGlobal('document', { createElement: frameElement, body: { append } });
    return endFrames;
  }
  const { body } = document;
  const createElement = document.createElement.bind(document) as (name: string) => HTMLElement;
  const appendNode = body.append.bind(body);
  vi.spyOn(document, 'createElement').mockImplementation(((name: string) =>
    name === 'iframe' ? frameElement() : createElement(name)) as never);
  vi.spyOn(body, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (typeof node === 'object' && 'begin' in node) append(node as never);
      else appendNode(node);
    }
  });
  return endFrames;
}

function endFrames(): void {
  for (const frame of open) frame.end();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}
