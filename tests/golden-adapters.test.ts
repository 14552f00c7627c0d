import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readWith, USUAL_OPTIONS, type AdapterOptions } from '#core/read/framework/adapter.ts';
import { ADAPTERS, recogniseAdapter } from '#core/read/adapters/registry.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { readStepRecord, writeStepRecord } from '#core/calls/step-record.ts';
import { printJson } from '#core/base/json/parse-json.ts';

/**
 * Calls stand as `tool {arguments} -> output ! error & parallel @ record`, notes as
 * `code detail count`.
 */
interface Case {
  readonly name: string;
  readonly values: readonly JsonValue[];
  readonly options?: Partial<AdapterOptions>;
  readonly rows: readonly JsonObject[];
  readonly notes: readonly string[];
}

interface Golden {
  readonly source: string;
  readonly cases: readonly Case[];
}

const FOLDER = new URL('./fixtures/adapters/', import.meta.url);
const foldersOf = (url: URL): string[] =>
  readdirSync(url, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

function printCall(call: JsonObject): string {
  const input = call['tool_input'] === undefined ? '' : ` ${printJson(call['tool_input'])}`;
  const output = call['tool_output'] === undefined ? '' : ` -> ${printJson(call['tool_output'])}`;
  const error = call['tool_error'] === undefined ? '' : ` ! ${printJson(call['tool_error'])}`;
  const parallel = call['parallel'] === undefined ? '' : ` & ${printJson(call['parallel'])}`;
  const record = writeStepRecord(readStepRecord(call));
  const about = Object.keys(record).length === 0 ? '' : ` @ ${printJson(record)}`;
  return `${call['tool_name'] as string}${input}${output}${error}${parallel}${about}`;
}

/** A list of names is compared by name; it is printed like calls without arguments. */
function printItem(item: JsonObject | string): JsonValue {
  return typeof item === 'string' || item['tool_name'] === undefined ? item : printCall(item);
}

function printRow(row: JsonObject): JsonObject {
  const sides = Object.entries(row).filter(
    ([key, cell]) => key.endsWith('_trajectory') && Array.isArray(cell),
  );
  const printed = sides.map(([key, cell]) => [
    key,
    (cell as (JsonObject | string)[]).map(printItem),
  ]);
  return { ...row, ...(Object.fromEntries(printed) as JsonObject) };
}

it('every adapter has a fixture', () => {
  const ids = ADAPTERS.map(({ id }) => id).sort();
  expect(foldersOf(FOLDER)).toEqual(ids);
});

describe.each(ADAPTERS.map((adapter) => ({ id: adapter.id, adapter })))(
  '$id',
  ({ id, adapter }) => {
    const text = readFileSync(new URL(`${id}/cases.json`, FOLDER), 'utf8');
    const { source, cases } = JSON.parse(text) as Golden;

    it('says where its expected values come from', () => {
      expect(source.length).toBeGreaterThan(40);
      expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    });

    it.each(cases)('$name', ({ values, options, rows, notes }) => {
      expect(recogniseAdapter(values)?.id).toBe(id);
      const reading = readWith(adapter, values, { ...USUAL_OPTIONS, ...options });
      expect(reading.rows.map(printRow)).toEqual(rows);
      const printed = reading.notes.map(({ code, detail, count }) =>
        [code, detail, count].filter((part) => part !== '').join(' '),
      );
      expect(printed.sort()).toEqual([...notes].sort());
    });
  },
);
