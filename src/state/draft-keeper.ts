import type { DraftStore } from '#storage/drafts.ts';
import type { DraftRecord } from '#storage/schema.ts';
import { hasLostWorkers } from './why-failed.ts';
import type { Workspace } from './workspace.svelte.ts';

const PAUSE_MS = 250;

/** What of the workspace is kept. */
type Work = Pick<
  Workspace,
  'title' | 'text' | 'run' | 'sampleId' | 'settings' | 'chosenRoles' | 'phase'
>;

/** The work in progress as it is stored. */
export function draftOf(work: Work): DraftRecord {
  const { title, text, run, sampleId, settings, chosenRoles, phase } = work;
  return {
    id: 'workspace',
    title,
    text,
    runId: run?.record.state === 'complete' ? run.record.id : null,
    sampleId,
    settings,
    chosenRoles,
    ...(phase.kind === 'unreadable' && hasLostWorkers(phase.issue) ? { isHeld: true } : {}),
  };
}

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
