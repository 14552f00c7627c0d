import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { promises } from 'node:stream';
import type { ReadingChoices } from '#core/read/choices/reading-choices.ts';
import { CouldNotRun } from '../could-not-run.ts';
import { STDIN, type Terminal } from '../subcommand.ts';
import { FileBlob } from './file-blob.ts';
import type { TemporaryFolder } from './temporary-folder.ts';

/** What was named on the command line, ready to be read. */
export interface Input {
  readonly blob: Blob;
  /** The file's name, by which some formats are told; empty for standard input. */
  readonly name: string;
  /** What a person knows it as. */
  readonly title: string;
  /** How it is read, where there is a choice; absent: as usual. */
  readonly reading?: ReadingChoices;
}

/**
 * Opens a file, or standard input. That is kept in a temporary file: it is read in several places
 * side by side, and may be longer than there is memory.
 * @param path a path, or `-`
 * @param folder for standard input
 * @throws CouldNotRun when it cannot be read
 */
export async function openInput(
  path: string,
  terminal: Terminal,
  folder: TemporaryFolder,
): Promise<Input> {
  if (path !== STDIN) return { blob: openFile(path), name: basename(path), title: basename(path) };
  const kept = folder.newFile();
  await keep(terminal, kept);
  return { blob: FileBlob.open(kept), name: '', title: 'standard input' };
}

/**
 * Opens a file.
 * @throws CouldNotRun when it cannot be read
 */
export function openFile(path: string): FileBlob {
  try {
    return FileBlob.open(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const [why, wayOn] = WHY[code] ?? [`cannot be read: ${message}.`, ''];
    throw new CouldNotRun(`${path} ${why}`, wayOn);
  }
}

const WHY: Readonly<Record<string, readonly [why: string, wayOn: string]>> = {
  ENOENT: ['is not there.', 'Check the path; it is read from the folder you are in.'],
  EACCES: [
    'may not be read.',
    'Change its permissions, or pipe it in: … | trajectory-playground score -',
  ],
  EISDIR: ['is a folder.', 'Name its files: the shell writes them out for you, as in logs/*.jsonl'],
};

/** A file that is not open yet when its folder is removed is no error of its own: the pipeline ends. */
async function keep({ stdin, signal }: Terminal, path: string): Promise<void> {
  await promises.pipeline(stdin, createWriteStream(path), { signal });
}
