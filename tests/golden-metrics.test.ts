import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import { parseJson } from '#core/base/json/parse-json.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import { isErrorOutcome, OUTCOMES, type Outcome, type Score } from '#core/calls/outcome.ts';
import { DEFAULT_SETTINGS, METRICS, columnsOf, findMetric } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';

interface Case {
  readonly name: string;
  /** The row; as text where a number would lose digits. */
  readonly row?: JsonObject;
  readonly rowText?: string;
  readonly settings?: Partial<MetricSettings>;
  readonly expected: number | { readonly notEvaluated: Outcome } | { readonly error: Outcome };
}

interface Golden {
  readonly source: string;
  readonly cases: readonly Case[];
}

const FOLDER = new URL('./fixtures/metrics/', import.meta.url);
const folders = readdirSync(FOLDER);
const goldenOf = (folder: string): Golden =>
  JSON.parse(readFileSync(new URL(`${folder}/cases.json`, FOLDER), 'utf8')) as Golden;

it('every metric has a fixture, and every fixture a metric', () => {
  expect(folders.sort()).toEqual(METRICS.map(({ id }) => id.replaceAll('_', '-')).sort());
});

describe.each(METRICS.map((metric) => ({ id: metric.id, metric })))('$id', ({ id, metric }) => {
  const { source, cases } = goldenOf(id.replaceAll('_', '-'));

  it('says where its expected values come from', () => {
    expect(source.length).toBeGreaterThan(20);
    expect(cases.length).toBeGreaterThan(9);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  it.each(cases)('$name', ({ row, rowText, settings: chosen, expected }) => {
    const record = rowText === undefined ? row : parseJson(rowText);
    if (!isJsonObject(record)) throw new TypeError('a case needs a row');
    const settings = { ...DEFAULT_SETTINGS, ...chosen };
    const roles = assignRoles(Object.keys(record));
    const [column] = columnsOf(metric, settings);
    const score: Score = findMetric(id)!.score!(
      readRow(record, roles, 1, createMatcher(settings.matching)).row,
      settings,
      column!,
    );
    if (typeof expected === 'number') {
      expect(score).toBeTypeOf('number');
      expect(Math.abs((score as number) - expected)).toBeLessThanOrEqual(1e-12);
    } else {
      const isError = 'error' in expected;
      const outcome = isError ? expected.error : expected.notEvaluated;
      expect(score).toBe(outcome);
      expect(isErrorOutcome(OUTCOMES.indexOf(outcome))).toBe(isError);
    }
  });
});
