import type { DraftStore } from '#storage/drafts.ts';
import type { DraftRecord } from '#storage/schema.ts';

const PAUSE_MS = 250;

/** Keeps the work in progress, a moment after the last change. A store that fails has told so itself. */
export class DraftKeeper {
  readonly #drafts: DraftStore;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(drafts: DraftStore) {
    this.#drafts = drafts;
  }

  /** Saves what `take` gives once changes have paused. */
  keep(take: () => DraftRecord): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => void this.keepNow(take()), PAUSE_MS);
  }

  /** Saves at once: a reload right after must find it. Settled when it is saved, or could not be. */
  keepNow(draft: DraftRecord): Promise<void> {
    clearTimeout(this.#saving);
    return this.#drafts.save(draft).catch(() => undefined);
  }

  /** The work as it was left, or undefined. */
  load(): Promise<DraftRecord | undefined> {
    return this.#drafts.load().catch(() => undefined);
  }
}
