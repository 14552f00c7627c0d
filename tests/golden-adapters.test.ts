import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readWith, USUAL_OPTIONS, type AdapterOptions } from '#core/read/framework/adapter.ts';
import { ADAPTERS, recogniseAdapter } from '#core/read/adapters/registry.ts';
import { shape } from '#core/read/shape/shape.ts';
import { traces } from '#core/read/traces/write-traces.ts';
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
  /** Absent in a new case, until `UPDATE=1` writes what is read. */
  readonly rows?: readonly JsonObject[];
  readonly notes?: readonly string[];
}

interface Golden {
  /** What the format is called where formats are listed. */
  readonly title: string;
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

/** Writes what is read now into the fixtures, to be looked at: `UPDATE=1`. */
const isUpdate = process.env['UPDATE'] !== undefined;

it('every adapter has a fixture', () => {
  const ids = ADAPTERS.map(({ id }) => id).filter((id) => id !== shape.id);
  expect(foldersOf(FOLDER)).toEqual(expect.arrayContaining(ids));
});

describe.each(foldersOf(FOLDER))('%s', (id) => {
  const url = new URL(`${id}/cases.json`, FOLDER);
  const golden = JSON.parse(readFileSync(url, 'utf8')) as Golden;
  const { title, source, cases } = golden;

  it('says what it is called, and where its expected values come from', () => {
    expect(title).not.toBe('');
    expect(source.length).toBeGreaterThan(40);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  it.each(cases)('$name', (known) => {
    const { values, options } = known;
    const adapter = recogniseAdapter(values);
    // what has no adapter of its own is read by its shape, or as spans
    const own = adapter?.id === id || adapter === traces ? adapter : shape;
    expect(adapter?.id, 'the reader that knows these records; undefined: none does').toBe(own.id);
    const reading = readWith(own, values, { ...USUAL_OPTIONS, ...options });
    const read = {
      rows: reading.rows.map(printRow),
      notes: reading.notes
        .map(({ code, detail, count }) =>
          [code, detail, count].filter((part) => part !== '').join(' '),
        )
        .sort(),
    };
    const expected = (): typeof read => ({
      rows: [...(known.rows ?? [])],
      notes: [...(known.notes ?? [])].sort(),
    });
    if (isUpdate && !isDeepStrictEqual(read, expected())) {
      Object.assign(known, read);
      writeFileSync(url, `${printJson(golden as unknown as JsonValue, 2)}\n`);
    }
    expect(read).toEqual(expected());
  });
});
