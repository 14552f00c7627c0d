import type { EditedReferences } from '#core/explain/reference-edits/reference-edit.ts';
import { fingerprintOf } from '#core/base/json/hash-json.ts';
import { variablesOf, columnOfVariable } from '#core/score/judged-metrics/variables.ts';
import { judgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { joinColumns } from '#core/score/columns/growing-columns.ts';
import { NO_ROWS, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { EditChange, EditedRows } from './questions.ts';
import type { IsTrusted } from '#engine/task-runner.ts';
import type { ReadableRun, RunReader } from '#kernel/worker/run-reader.ts';
import { scoreRows } from '#engine/score-dataset.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';

/** A change of references, and how the rows it concerns are scored again. */
export interface RescoreJob {
  readonly change: EditChange;
  /** The edits so far; undefined for none. */
  readonly known: EditedReferences | undefined;
  readonly settings: MetricSettings;
  readonly isTrusted: IsTrusted;
}

/** A run with other references. */
export interface EditedRun {
  readonly rows: Blob;
  readonly columns: ScoredColumns;
  readonly fingerprint: string;
  readonly edits: EditedReferences | undefined;
  /** How many rows were written anew. */
  readonly changedCount: number;
}

/**
 * Accepts calls into the references of a run’s rows, or undoes that, and scores these rows again.
 * @param run the run; it is left as it is
 * @returns the run then; undefined where there is nothing to accept or to undo
 * @throws SourceLost; WorkerLost when workers keep failing
 */
export async function editReferences(
  pool: WorkerPool,
  reader: RunReader,
  run: ReadableRun,
  { change, known, settings, isTrusted }: RescoreJob,
): Promise<EditedRun | undefined> {
  const { rows, table, roles } = run;
  const { matching } = run.settings;
  const { offsets, lengths } = run.columns;
  const places = { offsets, lengths };
  const job = { rows, table, places, roles, matching, known, change };
  const edited = await pool.ask('editReferences', job);
  if (!edited) return undefined;
  const scored = await scoreLines(pool, run, edited, settings, isTrusted);
  const { changed, referenceCallsBefore, hash } = edited;
  const columns = await reader.ask(run, 'replaceRows', {
    fresh: { rows: changed, ...edited.places, scored, referenceCallsBefore },
    dropped: judgedByReference(settings, run),
    outcome: OUTCOMES.indexOf('not_judged'),
  });
  return {
    rows: edited.rows,
    columns,
    fingerprint: fingerprintOf([hash], edited.rows.size),
    edits: edited.edits,
    changedCount: changed.length,
  };
}

async function scoreLines(
  pool: WorkerPool,
  { roles }: ReadableRun,
  { lines, changed }: EditedRows,
  settings: MetricSettings,
  isTrusted: IsTrusted,
): Promise<ScoredColumns> {
  if (changed.length === 0) return NO_ROWS;
  const parts: ScoredColumns[] = [];
  const { signal } = new AbortController();
  const result = await scoreRows(pool, {
    blob: lines,
    settings,
    roles,
    isTrusted,
    signal,
    onPart: (columns) => parts.push(columns),
  });
  const columns = joinColumns(parts);
  if (result.kind !== 'scored' || columns.rowCount !== changed.length)
    throw new RangeError('the rewritten rows cannot be read');
  return columns;
}

/** What a model has said of a row holds no longer when it was shown the reference. */
function judgedByReference(
  { judges = [] }: MetricSettings,
  { roles }: ReadableRun,
): ReadonlySet<string> {
  const columns = [roles.reference_trajectory, roles.reference_trajectories];
  const seen = judges.filter((metric) =>
    variablesOf(metric).some((name) => columns.includes(columnOfVariable(metric, name, roles))),
  );
  return new Set(seen.map((metric) => judgeColumn(metric).id));
}
