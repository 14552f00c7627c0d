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

  /**
   * Adds a line.
   * @param text the line without its end
   * @returns where it stands, in bytes, without its end
   */
  add(text: string): { offset: number; length: number } {
    const most = text.length * BYTES_PER_UNIT + 1;
    if (this.#chunk.length - this.#used < most) {
      this.#full.push(this.#chunk.subarray(0, this.#used));
      this.#chunk = new Uint8Array(Math.max(CHUNK_BYTES, most));
      this.#used = 0;
    }
    const line = this.#chunk.subarray(this.#used, this.#used + most);
    const { written } = this.#encoder.encodeInto(text, line);
    line[written] = 10;
    const offset = this.#bytes;
    this.#used += written + 1;
    this.#bytes += written + 1;
    return { offset, length: written };
  }

  /**
   * Takes all lines out.
   * @returns their bytes
   */
  take(): Blob {
    const blob = new Blob([...this.#full, this.#chunk.subarray(0, this.#used)]);
    this.#full = [];
    this.#used = 0;
    this.#bytes = 0;
    return blob;
  }
}
