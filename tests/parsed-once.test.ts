import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { unpackInfos } from '#core/score/columns/pack-columns.ts';
import { parseJson, printJson } from '#core/base/json/parse-json.ts';
import { isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import type * as ReadLiteral from '#core/base/literals/read-literal.ts';
import type * as AlignRow from '#core/explain/row/align-row.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { SAMPLES } from '#samples/registry.ts';

/** Characters given to JSON.parse and to the reader of literals. */
let parsed = 0;

function countLiteral<T extends { ok: true; end: number } | { ok: false; column: number }>(
  result: T,
  from = 0,
): T {
  parsed += (result.ok ? result.end : result.column) - from;
  return result;
}

/** Times the two sides of a row were aligned, other than by name. */
let alignments = 0;

const LITERALS = '#core/base/literals/read-literal.ts';
const ALIGN_ROW = '#core/explain/row/align-row.ts';

// modules are shared with other tests: these are loaded anew, and forgotten afterwards
vi.resetModules();
vi.doMock(LITERALS, async (load) => {
  const real = await load<typeof ReadLiteral>();
  return {
    ...real,
    readLiteral: (...args: Parameters<typeof real.readLiteral>) =>
      countLiteral(real.readLiteral(...args)),
    readLiteralAt: (...args: Parameters<typeof real.readLiteralAt>) =>
      countLiteral(real.readLiteralAt(...args), args[1]),
  };
});
vi.doMock(ALIGN_ROW, async (load) => {
  const real = await load<typeof AlignRow>();
  return {
    ...real,
    alignRow: (...args: Parameters<typeof real.alignRow>) => {
      alignments++;
      return real.alignRow(...args);
    },
  };
});
const { HeldRun } = await import('#workers/held-run.ts');
const { inspectFile } = await import('#workers/open-file.ts');
const { detailRow, previewRows } = await import('#workers/run-questions.ts');
const { scoreLines } = await import('#workers/score-source.ts');
const { scoreText } = await import('./support/score-text.ts');

const { parse } = JSON;
vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
  // the test runner parses messages of its own
  if (new Error().stack?.includes('parse-json.ts') === true) parsed += text.length;
  return parse(text, reviver) as unknown;
});

beforeEach(() => {
  parsed = 0;
  alignments = 0;
});

afterAll(() => {
  vi.restoreAllMocks();
  vi.doUnmock(LITERALS);
  vi.doUnmock(ALIGN_ROW);
  vi.resetModules();
});

const [home] = SAMPLES;
const lines = ((await home?.load()) ?? '').trim().split('\n');
const rows = lines.map((line) => parseJson(line)).filter(isJsonObject);

function inColumns(records: readonly JsonObject[]): JsonObject {
  const names = [...new Set(records.flatMap((row) => Object.keys(row)))];
  return Object.fromEntries(
    names.map((name) => [name, records.map((record) => record[name] ?? null)]),
  );
}

function inTable(records: readonly JsonObject[]): string {
  const names = [...new Set(records.flatMap((row) => Object.keys(row)))];
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const textOf = (value: JsonObject[string] | undefined): string =>
    typeof value === 'string' ? value : value === undefined ? '' : printJson(value);
  return [names, ...records.map((record) => names.map((name) => textOf(record[name])))]
    .map((cells) => cells.map(cell).join(','))
    .join('\n');
}

/** A paste of 18 rows, how its rows are recognised, and how often it is parsed until it is scored. */
const PASTES: readonly (readonly [what: string, format: string, most: number, text: string])[] = [
  ['lines', 'jsonl', 2, lines.join('\n')],
  ['a list', 'json-rows', 2, `[${lines.join(',\n')}]`],
  ['a list over many lines', 'json-rows', 2, printJson(rows, 2)],
  ['objects over many lines', 'json-rows', 2, rows.map((row) => printJson(row, 2)).join('\n')],
  ['columns', 'json-columns', 2, printJson(inColumns(rows))],
  ['a wrapped list', 'frameworks', 2, printJson({ rows })],
  // what is no JSON is parsed twice each time
  ['a list with a comma too many', 'json-values', 4, `[${lines.join()},]`],
  ['a Python program', 'python', 2, `rows = [${lines.join(',\n')}]`.replaceAll('null', 'None')],
  ['a table', 'csv', 2, inTable(rows)],
  ['a code block', 'jsonl', 2, `Here you are:\n\n\`\`\`json\n${lines.join('\n')}\n\`\`\`\n`],
  ['a log', 'jsonl', 3, lines.map((line, at) => `10:0${String(at)} ${line}`).join('\n')],
];
const ALLOWANCE = 0.15;

describe('characters that are parsed, as a multiple of an 18-row paste', () => {
  it.each(PASTES)('%s: at most 2 before it is scored', async (_what, format, _most, text) => {
    const found = await inspectFile({ file: new Blob([text]), name: '', chosen: {}, reading: {} });
    expect(found).toMatchObject({ kind: 'dataset', format: { id: format } });
    expect(parsed / text.length).toBeLessThan(2 + ALLOWANCE);
    expect(parsed / text.length).toBeGreaterThan(0.5);
  });

  it.each(PASTES)('%s, as %s: at most %d once it is scored', async (_what, _format, most, text) => {
    const scored = await scoreText(text);
    expect(scored.rows).toHaveLength(18);
    // the helper parses each row to give it back
    const own = scored.rows.reduce((total, row) => total + printJson(row).length, 0);
    expect((parsed - own) / text.length).toBeLessThan(most + ALLOWANCE);
  });
});

it('a row is parsed three times, and aligned once after it is scored, until it is open', async () => {
  const blob = new Blob([lines.join('\n')]);
  const found = await inspectFile({ file: blob, name: '', chosen: {}, reading: {} });
  if (found.kind !== 'dataset') throw new TypeError(found.kind);
  const { head, roles, format, notes } = found;
  const settings = DEFAULT_SETTINGS;
  const job = { blob, head, roles, formatId: format.id, notes, settings };
  const { columns } = await scoreLines({ job, start: 0, end: blob.size });
  const run = new HeldRun();
  run.add(0, unpackInfos(columns), { rows: blob, table: undefined, roles, settings });
  const previews = await previewRows([run], { rows: [...lines.keys()] });
  expect(previews).toHaveLength(18);
  expect(alignments).toBe(18);
  expect(await detailRow([run], 4)).toMatchObject({ preview: { id: previews[4]?.id } });
  expect(alignments).toBe(18);
  expect(parsed / blob.size).toBeLessThan(3 + ALLOWANCE);
});
