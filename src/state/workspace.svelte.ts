import type { RunReader } from '#bridge/run-reader.ts';
import { scoreDataset, type ScoreResult } from '#bridge/score-dataset.ts';
import type { WorkerPool } from '#bridge/worker-pool.ts';
import type { ColumnRoles } from '#core/dataset/columns.ts';
import type { ColumnRole, FileIssue } from '#core/issues/issue.ts';
import { sentenceOf } from '#core/issues/sentences.ts';
import { DEFAULT_SETTINGS } from '#core/metrics/registry.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import type { SummaryFile } from '#core/results/summary-file.ts';
import { joinColumns, type ScoredColumns } from '#core/scoring/scored-columns.ts';
import { SAMPLES, type Sample } from '#samples/registry.ts';
import type { Dataset } from './dataset.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import type { DraftRecord } from '#storage/schema.ts';
import type { Library } from './library.svelte.ts';
import type { Notices } from './notices.svelte.ts';
import { newRunKey, type OpenRun } from './open-run.ts';
import type { Phase, ScoringProgress } from './phase.ts';
import { readText } from './read-text.ts';
import type { RowsView } from './rows-view.svelte.ts';
import { tellOpened } from './tell-opened.ts';

/** Above this size a text area freezes: the dataset is shown as a file instead. */
export const EDITOR_LIMIT_BYTES = 1_000_000;

const TYPING_PAUSE_MS = 350;
const PARTIAL_EVERY_MS = 1000;

interface Services {
  readonly pool: WorkerPool;
  readonly reader: RunReader;
  readonly library: Library;
  readonly drafts: DraftKeeper;
  readonly notices: Notices;
  readonly view: RowsView;
}

