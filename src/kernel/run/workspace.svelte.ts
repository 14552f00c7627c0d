import { FIRST_SETTINGS, forOtherData, mergeSettings, settingsOf } from './dataset-settings.ts';
import { hasAnnotations, type OpenRun, asUnsaved, isUnsaved, isWhole } from './open-run.ts';
import type { ReadingChoices } from '#core/read/choices/reading-choices.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { loadWork } from '#kernel/load-work.ts';
import type { Notices } from '#kernel/notices.svelte.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import type { reportCancelled } from '#kernel/report-notices.ts';
import { draftOf, type DraftKeeper } from './draft-keeper.ts';
import {
  type Dataset,
  fileDataset,
  isReplaced,
  sampleDataset,
  typedDataset,
} from './open-dataset.ts';
import { OpenRunStore } from './open-run-store.svelte.ts';
import { hasLostWorkers, whyFailed, type Phase, type ScoringProgress } from './phase.ts';
import type { RowsView } from './rows-view.svelte.ts';
import type { FirstLines, ScoringJob, ScoringOutcome, ScoringServices } from './scoring.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import type { DeclaredTools } from '#core/calls/declarations/read-declarations.ts';
import type { EvaluationCode } from '#core/share/evaluation-code/read-evaluation-code.ts';
import { FIRST_SAMPLE, type Sample } from '#samples/registry.ts';
import type { OpenedRun } from '#workers/open-file.ts';
import { editableText } from '#ui/editor/read-text.ts';

const TYPING_PAUSE_MS = 350;

/** The data at hand, and what is chosen for it. Replaced whole: an earlier one can be brought back. */
interface OpenData {
  readonly title: string;
  /** The editor's text; null when the dataset is too large for the editor. */
  readonly text: string | null;
  /** Whether the text was just brought by a person, or typed and not scored yet; undefined for neither. */
  readonly textIs?: 'new' | 'typed' | undefined;
  /** What was opened or typed; undefined before anything was. */
  readonly source: Dataset | undefined;
  readonly settings: MetricSettings;
  /** The settings before and after the format of the data has defined some. */
  readonly defined?:
    { readonly before: MetricSettings; readonly after: MetricSettings } | undefined;
  /** What a person has chosen of how it is read. */
  readonly roles: ColumnRoles;
  readonly reading: ReadingChoices;
}

/** What was shown before something took its place. */
interface Earlier {
  readonly title: string;
  /** Open → Samples has it: nobody need be offered it again. */
  readonly isUntouchedSample: boolean;
  readonly bringBack: () => Promise<void>;
}

const loadAnswers = () => import('./first-sample-answers.ts');

/** What opening and scoring a dataset needs. */
export interface WorkspaceServices extends ScoringServices {
  readonly drafts: Pick<DraftKeeper, 'keep' | 'keepNow'>;
  readonly notices: Notices;
  readonly view: RowsView;
}

