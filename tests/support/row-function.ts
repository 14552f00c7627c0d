import { createContext, Script } from 'node:vm';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { COLUMN_ROLES, type ColumnRole, type ColumnRoles } from '#core/read/names/column-roles.ts';
import type { ScoreColumn } from '#core/score/metric/metric.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { ColumnScore } from '#core/warehouse/row-scorer.ts';
import { writeFunction } from '#core/warehouse/write-function.ts';

/** The cells that a function is given. */
export const CELLS: readonly ColumnRole[] = COLUMN_ROLES.filter(
  (role) => !['id', 'row_name', 'prompt'].includes(role),
);

/** Names that only platforms have; the language itself has none of them. */
const OF_PLATFORMS = ['console', 'WebAssembly', 'SharedArrayBuffer', 'Atomics'];

/**
 * Runs code where there is nothing but the language, as in a warehouse.
 * @returns the value of the code
 */
export function runBare(code: string): unknown {
  const context = createContext(Object.create(null) as object, {
    codeGeneration: { strings: false, wasm: false },
  });
  new Script(OF_PLATFORMS.map((name) => `delete globalThis.${name};`).join('')).runInContext(
    context,
  );
  return new Script(code).runInContext(context);
}

/** Scores a row's cells, which are JSON texts. */
export type ScoreCells = (cells: readonly (string | null)[]) => readonly ColumnScore[];

const functions = new Map<string, ScoreCells>();

/** The function that a script has for these columns, run where there is nothing but the language. */
export function functionFor(settings: MetricSettings, columns: readonly ScoreColumn[]): ScoreCells {
  const { code } = writeFunction(CELLS, settings, columns);
  const known = functions.get(code) ?? (runBare(code) as ScoreCells);
  functions.set(code, known);
  return known;
}

/** A record's cells as a warehouse passes them. */
export function cellsOf(record: JsonObject, roles: ColumnRoles): (string | null)[] {
  return CELLS.map((role) => {
    const name = roles[role];
    const cell: JsonValue | undefined =
      name !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
    return cell === undefined ? null : printJson(cell);
  });
}

/** What the page gives a record in each column, written as the function writes it. */
export function pageScores(
  record: JsonObject,
  roles: ColumnRoles,
  settings: MetricSettings,
  columns: readonly ScoreColumn[],
): ColumnScore[] {
  const { row } = readRow(record, roles, 1, createMatcher(settings.matching));
  return columns.map((column) => {
    const score = findMetric(column.metricId)!.score!(row, settings, column);
    return typeof score === 'number'
      ? { metric: column.id, score, outcome: 'scored' }
      : { metric: column.id, score: null, outcome: score };
  });
}
