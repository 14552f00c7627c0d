import { createWriteStream } from 'node:fs';
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

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there.',
  EACCES: 'you may not write there.',
  EISDIR: 'it is a folder.',
  ENOSPC: 'the disk is full.',
};
