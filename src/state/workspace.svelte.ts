import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import { USUAL_READING, type ReadingChoices } from '#core/dataset/reading-choices.ts';
import type { ColumnRole, FileIssue } from '#core/issues/issue.ts';
import { DEFAULT_SETTINGS } from '#core/metrics/registry.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import type { SummaryFile } from '#core/results/summary-file.ts';
import { SAMPLES, type Sample } from '#samples/registry.ts';
import { fileDataset, typedDataset, isReplaced, type Dataset } from './dataset.ts';
import { draftOf, type DraftKeeper } from './draft-keeper.ts';
import type { Notices } from './notices.svelte.ts';
import type { OpenRun } from './open-run.ts';
import { whatIsShown, type Phase, type ScoringProgress } from './phase.ts';
import { asUnsaved, hasAllOf, isUnsaved } from './unsaved-run.ts';
import { editableText } from './read-text.ts';
import type { RememberedReading } from '#bridge/score-dataset.ts';
import type { RowsView } from './rows-view.svelte.ts';
import type { FirstLines, ScoringJob, ScoringOutcome, ScoringServices } from './scoring.ts';
import { whyFailed } from './why-failed.ts';

const TYPING_PAUSE_MS = 350;

interface Services extends ScoringServices {
  readonly drafts: DraftKeeper;
  readonly notices: Notices;
  readonly view: RowsView;
}

const loadScoring = () => import('./scoring.ts');
/** What is seldom said has its words in a chunk of its own. */
const loadTell = () => import('./tell.ts');

/** The dataset at hand: its text, its settings, and the run that scoring it gives. */
export class Workspace {
  readonly #services: Services;
  #title = $state('');
  #text = $state.raw<string | null>('');
  #settings = $state.raw<MetricSettings>(DEFAULT_SETTINGS);
  #chosenRoles = $state.raw<ColumnRoles>({});
  #reading = $state.raw<ReadingChoices>(USUAL_READING);
  #run = $state.raw<OpenRun | undefined>();
  /** The run that was open before the dataset now being read. */
  #before = $state.raw<OpenRun | undefined>();
  #phase = $state.raw<Phase>({ kind: 'empty' });
  #progress = $state.raw<ScoringProgress | undefined>();
  #scoredInMs = $state(0);
  /** Key and id of the last run whose rows were found to be out of reach. */
  #lostKeys: readonly string[] = [];
  #dataset: Dataset | undefined;
  /** The run that was scored since the dataset was opened: scoring again replaces it. */
  #begunRunId = '';
  #abort: AbortController | undefined;
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** What was typed since scoring last began. */
  #unscoredText: string | undefined;

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

  /** How the dataset is read, as far as a person has chosen. */
  get reading(): ReadingChoices {
    return this.#reading;
  }

  get run(): OpenRun | undefined {
    return this.#run;
  }

