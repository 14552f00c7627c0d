import { printGateConfig } from '#core/gate/gate-config.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { reportUnwritten } from '#kernel/report-notices.ts';
import { loadText } from '#kernel/settings-storage.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { RUN_DOWNLOADS, type RunDownloadKind } from './run-downloads.ts';
import { downloads as texts } from './texts.ts';

/** Without it, Excel reads a CSV file in the code page of the country. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Gives files to the browser's download list. */
class Downloads {
  readonly #app: AppState;
  /** Who is named in reports, as typed last; empty for nobody. */
  author = loadText('author');

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Rows with their scores, in the order given; marked as UTF-8 where a spreadsheet needs it. */
  async results(
    run: OpenRun,
    rows: Uint32Array,
    type: 'csv' | 'jsonl',
    isMarked = false,
  ): Promise<void> {
    try {
      const file = await this.#app.reader.ask(run, 'writeResults', { rows, type });
      const mark = isMarked ? [BYTE_ORDER_MARK] : [];
      this.#save(
        new Blob([...mark, file], { type: file.type }),
        run.record.name,
        `-results.${type}`,
      );
    } catch (error) {
      this.reportFailed(error);
    }
  }

  /** A file of the whole run. */
  async run(run: OpenRun, kind: RunDownloadKind): Promise<void> {
    try {
      const { ending, write } = RUN_DOWNLOADS[kind];
      this.#save(await write(run, this.#app.store, this.author.trim()), run.record.name, ending);
    } catch (error) {
      this.reportFailed(error);
    }
  }

  /** A gate that asks later runs for what this one reaches, see suggest-gate.ts. */
  async gate(run: OpenRun): Promise<void> {
    try {
      const answer = await this.#app.reader.ask(run, 'gate', undefined);
      if (!answer) {
        this.#app.notices.toast(texts.noGate);
        return;
      }
      saveFile(
        new Blob([printGateConfig(answer.config)], { type: 'application/json' }),
        'gate.json',
      );
    } catch (error) {
      this.reportFailed(error);
    }
  }

  /** The records that were skipped, as they stood in the file. */
  skipped(run: OpenRun): void {
    this.#save(run.skipped, run.record.name, '-skipped.txt');
  }

  /** A JSON file that is no run's. */
  json(text: string, title: string, ending: string): void {
    this.#save(new Blob([text], { type: 'application/json' }), title, ending);
  }

  /** Any other file. */
  file(content: Blob, name: string): void {
    saveFile(content, name);
  }

  /** Says why a file could not be written. */
  reportFailed(error: unknown): void {
    reportUnwritten(this.#app.notices, error);
  }

  #save(content: Blob, title: string, ending: string): void {
    saveFile(content, fileName(title) + ending);
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
