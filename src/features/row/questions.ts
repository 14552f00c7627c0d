import { detailRow as detailOf, type RowDetail } from '#core/explain/row/row-detail.ts';
import type { HeldRuns } from '#workers/held-run.ts';

/** Reads a row with its aligned calls, and why each metric scored it as it did. */
export async function detailRow([run]: HeldRuns, row: number): Promise<RowDetail | undefined> {
  const [found] = await run.alignRows([row]);
  const { roles, settings } = run.source;
  return found && detailOf(found.record, roles, settings, found.aligned);
}
