import type { Store } from '#storage/connection.ts';
import type { RunStore } from '#storage/runs.ts';
import type { RunRecord } from '#storage/schema.ts';
import type { OpenRun } from './open-run.ts';
import { keepExchanges } from './run-exchanges.ts';
import { toLoadedRun, withNewIds } from './stored-form.ts';

/** Stores an open run as a new one, with what was said to its agent; gives the record as stored. */
export async function keepRun(run: OpenRun, runs: RunStore, store: Store): Promise<RunRecord> {
  const loaded = withNewIds(toLoadedRun(run));
  await runs.restore(loaded);
  await keepExchanges(loaded, store);
  return loaded.run;
}
