import type { MetricSettings } from '#core/score/metric/settings.ts';
import { unpackInfos } from '#core/score/columns/pack-columns.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';
import type { RunReader } from '#kernel/worker/run-reader.ts';
import type { ScoreJob } from '#workers/score-job.ts';
import { newRunKey } from './open-run.ts';

/** Less leaves the hottest functions to be compiled amid the first large dataset. */
const WARM_UP_BYTES = 2_000_000;
/** The columns of the shipped samples. */
const WARM_UP_ROLES: ColumnRoles = {
  id: 'id',
  predicted_trajectory: 'predicted_trajectory',
  reference_trajectory: 'reference_trajectory',
  latency_in_seconds: 'latency_in_seconds',
  failure: 'failure',
};

/**
 * Scores a small dataset over and over in every free worker, has it summarised as a whole, and forgets
 * the result: code that has run is compiled, so that the next dataset is scored several times as fast.
 */
export async function warmUpWorkers(
  { pool, reader }: { readonly pool: WorkerPool; readonly reader: Pick<RunReader, 'ask'> },
  text: string,
  settings: MetricSettings,
): Promise<void> {
  const blob = new Blob([text.repeat(Math.ceil(WARM_UP_BYTES / Math.max(1, text.length)))]);
  const head = { text: '', isWhole: false, name: '' };
  const roles = WARM_UP_ROLES;
  const job: ScoreJob = { blob, head, formatId: 'jsonl', roles, settings, notes: [] };
  const slice = { job, start: 0, end: blob.size };
  pool.warmUp((api) => api.askFile('scoreLines', slice));
  const part = await pool.ask('scoreLines', slice);
  const columns = unpackInfos(part.columns);
  const run = { key: newRunKey(), columns, rows: blob, table: undefined, roles, settings };
  await reader.ask(run, 'digest', false);
  await reader.ask(run, 'taskSet', undefined);
}
