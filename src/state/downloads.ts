import type { RunReader } from '#bridge/run-reader.ts';
import type { Store } from '#storage/connection.ts';
import type { Notices } from './notices.svelte.ts';
import type { OpenRun } from './open-run.ts';
import type { RunDownloadKind } from './run-downloads.ts';

/** Without it, Excel reads a CSV file in the code page of the country. */
const BYTE_ORDER_MARK = '\uFEFF';

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

  /** Rows with their scores, in the order given; marked as UTF-8 where a spreadsheet needs it. */
  async results(
    run: OpenRun,
    rows: Uint32Array,
    type: 'csv' | 'jsonl',
    isMarked = false,
  ): Promise<void> {
    try {
      const file = await this.#reader.writeResults(run, rows, type);
      const mark = isMarked ? [BYTE_ORDER_MARK] : [];
      await this.#save(
        new Blob([...mark, file], { type: file.type }),
        run.record.name,
        `-results.${type}`,
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
      await this.#save(await write(run, this.#store), run.record.name, ending);
    } catch (error) {
      this.tellFailed(error);
    }
  }

  /** The records that were skipped, as they stood in the file. */
  skipped(run: OpenRun): void {
    void this.#save(run.skipped, run.record.name, '-skipped.txt');
  }

  /** A JSON file that is no run's. */
  json(text: string, title: string, ending: string): void {
    void this.#save(new Blob([text], { type: 'application/json' }), title, ending);
  }

  /** Any other file. */
  file(content: Blob, name: string): void {
    void import('./save-file.ts').then(({ saveFile }) => saveFile(content, name));
  }

  /** Says why a file could not be written. */
  tellFailed(error: unknown): void {
    void import('./tell.ts').then(({ tellUnwritten }) => tellUnwritten(this.#notices, error));
  }

  async #save(content: Blob, title: string, ending: string): Promise<void> {
    const { fileName, saveFile } = await import('./save-file.ts');
    saveFile(content, fileName(title) + ending);
  }
}
