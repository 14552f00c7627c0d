import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { RunReader } from '#kernel/worker/run-reader.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';
import { newRunKey } from './open-run.ts';

const WARM_UP_BYTES = 1_000_000;

/**
 * Opens a small dataset in every free worker, and forgets the result: code that has run is compiled,
 * so that the next dataset is scored several times as fast.
 */
export async function warmUpWorkers(
  { pool, reader }: { readonly pool: WorkerPool; readonly reader: Pick<RunReader, 'open'> },
  text: string,
  settings: MetricSettings,
): Promise<void> {
  const file = new Blob([text.repeat(Math.floor(WARM_UP_BYTES / Math.max(1, text.length)))]);
  const asked = {
    file,
    name: '',
    chosen: {},
    reading: {},
    scoring: { settings, mostBytes: file.size },
  };
  pool.warmUp(async (api) => {
    // once leaves the hottest functions to be compiled amid the first large dataset
    await api.ask('openFile', undefined, asked);
    await api.ask('openFile', undefined, asked);
  });
  await reader.open(newRunKey(), asked, {});
}
