import { perApp } from '#kernel/per-app.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { reportUnwritten } from '#kernel/report-notices.ts';
import { loadText } from '#kernel/settings-storage.ts';
import { runDownloads } from './texts.ts';
import { printSummary } from '#core/share/results/summary-file.ts';
import type { Store } from '#kernel/storage/connection.ts';
import { writeReport } from '#engine/run-file/report.ts';
import { packRuns } from '#engine/run-file/pack-runs.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { ownPage } from '#kernel/own-page.ts';
import { withExchanges } from '#kernel/storage/exchanges.ts';
import { toLoadedRun } from '#kernel/run/stored-form.ts';

/** A file of a whole run, and how its name ends. */
interface RunDownload {
  readonly ending: string;
  /** @param author who is named in a report; empty for nobody */
  readonly write: (run: OpenRun, store: Store, author: string) => Promise<Blob>;
}

/** The files of a whole run. */
export const RUN_DOWNLOADS = {
  /** Everything: rows, settings, scores, notes, messages exchanged with an agent. */
  'run-file': {
    ending: '.run.gz',
    write: packWhole,
  },
  /** The page itself with the same in it: opens anywhere by a double click. */
  report: {
    ending: '-report.html',
    write: async (run, store, author) => {
      const page = await ownPage();
      if (page === '') throw new Error(runDownloads.notBuilt);
      const { record } = run;
      const signed = author === '' ? run : { ...run, record: { ...record, author } };
      return writeReport(page, await packWhole(signed, store));
    },
  },
  summary: {
    ending: '-summary.json',
    write: ({ record, summary }) =>
      Promise.resolve(
        new Blob([printSummary({ ...record, summary })], { type: 'application/json' }),
      ),
  },
} as const satisfies Readonly<Record<string, RunDownload>>;

/** Names a file of a whole run. */
type RunDownloadKind = keyof typeof RUN_DOWNLOADS;

async function packWhole(run: OpenRun, store: Store): Promise<Blob> {
  return packRuns('run', [await withExchanges(toLoadedRun(run), store)]);
}

/** Gives files to the browser's download list. */
class Downloads {
  readonly #app: AppState;
  /** Who is named in reports, as typed last; empty for nobody. */
  author = loadText('author');

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Rows with their scores, in the order given; for spreadsheets see result-table.ts. */
  results(
    run: OpenRun,
    rows: Uint32Array,
    type: 'csv' | 'jsonl',
    isForSheets = false,
  ): Promise<boolean> {
    const file = this.#app.reader.ask(run, 'writeResults', { rows, type, isForSheets });
    return this.file(`${fileName(run.record.name)}-results.${type}`, file);
  }

  /** A file of the whole run. */
  run(run: OpenRun, kind: RunDownloadKind): Promise<boolean> {
    const { ending, write } = RUN_DOWNLOADS[kind];
    const file = write(run, this.#app.store, this.author.trim());
    return this.file(fileName(run.record.name) + ending, file);
  }

  /** The records that were skipped, as they were in the file. */
  skipped(run: OpenRun): void {
    void this.file(`${fileName(run.record.name)}-skipped.txt`, run.skipped);
  }

  /** A JSON file that is no run's. */
  json(text: string, title: string, ending: string): void {
    void this.file(fileName(title) + ending, new Blob([text], { type: 'application/json' }));
  }

  /** Any other file, once it is made; false where it could not be, which is reported. */
  async file(name: string, made: Blob | Promise<Blob>): Promise<boolean> {
    try {
      saveFile(await made, name);
      return true;
    } catch (error) {
      reportUnwritten(this.#app.notices, error);
      return false;
    }
  }
}

/** The downloads of an app. */
export const downloadsOf = perApp((app) => new Downloads(app));

/** Gives a file to the browser's download list. */
function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Makes a title into the beginning of a file's name.
 * @returns letters, digits and hyphens; never empty
 */
export function fileName(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return plain.slice(0, 60) || 'run';
}
