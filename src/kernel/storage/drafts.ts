import { loadWork } from '#kernel/load-work.ts';
import type { Store } from './connection.ts';
import type { DraftRecord } from './schema.ts';

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
   * @returns the draft; undefined when there is none that can be read
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
