import * as v from 'valibot';
import { readRules } from '#core/match/check-matching.ts';
import { COLUMN_ROLES, ColumnRoles } from '#core/read/names/column-roles.ts';
import { MetricSettings } from '#core/score/metric/settings.ts';
import { parseRule } from '#core/score/trajectory-rules/parse-rule.ts';
import { listWords, printPath } from '#core/base/text/sentence.ts';
import type { ReadOptions } from './dataset.ts';

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
export function checkReading(options: ReadOptions): void {
  requireArgument(isObject(options), 'options', 'an object with name or columns');
  const { name = '', columns = {}, ...others } = options;
  refuseUnknown(others, ['name', 'columns']);
  requireArgument(typeof name === 'string', 'options.name', 'the name of a file');
  const roles = listWords(COLUMN_ROLES, 'or');
  requireArgument(v.is(ColumnRoles, columns), 'options.columns', `names of columns by ${roles}`);
}

/** Throws a TypeError that names the first setting that cannot be used. */
export function checkSettings(options: Partial<MetricSettings>): void {
  requireArgument(isObject(options), 'options', 'an object with settings, such as metrics');
  const { entries } = MetricSettings;
  const others = Object.entries(options).filter(([key]) => !Object.hasOwn(entries, key));
  refuseUnknown(Object.fromEntries(others), Object.keys(entries));
  const rules = options.matching === undefined ? undefined : readRules(options.matching);
  for (const { place, message } of rules?.ok === false ? rules.problems : [])
    throw new TypeError(`${['options.matching', place].filter(Boolean).join('.')}: ${message}`);
  const { issues: [issue] = [] } = v.safeParse(v.partial(MetricSettings), options);
  if (issue) {
    const keys = issue.path?.map(({ key }) => key as string | number) ?? [];
    const why = issue.expected === 'unknown' ? '' : issue.message;
    throw new TypeError(`${printPath(['options', ...keys])} cannot be used. ${why}`.trimEnd());
  }
  for (const { text } of options.rules ?? []) {
    const parsed = parseRule(text);
    if (!parsed.ok) throw new TypeError(`options.rules: “${text}”: ${parsed.problem.message}`);
  }
}

function refuseUnknown(others: object, known: readonly string[]): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new TypeError(`options.${unknown} is not known. Known are ${listWords(known, 'and')}.`);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
