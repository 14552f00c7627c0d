import { annotationsOf } from '#core/score/review/annotations.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { ReadingChoices } from '#core/read/choices/reading-choices.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import { loadWork } from '#kernel/load-work.ts';
import { FIRST_SETTINGS } from './first-settings.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { DeclaredTools } from '#core/calls/declarations/read-declarations.ts';
import type { EvaluationCode } from '#core/share/evaluation-code/read-evaluation-code.ts';
import { mergeFields } from './merge-fields.ts';
import { FIRST_SAMPLE, type Sample } from '#samples/registry.ts';
import { asUnsaved, isUnsaved, isWhole, type OpenRun } from './open-run.ts';
import {
  fileDataset,
  isReplaced,
  sampleDataset,
  typedDataset,
  type Dataset,
} from './open-dataset.ts';
import { ScoredDataset, type KnownBefore } from './scored-dataset.svelte.ts';
import type { OpenedRun } from '#workers/open-file.ts';
import { hasLostWorkers } from './phase.ts';
import { editableText } from '#ui/editor/read-text.ts';
import type { RememberedReading } from '#engine/score-dataset.ts';

const TYPING_PAUSE_MS = 350;

/** What was shown before something took its place. */
interface Earlier {
  readonly title: string;
  /** Open → Samples has it: nobody need be offered it again. */
  readonly isUntouchedSample: boolean;
  readonly bringBack: () => Promise<void>;
}

const loadAnswers = () => import('./first-sample-answers.ts');

/** How a shipped sample is scored at first. */
export function settingsOf({ tools }: Sample): MetricSettings {
  return { ...FIRST_SETTINGS, tools };
}

/** What other data starts with: neither tools and judges of the last, nor its way with empty trajectories. */
function forOtherData({ judges: _, ...settings }: MetricSettings): MetricSettings {
  return { ...settings, tools: [], emptyTrajectories: FIRST_SETTINGS.emptyTrajectories };
}

/** The dataset at hand: opened, typed over, read and scored as a person chooses. */
export class Workspace extends ScoredDataset {
  /** Key and id of the last run whose rows were found to be out of reach. */
  #lostKeys: readonly string[] = [];
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** The settings before and after the format of the open data has defined some. */
  #defined: { readonly before: MetricSettings; readonly defined: MetricSettings } | undefined;
  /** Settings that were taken from code: they are for whatever data comes. */
  #ofCode: MetricSettings | undefined;
  /** Takes the metrics of evaluation code, or the tools that a program declares. */
  useCode?: (code: EvaluationCode | DeclaredTools) => void;
  /** Text that a person has just brought, until it is changed or what is unread of it left out. */
  newText = $state.raw<string>();
  /** What was typed since scoring last began. */
  #unscoredText: string | undefined;

  /** The shipped sample that is open, or an empty text. */
  get sampleId(): string {
    return this.run?.record.sampleId ?? this.source?.sampleId ?? '';
  }

  /** Renames the dataset and its run. */
  async rename(title: string): Promise<void> {
    const name = title.trim();
    if (name === '' || name === this.title) return;
    this.title = name;
    this.saveDraft();
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
    const known = this.services.library.findSampleRun(sample.id, settings);
    if (known && (await this.openRun(known.id, false, ticket))) return;
    const text = await sample.load();
    if (this.runs.isLate(ticket)) return;
    const earlier = this.#earlier();
    this.settings = settings;
    await this.#open(sampleDataset(sample, text), text, ticket, prepared);
    this.#reportReplaced(earlier);
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
    this.text = text;
    this.title = title;
    this.source = typedDataset(text, undefined);
    this.phase = { kind: 'unreadable', issue: { code: 'scoring_held' } };
  }

  /**
   * Opens a file; false when it was cancelled, or replaced by something else.
   * @param onUnread called where it has no rows, in place of telling what became of it
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
    const before = [this.source, this.text] as const;
    this.text = text;
    this.source = { blob, fileName: '', title: this.title, sampleId: '' };
    this.#recall({ roles: {}, reading });
    const isDone = await this.score(run);
    const isShown = this.run !== undefined && this.run.record.id === run?.record.id;
    if (!isDone && isShown) [this.source, this.text] = before;
    if (isDone) this.#reportReplaced(earlier);
  }

  /** Opens rows that an agent made; false when that was cancelled, or replaced by something else. */
  async openMade(dataset: Dataset, settings: MetricSettings): Promise<boolean> {
    const ticket = this.runs.ticket();
    const text = await editableText(dataset.blob);
    if (this.runs.isLate(ticket)) return false;
    this.settings = settings;
    return this.#open(dataset, text, ticket);
  }

  /** Shows why a file cannot be opened; nothing of it was read. A run that is open stays. */
  refuse(issue: FileIssue, ticket = this.runs.ticket()): void {
    if (this.#earlier()) {
      this.#reportNoRows(undefined, issue);
      return;
    }
    if (!this.runs.admit(ticket)) return;
    this.stop();
    this.reset({ kind: 'unreadable', issue });
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
    const run = written ?? (await this.services.library.load(id, onHead));
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
      this.reset({ kind: 'empty' });
      return false;
    }
    const { withChangesSince } = await loadWork();
    const now = this.run;
    if (now?.key !== head.key) return false;
    const showing = this.show(withChangesSince(head, now, run), true);
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
    if (await this.#take(unsaved, isSameData, ticket)) this.#reportReplaced(earlier);
  }

