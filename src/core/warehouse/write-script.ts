import { printableLine } from '#core/base/text/markdown.ts';
import { SERVICE_ROLES, type ColumnRole, type ColumnRoles } from '#core/read/names/column-roles.ts';
import { snakeCase } from '#core/read/names/column-names.ts';
import { ruleText } from '#core/score/trajectory-rules/rule-metric.ts';
import { customName } from '#core/score/custom-metrics/custom-metric.ts';
import { judgeName } from '#core/score/judged-metrics/judged-metric.ts';
import { isRecordedColumn, recordedTitle } from '#core/score/recorded-metrics/recorded-metric.ts';
import type { Metric, ScoreColumn } from '#core/score/metric/metric.ts';
import {
  columnsOf,
  findMetric,
  listColumns,
  METRICS,
  nameInFiles,
} from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { writeFunction } from './write-function.ts';

/** The first and last day to score, as `2026-01-31`. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/** The form of a table's name. */
export const TABLE_FORM = 'project.dataset.table';

/** A request to score a table in BigQuery. */
export interface ScriptRequest {
  /** The table with the rows, as {@link TABLE_FORM}. */
  readonly table: string;
  /** The table for the scores; absent: the rows' table with `_scores`. */
  readonly scoresTable?: string;
  /** The table's columns by role; ids are copied beside the scores. */
  readonly columns: ColumnRoles;
  readonly settings: MetricSettings;
  /** The column by which the summary is grouped. */
  readonly groupBy?: string;
  /** A column of days: only some days are scored, again where they were scored before. */
  readonly partitionBy?: string;
  /** Absent: yesterday. */
  readonly days?: Days;
  /** The path of the library, `gs://bucket/name.js`, for functions too long for a script. */
  readonly library?: string;
}

interface ScriptLibrary {
  readonly fileName: string;
  readonly text: string;
}

