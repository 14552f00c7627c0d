import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import bigquery from 'node-sql-parser/build/bigquery.js';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { summarise } from '#core/explain/summary/summarise.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import type { ColumnRole } from '#core/read/names/column-roles.ts';
import { ChunkBuilder } from '#core/score/columns/chunk-builder.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { ColumnScore } from '#core/warehouse/row-scorer.ts';
import { writeScript, type ScriptRequest } from '#core/warehouse/write-script.ts';
import { CELLS, cellsOf, runBare } from './support/row-function.ts';

const FIXTURES = new URL('./fixtures/metrics/', import.meta.url);

/** Golden rows that are strict JSON, in two groups and on three days. */
const RECORDS: readonly JsonObject[] = [
  'trajectory-recall',
  'trajectory-precision',
  'trajectory-exact-match',
  'rouge-1',
  'latency-in-seconds',
  'failure',
].flatMap((folder) => {
  const text = readFileSync(new URL(`${folder}/cases.json`, FIXTURES), 'utf8');
  const { cases } = JSON.parse(text) as { cases: { row?: JsonObject }[] };
  return cases.flatMap(({ row }, index) =>
    row
      ? [{ ...row, task_id: `${folder} ${index}`, model: 'ab'[index % 2]!, day: dayOf(index) }]
      : [],
  );
});

function dayOf(index: number): string {
  return `2026-01-0${1 + (index % 3)}`;
}

const SETTINGS: MetricSettings = {
  ...DEFAULT_SETTINGS,
  metrics: [...DEFAULT_SETTINGS.metrics, 'trajectory_f1', 'rouge_1', 'trajectory_recall_names'],
  tools: ['search', "o'clock \\ tool"],
};

const requestFor = (more: Partial<ScriptRequest> = {}): ScriptRequest => ({
  table: 'agents.runs',
  columns: { id: 'task_id', ...Object.fromEntries(CELLS.map((role) => [role, role])) },
  settings: SETTINGS,
  ...more,
});

function write(request: ScriptRequest) {
  const result = writeScript(request);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  const statements = result.sql
    .trim()
    .replace(/;$/, '')
    .split(/;\n\n/)
    .map((statement) => statement.replace(/^(?:--.*\n+)+/, ''));
  return { ...result, statements };
}