/** The dataset at hand: opened, typed over, read and scored as a person chooses. */
export class Workspace {
  readonly #services: WorkspaceServices;
  #data = $state.raw<OpenData>({
    title: '',
    text: '',
    source: undefined,
    settings: FIRST_SETTINGS,
    roles: {},
    reading: {},
  });
  readonly title = $derived(this.#data.title);
  readonly text = $derived(this.#data.text);
  readonly source = $derived(this.#data.source);
  readonly settings = $derived(this.#data.settings);
  /** The columns that a person has chosen for roles. */
  readonly roles = $derived(this.#data.roles);
  readonly reading = $derived(this.#data.reading);
  /** Text that a person has just brought, until it is changed or what is unread of it left out. */
  readonly newText = $derived(this.#data.textIs === 'new' ? this.#data.text : null);
  /** The open run: what is changed of it goes through this store. */
  readonly runs: OpenRunStore;
  /** What is shown while no run is open. */
  #instead = $state.raw<Phase>({ kind: 'empty' });
  progress = $state.raw<ScoringProgress | undefined>();
  scoredInMs = $state(0);
  /** The run that was scored since the dataset was opened: scoring again replaces it. */
  #begunRunId = '';
  /** Runs are stored in the order in which they were scored. */
  #storing: Promise<unknown> = Promise.resolve();
  #abort: AbortController | undefined;

  /** Key and id of the last run whose rows were found to be out of reach. */
  #lostKeys: readonly string[] = [];
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** Settings that were taken from code: they are for whatever data comes. */
  #ofCode: MetricSettings | undefined;
  /** Takes the metrics of evaluation code, or the tools that a program declares. */
  useCode?: (code: EvaluationCode | DeclaredTools) => void;

  constructor(services: WorkspaceServices) {
    this.#services = services;
    const { reader, library, view } = services;
    this.runs = new OpenRunStore({
      reader,
      stored: library.store,
      show: (run) => view.show(run, true),
      onChange: (before, after) => {
        const [known, settings] = [before.record.settings, after.record.settings];
        // while other settings are being scored, the rest of them stays
        if (known !== settings)
          this.#set({ settings: mergeSettings(known, settings, this.settings) });
        if (before.record.name !== after.record.name) this.#set({ title: after.record.name });
        this.#saveDraft();
      },
      onSaved: () => library.refresh(),
    });
  }

  get run(): OpenRun | undefined {
    return this.runs.run;
  }

  /** What the screen shows: the run before stays until another dataset has its first rows. */
  get shownRun(): OpenRun | undefined {
    return this.run ?? (this.#instead.kind === 'scoring' ? this.#instead.before : undefined);
  }

  get phase(): Phase {
    return this.run ? phaseOf(this.run) : this.#instead;
  }

  #set(change: Partial<OpenData>): void {
    this.#data = { ...this.#data, ...change };
  }

  /** Stops scoring; the worker is freed at once and nothing half-done is stored. */
  cancel(): void {
    clearTimeout(this.#typing);
    this.#abort?.abort();
  }

  /** Stops scoring without a message: something else takes its place. */
  #stop(): void {
    this.cancel();
    this.#abort = undefined;
    this.progress = undefined;
  }

  /** Shows no run. */
  #reset(phase: Phase): void {
    this.runs.replace(undefined);
    this.#instead = phase;
    this.#services.notices.setOfData();
    void this.#services.view.show(undefined, false);
  }

  /**
   * Scores the open dataset.
   * @returns false when it failed, was cancelled or was replaced by something else
   */
  async #score(more: Partial<ScoringJob>): Promise<boolean> {
    clearTimeout(this.#typing);
    if (this.#data.textIs === 'typed') this.#set({ textIs: undefined });
    const { source, title, settings, roles, reading } = this.#data;
    if (!source) return false;
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const startedAtMs = performance.now();
    const job: ScoringJob = {
      dataset: source,
      name: title,
      settings,
      chosenRoles: roles,
      reading,
      ...more,
    };
    let base = more.begun ?? more.known;
    try {
      const { Scoring, withChangesSince } = await loadWork();
      /** The run as it was scored, with what was changed of the version before. */
      const merge = (run: OpenRun): OpenRun => {
        const now = base && this.runs.get(base.record.id);
        const merged = base && now ? withChangesSince(base, now, run) : run;
        base = run;
        const { record } = merged;
        const own = mergeSettings(settings, this.settings, record.settings, ['thresholds']);
        return { ...merged, record: { ...record, name: this.title, settings: own } };
      };
      const scoring = new Scoring(this.#services, job, {
        onProgress: (progress) => {
          if (this.#abort === abort) this.progress = progress;
        },
        onPartial: (run, firstLines) => {
          if (this.#abort !== abort || !this.progress) return;
          // rows that are out of reach are reported when the whole is shown
          this.#show(merge(run), this.runs.run !== undefined, firstLines).catch(() => undefined);
        },
        onRecalled: ({ roles, reading }) => {
          if (this.#abort === abort) this.#set({ roles, reading });
        },
        onDefined: (after) => {
          if (this.#abort !== abort) return;
          this.#set({ settings: after, defined: { before: this.settings, after } });
        },
      });
      const outcome = await scoring.run(abort.signal);
      const isLate = this.#abort !== abort;
      if (outcome.kind === 'scored') {
        // where there is no row, the run before stays
        if (!isLate && outcome.run.columns.rowCount > 0)
          this.scoredInMs = more.prepared ? 0 : performance.now() - startedAtMs;
        const merged = isLate ? undefined : merge(outcome.run);
        await this.#finish(outcome, merged, more, abort.signal);
      } else if (!isLate) {
        this.#reset({ kind: 'unreadable', issue: outcome.issue });
      }
      return !isLate;
    } catch (error) {
      if (this.#abort === abort) {
        if (abort.signal.aborted) this.#cancelled(more);
        else this.#reset({ kind: 'unreadable', issue: whyFailed(error) });
      }
      return false;
    } finally {
      if (this.#abort === abort) {
        // what a worker still reports comes too late
        this.#abort = undefined;
        this.progress = undefined;
        void this.saveNow();
      }
    }
  }

  /**
   * Shows a run that was scored, then stores it.
   * @param merged the run with what was changed while it was scored; undefined to leave what is open
   */
  async #finish(
    { run, firstLines, issue, store }: Extract<ScoringOutcome, { kind: 'scored' }>,
    merged: OpenRun | undefined,
    { replaced, known }: Partial<ScoringJob>,
    signal: AbortSignal,
  ): Promise<void> {
    const { id } = run.record;
    const release = this.runs.hold(id);
    try {
      const old = replaced && (this.runs.get(replaced.record.id) ?? replaced);
      let showing: Promise<void> = Promise.resolve();
      if (merged) {
        // what was chosen among the rows seen so far stays
        this.#set({ settings: merged.record.settings });
        const isSameData = Boolean(replaced) || this.runs.run?.key === run.key;
        showing = this.#show(merged, isSameData, firstLines);
        if (known) this.runs.succeed(known.record.id, id);
        if (merged.columns !== run.columns) showing = showing.then(() => this.runs.refresh(id));
        // what is left is to store it, and that cannot be cancelled
        if (!signal.aborted) this.progress = undefined;
      }
      // the run is whole and is stored, though its rows could not be shown
      const [shown] = await Promise.allSettled([showing]);
      const { reportBrokenOff, takeStored } = await loadWork();
      if (issue && merged) reportBrokenOff(this.#services.notices, issue);
      const storing = this.#storing.then(store);
      this.#storing = storing.catch(() => undefined); // thrown below
      const stored = await storing;
      if (run.columns.rowCount > 0) {
        await takeStored(this.runs, run, stored);
        await this.#forgetBegun(old, stored, stored.id === id);
      }
      if (shown.status === 'rejected') throw shown.reason;
    } finally {
      release();
    }
  }

  /** The open run stays among the runs when the same rows are scored again. */
  keepRun(): void {
    this.#begunRunId = '';
  }

  /** Removes the run that was begun since the dataset was opened, once another has all of it. */
  async #forgetBegun(old: OpenRun | undefined, stored: RunRecord, isNew: boolean): Promise<void> {
    if (stored.state !== 'complete') return;
    const begunRunId = this.#begunRunId;
    // one that was stored before stays
    this.#begunRunId = isNew || stored.id === begunRunId ? stored.id : '';
    if (old?.record.id !== begunRunId || stored.id === begunRunId) return;
    // a person's reviews of rows are not thrown away
    const now = this.runs.get(stored.id)?.record ?? stored;
    if (!hasAnnotations(old.record) || hasAnnotations(now))
      await this.#services.library.forget(begunRunId, stored.id);
  }

  /** Shows a run in place of the open one. */
  async #show(run: OpenRun, isSameData: boolean, firstLines?: FirstLines): Promise<void> {
    if (!isSameData) this.#services.notices.setOfData();
    this.runs.replace(run);
    this.#instead = { kind: 'empty' };
    await this.#services.view.show(run, isSameData, firstLines);
  }

  /** Shows what there is to see without the rows that were still to be scored. */
  #cancelled({ replaced, begun }: Partial<ScoringJob>): void {
    const report = async (shown: Parameters<typeof reportCancelled>[1]): Promise<void> =>
      (await loadWork()).reportCancelled(this.#services.notices, shown);
    if (begun) void report('begun run');
    else if (replaced) {
      this.#set(choicesOf((this.runs.get(replaced.record.id) ?? replaced).record));
      void report('earlier scores');
    } else if (this.run) void report('rows so far');
    else {
      this.#reset({ kind: 'empty' });
      void report('nothing');
    }
  }

  /** Saves the work in progress, a moment after its last change. */
  #saveDraft(): void {
    this.#services.drafts.keep(() => draftOf(this));
  }

  /** Saves the work in progress at once. */
  saveNow(): Promise<void> {
    return this.#services.drafts.keepNow(draftOf(this));
  }

  /** The shipped sample that is open, or an empty text. */
  get sampleId(): string {
    return this.run?.record.sampleId ?? this.source?.sampleId ?? '';
  }

  /** Renames the dataset and its run. */
  async rename(title: string): Promise<void> {
    const name = title.trim();
    if (name === '' || name === this.title) return;
    this.#set({ title: name });
    this.#saveDraft();
    const id = this.run?.record.id ?? '';
    await this.runs.change(id, (run) => ({ ...run, record: { ...run.record, name } }));
  }

  /** Opens a shipped sample; its run is found again when it was scored before. */
  async openSample(
    sample: Sample,
    ticket = this.runs.ticket(),
    settings: MetricSettings = settingsOf(sample),
    prepared?: OpenedRun,
  ): Promise<void> {
    const known = this.#services.library.findSampleRun(sample.id, settings);
    if (known && (await this.openRun(known.id, false, ticket))) return;
    const text = await sample.load();
    if (this.runs.isLate(ticket)) return;
    const earlier = this.#earlier();
    this.#set({ settings });
    await this.#open(sampleDataset(sample, text), text, ticket, prepared);
    void this.#reportReplaced(earlier);
  }

  /** Fetches the first sample while something else is done; a failure shows when it is opened. */
  prepareFirstSample(): void {
    for (const fetched of [FIRST_SAMPLE.load(), loadAnswers()]) fetched.catch(() => undefined); // asked for again when it is needed
  }

  /** Opens the first shipped sample, which is shown before any worker has begun. */
  async openFirstSample(ticket = this.runs.ticket()): Promise<void> {
    const { FIRST_SAMPLE_ANSWERS: prepared } = await loadAnswers();
    await this.openSample(FIRST_SAMPLE, ticket, settingsOf(FIRST_SAMPLE), prepared);
  }

  /** Opens text that was pasted onto the page or dropped. */
  async openText(
    text: string,
    title = 'Pasted dataset',
    ticket = this.runs.ticket(),
  ): Promise<void> {
    await this.#openOwn({ blob: new Blob([text]), fileName: '', title, sampleId: '' }, ticket);
  }

  /** Shows text in the editor that a worker was lost over: it is scored when a person asks for it. */
  holdText(text: string, title: string, ticket = this.runs.ticket()): void {
    if (!this.runs.admit(ticket)) return;
    this.#set({ text, title, source: typedDataset(text, undefined), textIs: undefined });
    this.#reset({ kind: 'unreadable', issue: { code: 'scoring_held' } });
  }

  /**
   * Opens a file; false when it was cancelled, or replaced by something else.
   * @param onUnread called where it has no rows, in place of a notice
   */
  async openFile(file: File, ticket = this.runs.ticket(), onUnread?: () => void): Promise<boolean> {
    return this.#openOwn(fileDataset(file), ticket, onUnread);
  }

  /** Scores the rows of two files as one dataset, in place of the run of one of them. */
  async openJoined(blob: Blob, reading: ReadingChoices): Promise<void> {
    const ticket = this.runs.ticket();
    const text = await editableText(blob);
    if (!this.runs.admit(ticket)) return;
    const { run } = this;
    const earlier = this.#earlier();
    const { source, text: textBefore } = this.#data;
    const joined = { blob, fileName: '', title: this.title, sampleId: '' };
    this.#set({ source: joined, text, textIs: undefined, roles: {}, reading });
    const isDone = await this.#score({ replaced: run });
    const isShown = this.run !== undefined && this.run.record.id === run?.record.id;
    if (!isDone && isShown) this.#set({ source, text: textBefore });
    if (isDone) void this.#reportReplaced(earlier);
  }

  /** Opens rows that an agent made; false when that was cancelled, or replaced by something else. */
  async openMade(dataset: Dataset, settings: MetricSettings): Promise<boolean> {
    const ticket = this.runs.ticket();
    const text = await editableText(dataset.blob);
    if (this.runs.isLate(ticket)) return false;
    this.#set({ settings });
    return this.#open(dataset, text, ticket);
  }

  /** Shows why a file cannot be opened; nothing of it was read. A run that is open stays. */
  refuse(issue: FileIssue, ticket = this.runs.ticket()): void {
    if (this.#earlier()) {
      void this.#reportNoRows(undefined, issue);
      return;
    }
    if (!this.runs.admit(ticket)) return;
    this.#stop();
    this.#reset({ kind: 'unreadable', issue });
  }

  /**
   * Opens a stored run with all its rows; false when there is none, or another was asked for later.
   * @param isSameData whether what is chosen of the data that is open stays
   */
  async openRun(id: string, isSameData = false, ticket = this.runs.ticket()): Promise<boolean> {
    // what is still being written to it is not stored yet
    const written = this.runs.getWritten(id);
    let head: OpenRun | undefined;
    let showing: Promise<boolean> | undefined;
    const showHead = (first: OpenRun): void => {
      head = first;
      showing = this.#take(first, isSameData, ticket);
    };
    // what is open stays until all of the run is there
    const onHead = this.run ? undefined : showHead;
    const run = written ?? (await this.#services.library.load(id, onHead));
    if (run && !written) this.runs.synced.set(run.record.id, run.record);
    await showing;
    const isOpened =
      head && this.run?.key === head.key
        ? await this.#complete(head, run)
        : run !== undefined && (await this.#take(run, isSameData, ticket));
    // what was left to be found again after a reload stays that
    if (isOpened && run && !isUnsaved(run.record)) void this.saveNow();
    return isOpened;
  }

  /** Shows the whole of a run whose first rows are open. */
  async #complete(head: OpenRun, run: OpenRun | undefined): Promise<boolean> {
    if (!run) {
      this.#reset({ kind: 'empty' });
      return false;
    }
    const { withChangesSince } = await loadWork();
    const now = this.run;
    if (now?.key !== head.key) return false;
    const showing = this.#show(withChangesSince(head, now, run), true);
    await this.runs.saveSince(run, run.record.id);
    await showing;
    return true;
  }

  /** Opens a run that came from outside. It is not stored until it is kept, or scored again. */
  async openUnsaved(
    loading: OpenRun | Promise<OpenRun>,
    isSameData = false,
    ticket = this.runs.ticket(),
  ): Promise<void> {
    const run = await loading;
    const earlier = isSameData ? undefined : this.#earlier();
    const unsaved = { ...run, record: asUnsaved(run.record) };
    if (await this.#take(unsaved, isSameData, ticket)) void this.#reportReplaced(earlier);
  }

  /** Whether the open run came from outside and is not stored. */
  get isUnsaved(): boolean {
    return this.run !== undefined && isUnsaved(this.run.record) && !this.runs.isBeingStored;
  }

  /** Stores the open run that came from outside. */
  async keep(): Promise<void> {
    const { run } = this;
    if (!run || !isUnsaved(run.record)) return;
    const { storeOpen } = await loadWork();
    if (await storeOpen(this.runs, this.#services.library, run)) void this.saveNow();
  }

  async #take(run: OpenRun, isSameData: boolean, ticket: number): Promise<boolean> {
    const source = run.original ?? run.rows;
    const text = run.record.state === 'summary' ? '' : await editableText(source);
    if (!this.runs.admit(ticket)) return false;
    this.#stop();
    // it may have been written to since
    const now = this.runs.getWritten(run.record.id) ?? run;
    const { name: title, sampleId, agent } = now.record;
    this.#set({
      title,
      text,
      textIs: undefined,
      source: { blob: source, fileName: '', title, sampleId, agent },
      ...choicesOf(now.record),
    });
    this.scoredInMs = 0;
    const showing = this.#show(now, isSameData);
    // rows that are out of reach are reported when the whole is shown
    if (now.isGrowing === true) showing.catch(() => undefined);
    else await showing;
    return true;
  }

  /** Resumes a run that was interrupted. */
  async resumeRun(id: string): Promise<void> {
    if (!(await this.openRun(id))) return;
    const { run } = this;
    if (run?.record.id !== id || !this.source || run.record.state !== 'interrupted') return;
    // shown until the rest is there; what replaces it is the same run
    await this.#score({ begun: run });
  }

  /** Turns to the stored copy of the open run's rows: its file can no longer be read. */
  async recoverRows(key: string): Promise<void> {
    const { run } = this;
    // the scorer reports problems of the file that it reads
    if (run?.key !== key || this.#lostKeys.includes(key) || this.progress) return;
    const { notices, library } = this.#services;
    const { id, state } = run.record;
    // a private window keeps no copy, only a reference to the file: the copy may be lost as well
    const isCopy = this.#lostKeys.includes(id);
    this.#lostKeys = [key, id];
    const stored = state === 'complete' && !isCopy ? await library.load(id) : undefined;
    const { withChangesSince, reportRowsLost } = await loadWork();
    const now = this.run;
    if (now?.key !== key) return;
    reportRowsLost(notices, stored !== undefined);
    if (!stored || !this.source) return;
    this.#set({ source: { ...this.source, blob: stored.original ?? stored.rows } });
    await this.#show(withChangesSince(run, now, stored), true);
  }

  /** Sets the editor's text; it is scored after a short pause. */
  edit(text: string): void {
    this.runs.admit(this.runs.ticket());
    this.#set({ text, textIs: 'typed' });
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#scoreTyped(text), TYPING_PAUSE_MS);
    this.#saveDraft();
  }

  /** Puts a corrected text in the place of the one that is open, and scores it at once. */
  async correct(text: string): Promise<void> {
    this.edit(text);
    await this.#scoreTyped(text);
  }

  /**
   * Scores the dataset again under other settings; the old scores stay until the new are there.
   * @param isOfCode whether they are for whatever data comes, tools and judges included
   */
  async setSettings(settings: MetricSettings, isOfCode = false): Promise<void> {
    this.#set({ settings });
    if (isOfCode) this.#ofCode = settings;
    const { text, textIs } = this.#data;
    if (textIs === 'typed' && text !== null) {
      await this.#scoreTyped(text);
      return;
    }
    const { run } = this;
    const isKnown =
      run !== undefined && isWhole(run) && (run.original ?? run.rows) === this.source?.blob;
    await this.#rescore(isKnown ? run : undefined);
  }

  /** Sets other columns for roles; an empty name for none. */
  async setRoles(roles: ColumnRoles): Promise<void> {
    await this.#readAs({ ...this.#data.roles, ...roles }, this.reading);
  }

  /** Reads the dataset with other choices, which are remembered for similar files. */
  async setReading(reading: ReadingChoices): Promise<void> {
    await this.#readAs(this.#data.roles, reading);
  }

  /** What is unread of new text is left out. */
  leaveOutUnread(): void {
    this.#set({ textIs: undefined });
  }

  /**
   * Empties the editor and the results.
   * @param canUndo whether a notice offers to bring back what was open
   */
  clear(canUndo = true): void {
    const earlier = canUndo ? this.#earlier() : undefined;
    this.runs.admit(this.runs.ticket());
    this.#stop();
    this.#forOwnData();
    this.#set({
      title: 'Untitled',
      text: '',
      textIs: undefined,
      source: undefined,
      roles: {},
      reading: {},
    });
    this.#reset({ kind: 'empty' });
    void this.saveNow();
    void this.#reportReplaced(earlier);
  }

  /** Whether a shipped sample is open and nothing of its text was changed. */
  get isUntouchedSample(): boolean {
    return this.sampleId !== '' && this.#data.textIs !== 'typed';
  }

  /** What is shown, to be brought back; undefined where no run is. */
  #earlier(): Earlier | undefined {
    const { run } = this;
    if (!run || run.isGrowing === true || run.columns.rowCount === 0) return undefined;
    const data = this.#data;
    const { ofData } = this.#services.notices;
    const bringBack = async (): Promise<void> => {
      this.#stop();
      this.#data = data;
      const now = this.runs.get(run.record.id) ?? run;
      // it may have been stored since
      const { id, state } = now.record;
      const stored = state === 'running' ? this.#services.library.find(id) : undefined;
      const record = { ...now.record, ...stored };
      const showing = this.#show({ ...now, record }, false);
      this.#services.notices.setOfData(ofData);
      void this.saveNow();
      await showing;
      if (data.textIs === 'typed') this.edit(data.text ?? '');
    };
    return { title: data.title, isUntouchedSample: this.isUntouchedSample, bringBack };
  }

  async #reportReplaced(earlier: Earlier | undefined): Promise<void> {
    if (!earlier || earlier.isUntouchedSample) return;
    const { reportReplaced } = await loadWork();
    reportReplaced(this.#services.notices, earlier.title, () => {
      this.runs.admit(this.runs.ticket());
      void earlier.bringBack();
    });
  }

  async #scoreTyped(text: string): Promise<void> {
    if (text.trim() === '') {
      this.#stop();
      this.#reset({ kind: 'empty' });
      return;
    }
    const old = this.source;
    const isSample = old !== undefined && old.sampleId !== '';
    const isOwn = isSample && (await isReplaced(text, old));
    if (this.source !== old || this.text !== text) return;
    if (isOwn) {
      this.#forOwnData();
      this.#set({ roles: {}, reading: {} });
    }
    const source = typedDataset(text, isOwn ? undefined : old);
    // an edited sample is a separate dataset; other edits continue with the run they began
    const title = isSample || this.title === '' ? source.title : this.title;
    this.#set({ source, title });
    await this.#score({ replaced: isSample ? undefined : this.run, isNew: isOwn });
  }

  async #readAs(roles: ColumnRoles, reading: ReadingChoices): Promise<void> {
    this.#set({ roles, reading });
    const { rememberReading } = await loadWork();
    rememberReading(this.run?.record.header ?? '', roles, reading);
    await this.#rescore();
  }

  async #rescore(known?: OpenRun): Promise<void> {
    if (this.source && this.source.blob.size > 0) await this.#score({ replaced: this.run, known });
    else this.#saveDraft();
  }

  /**
   * Opens a person's own data in place of what is open, unless it has no rows: a run that is open
   * stays then, and a notice says why.
   */
  async #openOwn(
    dataset: Dataset,
    ticket: number,
    onUnread?: () => void,
    isAsked = false,
  ): Promise<boolean> {
    const text = await editableText(dataset.blob);
    if (this.runs.isLate(ticket)) return false;
    const earlier = this.#earlier();
    this.#forOwnData();
    const isOpened = await this.#open(dataset, text, ticket);
    if (isOpened) this.#set({ textIs: 'new' });
    const { phase } = this;
    const issue = isOpened && phase.kind === 'unreadable' ? phase.issue : undefined;
    if (earlier && issue && !isAsked && !hasLostWorkers(issue)) {
      await earlier.bringBack();
      if (!onUnread) void this.#reportNoRows(dataset, issue);
    } else if (!onUnread && !this.runs.isLate(ticket)) void this.#reportReplaced(earlier);
    if (issue) onUnread?.();
    return isOpened;
  }

  async #reportNoRows(dataset: Dataset | undefined, issue: FileIssue): Promise<void> {
    const open =
      dataset && (() => void this.#openOwn(dataset, this.runs.ticket(), undefined, true));
    const { reportNoRows } = await loadWork();
    await reportNoRows(this.#services, dataset, issue, open, this.useCode);
  }

  /** Drops settings that belong to the data before: what its format defined, its tools and judges. */
  #forOwnData(): void {
    const { defined } = this.#data;
    const settings = defined
      ? mergeSettings(defined.after, this.settings, defined.before)
      : this.settings;
    const isOfCode = settings === this.#ofCode;
    this.#set({ settings: isOfCode ? settings : forOtherData(settings), defined: undefined });
  }

  async #open(
    dataset: Dataset,
    text: string | null,
    ticket: number,
    prepared?: OpenedRun,
  ): Promise<boolean> {
    if (!this.runs.admit(ticket)) return false;
    const { title, roles } = dataset;
    this.#set({ title, text, textIs: undefined, source: dataset, roles: roles ?? {}, reading: {} });
    // the rows shown stay until it has some: drawing twice would cost more
    this.#instead = { kind: 'scoring', before: this.shownRun };
    this.runs.replace(undefined);
    return this.#score({ prepared, isNew: !prepared && !roles });
  }
}

/** How a run is read and scored. */
function choicesOf({ settings, roles, reading = {} }: RunRecord) {
  return { settings, roles, reading };
}

/** What the results pane shows of an open run. */
function phaseOf({ columns, record }: OpenRun): Phase {
  return columns.rowCount === 0 && record.state !== 'summary'
    ? { kind: 'unreadable', issue: { code: 'no_rows' } }
    : { kind: 'ready' };
}
