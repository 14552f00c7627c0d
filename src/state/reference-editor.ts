import { keepDigest } from '#core/summary/digest.ts';
import type { Acceptance } from '#core/reference-edits/reference-edit.ts';
import { countEdited } from '#core/reference-edits/reference-edit.ts';
import { editReferences, patchReferences, type RescoreJob } from '#bridge/edit-references.ts';
import { SourceLost } from '#bridge/source-lost.ts';
import type { AppState } from './app.svelte.ts';
import { newRunKey, type OpenRun } from './open-run.ts';
import { perApp } from './per-app.svelte.ts';
import { isUnsaved } from './unsaved-run.ts';

const SUFFIX = ', references changed';

/**
 * Accepts what an agent did into the references of the open run. The rows with other references
 * become a run of their own; the run they come from is left as it is.
 */
export class ReferenceEditor {
  readonly #app: AppState;
  /** One change after the other: the next builds on the one before. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Accepts something; tells how many rows it has changed. */
  async accept(acceptance: Acceptance): Promise<number> {
    const changed = await this.#change({ accept: acceptance });
    const id = this.#edits().at(-1)?.id;
    if (acceptance.kind !== 'signature' || changed === 0 || id === undefined) return changed;
    const rows = changed === 1 ? '1 row' : `${String(changed)} rows`;
    this.#app.notices.toast(`Accepted into the reference of ${rows}.`, {
      label: 'Undo',
      run: () => void this.undo(id),
    });
    return changed;
  }

  /** Undoes an edit; those made after it stay. */
  async undo(id: number): Promise<void> {
    await this.#change({ undo: id });
  }

  /** The rows as they are now, as JSONL. */
  downloadRows(run: OpenRun): void {
    this.#app.downloads.file(
      run.rows.slice(0, run.rows.size, 'application/jsonl'),
      'dataset.jsonl',
    );
  }

  /** What was accepted, as a JSON Patch of the list of rows. */
  async downloadPatch(run: OpenRun): Promise<void> {
    const { references } = run.record;
    if (!references) return;
    try {
      const patch = await patchReferences(this.#app.pool, run, references);
      this.#app.downloads.file(patch, 'dataset-patch.json');
    } catch (error) {
      this.#app.downloads.tellFailed(error);
    }
  }

  #edits() {
    return this.#app.workspace.run?.record.references?.edits ?? [];
  }

  #change(change: RescoreJob['change']): Promise<number> {
    const key = this.#app.workspace.run?.key;
    const changed = this.#last.then(() => this.#changeNow(change, key));
    this.#last = changed.catch(() => undefined);
    return changed;
  }

  async #changeNow(change: RescoreJob['change'], key: string | undefined): Promise<number> {
    const { run } = this.#app.workspace;
    // a slot is one of the calls that were shown: of others it would be another
    const isOfShown = 'accept' in change && 'slot' in change.accept;
    if (!run || !canEdit(run) || (isOfShown && run.key !== key)) return 0;
    try {
      return await this.#edit(run, change);
    } catch (error) {
      if (!(error instanceof SourceLost)) throw error;
      this.#app.notices.toast('The rows can no longer be read, so nothing was changed.');
      return 0;
    }
  }

  async #edit(run: OpenRun, change: RescoreJob['change']): Promise<number> {
    const { workspace, reader, library, notices, trusted, pool } = this.#app;
    const known = run.record.references;
    const { settings } = run.record;
    const isTrusted = (code: string): boolean => trusted.has(code);
    const edited = await editReferences(pool, reader, run, {
      ...{ change, known, settings, isTrusted },
    });
    if (!edited) {
      notices.toast('There is nothing to accept there.');
      return 0;
    }
    const { rows, columns, fingerprint, edits, changedCount } = edited;
    const readable = { ...run, key: newRunKey(), rows, columns };
    const digest = await reader.digest(readable);
    if (workspace.run !== run) return 0;
    const isStored = !isUnsaved(run.record);
    const base = edits ? undefined : this.#base(run);
    if (!base || !(await workspace.openRun(base, true))) {
      const name = run.record.name.replace(SUFFIX, '') + (edits ? SUFFIX : '');
      const references = edits && { ...edits, from: known?.from ?? run.record.id };
      const record = {
        ...run.record,
        ...{ name, references, fingerprint, createdAtMs: Date.now() },
        ...keepDigest(digest, columns.rowCount),
        sourceBytes: rows.size,
      };
      const next = { ...readable, ...digest, record, original: null, parts: [] };
      await workspace.openUnsaved(next, true);
      if (isStored) await workspace.keep();
    }
    // one run at a time holds what is accepted step by step
    if (isStored && known && !workspace.isUnsaved) await library.forget(run.record.id);
    return changedCount;
  }

  /** The run that the last edit undone leads back to; undefined where it is gone or differs. */
  #base({ record }: OpenRun): string | undefined {
    const base = this.#app.library.find(record.references?.from ?? '');
    const isSame =
      base?.state === 'complete' &&
      JSON.stringify([base.settings, base.ratings]) ===
        JSON.stringify([record.settings, record.ratings]);
    return isSame ? base.id : undefined;
  }
}

/** Whether the references of a run can be changed: it has rows, and all of them are scored. */
export function canEdit({ record, roles }: OpenRun): boolean {
  const hasColumn = roles.reference_trajectory ?? roles.reference_trajectories;
  return (
    hasColumn !== undefined &&
    roles.predicted_trajectory !== undefined &&
    (record.state === 'complete' || isUnsaved(record))
  );
}

/** Says how many references are changed, e.g. `3 references changed`. */
export function changesInWords({ record }: OpenRun): string {
  const count = countEdited(record.references);
  return `${String(count)} ${count === 1 ? 'reference' : 'references'} changed`;
}

/** What accepts into the references of an app's rows. */
export const referenceEditorOf = perApp((app) => new ReferenceEditor(app));
