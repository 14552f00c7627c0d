import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';
import type { ScoreJob } from '#workers/score-source.ts';

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
 * Scores a small dataset over and over in every free worker and forgets the result: code that has
 * run is compiled, so that the next dataset is scored several times as fast.
 * @param pool the workers
 * @param text a few rows of JSONL
 * @param settings the metrics to warm up
 */
export function warmUpWorkers(pool: WorkerPool, text: string, settings: MetricSettings): void {
  const blob = new Blob([text.repeat(Math.ceil(WARM_UP_BYTES / Math.max(1, text.length)))]);
  const head = { text: '', isWhole: false, name: '' };
  const job: ScoreJob = {
    blob,
    head,
    formatId: 'jsonl',
    roles: WARM_UP_ROLES,
    settings,
    notes: [],
  };
  pool.warmUp((api) => api.askFile('scoreLines', { job, start: 0, end: blob.size }));
}
