import { hasAnnotations } from '#core/score/review/annotations.ts';
import type { ReadingChoices } from '#core/read/choices/reading-choices.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { loadWork } from '#kernel/load-work.ts';
import type { Notices } from '#kernel/notices.svelte.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import type { reportCancelled } from '#kernel/report-notices.ts';
import { draftOf, type DraftKeeper } from './draft-keeper.ts';
import { mergeFields } from './merge-fields.ts';
import { FIRST_SETTINGS } from './first-settings.ts';
import type { Dataset } from './open-dataset.ts';
import type { OpenRun } from './open-run.ts';
import { OpenRunStore } from './open-run-store.svelte.ts';
import { whyFailed, type Phase, type ScoringProgress } from './phase.ts';
import type { RowsView } from './rows-view.svelte.ts';
import type { FirstLines, ScoringJob, ScoringOutcome, ScoringServices } from './scoring.ts';

/** What opening and scoring a dataset needs. */
export interface WorkspaceServices extends ScoringServices {
  readonly drafts: Pick<DraftKeeper, 'keep' | 'keepNow'>;
  readonly notices: Notices;
  readonly view: RowsView;
}

/** What is known of a dataset before it is scored, and who is told what is found out. */
export type KnownBefore = Pick<
  ScoringJob,
  'known' | 'begun' | 'prepared' | 'onRecalled' | 'onDefined'
>;

/** An open dataset: it is scored, and its run shown as it grows, and stored. */
export class ScoredDataset {
  protected readonly services: WorkspaceServices;
  title = $state('');
  /** The editor's text; null when the dataset is too large for the editor. */
  text = $state.raw<string | null>('');
  settings = $state.raw<MetricSettings>(FIRST_SETTINGS);
  chosenRoles = $state.raw<ColumnRoles>({});
  /** How it is read, as far as a person has chosen. */
  reading = $state.raw<ReadingChoices>({});
  /** What was opened or typed; undefined before anything was. */
  source: Dataset | undefined;
  /** The open run: what is changed of it goes through this store. */
  readonly runs: OpenRunStore;
  phase = $state.raw<Phase>({ kind: 'empty' });
  progress = $state.raw<ScoringProgress | undefined>();
  scoredInMs = $state(0);
  /** The run that was open before the dataset now being read. */
  #before = $state.raw<OpenRun | undefined>();
  /** The run that was scored since the dataset was opened: scoring again replaces it. */
  #begunRunId = '';
  /** Runs are stored in the order in which they were scored. */
  #storing: Promise<unknown> = Promise.resolve();
  #abort: AbortController | undefined;

  constructor(services: WorkspaceServices) {
    this.services = services;
    const { reader, library, view } = services;
    this.runs = new OpenRunStore({
      reader,
      stored: library.store,
      show: (run) => view.show(run, true),
      onChange: (before, after) => {
        const [known, settings] = [before.record.settings, after.record.settings];
        // while other settings are being scored, the rest of them stays
        if (known !== settings) this.settings = mergeFields(known, settings, this.settings);
        if (before.record.name !== after.record.name) this.title = after.record.name;
        this.saveDraft();
      },
      onSaved: () => library.refresh(),
    });
  }

  get run(): OpenRun | undefined {
    return this.runs.run;
  }

  /** What the screen shows: the run before stays until another dataset has its first rows. */
  get shownRun(): OpenRun | undefined {
    return this.run ?? this.#before;
  }

  /** Another dataset is open: the rows shown stay until it has some, drawing twice would cost more. */
  protected startAnew(): void {
    this.#before = this.shownRun;
    this.runs.replace(undefined);
    this.phase = { kind: 'scoring' };
  }

  /** Stops scoring; the worker is freed at once and nothing half-done is stored. */
  cancel(): void {
    this.#abort?.abort();
  }

  /** Stops scoring without a message: something else takes its place. */
  protected stop(): void {
    this.cancel();
    this.#abort = undefined;
    this.progress = undefined;
  }

  /** Shows no run. */
  protected reset(phase: Phase): void {
    this.runs.replace(undefined);
    this.#before = undefined;
    this.phase = phase;
    void this.services.view.show(undefined, false);
  }

