import process from 'node:process';
import { constants, createContext, Script } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import type { SandboxJob } from '#engine/own-code/sandbox.ts';
import WRITER from '#engine/own-code/writer.js?raw';
import GLOBALS from './browser-globals.js?raw';

/** What the thread is told: the next batch. */
export interface BatchMessage {
  readonly nonce: string;
  readonly json: string;
  readonly patienceMs: number;
}

/** What it answers: texts of the program, or that it is none. */
export type ThreadMessage =
  | { readonly posted: string }
  | { readonly failed: { readonly message: string; readonly line: number } };

type Deliver = (kind: 'start' | 'batch' | 'tick', text: string) => unknown;

const TICK_MS = 5;
const FILE = 'program.js';

/**
 * Takes away the ways from a value of Node to its functions: whatever error might reach a person's
 * code, it leads to no constructor that makes code run outside of the context.
 */
function hardenThread(): void {
  const samples = [
    () => undefined,
    async () => Promise.resolve(),
    function* () {
      yield 0;
    },
    async function* () {
      yield await Promise.resolve(0);
    },
  ];
  for (const sample of samples) {
    const prototype = Object.getPrototypeOf(sample) as object;
    Object.defineProperty(prototype, 'constructor', { value: undefined });
  }
}

/** A context without a single global of Node; text in it is never evaluated. */
function bareContext() {
  return createContext(constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
  });
}

function writeProgram(job: SandboxJob): string {
  const context = bareContext();
  const before =
    'let __program = ""; let __write; const addEventListener = (_, listener) => { __write = listener; };' +
    'const postMessage = (text) => { __program = text; };';
  new Script(before).runInContext(context);
  new Script(WRITER).runInContext(context);
  const call = `__write({ data: ${JSON.stringify(job)} }); __program;`;
  return String(new Script(call).runInContext(context));
}

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

function fail(error: unknown): void {
  const { name, message, stack } = textsOf(error);
  const [, line = '0'] = /program\.js:(\d+)/.exec(stack) ?? [];
  post({ failed: { message: `Uncaught ${name}: ${message}`, line: Number(line) } });
}

/** An error of the program may be anything. */
function textsOf(error: unknown): Record<'name' | 'message' | 'stack', string> {
  const read = (key: string): string => {
    try {
      const value: unknown = (error as Record<string, unknown>)[key];
      return typeof value === 'string' ? value.slice(0, 2000) : '';
    } catch {
      return ''; // a getter of the program
    }
  };
  return { name: read('name') || 'Error', message: read('message'), stack: read('stack') };
}

function start(): void {
  hardenThread();
  const context = bareContext();
  let deliver: Deliver;
  try {
    const program = writeProgram(workerData as SandboxJob);
    deliver = new Script(`${GLOBALS}\n__deliver;`).runInContext(context) as Deliver;
    new Script(program, { filename: FILE }).runInContext(context);
  } catch (error) {
    fail(error);
    return;
  }
  const say = (kind: Parameters<Deliver>[0], text: string): void => {
    try {
      const posted = deliver(kind, text);
      if (typeof posted === 'string' && posted !== '[]') post({ posted });
    } catch (error) {
      fail(error);
    }
  };
  say('start', '');
  parentPort?.on('message', ({ nonce, json, patienceMs }: BatchMessage) => {
    say('batch', JSON.stringify({ nonce, json, patienceMs }));
  });
  // nobody waits for it: the row has its own answer
  process.on('unhandledRejection', () => undefined);
  // promises settle between two turns, and time passes
  setInterval(() => say('tick', ''), TICK_MS);
}

start();
