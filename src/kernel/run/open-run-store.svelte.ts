import type { RunReader } from '#kernel/worker/run-reader.ts';
import { loadWork } from '#kernel/load-work.ts';
import type { RunStore } from '#kernel/storage/runs.ts';
import type { OpenRun } from './open-run.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';

/** Returns the next version of a run, given the newest. */
export type RunChange = (run: OpenRun) => OpenRun;

interface Services {
  readonly reader: RunReader;
  readonly stored: RunStore;
  /** Called after each change of the open run, with both versions. */
  readonly onChange: (before: OpenRun, after: OpenRun) => void;
  /** Shows other scores of the open run. */
  readonly show: (run: OpenRun) => Promise<void>;
  /** Called once something was written to the database. */
  readonly onSaved: () => Promise<void>;
}

/**
 * The open run, and the runs that are no longer open but still written to. Who changes a run hands in
 * a function of its newest version: nothing that was changed meanwhile is lost.
 */
export class OpenRunStore {
  readonly #services: Services;
  #run = $state.raw<OpenRun | undefined>();
  /** Whether what was made of a stored run is on its way to the store. */
  isBeingStored = $state(false);
  /** Runs that are not open and still written to. */
  readonly #background = new Map<string, OpenRun>();
  /** How many still write to a run, by the id they know it by. */
  readonly #writers = new Map<string, number>();
  /** The run that took the place of another with the same rows, by that one's id. */
  readonly #successors = new Map<string, string>();
  /** Stored runs as this tab has seen them last, by id: what differs was changed here. */
  readonly synced = new Map<string, RunRecord>();
  #lastTicket = 0;
  #openTicket = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  get run(): OpenRun | undefined {
    return this.#run;
  }

  /**
   * Numbers an attempt to open something, when a person asks for it: however long it takes, what
   * was asked for later wins.
   */
  ticket(): number {
    return ++this.#lastTicket;
  }

  /** Whether something that was asked for later is open. */
  isLate(ticket: number): boolean {
    return ticket < this.#openTicket;
  }

  /** Whether what the ticket was for may be opened now; it counts as open then. */
  admit(ticket: number): boolean {
    if (this.isLate(ticket)) return false;
    this.#openTicket = ticket;
    return true;
  }

  /** The newest version of a run, or of the one that took its place; undefined once it is closed. */
  get(id: string): OpenRun | undefined {
    const now = this.#resolve(id);
    return this.#run?.record.id === now ? this.#run : this.#background.get(now);
  }

  /** The newest version of a run that something still writes to; not of the one that took its place. */
  getWritten(id: string): OpenRun | undefined {
    const run = this.#isWritten(id) ? this.get(id) : undefined;
    return run?.record.id === id ? run : undefined;
  }

  /** Replaces the open run; the one before stays while something writes to it. */
  replace(run: OpenRun | undefined): void {
    const before = this.#run;
    if (run) this.#background.delete(run.record.id);
    this.#run = run;
    const id = before?.record.id ?? '';
    if (before && id !== run?.record.id && this.#isWritten(id)) this.#background.set(id, before);
  }

  /** Has those who write to a run write to another one with the same rows. */
  succeed(id: string, next: string): void {
    this.#background.delete(id);
    // a run that was scored before may replace one that took its own
    this.#successors.delete(next);
    if (id !== next) this.#successors.set(id, next);
  }

  /** Keeps a run writable after another was opened. */
  hold(id: string): () => void {
    this.#writers.set(id, (this.#writers.get(id) ?? 0) + 1);
    return () => {
      const left = (this.#writers.get(id) ?? 1) - 1;
      if (left > 0) this.#writers.set(id, left);
      else this.#writers.delete(id);
      const now = this.#resolve(id);
      if (!this.#isWritten(now)) this.#background.delete(now);
    };
  }

  /** A run as this tab has seen it stored last; as it is now where it was never seen stored. */
  syncedOf(record: RunRecord): RunRecord {
    return this.synced.get(record.id) ?? record;
  }

  /** Changes a run at once, and nothing else; undefined when it is closed. */
  update(id: string, change: RunChange): OpenRun | undefined {
    const before = this.get(id);
    if (!before) return undefined;
    const changed = change(before);
    const hasScores = changed.columns !== before.columns && changed.key === before.key;
    const after = hasScores ? { ...changed, revision: (before.revision ?? 0) + 1 } : changed;
    if (this.#run !== before) {
      this.#background.set(after.record.id, after);
      return after;
    }
    this.#run = after;
    this.#services.onChange(before, after);
    return after;
  }

  /**
   * Changes a run: at once, then in what is shown and computed of its scores, then in the database.
   * @param isPartial more changes are to come: nothing is stored yet
   */
  async change(id: string, change: RunChange, isPartial = false): Promise<void> {
    const release = this.hold(id);
    try {
      const before = this.get(id);
      const after = this.update(id, change);
      if (!before || !after) return;
      try {
        if (after.columns !== before.columns) await this.refresh(id, isPartial);
      } finally {
        if (!isPartial) await this.saveSince(before, id);
      }
    } finally {
      release();
    }
  }

  /** Shows the scores of a run as they are now, and computes what depends on them. */
  async refresh(id: string, isPartial = false): Promise<void> {
    const run = this.get(id);
    if (!run) return;
    const showing = run === this.#run ? this.#services.show(run) : Promise.resolve();
    const [digest] = await Promise.all([
      this.#services.reader.ask(run, 'digest', isPartial),
      showing,
    ]);
    // scores have changed since, and another one is coming
    this.update(id, (now) => (now.columns === run.columns ? { ...now, ...digest } : now));
  }

  /** Stores what has changed of a run, unless it is not stored itself. */
  async saveSince(before: OpenRun, id: string): Promise<void> {
    const { saveChanges } = await loadWork();
    await saveChanges(this, this.#services, before, id);
  }

  #resolve(id: string): string {
    let now = id;
    for (let next = this.#successors.get(now); next !== undefined; next = this.#successors.get(now))
      now = next;
    return now;
  }

  #isWritten(id: string): boolean {
    const now = this.#resolve(id);
    return [...this.#writers.keys()].some((written) => this.#resolve(written) === now);
  }
}
