#!/usr/bin/env node
import { rmSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter';
import yoctoSpinner from 'yocto-spinner';
import { EXIT, reportError } from './could-not-run.ts';
import { withoutCommands } from './printable.ts';
import { CANCEL, type MainThread, type ThreadStart } from './threads/thread-messages.ts';
import { writerTo } from './write-file.ts';

/*
 * The command runs in a thread. This one reads and writes for it and stays idle, so that a signal
 * ends the command at any time, and temporary files are removed.
 */
const { argv, env, stdin, stdout, stderr } = process;
const isForced = Boolean(env['FORCE_COLOR']);
const start: ThreadStart = {
  args: argv.slice(2),
  hasColors: !env['NO_COLOR'] && (isForced || (stdout.isTTY && env['TERM'] !== 'dumb')),
  isOnGitHub: env['GITHUB_ACTIONS'] === 'true',
  isWatched: stderr.isTTY && !env['CI'],
  width: stdout.columns || 80,
};
const thread = new Worker(new URL('./command-thread.js', import.meta.url), {
  workerData: start,
  // a stream closes its file itself
  trackUnmanagedFds: false,
});
const temporary = new Set<string>();
// writes report their own errors; without a listener one would end the process with a wrong code
for (const stream of [stdout, stderr]) stream.on('error', () => undefined);

/** How long the command may take to end by itself, and its thread to be ended. */
const END_MS = 1000;
/** Shorter work shows no progress. */
const SHOWN_AFTER_MS = 300;

function showProgress(): MainThread['progress'] {
  const spinner = yoctoSpinner({ handleSignals: false });
  let shown = '';
  let timer: NodeJS.Timeout | undefined;
  return (text) => {
    shown = text;
    if (text === '') {
      clearTimeout(timer);
      timer = undefined;
      spinner.stop();
    } else if (spinner.isSpinning) spinner.text = text;
    else timer ??= setTimeout(() => spinner.start(shown), SHOWN_AFTER_MS);
  };
}

let pieces: AsyncIterator<Uint8Array, undefined> | undefined;
const progress = showProgress();
const report = (line: string): void => void stderr.write(`${line}\n`);
const api: MainThread = {
  write: writerTo(stdout),
  report,
  progress,
  read: async () => {
    pieces ??= (stdin as AsyncIterable<Uint8Array, undefined>)[Symbol.asyncIterator]();
    const piece: IteratorResult<Uint8Array, undefined> = await pieces.next();
    return piece.value;
  },
  removeAtEnd: (path) => void temporary.add(path),
  end: (exitCode) => void end(exitCode),
};
expose(api, nodeEndpoint(thread));
thread.on('error', (error) => {
  reportError(error, ({ text }) => report(start.isOnGitHub ? withoutCommands(text) : text));
  void end(EXIT.couldNotRun);
});

function cleanUp(): void {
  progress('');
  stdin.destroy();
  for (const path of temporary) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

async function end(exitCode: number): Promise<void> {
  process.exitCode = exitCode;
  await thread.terminate();
  cleanUp();
}

let isCancelled = false;
async function cancel(signal: NodeJS.Signals): Promise<void> {
  if (!isCancelled) {
    isCancelled = true;
    thread.postMessage(CANCEL);
    // stop waiting for input
    stdin.destroy();
    await wait(END_MS, undefined, { ref: false });
  }
  const hasEnded = await Promise.race([thread.terminate().then(() => true), wait(END_MS, false)]);
  cleanUp();
  if (hasEnded) process.exit(EXIT.cancelled);
  // a thread blocked in a system call would delay the end
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void cancel(signal));
