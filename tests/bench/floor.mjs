/** The floor every ratio refers to: bare JSON.parse of every line, in one worker. */
import { median } from './report.mjs';

const PASSES = 3;

const WORKER = `
const SLICE_BYTES = 16 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
onmessage = ({ data: file }) => {
  const reader = new FileReaderSync();
  const decoder = new TextDecoder();
  let parseMs = 0;
  for (let at = 0; at < file.size; ) {
    const bytes = new Uint8Array(reader.readAsArrayBuffer(file.slice(at, at + SLICE_BYTES)));
    const isLast = at + bytes.length >= file.size;
    const end = isLast ? bytes.length : bytes.lastIndexOf(10) + 1;
    const lines = [];
    for (let start = 0; start < end; ) {
      // pieces: a letter outside Latin makes all of a decoded text wide
      const stop = bytes.indexOf(10, Math.min(end - 1, start + PIECE_BYTES)) + 1 || end;
      for (const line of decoder.decode(bytes.subarray(start, stop)).split('\\n')) {
        if (line !== '') lines.push(line);
      }
      start = stop;
    }
    const startMs = performance.now();
    for (const line of lines) JSON.parse(line);
    parseMs += performance.now() - startMs;
    at += end;
  }
  postMessage(parseMs);
};`;

/**
 * Measures a file's floor several times in the browser.
 *
 * @param {import('@playwright/test').Page} page any page; it is left blank
 * @param {string} path a JSONL file
 * @returns {Promise<number[]>} ms of every pass
 */
export async function measureFloor(page, path) {
  await page.goto('about:blank');
  await page.setContent('<input type="file">');
  await page.locator('input').setInputFiles(path);
  return page.evaluate(
    async ({ source, passes }) => {
      const file = document.querySelector('input')?.files?.[0];
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      /** @type {number[]} */
      const times = [];
      for (let pass = 0; pass < passes; pass++) {
        worker.postMessage(file);
        times.push(
          await new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data))),
        );
      }
      worker.terminate();
      return times;
    },
    { source: WORKER, passes: PASSES },
  );
}

/** Floors of the files measured so far, before and after the measures. */
export class Floors {
  /** @type {Map<string, number[]>} */
  #passes = new Map();
  #page;

  /** @param {() => Promise<import('@playwright/test').Page>} page */
  constructor(page) {
    this.#page = page;
  }

  /**
   * @param {import('./generate.mjs').Dataset} dataset JSONL
   * @returns {Promise<number>} ms
   */
  async of({ path }) {
    if (!this.#passes.has(path)) await this.#measure(path);
    return median(this.#passes.get(path) ?? []);
  }

  /** Measures every file once more. */
  async again() {
    for (const path of this.#passes.keys()) await this.#measure(path);
  }

  /** @returns {Record<string, readonly number[]>} every pass, by the file's path */
  passes() {
    return Object.fromEntries(this.#passes);
  }

  /** @param {string} path */
  async #measure(path) {
    const page = await this.#page();
    const before = this.#passes.get(path) ?? [];
    this.#passes.set(path, [...before, ...(await measureFloor(page, path))]);
  }
}
