import { areColumnRoles, COLUMN_ROLES, type ColumnRoles } from '#core/read/names/column-roles.ts';
import { problemOfSettings } from '#core/score/metric-sets/check-settings.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { listWords } from '#core/base/text/sentence.ts';

/** Throws a TypeError that names the argument and what it takes. */
export function requireArgument(isGiven: boolean, name: string, what: string): void {
  if (!isGiven) throw new TypeError(`${name} must be ${what}.`);
}

/** Throws a TypeError for what is no dataset of `readDataset`. */
export function requireDataset(dataset: unknown): void {
  const { jsonl } = (dataset ?? {}) as { readonly jsonl?: unknown };
  requireArgument(jsonl instanceof Blob, 'dataset', 'a dataset of readDataset');
}

/** Throws a TypeError for what is no run of `score`. */
export function requireRun(run: unknown, name: string): void {
  const { columns } = (run ?? {}) as { readonly columns?: { readonly scores?: unknown } };
  requireArgument(Array.isArray(columns?.scores), name, 'a run of score');
}

/** Throws a TypeError that names the first option of `readDataset` that cannot be used. */
export function checkReading(options: {
  readonly name?: string;
  readonly columns?: ColumnRoles;
}): void {
  requireArgument(isObject(options), 'options', 'an object with name or columns');
  const { name = '', columns = {}, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new TypeError(`options.${unknown} is not known. Known are name and columns.`);
  requireArgument(typeof name === 'string', 'options.name', 'the name of a file');
  const roles = listWords(COLUMN_ROLES, 'or');
  requireArgument(areColumnRoles(columns), 'options.columns', `names of columns by ${roles}`);
}

/** Throws a TypeError that names the first setting that cannot be used. */
export function checkSettings(options: Partial<MetricSettings>): void {
  requireArgument(isObject(options), 'options', 'an object with settings, such as metrics');
  const problem = problemOfSettings(options, 'options');
  if (problem !== undefined) throw new TypeError(problem);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
