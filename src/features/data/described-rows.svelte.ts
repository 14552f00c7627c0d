import { untrack } from 'svelte';
import type { RowsDescription } from '#core/read/dataset/describe-rows.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import type { RunReader } from '#kernel/worker/run-reader.ts';

/**
 * Has the first rows of a run described, again only for other rows; to be called while a component
 * is set up.
 * @returns the description, of the rows before until that of other rows is there
 */
export function describedRows(
  reader: RunReader,
  run: () => OpenRun | undefined,
): { readonly current: RowsDescription | undefined } {
  let current = $state.raw<RowsDescription>();
  const key = $derived(run()?.key);
  const hasRows = $derived((run()?.columns.rowCount ?? 0) > 0);
  $effect(() => {
    const of = key === undefined || !hasRows ? undefined : untrack(run);
    if (!of) return undefined;
    const stop = new AbortController();
    untrack(() => reader.ask(of, 'describeRows', undefined, stop)).then(
      (found) => (current = found),
      () => undefined, // a file that was lost is spoken of elsewhere
    );
    return () => stop.abort();
  });
  return {
    get current() {
      return current;
    },
  };
}
