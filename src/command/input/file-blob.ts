import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The range of a {@link FileBlob}; can be posted to another thread. */
export interface FileRange {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** A file changed, moved or deleted while it was read. */
class FileLost extends Error {
  override readonly name = 'FileLost';
}

const STREAM_BYTES = 1024 * 1024;

/**
 * A file, or a range of one, as a Blob. Keeps nothing in memory: each read opens the file. Node's
 * own file-backed Blob is three times slower, and cannot be posted to another thread.
 */
export class FileBlob extends Blob {
  readonly range: FileRange;

  constructor(range: FileRange) {
    super();
    this.range = range;
  }

  /** Opens a file by its path; throws the system's error. */
  static open(path: string): FileBlob {
    const file = openSync(path, 'r');
    try {
      const stats = fstatSync(file);
      if (stats.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
      return new FileBlob({ path, start: 0, end: stats.size });
    } finally {
      closeSync(file);
    }
  }

  override get size(): number {
    return this.range.end - this.range.start;
  }

  override slice(from = 0, to = this.size): FileBlob {
    const { path, start, end } = this.range;
    const at = (index: number): number =>
      index < 0 ? Math.max(start, end + index) : Math.min(end, start + index);
    return new FileBlob({ path, start: at(from), end: Math.max(at(from), at(to)) });
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    try {
      return Promise.resolve(this.#read());
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let at = 0;
    return new ReadableStream({
      type: 'bytes',
      autoAllocateChunkSize: STREAM_BYTES,
      pull: (controller) => {
        const { byobRequest } = controller as { readonly byobRequest: ReadableStreamBYOBRequest };
        const { buffer, byteOffset, byteLength } = byobRequest.view as Uint8Array<ArrayBuffer>;
        const length = Math.min(byteLength, this.size - at);
        if (length === 0) controller.close();
        else this.#readTo(new Uint8Array(buffer, byteOffset, length), at);
        byobRequest.respond(length);
        at += length;
      },
    });
  }

  #read(): ArrayBuffer {
    const bytes = new Uint8Array(this.size);
    this.#readTo(bytes, 0);
    return bytes.buffer;
  }

  #readTo(bytes: Uint8Array, at: number): void {
    const { path, start } = this.range;
    let file: number | undefined;
    try {
      file = openSync(path, 'r');
      let done = 0;
      while (done < bytes.length) {
        const read = readSync(file, bytes, done, bytes.length - done, start + at + done);
        if (read === 0) throw new FileLost('It has become shorter while it was read.');
        done += read;
      }
    } catch (error) {
      if (error instanceof FileLost) throw error;
      throw new FileLost(error instanceof Error ? `${error.message}.` : String(error));
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }
}

/** Blobs joined without copying; Node joins only its own Blobs, in memory. */
export class JoinedBlob extends Blob {
  readonly parts: readonly Blob[];

  constructor(parts: readonly Blob[]) {
    super();
    this.parts = parts;
  }

  override get size(): number {
    return this.parts.reduce((bytes, part) => bytes + part.size, 0);
  }

  override slice(from = 0, to = this.size): Blob {
    const found: Blob[] = [];
    let at = 0;
    for (const part of this.parts) {
      const end = at + part.size;
      if (end > from && at < to)
        found.push(part.slice(Math.max(0, from - at), Math.min(part.size, to - at)));
      at = end;
    }
    const [only] = found;
    return only && found.length === 1 ? only : new JoinedBlob(found);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.parts) {
      bytes.set(new Uint8Array(await part.arrayBuffer()), at);
      at += part.size;
    }
    return bytes.buffer;
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }
}
