import { expect, it } from 'vitest';
import { calls, recordOf, scoreRecords } from '../../tests/support/build.ts';
import type { Issue } from '#core/read/issues/issue.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { PartGatherer, type CompletePart, type UnpackedPart } from './part-gatherer.ts';

const BLOB = new Blob(['the file']);
const ISSUE = { code: 'row_not_json', line: 2 } as unknown as Issue;

/** A part of two rows on four lines, as a worker counts them. */
function part(change: Partial<UnpackedPart> = {}): UnpackedPart {
  const record = recordOf(calls('ab'), calls('ab'));
  const columns = scoreRecords([record, record]);
  const issues = { counts: { [ISSUE.code]: 1 }, first: [ISSUE] };
  return {
    columns: { ...columns, issues, skippedCount: 1 },
    ...{ lineCount: 4, bytesRead: 100, hash: 7, skipped: new Blob(['bad\n']), rows: null },
    ...change,
  };
}

function gather(abort = new AbortController()) {
  const passed: { columns: ScoredColumns; bytesDone: number; rows: Blob }[] = [];
  const told: [rows: number, bytes: number][] = [];
  const gatherer = new PartGatherer({
    blob: BLOB,
    signal: abort.signal,
    onPart: (columns, _end, bytesDone, rowsSoFar) =>
      passed.push({ columns, bytesDone, rows: rowsSoFar() }),
    onRows: (rows, bytes) => told.push([rows, bytes]),
  });
  return { gatherer, passed, told };
}

it('counts lines and bytes through the file', async () => {
  const { gatherer, passed } = gather();
  for (const hash of [7, 8]) await gatherer.add(part({ hash }));
  expect(passed.map(({ columns }) => [...columns.lines])).toEqual([
    [1, 2],
    [5, 6],
  ]);
  expect(passed.map(({ columns }) => columns.issues.first)).toEqual([
    [ISSUE],
    [{ ...ISSUE, line: 6 }],
  ]);
  expect(passed.map(({ bytesDone }) => bytesDone)).toEqual([100, 200]);
  // rows stand in the file itself, so their offsets do too
  expect(passed.map(({ columns }) => [...columns.offsets])).toEqual([
    [0, 100],
    [0, 100],
  ]);
  expect(passed.every(({ rows }) => rows === BLOB)).toBe(true);
  const { hashes, recordCount, rowCount, lineCount, partCount } = gatherer;
  expect({ hashes, recordCount, rowCount, lineCount, partCount }).toEqual({
    ...{ hashes: [7, 8], recordCount: 6, rowCount: 4, lineCount: 8, partCount: 2 },
  });
  expect(gatherer.shift({ code: 'records_broken', line: 3, count: 9 })).toMatchObject({ line: 11 });
  expect(gatherer.shift({ code: 'file_empty' })).toEqual({ code: 'file_empty' });
  expect(await gatherer.joinSkipped().text()).toBe('bad\nbad\n');
});

it('joins rows that were written anew, with offsets into what is joined', async () => {
  const { gatherer, passed } = gather();
  for (const text of ['first\n', 'second\n']) await gatherer.add(part({ rows: new Blob([text]) }));
  expect(passed.map(({ columns }) => [...columns.offsets])).toEqual([
    [0, 100],
    [6, 106],
  ]);
  expect(await passed[0]!.rows.text()).toBe('first\n');
  expect(await passed[1]!.rows.text()).toBe('first\nsecond\n');
  expect(await gatherer.joinRows().text()).toBe('first\nsecond\n');
});

it('takes parts that were scored before as they are, and counts on from them', async () => {
  const { gatherer, passed } = gather();
  const { columns } = part();
  gatherer.addDone({ columns, end: { lineCount: 4, bytesRead: 100, hash: 7 } });
  expect(passed[0]!.columns).toBe(columns);
  await gatherer.add(part());
  expect([...passed[1]!.columns.lines]).toEqual([5, 6]);
  expect(gatherer.partCount).toBe(2);
  expect(await gatherer.joinSkipped().text()).toBe('bad\n');
});

it('has parts completed first, and tells how far that is', async () => {
  const { gatherer, passed, told } = gather();
  await gatherer.add(part());
  const completed = { ...part().columns, predictedCalls: 99 };
  const complete: CompletePart = (found, onProgress) => {
    onProgress(0.75);
    return Promise.resolve({ ...found, columns: completed });
  };
  gatherer.completeWith(complete);
  let signs = 0;
  await gatherer.add(part(), () => signs++);
  expect(passed[1]!.columns.predictedCalls).toBe(99);
  expect(told).toEqual([[1, 175]]);
  expect(signs).toBe(1);
});

it('takes nothing once it is cancelled', async () => {
  const abort = new AbortController();
  const { gatherer, passed } = gather(abort);
  gatherer.completeWith((found) => {
    abort.abort();
    return Promise.resolve(found);
  });
  await expect(gatherer.add(part())).rejects.toMatchObject({ name: 'AbortError' });
  expect(passed).toEqual([]);
});