/** The dataset at hand: its text, its settings, and the run that scoring it gives. */
export class Workspace {
  readonly #services: Services;
  #title = $state('');
  #text = $state.raw<string | null>('');
  #settings = $state.raw<MetricSettings>(DEFAULT_SETTINGS);
  #chosenRoles = $state.raw<ColumnRoles>({});
  #run = $state.raw<OpenRun | undefined>();
  #phase = $state.raw<Phase>({ kind: 'empty' });
  #progress = $state.raw<ScoringProgress | undefined>();
  #scoredInMs = $state(0);
  #dataset: Dataset | undefined;
  /** The run that was scored since the dataset was opened: scoring again replaces it. */
  #begunRunId = '';
  #abort: AbortController | undefined;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  get title(): string {
    return this.#title;
  }

  /** The editor's text; null when the dataset is too large for the editor. */
  get text(): string | null {
    return this.#text;
  }

  get settings(): MetricSettings {
    return this.#settings;
  }

  get chosenRoles(): ColumnRoles {
    return this.#chosenRoles;
  }

  get run(): OpenRun | undefined {
    return this.#run;
  }

  get phase(): Phase {
    return this.#phase;
  }

  get progress(): ScoringProgress | undefined {
    return this.#progress;
  }

  get scoredInMs(): number {
    return this.#scoredInMs;
  }

  /** The shipped sample that is open, or an empty text. */
  get sampleId(): string {
    return this.#run?.record.sampleId ?? this.#dataset?.sampleId ?? '';
  }

  get datasetBytes(): number {
    return this.#dataset?.blob.size ?? 0;
  }

  /** Renames the dataset and its run. */
  async rename(title: string): Promise<void> {
    const name = title.trim();
    if (name === '' || name === this.#title) return;
    this.#title = name;
    const run = this.#run;
    if (run) {
      this.#run = { ...run, record: { ...run.record, name } };
      await this.#services.library.rename(run.record.id, name);
    }
    this.#saveDraft();
  }

  /** Opens a shipped sample; its run is found again when it was scored before. */
  async openSample(sample: Sample): Promise<void> {
    const settings: MetricSettings = { ...DEFAULT_SETTINGS, tools: sample.tools };
    const known = this.#services.library.findSampleRun(sample.id, settings);
    if (known && (await this.openRun(known.id))) return;
    const text = await sample.load();
    this.#settings = settings;
    this.#text = text;
    const blob = new Blob([text]);
    await this.#open({ blob, fileName: '', title: sample.title, sampleId: sample.id });
  }

  /** Opens the first shipped sample. */
  async openFirstSample(): Promise<void> {
    const [first] = SAMPLES;
    if (first) await this.openSample(first);
  }

  /** Opens text that was pasted onto the page or dropped. */
  async openText(text: string, title = 'Pasted dataset'): Promise<void> {
    const blob = new Blob([text]);
    this.#settings = { ...this.#settings, tools: [] };
    this.#text = blob.size > EDITOR_LIMIT_BYTES ? null : text;
    await this.#open({ blob, fileName: '', title, sampleId: '' });
  }

  /** Opens files one after the other; the last one stays open. */
  async openFiles(files: readonly File[]): Promise<void> {
    const unread: string[] = [];
    for (const file of files) {
      this.#settings = { ...this.#settings, tools: [] };
      const isSmall = file.size <= EDITOR_LIMIT_BYTES;
      this.#text = isSmall ? await readText(file) : null;
      const title = file.name.replace(/\.[^.]+$/, '') || file.name;
      const isDone = await this.#open({ blob: file, fileName: file.name, title, sampleId: '' });
      if (!isDone) return;
      if (this.#phase.kind === 'unreadable') unread.push(file.name);
    }
    if (files.length > 1) tellOpened(this.#services.notices, files.length, unread);
  }

  /** Opens a stored run with all its rows. */
  async openRun(id: string): Promise<boolean> {
    this.#stop();
    const run = await this.#services.library.load(id);
    if (!run) return false;
    const { record } = run;
    const source = run.original ?? run.rows;
    this.#dataset = {
      blob: source,
      fileName: '',
      title: record.name,
      sampleId: record.sampleId,
    };
    this.#title = record.name;
    this.#settings = record.settings;
    this.#chosenRoles = record.roles;
    const hasText = record.state !== 'summary' && source.size <= EDITOR_LIMIT_BYTES;
    this.#text = hasText ? await readText(source) : record.state === 'summary' ? '' : null;
    this.#scoredInMs = 0;
    await this.#show(run, false);
    this.#services.drafts.keepNow(this.#takeDraft());
    return true;
  }

  /** Takes the editor's text; it is scored after a short pause. */
  edit(text: string): void {
    this.#text = text;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#scoreTyped(text), TYPING_PAUSE_MS);
    this.#saveDraft();
  }

  /** Scores the dataset again under other settings; the old scores stay until the new are there. */
  async setSettings(settings: MetricSettings): Promise<void> {
    this.#settings = settings;
    await this.#rescore();
  }

  /** Takes another column for a role, or none. */
  async setRole(role: ColumnRole, column: string): Promise<void> {
    this.#chosenRoles = { ...this.#chosenRoles, [role]: column };
    await this.#rescore();
  }

  /** Stops scoring; the worker is freed at once and nothing half-done is stored. */
  cancel(): void {
    clearTimeout(this.#typing);
    this.#abort?.abort();
  }

  /** Empties the editor and the results. */
  clear(): void {
    this.#stop();
    this.#text = '';
    this.#title = 'Untitled';
    this.#dataset = undefined;
    this.#chosenRoles = {};
    this.#reset({ kind: 'empty' });
    this.#services.drafts.keepNow(this.#takeDraft());
  }

  /** Stops scoring without a word: something else takes its place. */
  #stop(): void {
    this.cancel();
    this.#abort = undefined;
    this.#progress = undefined;
  }

  async #scoreTyped(text: string): Promise<void> {
    if (text.trim() === '') {
      this.#stop();
      this.#reset({ kind: 'empty' });
      return;
    }
    const old = this.#dataset;
    const title = old?.title ?? 'Typed dataset';
    const isSample = old !== undefined && old.sampleId !== '';
    this.#dataset = {
      blob: new Blob([text]),
      fileName: old?.fileName ?? '',
      title: isSample ? `${title}, edited` : title,
      sampleId: '',
    };
    // an edited sample is a dataset of its own; other edits go on with the run they began
    if (isSample || this.#title === '') this.#title = this.#dataset.title;
    await this.#score(this.#dataset, isSample ? undefined : this.#run);
  }

  async #rescore(): Promise<void> {
    if (this.#dataset && this.#dataset.blob.size > 0) await this.#score(this.#dataset, this.#run);
    else this.#saveDraft();
  }

  async #open(dataset: Dataset): Promise<boolean> {
    this.#dataset = dataset;
    this.#title = dataset.title;
    this.#chosenRoles = {};
    // the rows shown stay until there are others: drawing them anew would cost more
    this.#run = undefined;
    this.#phase = { kind: 'scoring' };
    return this.#score(dataset, undefined);
  }

  #reset(phase: Phase): void {
    this.#run = undefined;
    this.#phase = phase;
    void this.#services.view.show(undefined, false);
  }

  /** Scores a dataset; the run it replaces stays until the new one is whole. */
  async #score(dataset: Dataset, replaced: OpenRun | undefined): Promise<boolean> {
    clearTimeout(this.#typing);
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const { signal } = abort;
    const startedAtMs = performance.now();
    const recorder = this.#services.library.record({
      name: this.#title,
      datasetName: dataset.title,
      sampleId: dataset.sampleId,
      settings: this.#settings,
      blob: dataset.blob,
    });
    const parts: ScoredColumns[] = [];
    let shownAtMs = 0;
    this.#setProgress(dataset, 0, 0);
    try {
      const result = await scoreDataset(this.#services.pool, {
        blob: dataset.blob,
        name: dataset.fileName,
        settings: this.#settings,
        chosenRoles: this.#chosenRoles,
        signal,
        onRecognised: (format, roles) => recorder.recognised(format, roles),
        onPart: (columns, bytesDone, rowsSoFar) => {
          parts.push(columns);
          recorder.append(columns, rowsSoFar() === dataset.blob);
          this.#setProgress(
            dataset,
            bytesDone,
            parts.reduce((sum, part) => sum + part.rowCount, 0),
          );
          const now = performance.now();
          const isOver = bytesDone >= dataset.blob.size;
          if (replaced || isOver || now - shownAtMs < PARTIAL_EVERY_MS) return;
          shownAtMs = now;
          const partial = {
            columns: joinColumns(parts),
            rows: rowsSoFar(),
            record: recorder.draft(),
          };
          void this.#showPartial(partial, signal);
        },
      });
      signal.throwIfAborted();
      this.#scoredInMs = performance.now() - startedAtMs;
      if (result.kind === 'scored') {
        await this.#finish(result, joinColumns(parts), recorder, replaced, signal);
      } else {
        await recorder.discard();
        if (result.kind === 'summary') await this.#importSummary(result.file);
        else this.#reset({ kind: 'unreadable', issue: result.issue });
      }
      return true;
    } catch (error) {
      if (this.#abort === abort) {
        if (signal.aborted) this.#cancelled(replaced);
        else this.#fail(error);
        this.#progress = undefined;
      }
      await recorder.discard();
      return false;
    } finally {
      if (this.#abort === abort) {
        this.#progress = undefined;
        this.#services.drafts.keepNow(this.#takeDraft());
      }
    }
  }

  async #finish(
    result: Extract<ScoreResult, { kind: 'scored' }>,
    columns: ScoredColumns,
    recorder: ReturnType<Library['record']>,
    replaced: OpenRun | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { rows, original, skipped, fingerprint, issue } = result;
    const key = newRunKey();
    const record = recorder.draft();
    const readable = { key, columns, rows, roles: record.roles };
    const digest = await this.#services.reader.digest(readable);
    signal.throwIfAborted();
    const run: OpenRun = { ...readable, ...digest, record, original, skipped };
    await this.#show(run, replaced !== undefined);
    // what is left is to store it, and that cannot be cancelled
    if (!signal.aborted) this.#progress = undefined;
    if (issue) this.#tellBrokenOff(issue);
    if (columns.rowCount === 0) {
      await recorder.discard();
      return;
    }
    const stored = await recorder.finish({
      columns,
      summary: digest.summary,
      fingerprint,
      rows,
      original,
      skipped,
    });
    if (this.#run?.key === key) this.#run = { ...run, record: { ...stored, name: this.#title } };
    if (stored.state !== 'complete') return;
    const begunRunId = this.#begunRunId;
    this.#begunRunId = stored.id;
    if (replaced && replaced.record.id === begunRunId) {
      await this.#services.library.forget(replaced.record.id);
    }
  }

  async #showPartial(
    partial: Pick<OpenRun, 'columns' | 'rows' | 'record'>,
    signal: AbortSignal,
  ): Promise<void> {
    const readable = { ...partial, key: newRunKey(), roles: partial.record.roles };
    const digest = await this.#services.reader.digest(readable, true);
    if (signal.aborted || this.#progress === undefined) return;
    await this.#show(
      { ...readable, ...digest, original: null, skipped: new Blob() },
      this.#run !== undefined,
    );
  }

  async #show(run: OpenRun, isSameData: boolean): Promise<void> {
    this.#run = run;
    this.#phase =
      run.columns.rowCount === 0 && run.record.state !== 'summary'
        ? { kind: 'unreadable', issue: { code: 'no_rows' } }
        : { kind: 'ready' };
    await this.#services.view.show(run, isSameData);
  }

  async #importSummary(file: SummaryFile): Promise<void> {
    const id = await this.#services.library.addSummary(file);
    if (!(await this.openRun(id))) this.#reset({ kind: 'empty' });
  }

  #tellBrokenOff(issue: FileIssue): void {
    const { title, detail } = sentenceOf(issue);
    this.#services.notices.banner({ id: 'file', kind: 'warn', title, text: detail });
  }

  #cancelled(replaced: OpenRun | undefined): void {
    const { notices } = this.#services;
    if (replaced) {
      this.#settings = replaced.record.settings;
      this.#chosenRoles = replaced.record.roles;
      notices.toast('Cancelled. The earlier scores are shown.');
    } else if (this.#run) {
      notices.toast('Cancelled. The rows scored so far are shown, not kept.');
    } else {
      this.#reset({ kind: 'empty' });
      notices.toast('Cancelled. Nothing was scored.');
    }
  }

  #fail(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#reset({ kind: 'unreadable', issue: { code: 'read_failed', reason } });
  }

  #setProgress(dataset: Dataset, bytesDone: number, rowCount: number): void {
    this.#progress = {
      datasetName: dataset.title,
      bytesDone,
      bytesTotal: dataset.blob.size,
      rowCount,
    };
  }

  #saveDraft(): void {
    this.#services.drafts.keep(() => this.#takeDraft());
  }

  #takeDraft(): DraftRecord {
    return {
      id: 'workspace',
      title: this.#title,
      text: this.#text,
      runId: this.#run?.record.state === 'complete' ? this.#run.record.id : null,
      sampleId: this.sampleId,
      settings: this.#settings,
      chosenRoles: this.#chosenRoles,
    };
  }

  /** Takes up the work where it was left, or opens the run of a link to another. */
  async resume(linkedRun: string): Promise<boolean> {
    const draft = await this.#services.drafts.load();
    const isOther = linkedRun !== '' && linkedRun !== draft?.runId;
    if (isOther && (await this.openRun(linkedRun))) return true;
    if (!draft) return false;
    if (draft.runId !== null && (await this.openRun(draft.runId))) {
      if (draft.text !== null && draft.text !== this.#text) this.edit(draft.text);
      return true;
    }
    if (draft.text === null || draft.text.trim() === '') return false;
    await this.openText(draft.text, draft.title || 'Draft');
    return true;
  }
}
