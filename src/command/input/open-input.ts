import {
  constants,
  createWriteStream,
  fstatSync,
  openSync,
  readFileSync,
  statSync,
  type Stats,
  readdirSync,
  realpathSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { devNull } from 'node:os';
import { basename, dirname, relative, resolve, sep, join } from 'node:path';
import { promises } from 'node:stream';
import { isatty } from 'node:tty';
import type { ReadingChoices } from '#core/read/choices/reading-choices.ts';
import { countOf } from '#core/base/text/sentence.ts';
import { packFiles, type NamedFile, isLeftOut } from '#engine/file-set.ts';
import type { RowKeeper } from '#engine/part-gatherer.ts';
import { CouldNotRun } from '#command/could-not-run.ts';
import { say } from '#command/printable.ts';
import { STDIN, type Terminal } from '#command/subcommand.ts';
import { FileBlob, JoinedBlob } from './file-blob.ts';
import { whyNotKept, type TemporaryFolder } from './temporary-folder.ts';

/** An opened input of the command line. */
export interface Input {
  /** Stores rows that are too large for memory. */
  readonly keepRows: () => RowKeeper;
  readonly blob: Blob;
  readonly name: string;
  readonly title: string;
  /** Choices for reading it; absent: the defaults. */
  readonly reading?: ReadingChoices;
}

/**
 * Opens a file, `-` or another pipe; or a folder or several files as one dataset. `folder` stores
 * input of pipes, and rows. Throws CouldNotRun when it cannot be read.
 */
export async function openInput(
  paths: string | readonly string[],
  terminal: Terminal,
  folder: TemporaryFolder,
): Promise<Input> {
  const named = typeof paths === 'string' ? [paths] : paths;
  const [only = STDIN] = named;
  if (named.length === 1 && !isFolder(only)) return openOne(only, terminal, folder);
  const parts: NamedFile[] = [];
  const hidden: NamedFile[] = [];
  const links: string[] = [];
  for (const path of named) {
    const listing = isFolder(path) ? opening(path, () => listFolder(path)) : undefined;
    for (const file of listing?.files ?? [path]) {
      const { blob } = await openOne(file, terminal, folder);
      parts.push({ name: isStdin(file) ? 'standard input' : file, blob });
    }
    for (const name of listing?.leftOut ?? []) hidden.push({ name, blob: new Blob() });
    links.push(...(listing?.links ?? []));
  }
  if (links.length > 0)
    terminal.report(
      say`${countOf(links.length, 'link')} to other folders not followed: ${links.slice(0, 4).join(', ')}.`,
    );
  if (parts.length === 0)
    throw new CouldNotRun(
      `${named.join(', ')}: no file to read.`,
      'Hidden files, node_modules and links out of a folder are left out.',
    );
  const root = named.length === 1 ? resolve(only) : commonFolder(parts.map(({ name }) => name));
  const files = [...parts, ...hidden].map(({ name, blob }) => ({
    name: isStdin(name) ? name : relative(root, name).split(sep).join('/'),
    blob,
  }));
  const blob = packFiles(files, (all) => new JoinedBlob(all));
  const title = named.length === 1 ? basename(root) : countOf(parts.length, 'file');
  return { blob, name: '', title, keepRows: () => folder.keepRows() };
}

/** The innermost folder with all files. */
function commonFolder(paths: readonly string[]): string {
  const folders = paths.map((path) => dirname(resolve(path)).split(sep));
  const [first = []] = folders;
  const depth = first.findIndex((name, at) => folders.some((folder) => folder[at] !== name));
  return (depth < 0 ? first : first.slice(0, depth)).join(sep) || sep;
}

/**
 * Opens a file, standard input or another pipe. Piped input is stored in a temporary file: it is
 * read in parallel, and may exceed memory.
 */
async function openOne(path: string, terminal: Terminal, folder: TemporaryFolder): Promise<Input> {
  const title = isStdin(path) ? 'standard input' : basename(path);
  const keepRows = (): RowKeeper => folder.keepRows();
  const stream = opening(path, () => openPipe(path, terminal));
  if (!stream) return { blob: openFile(path), name: title, title, keepRows };
  const kept = folder.newFile();
  try {
    await promises.pipeline(stream, createWriteStream(kept), { signal: terminal.signal });
  } catch (error) {
    throw whyNotKept(error);
  }
  return { blob: FileBlob.open(kept), name: isStdin(path) ? '' : title, title, keepRows };
}

/**
 * Reads a short text: a config, a metric set.
 * @throws the system's error; CouldNotRun for anything but a file or pipe
 */
export async function readText(path: string, terminal: Terminal): Promise<string> {
  const stream = openPipe(path, terminal);
  if (!stream) return readFileSync(path, 'utf8');
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** Whether a path is a regular file, which can be read anywhere and again. */
export function isFile(path: string): boolean {
  return !isStdin(path) && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? true);
}

const STDIN_NAMES = [STDIN, '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'];

function isStdin(path: string): boolean {
  return STDIN_NAMES.includes(path);
}

/** Opens a pipe; undefined for a file. Throws CouldNotRun for a device. */
function openPipe(path: string, { stdin }: Terminal): AsyncIterable<Uint8Array> | undefined {
  if (isStdin(path)) {
    checkEnd(fstatSync(0), 'Standard input', isatty(0));
    return stdin;
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isFile() || stats.isDirectory()) return undefined;
  checkEnd(stats, path);
  if (!stats.isFIFO()) return undefined;
  // without this flag, opening a pipe without a writer would block
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

/** Refuses input that may never end, such as `/dev/zero`. A terminal ends by Ctrl-D. */
function checkEnd(stats: Stats, name: string, isTerminal = false): void {
  const isDevice = stats.isCharacterDevice() || stats.isBlockDevice();
  if (!isDevice || isTerminal || stats.rdev === statSync(devNull).rdev) return;
  throw new CouldNotRun(`${name} is a device, which may have no end.`, 'Name a file or a pipe.');
}

/** Opens a file; throws CouldNotRun when it cannot be read. */
export function openFile(path: string): FileBlob {
  return opening(path, () => FileBlob.open(path));
}

function opening<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof CouldNotRun) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    const [why, hint] = WHY[code] ?? [`cannot be read: ${message}.`, ''];
    throw new CouldNotRun(`${path} ${why}`, hint);
  }
}