  /** Whether the open run came from outside and is not stored. */
  get isUnsaved(): boolean {
    return this.run !== undefined && isUnsaved(this.run.record);
  }

  /** Stores the open run that came from outside. */
  async keep(): Promise<void> {
    const { run } = this;
    if (!run || !isUnsaved(run.record)) return;
    const unsavedId = run.record.id;
    const release = this.runs.hold(unsavedId);
    try {
      const record = await this.services.library.keep(run);
      if (!record) return;
      this.runs.synced.set(record.id, record);
      this.runs.update(unsavedId, (now) => {
        const { name, settings } = now.record;
        return {
          ...now,
          record: { ...record, name, settings, ...annotationsOf(now.record) },
          said: undefined,
        };
      });
      this.runs.succeed(unsavedId, record.id);
      await this.runs.saveSince(run, record.id);
      void this.saveNow();
    } finally {
      release();
    }
  }

  async #take(run: OpenRun, isSameData: boolean, ticket: number): Promise<boolean> {
    const source = run.original ?? run.rows;
    const text = run.record.state === 'summary' ? '' : await editableText(source);
    if (!this.runs.admit(ticket)) return false;
    this.stop();
    // it may have been written to since
    const now = this.runs.getWritten(run.record.id) ?? run;
    const { record } = now;
    const { name: title, sampleId, agent } = record;
    this.source = { blob: source, fileName: '', title, sampleId, agent };
    this.title = record.name;
    this.settings = record.settings;
    this.chosenRoles = record.roles;
    this.reading = record.reading ?? {};
    this.text = text;
    this.newText = undefined;
    this.scoredInMs = 0;
    const showing = this.show(now, isSameData);
    // rows that are out of reach are reported when the whole is shown
    if (now.isGrowing === true) showing.catch(() => undefined);
    else await showing;
    return true;
  }

  /** Goes on with a run that was interrupted. */
  async resumeRun(id: string): Promise<void> {
    if (!(await this.openRun(id))) return;
    const { run } = this;
    if (run?.record.id !== id || !this.source || run.record.state !== 'interrupted') return;
    // shown until the rest is there; what replaces it is the same run
    await this.score(undefined, { begun: run });
  }

  /** Turns to the stored copy of the open run's rows: its file can no longer be read. */
  async recoverRows(key: string): Promise<void> {
    const { run } = this;
    // a file that is being scored is spoken of by who scores it
    if (run?.key !== key || this.#lostKeys.includes(key) || this.progress) return;
    const { notices, library } = this.services;
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
    this.source = { ...this.source, blob: stored.original ?? stored.rows };
    await this.show(withChangesSince(run, now, stored), true);
  }

  /** Sets the editor's text; it is scored after a short pause. */
  edit(text: string): void {
    this.runs.admit(this.runs.ticket());
    this.text = text;
    this.newText = undefined;
    this.#unscoredText = text;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#scoreTyped(text), TYPING_PAUSE_MS);
    this.saveDraft();
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
    this.settings = settings;
    if (isOfCode) this.#ofCode = settings;
    if (this.#unscoredText !== undefined) {
      await this.#scoreTyped(this.#unscoredText);
      return;
    }
    const { run } = this;
    const isKnown =
      run !== undefined && isWhole(run) && (run.original ?? run.rows) === this.source?.blob;
    await this.#rescore(isKnown ? run : undefined);
  }

  /** Sets other columns for roles; an empty name for none. */
  async setRoles(roles: ColumnRoles): Promise<void> {
    await this.#readAs({ ...this.chosenRoles, ...roles }, this.reading);
  }

  /** Reads the dataset in another way; what is chosen is taken again for files like it. */
  async setReading(reading: ReadingChoices): Promise<void> {
    await this.#readAs(this.chosenRoles, reading);
  }

  /** Stops scoring; the worker is freed at once and nothing half-done is stored. */
  override cancel(): void {
    clearTimeout(this.#typing);
    super.cancel();
  }

  /**
   * Empties the editor and the results.
   * @param canUndo whether a notice offers to bring back what was open
   */
  clear(canUndo = true): void {
    const earlier = canUndo ? this.#earlier() : undefined;
    this.runs.admit(this.runs.ticket());
    this.stop();
    this.text = '';
    this.title = 'Untitled';
    this.source = undefined;
    this.#forOwnData();
    this.#recall({ roles: {}, reading: {} });
    this.reset({ kind: 'empty' });
    void this.saveNow();
    this.#reportReplaced(earlier);
  }

  /** Whether a shipped sample is open and nothing of its text was changed. */
  get isUntouchedSample(): boolean {
    return this.sampleId !== '' && this.#unscoredText === undefined;
  }

  /** What is shown, to be brought back; undefined where no run is. */
  #earlier(): Earlier | undefined {
    const { run } = this;
    if (!run || run.isGrowing === true || run.columns.rowCount === 0) return undefined;
    const { title, text, settings, chosenRoles, reading, source, isUntouchedSample } = this;
    const [defined, unscored] = [this.#defined, this.#unscoredText];
    const bringBack = async (): Promise<void> => {
      this.stop();
      Object.assign(this, { title, text, settings, chosenRoles, reading, source });
      this.#defined = defined;
      this.#unscoredText = undefined;
      const now = this.runs.get(run.record.id) ?? run;
      // it may have been stored since
      const { id, state } = now.record;
      const stored = state === 'running' ? this.services.library.find(id) : undefined;
      const record = { ...now.record, ...stored };
      const showing = this.show({ ...now, record }, false);
      void this.saveNow();
      await showing;
      if (unscored !== undefined) this.edit(unscored);
    };
    return { title, isUntouchedSample, bringBack };
  }

  #reportReplaced(earlier: Earlier | undefined): void {
    if (!earlier || earlier.isUntouchedSample) return;
    const undo = (): void => {
      this.runs.admit(this.runs.ticket());
      void earlier.bringBack();
    };
    void loadWork().then(({ reportReplaced }) =>
      reportReplaced(this.services.notices, earlier.title, undo),
    );
  }

  protected override score(replaced: OpenRun | undefined, more?: KnownBefore): Promise<boolean> {
    clearTimeout(this.#typing);
    this.#unscoredText = undefined;
    return super.score(replaced, more);
  }

  async #scoreTyped(text: string): Promise<void> {
    if (text.trim() === '') {
      this.stop();
      this.reset({ kind: 'empty' });
      return;
    }
    const old = this.source;
    const isSample = old !== undefined && old.sampleId !== '';
    const isOwn = isSample && (await isReplaced(text, old));
    if (this.source !== old || this.text !== text) return;
    if (isOwn) {
      this.#forOwnData();
      this.#recall({ roles: {}, reading: {} });
    }
    this.source = typedDataset(text, isOwn ? undefined : old);
    // an edited sample is a separate dataset; other edits go on with the run they began
    if (isSample || this.title === '') this.title = this.source.title;
    const onDefined = (defined: MetricSettings): void => this.#define(defined);
    await this.score(isSample ? undefined : this.run, isOwn ? { onDefined } : {});
  }

  async #readAs(roles: ColumnRoles, reading: ReadingChoices): Promise<void> {
    this.#recall({ roles, reading });
    const { rememberReading } = await loadWork();
    rememberReading(this.run?.record.header ?? '', roles, reading);
    await this.#rescore();
  }

  /** Sets what was chosen for the last file of the kind. */
  #recall({ roles, reading }: RememberedReading): void {
    this.chosenRoles = roles;
    this.reading = reading;
  }

  async #rescore(known?: OpenRun): Promise<void> {
    if (this.source && this.source.blob.size > 0) await this.score(this.run, { known });
    else this.saveDraft();
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
    if (isOpened) this.newText = text ?? undefined;
    const { phase } = this;
    const issue = isOpened && phase.kind === 'unreadable' ? phase.issue : undefined;
    if (earlier && issue && !isAsked && !hasLostWorkers(issue)) {
      await earlier.bringBack();
      if (!onUnread) this.#reportNoRows(dataset, issue);
    } else if (!onUnread && !this.runs.isLate(ticket)) this.#reportReplaced(earlier);
    if (issue) onUnread?.();
    return isOpened;
  }

  #reportNoRows(dataset: Dataset | undefined, issue: FileIssue): void {
    const open =
      dataset && (() => void this.#openOwn(dataset, this.runs.ticket(), undefined, true));
    void loadWork().then(({ reportNoRows }) =>
      reportNoRows(this.services, dataset, issue, open, this.useCode),
    );
  }

  /** A person's own data has not what the format of the last has defined, nor what was chosen for that. */
  #forOwnData(): void {
    this.#undefine();
    const { settings } = this;
    if (settings !== this.#ofCode) this.settings = forOtherData(settings);
  }

  async #open(
    dataset: Dataset,
    text: string | null,
    ticket: number,
    prepared?: OpenedRun,
  ): Promise<boolean> {
    if (!this.runs.admit(ticket)) return false;
    this.source = dataset;
    this.text = text;
    this.newText = undefined;
    this.title = dataset.title;
    this.chosenRoles = dataset.roles ?? {};
    this.reading = {};
    this.startAnew();
    const onRecalled = (known: RememberedReading): void => this.#recall(known);
    if (prepared || dataset.roles) return this.score(undefined, { prepared });
    return this.score(undefined, { onRecalled, onDefined: (defined) => this.#define(defined) });
  }

  /** Takes over what the format of the data defines, for as long as this data is open. */
  #define(defined: MetricSettings): void {
    this.#defined = { before: this.settings, defined };
    this.settings = defined;
  }

  /** What the format of the last data has defined holds for no other; what was changed since does. */
  #undefine(): void {
    if (!this.#defined) return;
    const { before, defined } = this.#defined;
    this.#defined = undefined;
    this.settings = mergeFields(defined, this.settings, before);
  }
}
