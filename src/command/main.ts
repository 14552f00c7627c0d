#!/usr/bin/env node
import process from 'node:process';
import pico from 'picocolors';
import { runCommand } from './run-command.ts';

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
// who reads has read enough: `trajectory-playground … | head`
stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 3);
});

const isForced = Boolean(env['FORCE_COLOR']);
const hasColors = !env['NO_COLOR'] && (isForced || (stdout.isTTY && env['TERM'] !== 'dumb'));
process.exitCode = await runCommand(argv.slice(2), {
  stdin: stdin as AsyncIterable<Uint8Array>,
  write: (text) =>
    new Promise((resolve) => {
      if (stdout.write(text)) resolve();
      else stdout.once('drain', () => resolve());
    }),
  tell: (line) => stderr.write(`${line}\n`),
  colors: pico.createColors(hasColors),
  isWatched: stderr.isTTY && !env['CI'],
  width: stdout.columns || 80,
  signal: aborter.signal,
});
