import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CouldNotRun } from './could-not-run.ts';

/**
 * Writes a file piece by piece.
 * @param path where to; a file that is there is replaced
 * @param pieces what is in it
 * @throws CouldNotRun when it cannot be written
 */
export async function writeFile(
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await pipeline(pieces, createWriteStream(path), { signal });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (signal.aborted || error instanceof CouldNotRun || code === undefined) throw error;
    throw new CouldNotRun(
      `${path} cannot be written: ${WHY[code] ?? message}`,
      'Name a file in a folder that is there and that you may write to.',
    );
  }
}

/**
 * Writes to a stream, waiting while a pipe is full.
 * @returns a function that gives false once nobody reads any more, as after `… | head`: the command
 *   may go on, and ends with its own exit code; it throws CouldNotRun when a text cannot be written
 */
export function writerTo(stream: Writable): (text: string) => Promise<boolean> {
  let isRead = true;
  return (text) =>
    new Promise((resolve, reject) => {
      if (!isRead) {
        resolve(false);
        return;
      }
      stream.write(text, (error) => {
        isRead = !error;
        const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
        if (!error || CLOSED.has(code)) resolve(isRead);
        else reject(new CouldNotRun(`The output cannot be written: ${WHY[code] ?? error.message}`));
      });
    });
}

/** What a write to a pipe without a reader ends with. */
const CLOSED = new Set(['EPIPE', 'EOF', 'ERR_STREAM_DESTROYED']);

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there.',
  EACCES: 'you may not write there.',
  EISDIR: 'it is a folder.',
  ENOSPC: 'the disk is full.',
};
