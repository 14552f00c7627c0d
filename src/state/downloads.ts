import type { RunReader } from '#bridge/run-reader.ts';
import type { Store } from '#storage/connection.ts';
import type { Notices } from './notices.svelte.ts';
import type { OpenRun } from './open-run.ts';
import type { RunDownloadKind } from './run-downloads.ts';

/** Gives files to the browser's download list. */
export class Downloads {
  readonly #reader: RunReader;
  readonly #notices: Notices;
  readonly #store: Store;

  constructor(reader: RunReader, notices: Notices, store: Store) {
    this.#reader = reader;
    this.#notices = notices;
    this.#store = store;
  }

  /** Rows with their scores, in the order given. */
  async results(run: OpenRun, rows: Uint32Array, type: 'csv' | 'jsonl'): Promise<void> {
    try {
      save(
        await this.#reader.writeResults(run, rows, type),
        `${fileName(run.record.name)}-results.${type}`,
      );
    } catch (error) {
      this.tellFailed(error);
    }
  }

  /** A file of the whole run. */
  async run(run: OpenRun, kind: RunDownloadKind): Promise<void> {
    try {
      const { RUN_DOWNLOADS } = await import('./run-downloads.ts');
      const { ending, write } = RUN_DOWNLOADS[kind];
      save(await write(run, this.#store), fileName(run.record.name) + ending);
    } catch (error) {
      this.tellFailed(error);
    }
  }

  /** The records that were skipped, as they stood in the file. */
  skipped(run: OpenRun): void {
    save(run.skipped, `${fileName(run.record.name)}-skipped.txt`);
  }

  /** A JSON file that is no run's. */
  json(text: string, title: string, ending: string): void {
    save(new Blob([text], { type: 'application/json' }), fileName(title) + ending);
  }

  /** Any other file. */
  file(content: Blob, name: string): void {
    save(content, name);
  }

  /** Says why a file could not be written. */
  tellFailed(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    const title = 'The file could not be written.';
    this.#notices.banner({ id: 'download', kind: 'error', title, text });
  }
}

function fileName(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return plain.slice(0, 60) || 'run';
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
