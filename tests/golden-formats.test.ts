import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findFormat } from '#core/read/formats/registry.ts';
import { lineOf, type FileIssue, type Issue } from '#core/read/issues/issue.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { inspectFile } from '#workers/open-file.ts';
import { fixtureBytes, fixtureText, FORMATS } from './support/format-fixtures.ts';
import { readText } from './support/read-text.ts';
import { scoreText, type ScoredText } from './support/score-text.ts';

const read = new Map<string, Promise<ScoredText>>();

/** Reads and scores a fixture as the page does. */
function readFixture(name: string): Promise<ScoredText> {
  const known = read.get(name) ?? scoreText(fixtureBytes(name), name);
  read.set(name, known);
  return known;
}

/** The format, lines of the rows, lines of the skipped records, and codes of the notes of every file. */
const EXPECTED: Readonly<
  Record<string, readonly [string, readonly number[], readonly number[], readonly string[]]>
> = {
  'big-integers.jsonl': ['jsonl', [1, 2, 3, 4, 5], [], []],
  'broken-line.jsonl': ['jsonl', [1, 2, 4, 5], [3], []],
  'columns-of-dicts.json': ['json-columns', [1, 2, 3, 4], [], []],
  'columns-of-lists.json': ['json-columns', [1, 2, 3, 4], [], []],
  'events.sse.txt': ['frameworks', [8, 28], [], ['file_converted']],
  'duplicate-header.csv': ['csv', [2, 3], [], ['header_duplicate']],
  'missing-columns.jsonl': ['jsonl', [1, 2, 3], [], []],
  'proto-column.csv': ['csv', [2, 3], [], []],
  'proto-keys.jsonl': ['jsonl', [1, 2, 3], [], ['column_reserved']],
  'rows-crlf-bom.jsonl': ['jsonl', [1, 2, 3, 4], [], []],
  'rows-fenced.md': ['json-rows', [5, 31, 73, 83], [], ['file_converted']],
  'rows-javascript.txt': ['json-values', [2, 12, 28, 38], [], ['file_converted', 'row_lenient']],
  'rows-lenient.json': ['json-values', [3, 29, 71, 81], [], ['row_lenient']],
  'rows-log.txt': ['jsonl', [3, 5, 7, 9], [], ['file_converted']],
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

FOUR_ROWS.push('rows-fenced.md', 'rows-lenient.json');
FOUR_ROWS.push('rows-paste.txt', 'rows-split.json', 'rows-table.md');
FOUR_ROWS.push('rows-javascript.txt', 'rows-log.txt');

/** Files that are not read, and why. */
const UNREAD: Readonly<Record<string, FileIssue>> = {
  'binary.png': { code: 'file_binary', kind: 'a PNG image' },
  'empty.jsonl': { code: 'file_empty' },
  'rows-backslash.csv': { code: 'lines_marked', mark: 'backslashes', line: 2 },
  'rows-numbered.txt': { code: 'lines_marked', mark: 'numbers', line: 2 },
  'rows-quoted.txt': { code: 'lines_marked', mark: 'quotes', line: 3 },
};

it('every fixture is expected here', () => {
  const files = readdirSync(FORMATS).filter((name) => name !== 'README.md');
  expect(files.sort()).toEqual([...Object.keys(EXPECTED), ...Object.keys(UNREAD)].sort());
});

describe.each(Object.entries(EXPECTED))('%s', (name, [formatId, lines, skips, notes]) => {
  it(`is read as ${formatId}, each row at its line`, async () => {
    const found = await readFixture(name);
    expect(found.formatId).toBe(formatId);
    expect(found.lines).toEqual(lines);
    expect(found.skips.map(lineOf)).toEqual(skips);
    expect(found.notes.map(({ code }) => code)).toEqual(notes);
  });

  it('is read alike in small pieces', async () => {
    const file = new Blob([fixtureBytes(name)]);
    const found = await inspectFile({ file, name, chosen: {}, reading: {} });
    const converted = found.kind === 'dataset' ? found.converted : null;
    const text = await (converted ?? file).text();
    const pieces = text.match(/[^]{1,7}/g) ?? [];
    expect(readText(findFormat(formatId)!, pieces, name)).toEqual(
      readText(findFormat(formatId)!, text, name),
    );
  });
});

describe.each(FOUR_ROWS)('the four rows in %s', (name) => {
  it('have their texts', async () => {
    const read = await readFixture(name);
    expect(read.rows.map((row) => row['id'])).toEqual(['f-1', 'f-2', 'f-3', 'f-4']);
    expect(read.rows[1]?.['prompt']).toBe(
      'Two things:\n1. renew my card, number "0042"\n2. when do you close?',
    );
    expect(read.rows[2]?.['prompt']).toBe('Thank you / merci 🙂');
    expect(Object.keys(read.rows[0]!)[0]).toBe('id');
    expect(read.cellIssues).toEqual([]);
  });

  it('have their scores', async () => {
    const read = await readFixture(name);
    const rest = [1, 'prediction_missing'];
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
  it('a broken line says where and why', async () => {
    const { skips, skipped } = await readFixture('broken-line.jsonl');
    expect(skips).toEqual([
      { code: 'row_not_json', line: 3, column: 51, reason: 'Expected a comma or }' },
    ]);
    expect(skipped).toBe(`${fixtureText('broken-line.jsonl').split('\n')[2]}\n`);
  });

  it('predictions of the wrong type are noted and not scored', async () => {
    const { cellIssues, score } = await readFixture('wrong-type.jsonl');
    expect(cellIssues).toMatchObject(
      [2, 3, 4, 5, 6].map((line) => {
        return { code: 'trajectory_unreadable', line, column: 'predicted_trajectory' };
      }),
    );
    expect(score('trajectory_exact_match')).toEqual([
      1,
      ...new Array<string>(5).fill('prediction_unreadable'),
    ]);
  });

  it('a repeated column keeps both texts', async () => {
    const { rows, notes } = await readFixture('duplicate-header.csv');
    expect(rows[0]).toMatchObject({
      prompt: 'Which books are overdue?',
      prompt_2: 'Was ist überfällig?',
    });
    expect(notes).toEqual([{ code: 'header_duplicate', name: 'prompt', renamed: 'prompt_2' }]);
  });

  it('columns and keys called __proto__ are data', async () => {
    const { rows } = await readFixture('proto-column.csv');
    expect(Object.entries(rows[1]!)).toContainEqual(['__proto__', 'polluted']);
    expect(rows.map((row) => row['prompt'])).toEqual([
      'Which books are overdue?',
      'And the films?',
    ]);
    const keys = await readFixture('proto-keys.jsonl');
    expect(keys.score('trajectory_exact_match')).toEqual([0, 1, 0]);
    expect(keys.score('failure')).toEqual(['value_missing', 'value_missing', 'value_missing']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('cells that Python printed are read, and noted one by one', async () => {
    const { cellIssues, rows, score } = await readFixture('rows-repr.csv');
    expect(Object.keys(rows[0]!)[0]).toBe('id');
    expect(score('trajectory_exact_match')).toEqual([1, 0, 1, 'prediction_missing']);
    expect(cellIssues).toContainEqual(
      expect.objectContaining({ code: 'cell_lenient', line: 3 }) as Issue,
    );
    expect(new Set(cellIssues.map(({ code }) => code))).toEqual(new Set(['cell_lenient']));
  });

  it('a missing column leaves pair metrics out, and tool use in', async () => {
    const { score } = await readFixture('missing-columns.jsonl');
    expect(score('trajectory_recall')).toEqual([
      'reference_missing',
      'reference_missing',
      'reference_missing',
    ]);
    expect(score('trajectory_single_tool_use(renew_card)')).toEqual([0, 1, 0]);
  });

  it('long integers are compared and written digit by digit', async () => {
    const { rows, score } = await readFixture('big-integers.jsonl');
    expect(score('trajectory_exact_match')).toEqual([0, 1, 1, 0, 0]);
    const written = rows.map((row) => printJson(row)).join('\n');
    const digits = (text: string): string[] => text.match(/\d{10,}/g) ?? [];
    expect(digits(written)).toEqual(digits(fixtureText('big-integers.jsonl')));
  });

  it.each(Object.entries(UNREAD))('%s has no rows, and it is said why', async (name, issue) => {
    const found = JSON.stringify({ kind: 'unreadable', issue });
    await expect(scoreText(fixtureBytes(name), name)).rejects.toThrow(`${name} is ${found}`);
  });
});
