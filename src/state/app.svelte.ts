import type { Candidate } from '#core/adapters/candidates.ts';
import { DEFAULT_SETTINGS } from '#core/metrics/registry.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import type { FlipCount } from '#core/what-if/count-flips.ts';
import type { LineText } from '#bridge/read-line.ts';
import { RunReader, type ReadableRun, type Reading } from '#bridge/run-reader.ts';
import type { WorkerLost } from '#bridge/worker-client.ts';
import { WorkerPool } from '#bridge/worker-pool.ts';
import { SAMPLES } from '#samples/registry.ts';
import { Store, type StorageTrouble } from '#storage/connection.ts';
import { DraftStore } from '#storage/drafts.ts';
import { isRunLockHeld } from '#storage/run-lock.ts';
import { RunStore } from '#storage/runs.ts';
import { Downloads } from './downloads.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { Library } from './library.svelte.ts';
import { Network } from './network.svelte.ts';
import { Notices } from './notices.svelte.ts';
import type { OtherSide } from './other-side.svelte.ts';
import { resumeWork } from './resume-work.ts';
import { ResultsView } from './results-view.svelte.ts';
import { Router } from './router.svelte.ts';
import { RowsView } from './rows-view.svelte.ts';
import { Sharing } from './sharing.svelte.ts';
import { TableLayout } from './table-layout.svelte.ts';
import { Theme } from './theme.svelte.ts';
import { TrustedCode } from './trusted-code.svelte.ts';
import { Workspace } from './workspace.svelte.ts';

const WARM_UP_AFTER_MS = 300;
const PAPER_AFTER_MS = 2000;

/** Everything the screens work with, put together once. */
export class AppState {
  readonly router = new Router();
  readonly notices = new Notices();
  readonly theme = new Theme();
  readonly network = new Network();
  readonly layout = new TableLayout();
  readonly results = new ResultsView();
  readonly trusted = new TrustedCode();
  readonly view: RowsView;
  readonly library: Library;
  readonly reader: RunReader;
  readonly workspace: Workspace;
  readonly downloads: Downloads;
  /** Settled once the workers that the first dataset needs have been started. */
  readonly workersBegun: Promise<unknown>;
  /** The database, for what only some screens keep in it. */
  readonly store: Store;
  /** The workers that score, for what only some screens ask of them. */
  readonly pool: WorkerPool;
  readonly sharing: Sharing;
  /** The drawer that runs an agent: its code comes when it is first opened. */
  agentDrawer = $state<'unused' | 'open' | 'closed'>('unused');
  /** Nothing is shown yet, but soon will be. */
  isStarting = $state(true);
  /** Whether the code that prints has been asked for; it comes once nothing else is to do. */
  hasPaper = $state(false);
  readonly #runs: RunStore;
  readonly #drafts: DraftKeeper;
  #otherSide = $state.raw<OtherSide | undefined>();

  constructor() {
    const onReplaced = (lost: WorkerLost): void => this.#tellReplaced(lost);
    const reader = new RunReader(onReplaced, ({ key }) => void this.workspace.recoverRows(key));
    this.reader = reader;
    const pool = new WorkerPool(onReplaced);
    this.pool = pool;
    // both start while the store opens
    this.workersBegun = Promise.all([pool.prepare(), reader.prepare()]);
    const store = new Store((trouble) => void this.#tellTrouble(trouble));
    this.store = store;
    this.#runs = new RunStore(store);
    this.view = new RowsView(reader, this.layout);
    this.library = new Library(store, this.#runs, reader, this.notices);
    const drafts = new DraftKeeper(new DraftStore(store));
    this.#drafts = drafts;
    const { library, notices, view, trusted } = this;
    this.workspace = new Workspace({ pool, reader, library, drafts, notices, view, trusted });
    this.downloads = new Downloads(reader, this.notices, store);
    this.sharing = new Sharing(this);
  }

  /**
   * Shows something as soon as can be: the run of a report or a link, the work left, or the first
   * sample.
   */
  async start(report?: string): Promise<void> {
    // read at once: the screen sets the link to what it shows
    const linked = this.router.param('run');
    this.workspace.prepare();
    void this.sharing.readLink();
    await this.library.refresh();
    const isShown =
      (report !== undefined && (await this.sharing.openReport(report))) ||
      (await resumeWork(this.workspace, this.#drafts, linked));
    if (!isShown) await this.workspace.openFirstSample();
    this.isStarting = false;
    try {
      await this.#runs.markInterrupted(isRunLockHeld);
      await this.library.refresh();
    } catch {
      // the store has told why
    }
    setTimeout(() => void this.#warmUp(), WARM_UP_AFTER_MS);
    setTimeout(() => this.#layOutPaper(), PAPER_AFTER_MS);
    const { registerServiceWorker } = await import('./service-worker.ts');
    await registerServiceWorker(this.notices, () => this.workspace.progress !== undefined);
  }

  /** Opens files in the playground. */
  async openFiles(files: readonly File[]): Promise<void> {
    this.router.go('playground');
    const { openFiles } = await import('./open-files.ts');
    await openFiles(files, this);
  }

  /** Puts the two sides of a dataset together; undefined until a side was found to be missing. */
  get otherSide(): OtherSide | undefined {
    return this.#otherSide;
  }

  /** Loads what puts two sides together. */
  async prepareOtherSide(): Promise<OtherSide> {
    const { OtherSide } = await import('./other-side.svelte.ts');
    return (this.#otherSide ??= new OtherSide(this.pool, this.workspace));
  }

  /** Loads what is printed, while nothing is scored. */
  #layOutPaper(): void {
    if (this.workspace.progress) setTimeout(() => this.#layOutPaper(), PAPER_AFTER_MS);
    else this.hasPaper = true;
  }

  /** Gets ready for a dataset of the person's own, while nothing else is to do. */
  async #warmUp(): Promise<void> {
    // a failure shows when files are opened
    import('./open-files.ts').catch(() => undefined);
    const text = await SAMPLES[0]?.load();
    if (text !== undefined && !this.workspace.progress) {
      const { warmUpWorkers } = await import('#bridge/score-dataset.ts');
      warmUpWorkers(this.pool, text, DEFAULT_SETTINGS);
    }
  }

  /** Counts how many rows other settings would move; its code comes when it is asked. */
  async countFlips(
    run: ReadableRun,
    columnIds: readonly string[],
    variants: readonly MetricSettings[],
    reading: Reading,
  ): Promise<FlipCount[][]> {
    const { countFlips } = await import('#bridge/count-flips.ts');
    return countFlips(this.pool, run, columnIds, variants, reading);
  }

  /** Finds the lists in the open file that may be trajectories; its code comes when it is asked. */
  async findLists(): Promise<readonly Candidate[]> {
    const { source } = this.workspace;
    if (!source) return [];
    const { findLists } = await import('#bridge/find-lists.ts');
    return findLists(this.pool, source.blob, source.fileName);
  }

  /** Reads a line of the open file; its code comes when it is asked. */
  async readLine(line: number): Promise<LineText | undefined> {
    const { source } = this.workspace;
    if (!source) return undefined;
    const { readLine } = await import('#bridge/read-line.ts');
    return readLine(this.pool, source.blob, line);
  }

  #tellReplaced(lost: WorkerLost): void {
    const what = lost.how === 'crashed' ? 'crashed' : 'stopped answering';
    this.notices.toast(`A worker ${what} and was replaced; its part is being done again.`);
  }

  async #tellTrouble(trouble: StorageTrouble): Promise<void> {
    const { tellTrouble } = await import('./tell.ts');
    tellTrouble(this.notices, trouble);
  }
}
