import type { EditedReferences } from '#core/reference-edits/reference-edit.ts';
import { fingerprintOf } from '#core/json/hash-bytes.ts';
import { variablesOf, columnOfVariable } from '#core/judging/variables.ts';
import { judgeColumn } from '#core/judging/judged-metric.ts';
import { OUTCOMES } from '#core/metrics/metric.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import { joinColumns } from '#core/scoring/join-columns.ts';
import { NO_ROWS, type ScoredColumns } from '#core/scoring/scored-columns.ts';
import type { EditChange, EditedRows } from '#workers/edit-references.ts';
import type { IsTrusted } from './custom-scorer.ts';
import type { ReadableRun, RunReader } from './run-reader.ts';
import { scoreRows } from './score-dataset.ts';
import { readSource } from './source-lost.ts';
import type { WorkerPool } from './worker-pool.ts';

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
 * @param pool the workers
 * @param reader puts the rows in their place
 * @param run the run; it is left as it is
 * @param job what is to be done
 * @returns the run then; undefined where there is nothing to accept or to undo
 * @throws SourceLost; WorkerLost when workers keep failing
 */
export async function editReferences(
  pool: WorkerPool,
  reader: RunReader,
  run: ReadableRun,
  { change, known, settings, isTrusted }: RescoreJob,
): Promise<EditedRun | undefined> {
  const { rows, roles, matching } = run;
  const { offsets, lengths } = run.columns;
  const places = { offsets, lengths };
  const edited = await readSource(() =>
    pool.run((api) => api.editReferences({ rows, places, roles, matching, known, change })),
  );
  if (!edited) return undefined;
  const scored = await scoreLines(pool, run, edited, settings, isTrusted);
  const { changed, referenceCallsBefore, hash } = edited;
  const columns = await reader.replaceRows(
    run,
    { rows: changed, ...edited.places, scored, referenceCallsBefore },
    judgedByReference(settings, run),
    OUTCOMES.indexOf('not_judged'),
  );
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
    done: [],
    isTrusted,
    signal,
    onPart: (columns) => parts.push(columns),
  });
  const columns = joinColumns(parts);
  if (result.kind !== 'scored' || columns.rowCount !== changed.length)
    throw new RangeError('the rows that were written anew cannot be read');
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

/**
 * Writes the edits of a run’s references as a JSON Patch.
 * @param pool the workers
 * @param run the run as it is now
 * @param known its edits
 * @returns the patch
 * @throws SourceLost
 */
export function patchReferences(
  pool: WorkerPool,
  run: ReadableRun,
  known: EditedReferences,
): Promise<Blob> {
  const { rows, roles } = run;
  const { offsets, lengths } = run.columns;
  const job = { rows, places: { offsets, lengths }, roles, known };
  return readSource(() => pool.run((api) => api.patchReferences(job)));
}
