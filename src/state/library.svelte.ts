import type { RunReader } from '#bridge/run-reader.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import type { SummaryFile } from '#core/results/summary-file.ts';
import type { Store } from '#storage/connection.ts';
import type { LoadedRun, RunStore } from '#storage/runs.ts';
import type { RunRecord } from '#storage/schema.ts';
import { estimateUsage } from '#storage/usage.ts';
import type { Notices } from './notices.svelte.ts';
import type { OpenRun } from './open-run.ts';

/** A first visit opens no stored run. */
const loadOpening = () => import('./to-open-run.ts');

/** The runs kept in this browser. */
export class Library {
  readonly #runs: RunStore;
  readonly #database: Store;
  readonly #reader: RunReader;
  readonly #notices: Notices;
  #list = $state.raw<readonly RunRecord[]>([]);
  #isLoaded = $state(false);
  #usedBytes = $state<number | undefined>();

  constructor(database: Store, runs: RunStore, reader: RunReader, notices: Notices) {
    this.#database = database;
    this.#runs = runs;
    this.#reader = reader;
    this.#notices = notices;
  }

  /** Runs with rows or a summary, newest first; runs still being written are not among them. */
  get list(): readonly RunRecord[] {
    return this.#list;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Where runs are written while they are scored. */
  get store(): RunStore {
    return this.#runs;
  }

  async refresh(): Promise<void> {
    try {
      const runs = await this.#runs.list();
      this.#list = runs.filter(({ state }) => state !== 'running');
    } catch {
      // the store has told why; the page goes on without it
    }
    this.#isLoaded = true;
    void estimateUsage().then((usage) => (this.#usedBytes = usage?.usedBytes));
  }

  /** How much room the page's data takes, by the browser's estimate. */
  get usedBytes(): number | undefined {
    return this.#usedBytes;
  }

  find(id: string): RunRecord | undefined {
    return this.#list.find((run) => run.id === id);
  }

  /** The run of an unedited sample under the same settings. */
  findSampleRun(sampleId: string, settings: MetricSettings): RunRecord | undefined {
    // what passes is said about scores, it is none of what they are
    const scoringOf = (settings: MetricSettings): string =>
      JSON.stringify({ ...settings, thresholds: undefined });
    const wanted = scoringOf(settings);
    return this.#list.find(
      (run) =>
        run.sampleId === sampleId && run.state === 'complete' && scoringOf(run.settings) === wanted,
    );
  }

  /** Opens a run with all its rows. */
  async load(id: string): Promise<OpenRun | undefined> {
    try {
      const [loaded, { toOpenRun }] = await Promise.all([this.#runs.load(id), loadOpening()]);
      return loaded && (await toOpenRun(loaded, this.#reader));
    } catch (error) {
      void import('./tell.ts').then(({ tellUnopened }) => tellUnopened(this.#notices, error));
      return undefined;
    }
  }

  /** Opens a run that came from outside, without storing it. */
  async adopt(loaded: LoadedRun): Promise<OpenRun> {
    const { toOpenRun } = await loadOpening();
    // what it says about its rows may be anything: that is found out anew
    const run: RunRecord = { ...loaded.run, digest: undefined };
    return toOpenRun({ ...loaded, run }, this.#reader);
  }

  /** Stores an open run as a new one; undefined when the store could not take it. */
  async keep(run: OpenRun): Promise<RunRecord | undefined> {
    const { keepRun } = await import('./keep-run.ts');
    let kept: RunRecord | undefined;
    await this.#try(async () => {
      kept = await keepRun(run, this.#runs, this.#database);
    });
    return kept;
  }

  /** Keeps a summary that was read from a file, as a run without rows. */
  async addSummary(file: SummaryFile): Promise<string> {
    const id = crypto.randomUUID();
    const record: RunRecord = {
      ...file,
      id,
      state: 'summary',
      chunkCount: 0,
      roles: {},
      formatId: 'summary',
      formatTitle: 'Summary',
      lineUnit: 'Line',
      sourceId: '',
      fingerprint: '',
      sourceBytes: 0,
      sampleId: '',
    };
    try {
      await this.#runs.addSummary(record);
    } finally {
      await this.refresh();
    }
    return id;
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#try(() => this.#runs.rename(id, name));
  }

  /** Deletes a run; a notice offers to take that back. */
  async remove(id: string): Promise<void> {
    const name = this.find(id)?.name ?? '';
    await this.#try(async () => {
      let token: Awaited<ReturnType<RunStore['remove']>> | undefined = await this.#runs.remove(id);
      const undo = async (): Promise<void> => {
        const kept = token;
        token = undefined;
        if (kept) await this.#try(() => this.#runs.restore(kept));
      };
      this.#notices.toast(`Deleted “${name}”.`, { label: 'Undo', run: () => void undo() }, () => {
        token = undefined;
      });
    });
  }

  /** Drops a run that another has taken the place of. */
  async forget(id: string): Promise<void> {
    await this.#try(() => this.#runs.remove(id));
  }

  async #try(change: () => Promise<unknown>): Promise<void> {
    try {
      await change();
    } catch {
      // the store has told why
    }
    await this.refresh();
  }
}
