import type { DraftStore } from '#kernel/storage/drafts.ts';
import type { DraftRecord } from '#kernel/storage/schema.ts';
import { hasLostWorkers } from './phase.ts';
import type { Workspace } from './workspace.svelte.ts';
import { ifStored } from '#kernel/storage/storage-error.ts';

const PAUSE_MS = 250;

type Work = Pick<Workspace, 'title' | 'text' | 'run' | 'phase'>;

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

/**
 * Resumes the work where it was left, or opens the run of a link; whether anything is shown.
 * @param linkedRun id of the run that is linked to, or an empty text
 */
export async function resumeWork(
  workspace: Workspace,
  drafts: DraftKeeper,
  linkedRun: string,
  ticket = workspace.runs.ticket(),
): Promise<boolean> {
  const draft = await drafts.load();
  const isOther = linkedRun !== '' && linkedRun !== draft?.runId;
  if (isOther && (await workspace.openRun(linkedRun, false, ticket))) return true;
  if (!draft) return false;
  if (draft.runId !== null && (await workspace.openRun(draft.runId, false, ticket))) {
    const isEdited = draft.text !== null && draft.text !== workspace.text;
    if (isEdited && !workspace.runs.isLate(ticket)) workspace.edit(draft.text);
    return true;
  }
  if (draft.text === null || draft.text.trim() === '') return false;
  const title = draft.title || 'Draft';
  if (draft.isHeld === true) workspace.holdText(draft.text, title, ticket);
  else await workspace.openText(draft.text, title, ticket);
  return true;
}
