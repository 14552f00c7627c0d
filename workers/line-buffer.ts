const CHUNK_BYTES = 4 * 1024 * 1024;
/** The most bytes a UTF-16 code unit takes. */
const BYTES_PER_UNIT = 3;

/** Gathers lines of text as bytes, with few allocations. */
export class LineBuffer {
  readonly #encoder = new TextEncoder();
  #full: Uint8Array<ArrayBuffer>[] = [];
  #chunk = new Uint8Array(0);
  #used = 0;
  #bytes = 0;

  /** Adds a line without its end; returns where it is, in bytes. */
  add(text: string): { offset: number; length: number } {
    const most = text.length * BYTES_PER_UNIT + 1;
    this.#makeRoom(most);
    const length = most > CHUNK_BYTES ? this.#addLong(text) : this.#addShort(text, most);
    const offset = this.#bytes;
    this.#bytes += length + 1;
    return { offset, length };
  }

  /** Begins another chunk where the rest of this one is too short; an empty one where every one would be. */
  #makeRoom(bytes: number): void {
    if (this.#chunk.length - this.#used >= bytes) return;
    this.#full.push(this.#chunk.subarray(0, this.#used));
    this.#chunk = new Uint8Array(bytes > CHUNK_BYTES ? 0 : CHUNK_BYTES);
    this.#used = 0;
  }

  #addShort(text: string, most: number): number {
    const line = this.#chunk.subarray(this.#used, this.#used + most);
    const { written } = this.#encoder.encodeInto(text, line);
    line[written] = 10;
    this.#used += written + 1;
    return written;
  }

  #addLong(text: string): number {
    const line = this.#encoder.encode(`${text}\n`);
    this.#full.push(line);
    return line.length - 1;
  }

  /** Takes all lines out. */
  take(): Blob {
    const blob = new Blob([...this.#full, this.#chunk.subarray(0, this.#used)]);
    this.#full = [];
    this.#used = 0;
    this.#bytes = 0;
    return blob;
  }
}
