import pico from 'picocolors';
import { runCommand } from '#command/run-command.ts';

/** What a command wrote, and how it ended. */
export interface Ran {
  readonly exitCode: number;
  readonly out: string;
  readonly told: string;
}

/**
 * Runs the command in the test's own thread.
 * @param args what follows its name
 * @param stdin what is piped in
 * @param signal aborted as by Ctrl-C
 * @param isOnGitHub whether GitHub's runner reads along
 */
export async function runInTest(
  args: readonly string[],
  stdin = '',
  signal = new AbortController().signal,
  isOnGitHub = false,
): Promise<Ran> {
  let [out, told] = ['', ''];
  const exitCode = await runCommand(args, {
    stdin: piecesOf(stdin),
    write: (text) => {
      out += text;
      return Promise.resolve(true);
    },
    report: (line) => (told += `${line}\n`),
    progress: () => undefined,
    removeAtEnd: () => undefined,
    colors: pico.createColors(false),
    isOnGitHub,
    isWatched: false,
    width: 80,
    signal,
  });
  return { exitCode, out, told };
}

async function* piecesOf(text: string): AsyncIterable<Uint8Array> {
  await Promise.resolve();
  yield new TextEncoder().encode(text);
}
