import { untrack } from 'svelte';
import type { RowDetail } from '#core/explain/row/row-detail.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';

/** A row that has been read, with the run and the number it was read under. */
export interface ShownRow {
  readonly detail: RowDetail;
  readonly row: number;
  readonly run: OpenRun;
}

/** The row to show: while the selected one is still being read, the one before it. */
export interface RowTracker {
  readonly current: ShownRow | undefined;
  /** Whether the row shown is no longer, or not yet, the selected one. */
  readonly isStale: boolean;
}

/**
 * Follows the selected row, so that its scores are never beside another row's calls.
 * Call it while a component is set up.
 */
export function trackShownRow(app: AppState): RowTracker {
  let current = $state.raw<ShownRow | undefined>();
  $effect.pre(() => {
    const { detail } = app.view;
    current = untrack(() => {
      const { run } = app.workspace;
      return detail && run ? { detail, run, row: app.view.selected } : undefined;
    });
  });
  // other facts of the run may change while its rows stay: it gets stored, or renamed
  const followed = $derived.by(() => {
    const { run } = app.workspace;
    return current && run?.key === current.run.key ? { ...current, run } : current;
  });
  return {
    get current() {
      return followed;
    },
    get isStale() {
      return app.view.selected >= 0 && current?.row !== app.view.selected;
    },
  };
}
