import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assignRoles } from '../src/core/dataset/columns.ts';
import { readRow } from '../src/core/dataset/read-row.ts';
import { mayBeCovered, uncover } from '../src/core/formats/uncover.ts';
import { mayBeFenced, unfence } from '../src/core/formats/unfence.ts';
import { binaryKind, findFormat, recogniseFormat } from '../src/core/formats/registry.ts';
import type { CellIssue } from '../src/core/issues/issue.ts';
import { DEFAULT_SETTINGS, findMetric } from '../src/core/metrics/registry.ts';
import { printJson } from '../src/core/json/parse-json.ts';
import { headOf, readText, type ReadText } from './support/read-text.ts';
import { scorerOf } from '../src/core/metrics/scorers.ts';

const FOLDER = new URL('./fixtures/formats/', import.meta.url);
const bytesOf = (name: string): Buffer => readFileSync(new URL(name, FOLDER));
// as the worker decodes: without a byte order mark
const textOf = (name: string): string => new TextDecoder().decode(bytesOf(name));

interface Scored extends ReadText {
  readonly formatId: string;
  readonly cellIssues: readonly CellIssue[];
  score(metricId: string, tool?: string): (number | string)[];
}

/** Reads and scores a fixture by its content alone. */
function readFixture(name: string): Scored {
  const found = textOf(name);
  const head = headOf(found, name);
  const fenced = mayBeFenced(head) ? unfence(found) : undefined;
  const isCovered = mayBeCovered(head, recogniseFormat(head));
  const text = (fenced ?? (isCovered ? uncover(found) : undefined))?.text ?? found;
  const format = recogniseFormat(headOf(text, name));
  if (!format) throw new TypeError(`${name} is not recognised`);
  const read = readText(format, text, name);
  const roles = assignRoles(Object.keys(read.rows[0] ?? {}));
  const rows = read.rows.map((record, index) => readRow(record, roles, read.lines[index]!));
  const score = (metricId: string, tool?: string): (number | string)[] => {
    const metric = findMetric(metricId)!;
    const settings = { ...DEFAULT_SETTINGS, tools: tool === undefined ? [] : [tool] };
    return rows.map(({ row }) =>
      scorerOf(metric.id).score(row, settings, metric.columns(settings)[0]!),
    );
  };
  return { ...read, formatId: format.id, cellIssues: rows.flatMap(({ issues }) => issues), score };
}

/** The format, lines of the rows, lines of the skipped records, and codes of the notes of every file. */
const EXPECTED: Readonly<
  Record<string, readonly [string, readonly number[], readonly number[], readonly string[]]>
> = {
  'big-integers.jsonl': ['jsonl', [1, 2, 3, 4, 5], [], []],
  'broken-line.jsonl': ['jsonl', [1, 2, 4, 5], [3], []],
  'columns-of-dicts.json': ['json-columns', [1, 2, 3, 4], [], []],
  'columns-of-lists.json': ['json-columns', [1, 2, 3, 4], [], []],
  'duplicate-header.csv': ['csv', [2, 3], [], ['header_duplicate']],
  'empty.jsonl': ['jsonl', [], [], []],
  'missing-columns.jsonl': ['jsonl', [1, 2, 3], [], []],
  'proto-column.csv': ['csv', [2, 3], [], []],
  'proto-keys.jsonl': ['jsonl', [1, 2, 3], [], ['column_reserved']],
  'rows-crlf-bom.jsonl': ['jsonl', [1, 2, 3, 4], [], []],
  'rows-backslash.csv': ['csv', [2, 3, 6, 7], [], ['file_converted']],
  'rows-fenced.md': ['json-rows', [5, 31, 73, 83], [], []],
  'rows-javascript.txt': ['json-values', [2, 12, 28, 38], [], ['row_lenient']],
  'rows-lenient.json': ['json-values', [3, 29, 71, 81], [], ['row_lenient']],
  'rows-log.txt': ['jsonl', [3, 5, 7, 9], [], []],
  'rows-paste.txt': ['python', [1, 2, 3, 4], [], ['file_converted', 'lines_ignored']],
  'rows-repr.csv': ['csv', [2, 3, 6, 7], [], ['column_dropped']],
  'rows-split.json': ['json-values', [1, 1, 1, 1], [], ['file_converted']],
  'rows-table.md': ['markdown-table', [5, 6, 7, 8], [], ['lines_ignored']],
  'rows.csv': ['csv', [2, 3, 6, 7], [], []],
  'rows.json': ['json-rows', [2, 28, 70, 80], [], []],
  'rows.jsonl': ['jsonl', [1, 2, 3, 4], [], []],
  'rows.tsv': ['csv', [2, 3, 6, 7], [], []],
  'unknown-shape.json': ['jsonl', [1], [], []],
  'wrong-type.jsonl': ['jsonl', [1, 2, 3, 4, 5, 6], [], []],
};

const FOUR_ROWS = ['rows.jsonl', 'rows-crlf-bom.jsonl', 'rows.json', 'rows.csv', 'rows.tsv'];
FOUR_ROWS.push('columns-of-lists.json', 'columns-of-dicts.json', 'broken-line.jsonl');

FOUR_ROWS.push('rows-backslash.csv', 'rows-fenced.md', 'rows-lenient.json');
FOUR_ROWS.push('rows-paste.txt', 'rows-split.json', 'rows-table.md');
FOUR_ROWS.push('rows-javascript.txt', 'rows-log.txt');

it('every fixture is expected here', () => {
  const files = readdirSync(FOLDER).filter((name) => !['README.md', 'binary.png'].includes(name));
  expect(files.sort()).toEqual(Object.keys(EXPECTED).sort());
});