  /** What the screen shows: the run before stays until another dataset has its first rows. */
  get shownRun(): OpenRun | undefined {
    return this.#run ?? this.#before;
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

  /** What was opened or typed. */
  get source(): Dataset | undefined {
    return this.#dataset;
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

  /** Fetches what a first visit needs, while the store opens. A failure shows when it is needed. */
  prepare(): void {
    for (const fetched of [loadScoring(), SAMPLES[0]?.load()]) fetched?.catch(() => undefined);
  }

  /** Opens the first shipped sample. */
  async openFirstSample(): Promise<void> {
    const [first] = SAMPLES;
    if (first) await this.openSample(first);
  }

  /** Opens text that was pasted onto the page or dropped. */
  async openText(text: string, title = 'Pasted dataset'): Promise<void> {
    await this.#openOwn({ blob: new Blob([text]), fileName: '', title, sampleId: '' });
  }

  /** Puts text into the editor that a worker was lost over: it is scored when a person asks for it. */
  holdText(text: string, title: string): void {
    this.#text = text;
    this.#title = title;
    this.#dataset = typedDataset(text, undefined);
    this.#phase = { kind: 'unreadable', issue: { code: 'scoring_held' } };
  }

  /** Opens a file; false when it was cancelled, or replaced by something else. */
  async openFile(file: File): Promise<boolean> {
    return this.#openOwn(fileDataset(file));
  }

  /** Scores the rows of two files as one dataset, in place of the run of one of them. */
  async openJoined(blob: Blob, reading: ReadingChoices): Promise<void> {
    const run = this.#run;
    const before = [this.#dataset, this.#text] as const;
    this.#text = await editableText(blob);
    this.#dataset = { blob, fileName: '', title: this.#title, sampleId: '' };
    this.#recall({ roles: {}, reading });
    const isDone = await this.#score(this.#dataset, run);
    if (!isDone && this.#run === run) [this.#dataset, this.#text] = before;
  }

  /** Opens rows that an agent made. */
  async openMade(dataset: Dataset, settings: MetricSettings): Promise<boolean> {
    this.#settings = settings;
    this.#text = await editableText(dataset.blob);
    return this.#open(dataset);
  }

  /** Says why a file cannot be opened; nothing of it was read. */
  refuse(issue: FileIssue): void {
    this.#stop();
    this.#reset({ kind: 'unreadable', issue });
  }

  /** Opens a stored run with all its rows; of the data that is open, what is chosen of it stays. */
  async openRun(id: string, isSameData = false): Promise<boolean> {
    this.#stop();
    const run = await this.#services.library.load(id);
    if (!run) return false;
    await this.#take(run, isSameData);
    void this.#services.drafts.keepNow(draftOf(this));
    return true;
  }

  /** Opens a run that is not stored. It stays so until it is kept, or scored anew. */
  async openUnsaved(run: OpenRun, isSameData = false): Promise<void> {
    this.#stop();
    // what was left to be found again after a reload stays that
    await this.#take({ ...run, record: asUnsaved(run.record) }, isSameData);
  }

  /** Whether the open run came from outside and is not stored. */
  get isUnsaved(): boolean {
    return this.#run !== undefined && isUnsaved(this.#run.record);
  }

  /** Stores the open run that came from outside. */
  async keep(): Promise<void> {
    const run = this.#run;
    if (!run || !isUnsaved(run.record)) return;
    const record = await this.#services.library.keep(run);
    if (!record || this.#run !== run) return;
    this.#run = { ...run, record, said: undefined };
    void this.#services.drafts.keepNow(draftOf(this));
  }

  async #take(run: OpenRun, isSameData: boolean): Promise<void> {
    const { record } = run;
    const source = run.original ?? run.rows;
    const { name: title, sampleId, agent } = record;
    this.#dataset = { blob: source, fileName: '', title, sampleId, agent };
    this.#title = record.name;
    this.#settings = record.settings;
    this.#chosenRoles = record.roles;
    this.#reading = record.reading ?? USUAL_READING;
    this.#text = record.state === 'summary' ? '' : await editableText(source);
    this.#scoredInMs = 0;
    await this.#show(run, isSameData);
  }

  /** Goes on with a run that was interrupted. */
  async resumeRun(id: string): Promise<void> {
    if (!(await this.openRun(id))) return;
    const run = this.#run;
    if (!run || !this.#dataset || run.record.state !== 'interrupted') return;
    // shown until the rest is there; what replaces it is the same run
    await this.#score(this.#dataset, undefined, { begun: run });
  }

  /** Turns to the stored copy of the open run's rows: its file can no longer be read. */
  async recoverRows(key: string): Promise<void> {
    const run = this.#run;
    // a file that is being scored is spoken of by who scores it
    if (run?.key !== key || this.#lostKeys.includes(key) || this.#progress) return;
    const { notices, library } = this.#services;
    const { id, state } = run.record;
    // a private window keeps no copy, only a reference to the file: the copy may be lost as well
    const isCopy = this.#lostKeys.includes(id);
    this.#lostKeys = [key, id];
    const stored = state === 'complete' && !isCopy ? await library.load(id) : undefined;
    if (this.#run?.key !== key) return;
    void loadTell().then(({ tellRowsLost }) => tellRowsLost(notices, stored !== undefined));
    if (!stored || !this.#dataset) return;
    this.#dataset = { ...this.#dataset, blob: stored.original ?? stored.rows };
    await this.#show(stored, true);
  }

  /** Takes the editor's text; it is scored after a short pause. */
  edit(text: string): void {
    this.#text = text;
    this.#unscoredText = text;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#scoreTyped(text), TYPING_PAUSE_MS);
    this.#saveDraft();
  }

  /** Scores the dataset again under other settings; the old scores stay until the new are there. */
  async setSettings(settings: MetricSettings): Promise<void> {
    this.#settings = settings;
    if (this.#unscoredText !== undefined) {
      await this.#scoreTyped(this.#unscoredText);
      return;
    }
    const run = this.#run;
    const isOfDataset =
      run?.record.state === 'complete' && (run.original ?? run.rows) === this.#dataset?.blob;
    await this.#rescore(isOfDataset ? run : undefined);
  }

  /** Shows the open run with what a judge or a person has said; any other run that is open by now stays. */
  async showJudged(run: OpenRun): Promise<void> {
    if (this.#run?.record.id !== run.record.id || this.#progress) return;
    this.#settings = run.record.settings;
    await this.#show(run, true);
    this.#saveDraft();
  }

  /** Saves the work in progress, so that the page can be loaded anew. */
  saveNow(): Promise<void> {
    return this.#services.drafts.keepNow(draftOf(this));
  }

  /** Takes another column for a role, or none. */
  async setRole(role: ColumnRole, column: string): Promise<void> {
    await this.#readAs({ ...this.#chosenRoles, [role]: column }, this.#reading);
  }

  /** Reads the dataset in another way; what is chosen is taken again for files like it. */
  async setReading(reading: ReadingChoices): Promise<void> {
    await this.#readAs(this.#chosenRoles, reading);
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
    this.#recall({ roles: {}, reading: USUAL_READING });
    this.#reset({ kind: 'empty' });
    void this.#services.drafts.keepNow(draftOf(this));
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
    const isSample = old !== undefined && old.sampleId !== '';
    const isOwn = isSample && (await isReplaced(text, old));
    if (this.#dataset !== old || this.#text !== text) return;
    if (isOwn) {
      this.#settings = { ...this.#settings, tools: [] };
      this.#recall({ roles: {}, reading: USUAL_READING });
    }
    this.#dataset = typedDataset(text, isOwn ? undefined : old);
    // an edited sample is a dataset of its own; other edits go on with the run they began
    if (isSample || this.#title === '') this.#title = this.#dataset.title;
    await this.#score(this.#dataset, isSample ? undefined : this.#run);
  }

  async #readAs(roles: ColumnRoles, reading: ReadingChoices): Promise<void> {
    this.#recall({ roles, reading });
    const { rememberReading } = await import('./remembered-readings.ts');
    rememberReading(this.#run?.record.header ?? '', roles, reading);
    await this.#rescore();
  }

  /** Takes up what was chosen for the last file of the kind. */
  #recall({ roles, reading }: RememberedReading): void {
    this.#chosenRoles = roles;
    this.#reading = reading;
  }

  async #rescore(known?: OpenRun): Promise<void> {
    if (this.#dataset && this.#dataset.blob.size > 0) {
      await this.#score(this.#dataset, this.#run, { known });
    } else this.#saveDraft();
  }

  /** Opens a person's own data, whose tools are not those of a sample. */
  async #openOwn(dataset: Dataset): Promise<boolean> {
    this.#settings = { ...this.#settings, tools: [] };
    this.#text = await editableText(dataset.blob);
    return this.#open(dataset);
  }

  async #open(dataset: Dataset): Promise<boolean> {
    this.#dataset = dataset;
    this.#title = dataset.title;
    this.#chosenRoles = dataset.roles ?? {};
    this.#reading = USUAL_READING;
    // the rows shown stay until there are others: drawing them anew would cost more
    this.#before = this.shownRun;
    this.#run = undefined;
    this.#phase = { kind: 'scoring' };
    const onRecalled = (known: RememberedReading): void => this.#recall(known);
    return this.#score(dataset, undefined, dataset.roles ? {} : { onRecalled });
  }

  #reset(phase: Phase): void {
    this.#run = undefined;
    this.#before = undefined;
    this.#phase = phase;
    void this.#services.view.show(undefined, false);
  }

  /** Scores a dataset; the run it replaces stays until the new one is whole. */
  async #score(
    dataset: Dataset,
    replaced: OpenRun | undefined,
    more: Pick<ScoringJob, 'known' | 'begun' | 'onRecalled'> = {},
  ): Promise<boolean> {
    clearTimeout(this.#typing);
    this.#unscoredText = undefined;
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const startedAtMs = performance.now();
    const job: ScoringJob = {
      dataset,
      name: this.#title,
      settings: this.#settings,
      chosenRoles: this.#chosenRoles,
      reading: this.#reading,
      hasPartials: replaced === undefined,
      ...more,
    };
    try {
      // a run that is opened from the store needs no scoring: its code comes when something does
      const { Scoring } = await loadScoring();
      const scoring = new Scoring(this.#services, job, {
        onProgress: (progress) => {
          if (this.#abort === abort) this.#progress = progress;
        },
        onPartial: (run, firstLines) => {
          if (this.#abort === abort && this.#progress)
            void this.#show(run, this.#run !== undefined, firstLines);
        },
      });
      const outcome = await scoring.run(abort.signal);
      this.#scoredInMs = performance.now() - startedAtMs;
      if (outcome.kind === 'scored') await this.#finish(outcome, replaced, abort.signal);
      else if (outcome.kind === 'summary') await this.#importSummary(outcome.file);
      else this.#reset({ kind: 'unreadable', issue: outcome.issue });
      return true;
    } catch (error) {
      if (this.#abort === abort) {
        if (abort.signal.aborted) this.#cancelled(replaced, more.begun !== undefined);
        else this.#reset({ kind: 'unreadable', issue: whyFailed(error) });
      }
      return false;
    } finally {
      if (this.#abort === abort) {
        this.#progress = undefined;
        void this.#services.drafts.keepNow(draftOf(this));
      }
    }
  }

  async #finish(
    { run, firstLines, issue, store }: Extract<ScoringOutcome, { kind: 'scored' }>,
    replaced: OpenRun | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    // what was chosen among the rows seen so far stays
    await this.#show(run, Boolean(replaced) || this.#run?.key === run.key, firstLines);
    // what is left is to store it, and that cannot be cancelled
    if (!signal.aborted) this.#progress = undefined;
    if (issue) {
      void loadTell().then(({ tellBrokenOff }) => tellBrokenOff(this.#services.notices, issue));
    }
    const stored = await store();
    if (run.columns.rowCount === 0) return;
    if (this.#run?.key === run.key) {
      this.#run = { ...run, record: { ...stored, name: this.#title } };
    }
    if (stored.state !== 'complete') return;
    const begunRunId = this.#begunRunId;
    this.#begunRunId = stored.id;
    if (hasAllOf(replaced, begunRunId, stored)) await this.#services.library.forget(begunRunId);
  }

  async #show(run: OpenRun, isSameData: boolean, firstLines?: FirstLines): Promise<void> {
    this.#run = run;
    this.#before = undefined;
    this.#phase =
      run.columns.rowCount === 0 && run.record.state !== 'summary'
        ? { kind: 'unreadable', issue: { code: 'no_rows' } }
        : { kind: 'ready' };
    await this.#services.view.show(run, isSameData, firstLines);
  }

  async #importSummary(file: SummaryFile): Promise<void> {
    const id = await this.#services.library.addSummary(file);
    if (!(await this.openRun(id))) this.#reset({ kind: 'empty' });
  }

  #cancelled(replaced: OpenRun | undefined, isBegun: boolean): void {
    const shown = whatIsShown(isBegun, replaced !== undefined, this.#run !== undefined);
    if (shown === 'earlier scores' && replaced) {
      this.#settings = replaced.record.settings;
      this.#chosenRoles = replaced.record.roles;
      this.#reading = replaced.record.reading ?? USUAL_READING;
    }
    if (shown === 'nothing') this.#reset({ kind: 'empty' });
    void loadTell().then(({ tellCancelled }) => tellCancelled(this.#services.notices, shown));
  }

  #saveDraft(): void {
    this.#services.drafts.keep(() => draftOf(this));
  }
}
