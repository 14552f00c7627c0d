import * as v from 'valibot';
import { CustomMetric, type CustomScale } from '#core/score/metric/settings.ts';
import {
  shortName,
  type Metric,
  type MetricKind,
  type ScoreColumn,
} from '#core/score/metric/metric.ts';
import type { Statement } from '#core/base/python/program.ts';

/** The longest code kept, in characters. */
export const CODE_LIMIT = 50_000;

const PREFIX = 'custom:';

/** A problem of a custom metric's name; empty for none. */
export type NameProblem = '' | 'empty' | 'not_a_name' | 'too_long' | 'taken';

const NAME_LIMIT = 60;
const RESERVED = new Set(
  (
    '__proto__ arguments await break case catch class const continue debugger default delete do else enum ' +
    'eval export extends false finally for function if implements import in instanceof interface ' +
    'let new null package private protected public return static super switch this throw true ' +
    'try typeof var void while with yield'
  ).split(' '),
);

/** Checks the name of a custom metric. */
export function checkName(name: string, others: readonly string[]): NameProblem {
  if (name === '') return 'empty';
  if (name.length > NAME_LIMIT) return 'too_long';
  if (!/^[A-Za-z_$][\w$]*$/.test(name) || RESERVED.has(name)) return 'not_a_name';
  return others.includes(name) ? 'taken' : '';
}

/** The score column of a custom metric; its metric id has everything about its scores. */
export function customColumn(metric: CustomMetric): ScoreColumn {
  const { name, scale, better } = metric;
  return { id: PREFIX + name, metricId: `${PREFIX}${scale}:${better}:${name}` };
}

/** Whether a custom metric scores a column. */
export function isCustomColumn(column: Pick<ScoreColumn, 'metricId'>): boolean {
  return column.metricId.startsWith(PREFIX);
}

/** The name of a custom metric by its column’s id; any other id as it is. */
export function customName(columnId: string): string {
  return columnId.startsWith(PREFIX) ? columnId.slice(PREFIX.length) : columnId;
}

const known = new Map<string, Metric>();

/** Describes a custom metric by its id, or its column’s; undefined for another kind. */
function describeCustom(id: string): Metric | undefined {
  const found = known.get(id);
  if (found) return found;
  const parts = /^custom:(?:(binary|share|number):(higher|lower|none):)?([\w$]+)$/.exec(id);
  const name = parts?.[3];
  if (name === undefined) return undefined;
  const scale = (parts?.[1] ?? 'number') as CustomScale;
  const metric: Metric = {
    id,
    title: name,
    short: shortName(name),
    definition: 'Your own metric.',
    origin: 'own',
    scale,
    better: (parts?.[2] ?? 'none') as Metric['better'],
    needs: [],
  };
  known.set(id, metric);
  return metric;
}

/** Custom metrics; their code runs elsewhere and fills the columns. */
export const customKind: MetricKind = {
  find: describeCustom,
  setting: 'custom',
  columns: ({ custom = [] }) => custom.filter(({ isOn }) => isOn).map(customColumn),
};

/** The schema of a custom metric with a name and code that can be used. */
export const UsableMetric = v.pipe(
  CustomMetric,
  v.check(({ name, code }) => checkName(name, []) === '' && code.length <= CODE_LIMIT),
);

/** Lines that only Python has. */
const PYTHON =
  /^[ \t]*(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|from[ \t]+[\w.]+[ \t]+import\b|@\w[\w.]*[ \t]*$|\w+[ \t]*=[ \t]*lambda\b)/m;

/** Detects the language of code; undefined: JavaScript. */
export function languageOf(code: string): CustomMetric['language'] {
  return PYTHON.test(code) ? 'python' : undefined;
}

/** Sets the code of a metric, and its language by the code. */
export function withCode<M extends Pick<CustomMetric, 'code' | 'language'>>(
  metric: M,
  code: string,
): Omit<M, 'language'> & Pick<CustomMetric, 'language'> {
  const { language: _before, ...rest } = metric;
  const language = languageOf(code);
  return { ...rest, code, ...(language && { language }) };
}

/** The functions of a Python program, and the one that is the metric. */
interface PythonEntry {
  /** The one passed to CustomMetric, else the one named as the metric, else the last. */
  readonly entry: string;
  /** The functions declared at the top level, in order. */
  readonly declared: readonly string[];
}

/** Finds the function of a program that is the metric of a name. */
export function pythonEntry(statements: readonly Statement[], name: string): PythonEntry {
  const declared = statements.flatMap((one) =>
    one.kind === 'function' && one.within.length === 0 ? [one.name] : [],
  );
  const given = statements.map(givenFunction).findLast((one) => one !== undefined);
  const entry = declared.includes(name) ? name : (declared.at(-1) ?? name);
  return { entry: given ?? entry, declared };
}

function givenFunction(statement: Statement): string | undefined {
  if (statement.kind !== 'assignment' && statement.kind !== 'expression') return undefined;
  const { value } = statement;
  if (value.kind !== 'call' || !/(?:^|\.)CustomMetric$/.test(value.callee)) return undefined;
  const given =
    value.keywords.find(({ name }) => name === 'metric_function')?.value ?? value.args[1];
  return given?.kind === 'name' ? given.name : undefined;
}