/** A script, or the problems that prevent it. */
export type ScriptResult =
  | {
      readonly ok: true;
      readonly sql: string;
      /** The body of the function within the script. */
      readonly body: string;
      /** The length in bytes of the body or the library. */
      readonly functionBytes: number;
      /** The file to upload, where the function is too long for a script. */
      readonly library: ScriptLibrary | undefined;
      /** A sentence for everything left out. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The columns that metrics read, in the order of the function's arguments. */
const CELLS = SERVICE_ROLES.filter((role) => !['id', 'prompt', 'transcript'].includes(role));

function problemsOfPatterns({ matching }: MetricSettings): readonly string[] {
  if (matching?.patterns !== true) return [];
  return [
    'Patterns in expected calls are not expressed in a script. Score the rows with the command, or turn patterns off.',
  ];
}

/** The longest function allowed in a script, in bytes. */
const INLINE_BYTES = 32 * 1024;

/** The name of the library's file. */
export const LIBRARY_FILE = 'trajectory-scores.js';

/**
 * Writes a script that scores a table in place: a function with the core's own metrics, a table
 * with the scores of each row, and a summary under the page's names; or problems with a hint, for
 * an invalid name or when nothing can be scored.
 */
export function writeScript(request: ScriptRequest): ScriptResult {
  const names = quoteNames(request);
  const metrics = chooseColumns(request);
  const problems = [
    ...names.problems,
    ...metrics.problems,
    ...problemsOfDays(request),
    ...problemsOfPatterns(request.settings),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const cells = cellsOf(metrics.columns, request.columns);
  const taken = problemsOfKeys(keysOf(names.quoted), cells);
  if (taken.length > 0) return { ok: false, problems: taken };
  const { code, name } = writeFunction(cells, request.settings, metrics.columns);
  const call = `([${cells.map(argumentOf).join(', ')}])`;
  const inline = `return (globalThis.${name} ??= ${code})${call};`;
  const isInline = inline.length <= INLINE_BYTES;
  const library = `var ${name} = ${code};\n`;
  const address = request.library ?? `gs://your-bucket/${LIBRARY_FILE}`;
  if (!/^gs:\/\/[^\s'"\\]+$/.test(address))
    return { ok: false, problems: [`“${address}” is no address such as gs://bucket/name.js.`] };
  const body = isInline ? inline : `return ${name}${call};`;
  const declaration = declareFunction(cells, body, isInline ? undefined : address);
  const { columns, notes: left } = metrics;
  const sql = writeSql(request, names.quoted, cells, columns, declaration, left);
  const notes = isInline ? left : [...left, needsLibrary(library.length, address)];
  return {
    ok: true,
    sql,
    body,
    functionBytes: isInline ? inline.length : library.length,
    library: isInline ? undefined : { fileName: LIBRARY_FILE, text: library },
    notes,
  };
}

/** Declares the function; `library` is its path, undefined where the body is complete. */
function declareFunction(
  cells: readonly ColumnRole[],
  body: string,
  library: string | undefined,
): string {
  return [
    `CREATE TEMP FUNCTION score_row(${cells.map((cell) => `${argumentOf(cell)} STRING`).join(', ')})`,
    'RETURNS ARRAY<STRUCT<metric STRING, score FLOAT64, outcome STRING>>',
    'DETERMINISTIC',
    'LANGUAGE js',
    ...(library === undefined ? [] : [`OPTIONS (library = ['${library}'])`]),
    `AS r"""\n${body}\n""";`,
  ].join('\n');
}

function needsLibrary(bytes: number, address: string): string {
  return `The function takes ${kilobytes(bytes)}, and BigQuery takes ${kilobytes(INLINE_BYTES)} in a script: upload ${LIBRARY_FILE} to ${address} first.`;
}

/** Writes a size in BigQuery's units: 1 kB is 1,024 bytes. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} kB`;
}

/** Arguments are in capitals, to be told from columns. */
function argumentOf(role: ColumnRole): string {
  return role.toUpperCase();
}

interface QuotedNames {
  readonly table: string;
  readonly scoresTable: string;
  readonly columns: ColumnRoles;
  readonly groupBy: string | undefined;
  readonly partitionBy: string | undefined;
}

function quoteNames(request: ScriptRequest): {
  readonly quoted: QuotedNames;
  readonly problems: readonly string[];
} {
  const { table, columns, groupBy, partitionBy } = request;
  const problems: string[] = [];
  const checked = (quoted: string | undefined, problem: string): string => {
    if (quoted === undefined) problems.push(problem);
    return quoted ?? '';
  };
  const tableNamed = (name: string): string =>
    checked(
      quoteTable(name.trim()),
      name.trim() === ''
        ? 'Name the table with the rows.'
        : `“${name}” is no name of a table in BigQuery, such as ${TABLE_FORM}.`,
    );
  const columnNamed = (name: string): string =>
    checked(
      quoteColumn(name),
      `“${name}” is no name of a column in BigQuery: a view can give it another.`,
    );
  const quoted = {
    table: tableNamed(table),
    scoresTable: problems.length > 0 ? '' : tableNamed(scoresTableOf(request)),
    columns: Object.fromEntries(
      Object.entries(columns).map(([role, name]) => [role, columnNamed(name)]),
    ),
    groupBy: groupBy === undefined ? undefined : columnNamed(groupBy),
    partitionBy: partitionBy === undefined ? undefined : columnNamed(partitionBy),
  };
  if (problems.length === 0 && isSameTable(quoted.table, quoted.scoresTable))
    problems.push(
      `The scores would replace the rows of ${table.trim()}: name another table for them.`,
    );
  return { quoted, problems: [...new Set(problems)] };
}

/** Quotes a table's name; undefined for an invalid one. */
function quoteTable(name: string): string | undefined {
  const plain = name.replace(/^`([^`]*)`$/, '$1');
  const isTable = /^[^`\\\s"';]+$/.test(plain) && plain.split('.').every((part) => part !== '');
  return isTable ? `\`${plain}\`` : undefined;
}

/** Quotes a column's name, or that of a field in it; undefined for an invalid one. */
function quoteColumn(name: string): string | undefined {
  const parts = name.split('.').map((part) => part.replace(/^`([^`]*)`$/, '$1'));
  const isColumn = parts.every((part) => /^[^`\\"'\r\n]+$/.test(part));
  return isColumn ? parts.map((part) => `\`${part}\``).join('.') : undefined;
}

/** Whether two names may mean the same table: one may omit project or dataset. */
function isSameTable(table: string, other: string): boolean {
  const [a, b] = [table, other].map((name) => `.${name.replaceAll('`', '').toLowerCase()}`);
  return a !== undefined && b !== undefined && (a.endsWith(b) || b.endsWith(a));
}

/** The table for the scores, by name or beside the rows. */
function scoresTableOf({ table, scoresTable }: ScriptRequest): string {
  if (scoresTable !== undefined) return scoresTable;
  const name = table.trim();
  if (name === '') return '';
  return name.endsWith('`') ? `${name.slice(0, -1)}_scores\`` : `${name}_scores`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function problemsOfDays({ days, partitionBy }: ScriptRequest): string[] {
  if (days === undefined) return [];
  const problems = [days.first, days.last]
    .filter((day) => !DAY.test(day) || !isDay(day))
    .map((day) => `“${day}” is no day such as 2026-01-31.`);
  if (problems.length === 0 && days.last < days.first)
    problems.push('The last day is before the first.');
  if (partitionBy === undefined)
    problems.push('Days need the column that holds the day of each row.');
  return problems;
}

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

interface ChosenColumns {
  readonly columns: readonly ScoreColumn[];
  readonly notes: readonly string[];
  readonly problems: readonly string[];
}

/** Whether a metric with a formula is available in scripts; process metrics are not. */
export function isInWarehouse({ group }: Pick<Metric, 'group'>): boolean {
  return group !== 'process';
}

function chooseColumns({ settings, columns }: ScriptRequest): ChosenColumns {
  const notes: string[] = [];
  const chosen: ScoreColumn[] = [];
  const known = METRICS.filter(({ id }) => settings.metrics.includes(id));
  const problems = settings.metrics
    .filter((id) => !known.some((metric) => metric.id === id))
    .map((id) => `There is no metric “${id}”.`);
  // as on the page, they are absent where the data has nothing for them
  const unneeded: string[] = [];
  for (const metric of known) {
    if (!isInWarehouse(metric)) {
      notes.push(`${metric.id} is computed in the page and the command only.`);
      continue;
    }
    const lacking = metric.needs.filter((role) => !hasColumn(role, columns));
    const scored = columnsOf(metric, settings);
    if (lacking.length > 0) {
      const note = `${metric.id} needs a column for ${lacking.join(' and ')}.`;
      (metric.isRecorded === true ? unneeded : notes).push(note);
    } else if (scored.length === 0) unneeded.push(`${metric.id} needs the name of a tool.`);
    else chosen.push(...scored);
  }
  const own = listColumns(settings).filter(
    ({ metricId }) => !METRICS.some(({ id }) => id === metricId),
  );
  notes.push(...own.map(({ id }) => leftOut(id)));
  if (chosen.length === 0 && problems.length === 0) {
    problems.push('Nothing is left to score: choose a metric, and name the columns it needs.');
    problems.push(...notes, ...unneeded);
  }
  return { columns: chosen, notes, problems };
}

function hasColumn(role: ColumnRole, columns: ColumnRoles): boolean {
  if (columns[role] !== undefined) return true;
  return role === 'reference_trajectory' && columns.reference_trajectories !== undefined;
}

function leftOut(columnId: string): string {
  if (isRecordedColumn({ metricId: columnId }))
    return `${recordedTitle(columnId)} is in the table already.`;
  const rule = ruleText(columnId);
  if (rule !== columnId) return `The rule “${rule}” is checked in the page and the command only.`;
  const judged = judgeName(columnId);
  return judged === columnId
    ? `${customName(columnId)} is your own code, which runs in the page and the command only.`
    : `${judged} is scored by a model, which a warehouse does not ask.`;
}

function cellsOf(columns: readonly ScoreColumn[], given: ColumnRoles): readonly ColumnRole[] {
  const needed = new Set<ColumnRole>(
    columns.flatMap(({ metricId }) => findMetric(metricId)?.needs ?? []),
  );
  if (needed.has('reference_trajectory')) needed.add('reference_trajectories');
  return CELLS.filter((role) => needed.has(role) && given[role] !== undefined);
}

interface ScoreName extends ScoreColumn {
  readonly metric: string;
  readonly score: string;
  readonly outcome: string;
}

function writeSql(
  request: ScriptRequest,
  names: QuotedNames,
  cells: readonly ColumnRole[],
  columns: readonly ScoreColumn[],
  declaration: string,
  notes: readonly string[],
): string {
  const { table, scoresTable, partitionBy } = names;
  const keys = keysOf(names);
  const scores = nameScores(columns, keys);
  const select = (where: string): string => writeSelect(names, cells, keys, scores, table, where);
  const own = scoresTableOf(request);
  const head = [
    `-- Trajectory Playground: scores the rows of ${printableLine(request.table)}.`,
    `-- ${printableLine(own)} ${partitionBy === undefined ? 'is replaced: it ' : ''}gets a row for each; the last statement shows the summary.`,
    ...notes.map((note) => `-- Not in here: ${printableLine(note)}`),
  ].join('\n');
  const summary = `${writeSummary(names, scores)};\n`;
  if (partitionBy === undefined) {
    const create = `CREATE OR REPLACE TABLE ${scoresTable} AS\n${select('')};`;
    return [head, declaration, create, summary].join('\n\n');
  }
  const day = fieldOf(partitionBy);
  const listed = [...keys.map(fieldOf), 'input_bytes', ...scores.flatMap(namesOf)].join(', ');
  return [
    head,
    declareDays(request.days),
    declaration,
    `CREATE TABLE IF NOT EXISTS ${scoresTable} PARTITION BY ${day} AS\n${select('\n    WHERE FALSE')};`,
    `-- Days that were scored before are scored again.\nDELETE FROM ${scoresTable} WHERE ${day} BETWEEN first_day AND last_day;`,
    `INSERT INTO ${scoresTable} (${listed})\n${select(`\n    WHERE t.${partitionBy} BETWEEN first_day AND last_day`)};`,
    summary,
  ].join('\n\n');
}

function declareDays(days: Days | undefined): string {
  return (['first', 'last'] as const)
    .map((which) => {
      const day = days ? `DATE '${days[which]}'` : 'DATE_SUB(CURRENT_DATE(), INTERVAL 1 DAY)';
      return `DECLARE ${which}_day DATE DEFAULT ${day};`;
    })
    .join('\n');
}

function namesOf({ score, outcome }: ScoreName): readonly string[] {
  return [score, outcome];
}

/** The result column of a column, or of a field of one. */
function fieldOf(column: string): string {
  return column.replace(/^.*`\.(?=`)/, '');
}

/** The columns that the table of scores takes over. */
function keysOf({ columns, groupBy, partitionBy }: QuotedNames): readonly string[] {
  return [...new Set([columns.id, groupBy, partitionBy])].filter((key) => key !== undefined);
}

/** Columns that cannot keep their names: to BigQuery names in capitals are no others. */
function problemsOfKeys(keys: readonly string[], cells: readonly ColumnRole[]): string[] {
  const taken = new Set<string>(['input_bytes', 'scores', ...cells]);
  return keys.flatMap((key) => {
    const name = fieldOf(key).replaceAll('`', '');
    const isTaken = taken.has(name.toLowerCase());
    taken.add(name.toLowerCase());
    return isTaken
      ? [`The script has another “${name}”: give this column another name by a view.`]
      : [];
  });
}

/** Names the score columns as valid and unique column names. */
function nameScores(
  columns: readonly ScoreColumn[],
  keys: readonly string[],
): readonly ScoreName[] {
  const taken = new Set(
    [...keys.map(fieldOf), 'input_bytes'].map((name) => name.replaceAll('`', '').toLowerCase()),
  );
  const free = (name: string): string => {
    let unique = name;
    for (let more = 2; taken.has(unique.toLowerCase()); more++) unique = `${name}_${String(more)}`;
    taken.add(unique.toLowerCase());
    return `\`${unique}\``;
  };
  return columns.map((column) => {
    const metric = nameInFiles(column, columns);
    const plain =
      column.tool === undefined || metric !== column.id
        ? metric
        : `${column.metricId}_${column.tool}`;
    const name = snakeCase(plain)
      .replace(/[^A-Za-z0-9_]+/g, '_')
      .slice(0, 200);
    return { ...column, metric, score: free(`${name}_score`), outcome: free(`${name}_outcome`) };
  });
}

function writeSelect(
  { columns }: QuotedNames,
  cells: readonly ColumnRole[],
  keys: readonly string[],
  scores: readonly ScoreName[],
  table: string,
  where: string,
): string {
  const fields = keys.map(fieldOf);
  const args = cells.map(argumentOf);
  const bytes = args.map((cell) => `COALESCE(BYTE_LENGTH(${cell}), 0)`).join(' + ');
  const outer = [
    ...fields,
    'input_bytes',
    ...scores.flatMap(({ score, outcome }, place) => [
      `scores[OFFSET(${String(place)})].score AS ${score}`,
      `scores[OFFSET(${String(place)})].outcome AS ${outcome}`,
    ]),
  ];
  const middle = [...fields, `${bytes} AS input_bytes`, `score_row(${args.join(', ')}) AS scores`];
  const inner = [
    ...keys.map((key, index) => `t.${key} AS ${fields[index] ?? ''}`),
    ...cells.map((role) => `TO_JSON_STRING(t.${columns[role] ?? ''}) AS ${argumentOf(role)}`),
  ];
  return [
    `SELECT\n  ${outer.join(',\n  ')}`,
    `FROM (\n  SELECT ${middle.join(', ')}`,
    `  FROM (\n    SELECT\n      ${inner.join(',\n      ')}`,
    `    FROM ${table} AS t${where}\n  ) AS cells\n) AS scored`,
  ].join('\n');
}

/** The summary: a line for each name in the page's summary, and for each outcome. */
function writeSummary(
  { scoresTable, groupBy, partitionBy }: QuotedNames,
  scores: readonly ScoreName[],
): string {
  const keys = [...new Set([partitionBy, groupBy])].flatMap((key) =>
    key === undefined ? [] : [fieldOf(key)],
  );
  const listed = keys.map((key) => `${key}, `).join('');
  const grouped = (...more: readonly string[]): string => {
    const all = [...keys, ...more];
    return all.length === 0 ? '' : ` GROUP BY ${all.join(', ')}`;
  };
  const line = (name: string, value: string, from: string, by: string): string =>
    `SELECT ${listed}${name} AS name, ${value} AS value FROM ${from}${by}`;
  const each = scores.map(
    ({ metric, score, outcome }) =>
      `  SELECT ${listed}${quoteText(metric)} AS metric, ${score} AS score, ${outcome} AS outcome FROM ${scoresTable}`,
  );
  return [
    `WITH results AS (\n${each.join('\n  UNION ALL\n')}\n)`,
    [
      line("'row_count'", 'COUNT(*)', scoresTable, grouped()),
      line("'input_bytes'", 'SUM(input_bytes)', scoresTable, grouped()),
      line("CONCAT(metric, '/mean')", 'AVG(score)', 'results', grouped('metric')),
      line("CONCAT(metric, '/std')", 'STDDEV_SAMP(score)', 'results', grouped('metric')),
      line("CONCAT(metric, '/', outcome)", 'COUNT(*)', 'results', grouped('metric', 'outcome')),
    ].join('\nUNION ALL\n'),
    `ORDER BY ${[...keys, 'name'].join(', ')}`,
  ].join('\n');
}

function quoteText(text: string): string {
  const escaped = text
    .replace(/[\\']/g, '\\$&')
    // eslint-disable-next-line no-control-regex -- they are what is escaped
    .replace(/[\x00-\x1f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `'${escaped}'`;
}
