import ColumnMapping from '#features/data/ColumnMapping.svelte';
import Receipt from '#features/data/Receipt.svelte';
import type { AppState } from '#kernel/app.svelte.ts';
import { runOf } from './open-app.ts';
import { eventually } from './eventually.ts';
import { mountWith, type Mounted } from './mount-with.ts';

/** Mounts the receipt as the data pane shows it. */
export function mountReceipt(
  app: AppState,
  onshow?: (line: number, column?: number) => void,
): Mounted {
  const { workspace } = app;
  const { phase, shownRun } = workspace;
  return mountWith(app, Receipt, {
    run: shownRun,
    fatal: phase.kind === 'unreadable' ? phase.issue : undefined,
    isBusy: workspace.progress !== undefined,
    onshow,
    onchoose: () => undefined,
  });
}

/** What the receipt of the open data says. */
export function receiptOf(app: AppState): string {
  const receipt = mountReceipt(app);
  const text = receipt.text();
  void receipt.close();
  return text;
}

/** Mounts the choice of columns of the open run, and waits until its rows have been described. */
export async function mountColumns(app: AppState): Promise<Mounted> {
  const columns = mountWith(app, ColumnMapping, { run: runOf(app) });
  await eventually(() => {
    if (!columns.text().includes('First rows, as read now'))
      throw new Error('rows are not described yet');
  });
  return columns;
}
