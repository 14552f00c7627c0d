import { parentPort, workerData } from 'node:worker_threads';
import { wrap } from 'comlink';
import nodeEndpoint, { type NodeEndpoint } from 'comlink/dist/esm/node-adapter';
import pico from 'picocolors';
import { runCommand } from '../run-command.ts';
import { CANCEL, type MainThread, type ThreadStart } from './thread-messages.ts';

async function run(port: NodeEndpoint & NonNullable<typeof parentPort>): Promise<void> {
  const { args, hasColors, isOnGitHub, isWatched, width } = workerData as ThreadStart;
  const main = wrap<MainThread>(nodeEndpoint(port));
  const aborter = new AbortController();
  port.on('message', (message: unknown) => {
    if (message === CANCEL) aborter.abort();
  });
  async function* pieces(): AsyncIterable<Uint8Array> {
    for (let piece = await main.read(); piece; piece = await main.read()) yield piece;
  }
  const exitCode = await runCommand(args, {
    stdin: pieces(),
    write: (text) => main.write(text),
    report: (line) => void main.report(line),
    progress: (text) => void main.progress(text),
    removeAtEnd: (path) => void main.removeAtEnd(path),
    colors: pico.createColors(hasColors),
    isOnGitHub,
    isWatched,
    width,
    signal: aborter.signal,
  });
  await main.end(exitCode);
}

if (parentPort) await run(parentPort);
