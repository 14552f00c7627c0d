import { sentenceOf } from '#core/read/issues/sentences.ts';
import {
  codesOfAnalysis,
  readCodes,
  type OtherCodes,
} from '#core/explain/error-codes/read-codes.ts';
import { FILE_LIMITS, isArchive } from '#engine/run-file/archive.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { openRunFile } from '#kernel/storage/run-file.ts';
import { secondReader as texts } from './texts.ts';

/** What another person found in the rows of a run. */
export interface OtherReader extends OtherCodes {
  readonly runId: string;
  /** The file's name, without its ending. */
  readonly name: string;
}

/** The second reader's file, until the page is left. */
export class SecondReader {
  readonly #app: AppState;
  #reader = $state.raw<OtherReader>();
  /** Why a file could not be used, in words. */
  problem = $state('');

  constructor(app: AppState) {
    this.#app = app;
  }

  /** What was read for a run; undefined for another run. */
  of(run: OpenRun): OtherReader | undefined {
    return this.#reader?.runId === run.record.id ? this.#reader : undefined;
  }

  /** Opens a run file, a file of results or any table of codes. */
  async open(file: File, run: OpenRun): Promise<void> {
    const read = await this.#read(file, run);
    this.problem = typeof read === 'string' ? read : '';
    if (typeof read === 'string') return;
    const name = file.name.replace(/\.[^.]*$/, '');
    this.#reader = { ...read, name, runId: run.record.id };
    if (read.unknown > 0) this.#app.notices.toast(texts.unknown(read.unknown));
  }

  close(): void {
    this.#reader = undefined;
  }

  async #read(file: File, { columns, roles }: OpenRun): Promise<OtherCodes | string> {
    if (file.size > LIMIT_BYTES) return texts.tooLarge;
    let found: OtherCodes | undefined;
    if (await isArchive(file)) {
      const opened = await openRunFile(file, FILE_LIMITS, 'run file');
      if (!opened.ok) {
        const { title, detail } = sentenceOf(opened.issue);
        return `${title} ${detail}`;
      }
      const analysis = opened.kind === 'settings' ? undefined : opened.runs[0]?.run.errorAnalysis;
      if (!analysis) return texts.noCodes;
      found = codesOfAnalysis(analysis, columns);
    } else {
      found = readCodes(await file.text(), columns, roles.id);
      if (!found) return texts.noColumns;
    }
    return found.codes.length === 0 ? texts.noRow : found;
  }
}

const LIMIT_BYTES = 200e6;

/** The second reader of an app. */
export const secondReaderOf = perApp((app) => new SecondReader(app));