describe.each(Object.entries(EXPECTED))('%s', (name, [formatId, lines, skips, notes]) => {
  it(`is read as ${formatId}, each row at its line`, () => {
    const read = readFixture(name);
    expect(read.formatId).toBe(formatId);
    expect(read.lines).toEqual(lines);
    expect(read.skips.map(({ line }) => line)).toEqual(skips);
    expect(read.notes.map(({ code }) => code)).toEqual(notes);
    expect(read.fails).toEqual([]);
  });

  it('is read alike in small pieces', () => {
    const text = textOf(name);
    const pieces = text.match(/[^]{1,7}/g) ?? [];
    expect(readText(findFormat(formatId)!, pieces, name)).toEqual(
      readText(findFormat(formatId)!, text, name),
    );
  });
});

describe.each(FOUR_ROWS)('the four rows in %s', (name) => {
  const read = readFixture(name);

  it('have their texts', () => {
    expect(read.rows.map((row) => row['id'])).toEqual(['f-1', 'f-2', 'f-3', 'f-4']);
    expect(read.rows[1]?.['prompt']).toBe(
      'Two things:\n1. renew my card, number "0042"\n2. when do you close?',
    );
    expect(read.rows[2]?.['prompt']).toBe('Thank you / merci 🙂');
    expect(Object.keys(read.rows[0]!)[0]).toBe('id');
    expect(read.cellIssues).toEqual([]);
  });

  it('have their scores', () => {
    const rest = ['both_empty', 'prediction_missing'];
    expect(read.score('trajectory_exact_match')).toEqual([1, 0, ...rest]);
    expect(read.score('trajectory_in_order_match')).toEqual([1, 0, ...rest]);
    expect(read.score('trajectory_any_order_match')).toEqual([1, 0, ...rest]);
    expect(read.score('trajectory_precision')).toEqual([1, 0.5, ...rest]);
    expect(read.score('trajectory_recall')).toEqual([1, 0.5, ...rest]);
    expect(read.score('latency_in_seconds')).toEqual([1.25, 2.5, 0.4, 'value_missing']);
    expect(read.score('failure')).toEqual([0, 0, 0, 1]);
  });
});

describe('single fixtures', () => {
  it('a broken line says where and why', () => {
    const { skips, skipped } = readFixture('broken-line.jsonl');
    expect(skips).toEqual([
      { code: 'row_not_json', line: 3, column: 51, reason: 'Expected a comma or }' },
    ]);
    expect(skipped).toEqual([textOf('broken-line.jsonl').split('\n')[2]]);
  });

  it('predictions of the wrong type are noted and not scored', () => {
    const { cellIssues, score } = readFixture('wrong-type.jsonl');
    expect(cellIssues.map(({ code, line, column }) => [code, line, column])).toEqual(
      [2, 3, 4, 5, 6].map((line) => ['trajectory_unreadable', line, 'predicted_trajectory']),
    );
    expect(score('trajectory_exact_match')).toEqual([
      1,
      ...new Array<string>(5).fill('prediction_unreadable'),
    ]);
  });

  it('a repeated column keeps both texts', () => {
    const { rows, notes } = readFixture('duplicate-header.csv');
    expect(rows[0]).toMatchObject({
      prompt: 'Which books are overdue?',
      prompt_2: 'Was ist überfällig?',
    });
    expect(notes).toEqual([{ code: 'header_duplicate', name: 'prompt', renamed: 'prompt_2' }]);
  });

  it('columns and keys called __proto__ are data', () => {
    const { rows } = readFixture('proto-column.csv');
    expect(Object.entries(rows[1]!)).toContainEqual(['__proto__', 'polluted']);
    expect(rows.map((row) => row['prompt'])).toEqual([
      'Which books are overdue?',
      'And the films?',
    ]);
    const keys = readFixture('proto-keys.jsonl');
    expect(keys.score('trajectory_exact_match')).toEqual([0, 1, 'prediction_empty']);
    expect(keys.score('failure')).toEqual(['value_missing', 'value_missing', 'value_missing']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('cells that Python printed are read, and noted one by one', () => {
    const { cellIssues, rows, score } = readFixture('rows-repr.csv');
    expect(Object.keys(rows[0]!)[0]).toBe('id');
    expect(score('trajectory_exact_match')).toEqual([1, 0, 'both_empty', 'prediction_missing']);
    expect(cellIssues.map(({ code, line }) => [code, line])).toContainEqual(['cell_lenient', 3]);
    expect(new Set(cellIssues.map(({ code }) => code))).toEqual(new Set(['cell_lenient']));
  });

  it('a missing column leaves pair metrics out, and tool use in', () => {
    const { score } = readFixture('missing-columns.jsonl');
    expect(score('trajectory_recall')).toEqual([
      'reference_missing',
      'reference_missing',
      'reference_missing',
    ]);
    expect(score('trajectory_single_tool_use', 'renew_card')).toEqual([0, 1, 'prediction_empty']);
  });

  it('long integers are compared and written digit by digit', () => {
    const { rows, score } = readFixture('big-integers.jsonl');
    expect(score('trajectory_exact_match')).toEqual([0, 1, 1, 0, 0]);
    const written = rows.map((row) => printJson(row)).join('\n');
    const digits = (text: string): string[] => text.match(/\d{10,}/g) ?? [];
    expect(digits(written)).toEqual(digits(textOf('big-integers.jsonl')));
  });

  it('a picture is no text', () => {
    expect(binaryKind(bytesOf('binary.png'))).toBe('a PNG image');
  });
});
