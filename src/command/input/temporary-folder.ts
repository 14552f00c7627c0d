import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RowKeeper } from '#engine/part-gatherer.ts';
import { CouldNotRun } from '../could-not-run.ts';
import { FileBlob } from './file-blob.ts';

/** A folder for data too large for memory; created on first use. */
export class TemporaryFolder {
  readonly #removeAtEnd: (path: string) => void;
  #path: string | undefined;
  #files = 0;

  /** @param removeAtEnd called with the path before the folder is created */
  constructor(removeAtEnd: (path: string) => void) {
    this.#removeAtEnd = removeAtEnd;
  }

  /** The path of a new file in it; throws CouldNotRun when it cannot be created. */
  newFile(): string {
    this.#path ??= this.#make();
    return join(this.#path, String(++this.#files));
  }

  #make(): string {
    const path = join(tmpdir(), `trajectory-playground-${crypto.randomUUID()}`);
    this.#removeAtEnd(path);
    keeping(() => mkdirSync(path, { mode: 0o700 }));
    return path;
  }

  /** Stores rows in a file of the folder. */
  keepRows(): RowKeeper {
    return new FileKeeper(this);
  }

  remove(): void {
    if (this.#path !== undefined) rmSync(this.#path, { recursive: true, force: true });
    this.#path = undefined;
  }
}

class FileKeeper implements RowKeeper {
  readonly #folder: TemporaryFolder;
  #path: string | undefined;

  constructor(folder: TemporaryFolder) {
    this.#folder = folder;
  }

  async add(lines: Blob): Promise<void> {
    const bytes = new Uint8Array(await lines.arrayBuffer());
    const path = (this.#path ??= this.#folder.newFile());
    keeping(() => appendFileSync(path, bytes));
  }

  join(): Blob {
    return this.#path === undefined ? new Blob() : FileBlob.open(this.#path);
  }
}

/** Stores something in a temporary folder; throws CouldNotRun without room. */
function keeping(keep: () => void): void {
  try {
    keep();
  } catch (error) {
    throw whyNotKept(error);
  }
}

/** Explains an error about the temporary folder; other errors are returned. */
export function whyNotKept(error: unknown): unknown {
  const why = WHY[(error as NodeJS.ErrnoException | undefined)?.code ?? ''];
  if (why === undefined) return error;
  return new CouldNotRun(
    `Temporary files in ${tmpdir()} are needed, and ${why}.`,
    'Set TMPDIR to a folder with enough room.',
  );
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'that folder does not exist',
  ENOTDIR: 'that is no folder',
  EACCES: 'you may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'there is no room left',
  EFBIG: 'files may not be that large there',
  EDQUOT: 'there is no room left',
};