const DECLARATION =
  /^CREATE TEMP FUNCTION score_row\((.*)\)\nRETURNS ARRAY<STRUCT<metric STRING, score FLOAT64, outcome STRING>>\nDETERMINISTIC\nLANGUAGE js\n(?:OPTIONS \(library = \['gs:\/\/[^']+'\]\)\n)?AS r"""\n([^]*)\n"""$/;

/** The function of a script with the file it names, run where there is nothing but the language. */
function functionOf(statement: string, library = '') {
  const [, declared = '', body = ''] = DECLARATION.exec(statement) ?? [];
  const cells = declared.split(', ').map((one) => one.split(' ')[0]!);
  const run = runBare(`${library}\n(function (${cells.join()}) {${body}})`) as (
    ...cells: (string | null)[]
  ) => ColumnScore[];
  const roles = cells.map((cell) => cell.toLowerCase() as ColumnRole);
  return (record: JsonObject): readonly ColumnScore[] => {
    const all = cellsOf(record, assignRoles(Object.keys(record)));
    return run(...roles.map((role) => all[CELLS.indexOf(role)] ?? null));
  };
}

const parser = new bigquery.Parser();

/** A function's declaration: the parser has no grammar for it, DECLARATION is checked instead. */
const IS_FUNCTION = /^CREATE TEMP FUNCTION /;

/** What else the parser has no grammar for. */
const NOT_IN_GRAMMAR = /^DECLARE \w+ DATE DEFAULT /;

describe('a script', () => {
  const days = { first: '2026-01-01', last: '2026-01-02' };
  const table = 'project_1.agents.runs';

  it.each([
    ['the whole table', {}],
    ['groups', { groupBy: 'model' }],
    ['days', { groupBy: 'model', partitionBy: 'day', days }],
    ['yesterday', { partitionBy: 'day' }],
  ])('parses: %s', (_, more) => {
    const { statements } = write(requestFor({ table, ...more }));
    const others = statements.filter((one) => !IS_FUNCTION.test(one) && !NOT_IN_GRAMMAR.test(one));
    expect(others.length).toBe(statements.length - ('partitionBy' in more ? 2 : 1));
    for (const statement of others) expect(() => parser.astify(statement), statement).not.toThrow();
  });

  it('refuses what is no SQL of its own', () => {
    expect(() => parser.astify('SELECT FROM WHERE')).toThrow();
  });

  it('declares a function that scores as the page does', () => {
    const { statements, library } = write(requestFor());
    const declaration = statements.find((one) => IS_FUNCTION.test(one))!;
    expect(declaration).toMatch(DECLARATION);
    const score = functionOf(declaration, library?.text);
    const summary = summaryOfPage(RECORDS);
    for (const { columnId, valid } of summary) {
      const scored = RECORDS.filter((record) =>
        score(record).some(({ metric, outcome }) => metric === columnId && outcome === 'scored'),
      );
      expect(scored.length, columnId).toBe(valid);
    }
  });
});

/** What the page says of the records. */
function summaryOfPage(records: readonly JsonObject[]): MetricSummary[] {
  const roles = Object.fromEntries(CELLS.map((role) => [role, role]));
  const builder = new ChunkBuilder(SETTINGS, { id: 'task_id', ...roles });
  for (const record of records) builder.add(record, { offset: 0, length: 0, line: 1 });
  return summarise(builder.finish());
}

/** What BigQuery has and Postgres has not, as far as a script uses it. */
const SHIM = `
  CREATE SCHEMA agents;
  CREATE FUNCTION to_json_string(cell jsonb) RETURNS text LANGUAGE sql AS 'SELECT cell::text';
  CREATE FUNCTION byte_length(cell text) RETURNS int LANGUAGE sql AS 'SELECT octet_length(cell)';
  CREATE TABLE agents.runs (task_id text, model text, day date, ${CELLS.map((role) => `${role} jsonb`).join(', ')});
  CREATE TABLE made (task_id text, scores jsonb);
`;

/**
 * Runs a script in Postgres: all of it but the function, which has run in a bare context before.
 * @returns the lines of the summary
 */
async function runScript(db: PGlite, request: ScriptRequest) {
  const { statements } = write(request);
  let rows: Record<string, unknown>[] = [];
  const days = new Map<string, string>();
  for (const statement of statements) {
    const declared = [...statement.matchAll(/^DECLARE (\w+) DATE DEFAULT (.*?);?$/gm)];
    for (const [, name = '', day = ''] of declared) days.set(name, day);
    if (declared.length > 0 || IS_FUNCTION.test(statement)) continue;
    const sql = statement
      .replace('CREATE OR REPLACE TABLE', 'CREATE TABLE')
      .replace(/ PARTITION BY \S+ AS/, ' AS')
      .replace(/\b(?:first|last)_day\b/g, (name) => days.get(name) ?? '')
      .replaceAll(/scores\[OFFSET\((\d+)\)\]\.score/g, "(scores->$1->>'score')::float8")
      .replaceAll(/scores\[OFFSET\((\d+)\)\]\.outcome/g, "scores->$1->>'outcome'")
      .replaceAll(/score_row\(.*?\) AS scores/g, 'scores')
      .replace('    SELECT\n', '    SELECT made.scores,\n')
      .replace(/FROM (\S+) AS t\b/, 'FROM $1 AS t JOIN made ON made.task_id = t.task_id')
      .replaceAll('`agents.', 'agents.`')
      .replaceAll('`', '"');
    rows = (await db.query<Record<string, unknown>>(unescaped(sql))).rows;
  }
  return rows;
}

/** Postgres reads backslashes as they are. */
function unescaped(sql: string): string {
  return sql.replaceAll("\\'", "''").replaceAll('\\\\', '\\');
}

describe('the tables of a script', () => {
  const request = requestFor();

  async function open(): Promise<PGlite> {
    const db = new PGlite();
    await db.exec(SHIM);
    const { statements, library } = write(request);
    const declaration = statements.find((one) => IS_FUNCTION.test(one))!;
    const score = functionOf(declaration, library?.text);
    for (const record of RECORDS) {
      const cells = CELLS.map((role) =>
        record[role] === undefined ? null : JSON.stringify(record[role]),
      );
      const names = ['task_id', 'model', 'day', ...CELLS];
      const places = names.map((_, index) => `$${index + 1}`);
      await db.query(`INSERT INTO agents.runs (${names.join()}) VALUES (${places.join()})`, [
        record['task_id'],
        record['model'],
        record['day'],
        ...cells,
      ]);
      await db.query('INSERT INTO made VALUES ($1, $2)', [
        record['task_id'],
        JSON.stringify(score(record)),
      ]);
    }
    return db;
  }

  /** The lines that the page's summary stands for. */
  function expectSummary(lines: readonly Record<string, unknown>[], records: typeof RECORDS): void {
    const byName = new Map(lines.map(({ name, value }) => [name as string, value]));
    expect(byName.get('row_count')).toBe(records.length);
    for (const { columnId, mean, std, valid, notEvaluated, errors } of summaryOfPage(records)) {
      expectNear(byName.get(`${columnId}/mean`), mean, columnId);
      expectNear(byName.get(`${columnId}/std`), std, columnId);
      const counts = [...byName].filter(
        ([name]) => name.startsWith(`${columnId}/`) && !/\/(?:mean|std)$/.test(name),
      );
      const total = counts.reduce((sum, [, count]) => sum + Number(count), 0);
      expect(Number(byName.get(`${columnId}/scored`) ?? 0), columnId).toBe(valid);
      expect(total, columnId).toBe(valid + notEvaluated + errors);
    }
  }

  function expectNear(value: unknown, expected: number | null, place: string): void {
    if (expected === null) expect(value, place).toBeNull();
    else {
      const unit = Math.max(1, Math.abs(expected));
      expect(Math.abs(Number(value) - expected) / unit, place).toBeLessThanOrEqual(1e-12);
    }
  }

  it('have the page’s means, deviations and counts, as a whole, by group and by day', async () => {
    const db = await open();
    expectSummary(await runScript(db, request), RECORDS);

    await db.exec('DROP TABLE agents.runs_scores');
    const byGroup = await runScript(db, { ...request, groupBy: 'model' });
    for (const model of ['a', 'b']) {
      const lines = byGroup.filter((line) => line['model'] === model);
      expectSummary(
        lines,
        RECORDS.filter((record) => record['model'] === model),
      );
    }

    await db.exec('DROP TABLE agents.runs_scores');
    const scored = new Set<string>();
    // the second run scores a day again, and the third a day more
    for (const [first, last] of [
      [1, 2],
      [2, 2],
      [2, 3],
    ] as const) {
      const days = { first: dayOf(first - 1), last: dayOf(last - 1) };
      const byDay = await runScript(db, { ...request, partitionBy: 'day', days });
      for (let day = first; day <= last; day++) scored.add(dayOf(day - 1));
      const found = byDay.map((line) => (line['day'] as Date).toISOString().slice(0, 10));
      expect(new Set(found)).toEqual(scored);
      for (const day of scored) {
        const lines = byDay.filter((_, index) => found[index] === day);
        expectSummary(
          lines,
          RECORDS.filter((record) => record['day'] === day),
        );
        expect(Number(lines.find(({ name }) => name === 'input_bytes')?.['value'])).toBeGreaterThan(
          0,
        );
      }
    }
    await db.close();
  });
});
