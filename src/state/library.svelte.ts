import type { RunReader } from '#bridge/run-reader.ts';
import type { DonePart } from '#bridge/part-gatherer.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import type { SummaryFile } from '#core/results/summary-file.ts';
import { NO_ROWS, type ScoredColumns } from '#core/scoring/scored-columns.ts';
import type { RunStore } from '#storage/runs.ts';
import type { ChunkRecord, RunRecord } from '#storage/schema.ts';
import { estimateUsage } from '#storage/usage.ts';
import type { Notices } from './notices.svelte.ts';
import { newRunKey, type OpenRun } from './open-run.ts';

/** The runs kept in this browser. */
export class Library {
  readonly #runs: RunStore;
  readonly #reader: RunReader;
  readonly #notices: Notices;
  #list = $state.raw<readonly RunRecord[]>([]);
  #isLoaded = $state(false);
  #usedBytes = $state<number | undefined>();

  constructor(runs: RunStore, reader: RunReader, notices: Notices) {
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
    const wanted = JSON.stringify(settings);
    return this.#list.find(
      (run) =>
        run.sampleId === sampleId &&
        run.state === 'complete' &&
        JSON.stringify(run.settings) === wanted,
    );
  }

  /** Opens a run with all its rows. */
  async load(id: string): Promise<OpenRun | undefined> {
    try {
      const loaded = await this.#runs.load(id);
      if (!loaded) return undefined;
      const { run: record, source, chunks } = loaded;
      const columns = await joinChunks(chunks);
      const { rows, original, skipped } = source ?? {
        rows: new Blob(),
        original: null,
        skipped: new Blob(),
      };
      const { matching } = record.settings;
      const readable = { key: newRunKey(), columns, rows, roles: record.roles, matching };
      const digest = await this.#reader.digest(readable);
      const isSummary = record.state === 'summary';
      return {
        ...readable,
        ...digest,
        ...(isSummary ? { summary: record.summary } : {}),
        record,
        original,
        skipped,
        parts: record.state === 'interrupted' ? partsToKeep(chunks) : [],
      };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#notices.banner({
        id: 'load',
        kind: 'error',
        title: 'This run could not be opened.',
        text,
      });
      return undefined;
    }
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

async function joinChunks(chunks: readonly ChunkRecord[]): Promise<ScoredColumns> {
  if (chunks.length === 0) return NO_ROWS;
  const { joinColumns } = await import('#core/scoring/join-columns.ts');
  return joinColumns(chunks.map(({ columns }) => columns));
}

/** The parts that need not be scored again: what was skipped is stored only at the end. */
function partsToKeep(chunks: readonly ChunkRecord[]): DonePart[] {
  const parts: DonePart[] = [];
  for (const { columns, end } of chunks) {
    if (!end || columns.skippedCount > 0) break;
    parts.push({ columns, end });
  }
  return parts;
}
