import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RowKeeper } from '#engine/part-gatherer.ts';
import { FileBlob } from './file-blob.ts';

/** A folder for what is too much to be kept in memory; made when it is first needed. */
export class TemporaryFolder {
  #path: string | undefined;
  #files = 0;

  /** A path for a new file in it. */
  newFile(): string {
    this.#path ??= mkdtempSync(join(tmpdir(), 'trajectory-playground-'));
    return join(this.#path, String(++this.#files));
  }

  /** Keeps rows in a file of it. */
  keepRows(): RowKeeper {
    return new FileKeeper(this);
  }

  /** Removes it with all that is in it. */
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
    if (this.#path === undefined) {
      this.#path = this.#folder.newFile();
      writeFileSync(this.#path, bytes);
    } else appendFileSync(this.#path, bytes);
  }

  join(): Blob {
    return this.#path === undefined ? new Blob() : FileBlob.open(this.#path);
  }
}

/** Lets rows go that nobody asks for later. */
export const NO_ROWS_KEPT: RowKeeper = { add: () => undefined, join: () => new Blob() };
