import {
  accessSync,
  chmodSync,
  constants,
  createWriteStream,
  existsSync,
  fstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isFolder, listFolder } from '#command/input/open-input.ts';
import { CouldNotRun } from './could-not-run.ts';
import { STDIN, type NamedFiles, type Terminal } from './subcommand.ts';

/** The content of a file, in pieces. */
export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Writes a file completely or not at all: to a temporary file beside it, which is then renamed. An
 * existing file keeps its mode, a link is followed, a pipe or device is written directly. Throws
 * CouldNotRun when it cannot be written; the old content is then kept.
 */
export async function writeFile(
  path: string,
  pieces: Pieces,
  { signal, removeAtEnd }: Pick<Terminal, 'signal' | 'removeAtEnd'>,
): Promise<void> {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (/^\/(dev|proc)\//.test(path) || (found && !found.isFile())) {
      await pipeline(pieces, createWriteStream(path), { signal });
      return;
    }
    if (found) accessSync(path, constants.W_OK);
    const target = followLinks(path);
    const beside = join(dirname(target), `.trajectory-playground-${crypto.randomUUID()}.tmp`);
    removeAtEnd(beside);
    try {
      // opened at once: an abandoned stream would open it after it was removed
      const fd = openSync(beside, 'wx');
      // flushed, because some disks report that they are full only then
      const file = createWriteStream(beside, { fd, flush: true });
      await pipeline(pieces, file, { signal });
      if (found) chmodSync(beside, found.mode);
      renameSync(beside, target);
    } finally {
      rmSync(beside, { force: true });
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (signal.aborted || error instanceof CouldNotRun || code === undefined) throw error;
    throw new CouldNotRun(
      `${path} cannot be written: ${WHY[code] ?? message}`,
      'Name a file in an existing folder that you may write to.',
    );
  }
}

/** The file that a path leads to, existing or not. */
function followLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  let link: string;
  try {
    link = readlinkSync(path);
  } catch {
    return path; // no link, and not there yet
  }
  return followLinks(resolve(dirname(path), link));
}

/**
 * Writes to a stream, waiting while a pipe is full; false once it has no reader, as after `… |
 * head`, and the command may continue. Throws CouldNotRun when a text cannot be written.
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

/** Errors of writing to a pipe without a reader. */
const CLOSED = new Set(['EPIPE', 'EOF', 'ERR_STREAM_DESTROYED']);

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist.',
  EACCES: 'you may not write there.',
  EISDIR: 'it is a folder.',
  ENOSPC: 'the disk is full.',
  EFBIG: 'files may not be that large there.',
};

/**
 * Throws CouldNotRun where a file is both read and written, or written twice, by any names, and where
 * standard input is read twice.
 */
export function checkFiles({ reads, writes }: NamedFiles): void {
  if (reads.filter((path) => path === STDIN).length > 1)
    throw new CouldNotRun(
      'Standard input is named twice, and can be read once.',
      'Name a file for one of them.',
    );
  const read = new Map<string, string>();
  for (const path of reads.flatMap(filesAt)) {
    const id = path !== undefined && identityOf(path === STDIN ? 0 : path);
    if (id) read.set(id, path === STDIN ? 'standard input' : path);
  }
  const refuseRead = (id: string | undefined, name: string): void => {
    const input = read.get(id ?? '');
    if (input === undefined) return;
    throw new CouldNotRun(
      input === name
        ? `${name} is read, and cannot be written at the same time.`
        : `${name} is the same file as ${input}, which is read.`,
      'Name another file to write.',
    );
  };
  refuseRead(identityOf(1), 'standard output');
  const written = new Set<string>();
  for (const path of writes) {
    const id = path !== undefined ? (identityOf(path) ?? placeOf(path)) : undefined;
    if (path === undefined || id === undefined) continue;
    refuseRead(id, path);
    if (written.has(id))
      throw new CouldNotRun(
        `${path} would be written twice, and one would replace the other.`,
        'Name another file for one of them.',
      );
    written.add(id);
  }
}

/** The files of a folder, or the file itself. */
function filesAt(path: string | undefined): readonly (string | undefined)[] {
  if (path === undefined || !isFolder(path)) return [path];
  try {
    return listFolder(path).files;
  } catch {
    return []; // reading it reports the error
  }
}

/** Identifies an existing file by whatever name; undefined for terminals and the like. */
function identityOf(path: string | number): string | undefined {
  try {
    const isOpen = typeof path === 'number';
    const stats = isOpen ? fstatSync(path, { bigint: true }) : statSync(path, { bigint: true });
    const isShared = isOpen ? !stats.isFile() : stats.isCharacterDevice();
    return isShared ? undefined : `${stats.dev} ${stats.ino}`;
  } catch {
    return undefined; // reading or writing it reports the error
  }
}

/** Identifies a file that does not exist yet. */
function placeOf(path: string): string | undefined {
  const folder = existsSync(path) ? undefined : identityOf(dirname(path));
  return folder && `${folder} ${basename(path)}`;
}
