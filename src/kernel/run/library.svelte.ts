import type { RunReader } from '#kernel/worker/run-reader.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { type Store, ifStored } from '#kernel/storage/connection.ts';
import type { RunStore } from '#kernel/storage/runs.ts';
import type { LoadedRun } from '#engine/run-file/pack-runs.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import { loadWork } from '#kernel/load-work.ts';
import type { Notices } from '#kernel/notices.svelte.ts';
import { newRunKey, type OpenRun } from '#kernel/run/open-run.ts';
import type { OpeningRun } from '#kernel/run/stored-form.ts';

/** The runs kept in this browser. */
export class Library {
  readonly #runs: RunStore;
  readonly #database: Store;
  readonly #reader: RunReader;
  readonly #notices: Notices;
  #list = $state.raw<readonly RunRecord[]>([]);
  #isLoaded = $state(false);
  /** Runs of a link that are looked at without being stored; gone with the page. */
  visiting = $state.raw<readonly OpenRun[]>([]);

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
    const runs = await ifStored(this.#runs.list());
    if (runs) this.#list = runs.filter(({ state }) => state !== 'running');
    this.#isLoaded = true;
  }

  find(id: string): RunRecord | undefined {
    return this.#list.find((run) => run.id === id);
  }

  /** The run of an unedited sample under the same settings. */
  findSampleRun(sampleId: string, settings: MetricSettings): RunRecord | undefined {
    // whether a row passes is derived from its scores, not one of them
    const scoringOf = (settings: MetricSettings): string =>
      JSON.stringify({ ...settings, thresholds: undefined });
    const wanted = scoringOf(settings);
    return this.#list.find(
      (run) =>
        run.sampleId === sampleId && run.state === 'complete' && scoringOf(run.settings) === wanted,
    );
  }

  /**
   * Opens a run with all its rows.
   * @param onHead called with a long run's first rows, a growing run of the same key, while the others
   * are still being read
   */
  async load(id: string, onHead?: (head: OpenRun) => void): Promise<OpenRun | undefined> {
    const visitor = this.visiting.find(({ record }) => record.id === id);
    if (visitor) return visitor;
    const key = newRunKey();
    let opening: OpeningRun | undefined;
    let isHeadShown = onHead === undefined;
    try {
      const work = await loadWork();
      const isFound = await this.#runs.read(id, (record, source) => {
        const opened = new work.OpeningRun(record, source, this.#reader, key);
        opening = opened;
        return (chunk) => {
          opened.take(chunk);
          const head = isHeadShown ? undefined : opened.head();
          isHeadShown = true;
          if (head) onHead?.(head);
        };
      });
      return isFound ? await opening?.whole() : undefined;
    } catch (error) {
      void loadWork().then(({ reportUnopened }) => reportUnopened(this.#notices, error));
      return undefined;
    }
  }

  /** Opens a run that came from outside, without storing it. */
  async adopt(loaded: LoadedRun): Promise<OpenRun> {
    const { toOpenRun } = await loadWork();
    // its digest may hold anything: it is computed again
    const run: RunRecord = { ...loaded.run, digest: undefined };
    return toOpenRun({ ...loaded, run }, this.#reader);
  }

  /** Stores an open run as a new one; undefined when the store could not take it. */
  async keep(run: OpenRun): Promise<RunRecord | undefined> {
    const { keepRun } = await loadWork();
    return this.#change(keepRun(run, this.#runs, this.#database));
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#change(this.#runs.change(id, (run) => ({ ...run, name })));
  }

  /** Deletes a run; a notice offers to undo that, and `onRestored` is called once it is undone. */
  async remove(id: string, onRestored?: () => void): Promise<void> {
    const name = this.find(id)?.name ?? '';
    let removed = await this.#change(this.#runs.remove(id));
    if (!removed) return;
    const undo = (): void => {
      const kept = removed;
      removed = undefined;
      if (kept) void this.#change(this.#runs.restore(kept)).then(onRestored);
    };
    this.#notices.toast(`Deleted “${name}”.`, { label: 'Undo', run: undo }, () => {
      removed = undefined;
    });
  }

  /** Drops a run that another has taken the place of. */
  async forget(id: string, next: string): Promise<void> {
    await this.#change(this.#runs.remove(id, next));
  }

  async #change<T>(change: Promise<T>): Promise<T | undefined> {
    const changed = await ifStored(change);
    await this.refresh();
    return changed;
  }
}
