import type { DraftRecord } from '#kernel/storage/schema.ts';
import { hasLostWorkers, type Phase } from './phase.ts';
import type { OpenRun } from './open-run.ts';
import { ifStored, type Store } from '#kernel/storage/connection.ts';
import { loadWork } from '#kernel/load-work.ts';

const PAUSE_MS = 250;

interface Work {
  readonly title: string;
  readonly text: string | null;
  readonly run: OpenRun | undefined;
  readonly phase: Phase;
}

/** The work in progress as it is stored. */
export function draftOf(work: Work): DraftRecord {
  const { title, text, run, phase } = work;
  return {
    id: 'workspace',
    title,
    text,
    runId: run?.record.state === 'complete' ? run.record.id : null,
    ...(phase.kind === 'unreadable' && hasLostWorkers(phase.issue) ? { isHeld: true } : {}),
  };
}

/** Keeps the work in progress, a moment after the last change. */
export class DraftKeeper {
  readonly #drafts: DraftStore;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(drafts: DraftStore) {
    this.#drafts = drafts;
  }

  /** Saves what `take` returns once changes have paused. */
  keep(take: () => DraftRecord): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => void this.keepNow(take()), PAUSE_MS);
  }

  /** Saves at once: a reload right after must find it. Settled when it is saved, or could not be. */
  async keepNow(draft: DraftRecord): Promise<void> {
    clearTimeout(this.#saving);
    await ifStored(this.#drafts.save(draft));
  }

  /** The work as it was left, or undefined. */
  load(): Promise<DraftRecord | undefined> {
    return ifStored(this.#drafts.load());
  }
}

/** The one draft: the work in progress. Both methods reject with a `StorageError` only. */
export class DraftStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Replaces the draft. */
  save(draft: DraftRecord): Promise<void> {
    return this.#store.put('drafts', draft);
  }

  /**
   * Reads the draft. One that cannot be read is reported as `damaged`.
   * @returns the draft; undefined when absent or unreadable
   */
  async load(): Promise<DraftRecord | undefined> {
    const draft: unknown = await this.#store.read(['drafts'], (tx) =>
      tx.objectStore('drafts').get('workspace'),
    );
    if (draft === undefined) return undefined;
    const { DraftRecord, is } = await loadWork();
    if (is(DraftRecord, draft)) return draft;
    this.#store.report('damaged');
    return undefined;
  }
}
