import type { RunReader } from '#bridge/run-reader.ts';
import type { Notices } from './notices.svelte.ts';
import type { OpenRun } from './open-run.ts';

/** Gives files to the browser's download list. */
export class Downloads {
  readonly #reader: RunReader;
  readonly #notices: Notices;

  constructor(reader: RunReader, notices: Notices) {
    this.#reader = reader;
    this.#notices = notices;
  }

  /** Rows with their scores, in the order given. */
  async results(run: OpenRun, rows: Uint32Array, type: 'csv' | 'jsonl'): Promise<void> {
    try {
      save(await this.#reader.writeResults(run, rows, type), `${fileName(run)}-results.${type}`);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#notices.banner({
        id: 'download',
        kind: 'error',
        title: 'The file could not be written.',
        text,
      });
    }
  }

  async summary(run: OpenRun): Promise<void> {
    const { record, summary } = run;
    const { printSummary } = await import('#core/results/summary-file.ts');
    save(
      new Blob([printSummary({ ...record, summary })], { type: 'application/json' }),
      `${fileName(run)}-summary.json`,
    );
  }

  /** The records that were skipped, as they stood in the file. */
  skipped(run: OpenRun): void {
    save(run.skipped, `${fileName(run)}-skipped.txt`);
  }
}

function fileName(run: OpenRun): string {
  const plain = run.record.name
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