const WHY: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  ENOENT: ['does not exist.', 'Check the path; it is relative to the current folder.'],
  EACCES: [
    'may not be read.',
    'Change its permissions, or pipe it in: … | trajectory-playground score -',
  ],
  EISDIR: ['is a folder.', 'Name a file in it.'],
};

/** What is in a folder. */
interface FolderListing {
  /** The paths of its files, beginning with the named folder. */
  readonly files: readonly string[];
  /** Its hidden files and folders, and `node_modules`. */
  readonly leftOut: readonly string[];
  /** Links out of it or to folders, which are not followed. */
  readonly links: readonly string[];
}

/**
 * Lists the files of a folder and its subfolders; what is in a folder that is left out is not.
 * @throws the system's error when a folder may not be read
 */
export function listFolder(folder: string): FolderListing {
  const root = realpathSync(folder) + sep;
  const [files, leftOut, links]: [string[], string[], string[]] = [[], [], []];
  const look = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const own = join(path, entry.name);
      if (isLeftOut(relative(folder, own).split(sep).join('/'))) leftOut.push(own);
      else if (entry.isDirectory()) look(own);
      else if (entry.isFile()) files.push(own);
      else if (entry.isSymbolicLink()) (leadsInto(own, root) ? files : links).push(own);
    }
  };
  look(folder);
  return { files, leftOut, links };
}

function leadsInto(link: string, root: string): boolean {
  try {
    return statSync(link).isFile() && realpathSync(link).startsWith(root);
  } catch {
    return false; // a broken link
  }
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // reading it reports the error
  }
}
