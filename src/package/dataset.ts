import type { JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import type { Issue } from '#core/read/issues/issue.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { checkReading, requireArgument } from './check-arguments.ts';
import { OWN_THREAD } from './own-thread.ts';
import { scoreWhole } from '#engine/score-whole.ts';
import { readRowAt } from '#workers/read-rows.ts';
import { writeRows } from '#workers/write-rows.ts';

/** Text, UTF-8 bytes (compressed or not), a Blob, or rows as objects. */
export type DatasetSource = string | Uint8Array | Blob | readonly object[];

/** Facts about a dataset for reading it. */
export interface ReadOptions {
  /** The file's name, by which some formats are recognised; empty for none. */
  readonly name?: string;
  /** Columns by role, such as `{ predicted_trajectory: 'actual' }`; others are recognised. */
  readonly columns?: ColumnRoles;
}

/** A dataset that was read. */
export interface Dataset {
  /** The file's name; empty for none. */
  readonly name: string;
  /** The name of its format: “JSONL”, “OpenTelemetry”. */
  readonly format: string;
  /** The columns by role; roles without a column are absent. */
  readonly columns: ColumnRoles;
  readonly rowCount: number;
  /** Records that are no rows; `issues` has the reasons. */
  readonly skippedCount: number;
  /** Everything that was not read, or was read by a guess; at most 1,000 of each code. */
  readonly issues: readonly Issue[];
  /** Metrics of what its runs did, as far as it is recorded; `score` adds them to the usual ones. */
  readonly observed: readonly string[];
  /** Its currency, and the scoring rules of its format, as BFCL has them; empty for most formats. */
  readonly scoring: Pick<MetricSettings, 'matching' | 'currency'>;
  /** The rows as JSONL. */
  readonly jsonl: Blob;
  /** Reads a row by its number from 0; undefined where it does not exist. */
  row(index: number): Promise<JsonObject | undefined>;
}

/**
 * Reads a dataset of any format the page reads.
 * @param source the dataset
 * @param options what is known of it
 * @returns its rows
 * @throws FileUnreadable, with `issue` and a sentence, when no row can be read; TypeError for an
 *   argument of another type
 * @example
 * const dataset = await readDataset('{"predicted_trajectory": [], "reference_trajectory": []}');
 * dataset.rowCount; // 1
 * dataset.format; // "JSONL"
 */
export async function readDataset(
  source: DatasetSource,
  options: ReadOptions = {},
): Promise<Dataset> {
  checkReading(options);
  const { name = '', columns: chosenRoles = {} } = options;
  const blob = toBlob(source);
  const settings = { ...DEFAULT_SETTINGS, metrics: [] };
  const run = await scoreWhole(OWN_THREAD, {
    blob,
    name,
    settings,
    chosenRoles,
    observes: true,
  });
  const { columns } = run;
  // the rows of a list or a table are read from the file itself
  const isInPlace = IN_PLACE.has(run.format.id) || run.table !== undefined;
  const jsonl = isInPlace ? await writeRows({ ...run, places: columns }) : run.rows;
  return {
    name,
    format: run.format.title,
    columns: run.roles,
    rowCount: columns.rowCount,
    skippedCount: columns.skippedCount,
    issues: run.issue ? [...columns.issues.first, run.issue] : columns.issues.first,
    observed: run.settings.metrics,
    scoring: definedOf(settings, run.settings),
    jsonl,
    row: (index) => readRowAt(run, columns, index),
  };
}

/** Formats whose rows may be read from a list. */
const IN_PLACE = new Set(['json-rows', 'frameworks']);

function definedOf(given: MetricSettings, taken: MetricSettings): Dataset['scoring'] {
  const { matching, currency } = taken;
  if (taken === given) return {};
  return { ...(matching && { matching }), ...(currency !== undefined && { currency }) };
}

function toBlob(source: DatasetSource): Blob {
  if (source instanceof Blob) return source;
  if (typeof source === 'string') return new Blob([source]);
  if (source instanceof Uint8Array) return new Blob([new Uint8Array(source)]);
  requireArgument(
    Array.isArray(source) && source.every((row) => typeof row === 'object' && row !== null),
    'source',
    'text, bytes, a Blob, or a list of rows as objects',
  );
  return new Blob(source.map((row) => `${printJson(row as JsonObject)}\n`));
}