  /**
   * Scores the open dataset.
   * @returns false when it failed, was cancelled or was replaced by something else
   */
  protected async score(replaced: OpenRun | undefined, more: KnownBefore = {}): Promise<boolean> {
    const { source, title, settings, chosenRoles, reading } = this;
    if (!source) return false;
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const startedAtMs = performance.now();
    const job: ScoringJob = {
      dataset: source,
      name: title,
      settings,
      chosenRoles,
      reading,
      hasPartials: replaced === undefined,
      ...more,
      ...(more.onDefined && {
        onDefined: (defined: MetricSettings) => {
          begunWith = defined;
          if (this.#abort === abort) more.onDefined?.(defined);
        },
      }),
    };
    let base = more.begun ?? more.known;
    /** With what the format of the file defines. */
    let begunWith = settings;
    try {
      const { Scoring, withChangesSince } = await loadWork();
      /** The run as it was scored, with what was changed of the version before. */
      const merge = (run: OpenRun): OpenRun => {
        const now = base && this.runs.get(base.record.id);
        const merged = base && now ? withChangesSince(base, now, run) : run;
        base = run;
        const { title: name, settings: wanted } = this;
        const { record } = merged;
        const mergedSettings = mergeFields(begunWith, wanted, record.settings, ['thresholds']);
        return { ...merged, record: { ...record, name, settings: mergedSettings } };
      };
      const scoring = new Scoring(this.services, job, {
        onProgress: (progress) => {
          if (this.#abort === abort) this.progress = progress;
        },
        onPartial: (run, firstLines) => {
          if (this.#abort !== abort || !this.progress) return;
          // rows that are out of reach are reported when the whole is shown
          this.show(merge(run), this.runs.run !== undefined, firstLines).catch(() => undefined);
        },
      });
      const outcome = await scoring.run(abort.signal);
      const isLate = this.#abort !== abort;
      if (!isLate) this.scoredInMs = more.prepared ? 0 : performance.now() - startedAtMs;
      if (outcome.kind === 'scored') {
        const merged = isLate ? undefined : merge(outcome.run);
        await this.#finish(outcome, merged, replaced, more.known, abort.signal);
      } else if (!isLate) {
        this.reset({ kind: 'unreadable', issue: outcome.issue });
      }
      return !isLate;
    } catch (error) {
      if (this.#abort === abort) {
        if (abort.signal.aborted) this.#cancelled(replaced, more.begun !== undefined);
        else this.reset({ kind: 'unreadable', issue: whyFailed(error) });
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
    replaced: OpenRun | undefined,
    known: OpenRun | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { id } = run.record;
    const release = this.runs.hold(id);
    try {
      const old = replaced && (this.runs.get(replaced.record.id) ?? replaced);
      let showing: Promise<void> = Promise.resolve();
      if (merged) {
        // what was chosen among the rows seen so far stays
        this.settings = merged.record.settings;
        const isSameData = Boolean(replaced) || this.runs.run?.key === run.key;
        showing = this.show(merged, isSameData, firstLines);
        if (known) this.runs.succeed(known.record.id, id);
        if (merged.columns !== run.columns) showing = showing.then(() => this.runs.refresh(id));
        // what is left is to store it, and that cannot be cancelled
        if (!signal.aborted) this.progress = undefined;
      }
      // the run is whole and is stored, though its rows could not be shown
      const [shown] = await Promise.allSettled([showing]);
      if (issue) {
        void loadWork().then(({ reportBrokenOff }) =>
          reportBrokenOff(this.services.notices, issue),
        );
      }
      const storing = this.#storing.then(store);
      this.#storing = storing.catch(() => undefined); // thrown below
      const [stored, { changeableFields }] = await Promise.all([storing, loadWork()]);
      if (run.columns.rowCount > 0) {
        this.runs.synced.set(stored.id, stored);
        this.runs.update(id, (now) => {
          // other settings have scored the same rows again meanwhile: that run is stored next
          if (now.record.id !== id) return now;
          const record = { ...now.record, state: stored.state };
          const fields = changeableFields({ ...now, record });
          return { ...now, record: { ...stored, ...fields } };
        });
        // an older run may be all that this one is: what was changed meanwhile is changed of that one
        if (stored.id !== id) this.runs.succeed(id, stored.id);
        await this.runs.saveSince(run, stored.id);
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
    // what a person says of rows is not thrown away
    const now = this.runs.get(stored.id)?.record ?? stored;
    if (!hasAnnotations(old.record) || hasAnnotations(now))
      await this.services.library.forget(begunRunId, stored.id);
  }

  /** Shows a run in place of the open one. */
  protected async show(run: OpenRun, isSameData: boolean, firstLines?: FirstLines): Promise<void> {
    this.runs.replace(run);
    this.#before = undefined;
    this.phase =
      run.columns.rowCount === 0 && run.record.state !== 'summary'
        ? { kind: 'unreadable', issue: { code: 'no_rows' } }
        : { kind: 'ready' };
    await this.services.view.show(run, isSameData, firstLines);
  }

  /** Shows what there is to see without the rows that were still to be scored. */
  #cancelled(replaced: OpenRun | undefined, isBegun: boolean): void {
    const tell = async (shown: Parameters<typeof reportCancelled>[1]): Promise<void> =>
      (await loadWork()).reportCancelled(this.services.notices, shown);
    if (isBegun) void tell('begun run');
    else if (replaced) {
      const { settings, roles, reading } = (this.runs.get(replaced.record.id) ?? replaced).record;
      this.settings = settings;
      this.chosenRoles = roles;
      this.reading = reading ?? {};
      void tell('earlier scores');
    } else if (this.runs.run) void tell('rows so far');
    else {
      this.reset({ kind: 'empty' });
      void tell('nothing');
    }
  }

  /** Saves the work in progress, a moment after its last change. */
  protected saveDraft(): void {
    this.services.drafts.keep(() => this.#draft());
  }

  /** Saves the work in progress at once. */
  saveNow(): Promise<void> {
    return this.services.drafts.keepNow(this.#draft());
  }

  #draft(): ReturnType<typeof draftOf> {
    return draftOf(this);
  }
}
