#!/usr/bin/env node
import process from 'node:process';
import pico from 'picocolors';
import { runCommand } from './run-command.ts';
import { writerTo } from './write-file.ts';

const { argv, env, stdin, stdout, stderr } = process;
const aborter = new AbortController();
/** Ends what goes on; a second signal ends the process at once, as usual. */
function cancel(): void {
  aborter.abort();
  // nothing more is waited for
  stdin.destroy();
}
process.once('SIGINT', cancel);
process.once('SIGTERM', cancel);
// each write is told of its own error; without a listener one would end the process, with a code of its own
for (const stream of [stdout, stderr]) stream.on('error', () => undefined);

const isForced = Boolean(env['FORCE_COLOR']);
const hasColors = !env['NO_COLOR'] && (isForced || (stdout.isTTY && env['TERM'] !== 'dumb'));
process.exitCode = await runCommand(argv.slice(2), {
  stdin: stdin as AsyncIterable<Uint8Array>,
  write: writerTo(stdout),
  tell: (line) => stderr.write(`${line}\n`),
  colors: pico.createColors(hasColors),
  isWatched: stderr.isTTY && !env['CI'],
  width: stdout.columns || 80,
  signal: aborter.signal,
});
