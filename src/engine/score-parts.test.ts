import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printJson } from '#core/base/json/parse-json.ts';
import { findFormat } from '#core/read/formats/registry.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import { joinColumns } from '#core/score/columns/growing-columns.ts';
import { NO_ROWS, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { recordAt, rowDecoder } from '#workers/read-rows.ts';
import type { ScoreJob } from '#workers/score-job.ts';
import { lawRuns } from '../../tests/support/law-runs.ts';
import { threadPool } from '../../tests/support/thread-pool.ts';
import { PartGatherer } from './part-gatherer.ts';
import {
  scoreAsLines,
  scoreAsRecords,
  scoreAsText,
  type PartWork,
  type Slice,
} from './score-parts.ts';

const asked = { guessed: 0, known: 0, text: 0 };

const POOL = threadPool((name, input) => {
  const isGuessed = (input as { readonly known?: number }).known === undefined;
  if (name === 'scoreRecords') asked[isGuessed ? 'guessed' : 'known']++;
  if (name === 'scoreText') asked.text++;
});

interface Found {
  readonly issue: FileIssue | null;
  readonly rows: readonly string[];
  readonly lines: readonly number[];
  readonly issues: readonly unknown[];
  readonly blankLines: number;
  readonly skipped: string;
  readonly bytesDone: number;
}

async function read(
  text: string,
  score: (work: PartWork) => Promise<FileIssue | null>,
  formatId = 'csv',
  isPlaced = false,
  headLength = 60_000,
): Promise<Found> {
  const blob = new Blob([text]);
  const job: ScoreJob = {
    blob,
    head: { text: text.replace(/^\ufeff/, '').slice(0, headLength), isWhole: false, name: '' },
    formatId,
    roles: {},
    settings: { metrics: [], tools: [], duplicates: 'membership', emptyTrajectories: 'skip' },
    notes: [],
  };
  const parts: ScoredColumns[] = [];
  let bytesDone = 0;
  const { signal } = new AbortController();
  const onPart = (columns: ScoredColumns, _end: unknown, bytes: number): void => {
    parts.push(columns);
    bytesDone = bytes;
  };
  const format = findFormat(formatId);
  const form = format?.kind === 'text' && isPlaced ? format.slice?.(job.head)?.table : undefined;
  const table = form && { ...form, bytes: blob.size };
  const gatherer = new PartGatherer({ blob, signal, onPart, isTable: table !== undefined });
  const issue = await score({ pool: POOL, job, signal, gatherer });
  const columns = parts.length > 0 ? joinColumns(parts) : NO_ROWS;
  const rows = new Uint8Array(await gatherer.joinRows().arrayBuffer());
  const textAt = (from: number, length: number): string =>
    rowDecoder(table).decode(rows.subarray(from, from + length));
  const isBlankNote = (one: { code: string }): boolean => one.code === 'lines_blank';
  const { first } = columns.issues;
  return {
    issue,
    rows: Array.from(columns.offsets, (from, row) =>
      printJson(recordAt(textAt(from, columns.lengths[row]!), from, table)),
    ),
    lines: [...columns.lines],
    issues: first.filter((one) => !isBlankNote(one)),
    blankLines: first.reduce((sum, one) => sum + (one.code === 'lines_blank' ? one.count : 0), 0),
    skipped: await gatherer.joinSkipped().text(),
    bytesDone,
  };
}

const readInSlices = (
  text: string,
  slices: readonly Slice[],
  format?: string,
  headLength?: number,
): Promise<Found> => read(text, (work) => scoreAsRecords(work, slices), format, true, headLength);

const readThrough = (text: string, format?: string): Promise<Found> =>
  read(text, (work) => scoreAsText(work), format);

/** A text of ASCII cut anywhere: bytes are characters. */
function slicesOf(text: string): fc.Arbitrary<Slice[]> {
  const size = new Blob([text]).size;
  return fc.uniqueArray(fc.integer({ min: 1, max: size }), { maxLength: 8 }).map((places) => {
    const cuts = [0, ...places.filter((place) => place < size).sort((a, b) => a - b), size];
    return cuts.slice(1).map((end, index) => [cuts[index]!, end] as const);
  });
}

const HEAD = ['p,q', '1,2', '3,4', ''];

describe('a table cut into slices anywhere', () => {
  const cell = fc.constantFrom(
    ...[
      '',
      'a',
      'x y',
      '"x"',
      '"a, b"',
      '"say ""a"""',
      '"two\nlines"',
      '"two\r\nlines"',
      '"p,q\n1,2"',
    ],
    ...['5"', ' "a"', '"a" ', '"a"b', '"open', 'a\rb', '"a\r"', 'é', '\ufeffx', '\ufeff"x"', '☃'],
  );
  const record = fc
    .tuple(fc.array(cell, { minLength: 1, maxLength: 3 }), fc.constantFrom('\n', '\n', '\r\n'))
    .map(([cells, lineEnd]) => cells.join(',') + lineEnd);
  const table = fc
    .tuple(fc.constantFrom('\n', '\r\n'), fc.array(record, { maxLength: 12 }), cell)
    .map(([lineEnd, records, last]) => HEAD.join(lineEnd) + records.join('') + last);
  const noise = fc
    .string({ unit: fc.constantFrom('1', '"', '"', ',', ',', '\n', '\r', ' '), maxLength: 60 })
    .map((text) => HEAD.join('\n') + text);

  it.each([
    ['records of all kinds', table],
    ['noise', noise],
  ])('gives what reading it through gives: %s', { timeout: 60_000 }, async (_name, texts) => {
    const cut = texts.chain((text) => fc.tuple(fc.constant(text), slicesOf(text)));
    await fc.assert(
      fc.asyncProperty(cut, async ([text, slices]) => {
        expect(await readInSlices(text, slices)).toEqual(await readThrough(text));
      }),
      { numRuns: lawRuns(150), examples: [[['p,q\n1,2\n3,4\n"""\r"\r\n1', [[0, 20]]]]] },
    );
  });

  const many = (record: (index: number) => string, count = 3000): string =>
    `id,note\n${Array.from({ length: count }, (_, index) => record(index)).join('')}`;
  const evenly = (text: string): Slice[] => {
    const size = new Blob([text]).size;
    return Array.from({ length: Math.ceil(size / 30_000) }, (_, index) => [
      index * 30_000,
      Math.min(size, (index + 1) * 30_000),
    ]);
  };

  it.each([
    ['quoted cells with line ends', (at: number) => `${at},"[{""é"": ${at},\n ""b"": [1, 2]}]"\n`],
    ['Windows line ends', (at: number) => `${at},"a\nb ""${at}"""\r\n`],
    ['stray quotes', (at: number) => `${at},5" screen ${at}\n`],
  ])('guesses right where records begin: %s', async (_name, record) => {
    Object.assign(asked, { guessed: 0, known: 0, text: 0 });
    const text = `\ufeff${many(record)}`;
    const found = await readInSlices(text, evenly(text));
    expect(found.rows).toHaveLength(3000);
    expect(asked).toMatchObject({ text: 0 });
    expect(asked.known === 0 || record(0).includes('5"')).toBe(true);
    expect(found).toEqual(await readThrough(text));
  });

  it('reads from start to end only what follows a record that keeps to no rule', async () => {
    Object.assign(asked, { guessed: 0, known: 0, text: 0 });
    const text = `${many((at) => `${at},x\n`)}9999,"open\n${many((at) => `${at},"y"\n`)}`;
    const found = await readInSlices(text, evenly(text));
    expect(asked.text).toBe(1);
    expect(found.issues).toEqual([{ code: 'row_not_csv', line: 3002 }]);
    expect(found.rows).toHaveLength(6001);
    expect(found).toEqual(await readThrough(text));
  });

  it.each(['\n', '\r\n'])('leaves out columns of row numbers in every slice: %j', async (end) => {
    const text = many((at) => `${at},x${end}`).replace('id', '');
    const found = await readInSlices(text, evenly(text));
    expect(new Set(found.rows)).toEqual(new Set(['{"note":"x"}']));
    expect(found.issues).toEqual([{ code: 'column_dropped', place: 1 }]);
  });
});

describe('a list of rows cut into slices anywhere', () => {
  const id = 'json-rows';
  const space = fc.constantFrom('', '', '', ' ', '\n', '\r\n', '\n  ', '\n\n', '\t', '\u00a0');
  const item = fc.constantFrom(
    ...['{"a":1}', '{"a":"é, [{"}', '{\n    "a": [1, {"b": 2}]\n  }', '{}', '{"a":"\\\\\\""}'],
    ...[
      '{"a":1,"a":2}',
      "{'a': None}",
      '{"a":1}{"a":2}',
      '[{"a":1},{"a":2}]',
      '[1]',
      '7',
      '"x"',
      '',
    ],
    ...['{"a":', '{"a":[1}', '{"a":"open', '{"a":1}}', '{\n  "a": 1,\n  "b": oops\n  }', '{"a":1'],
    ...['{"role":"user","content":"x"}', '{"a":"\ufffd"}', '{"a":"x\\\n"}', ']', '[', '}', '"'],
  );
  const spaced = fc.tuple(space, item, space).map((parts) => parts.join(''));
  const end = fc.constantFrom(
    ']',
    ']\n',
    ']',
    '',
    ',]',
    '] \n [{"a":3}]',
    ']\n{"a":4}',
    ']]',
    ']x',
  );
  const list = fc
    .tuple(fc.constantFrom('[', '\ufeff[', ' \n[', '['), fc.array(spaced, { maxLength: 9 }), end)
    .map(([start, items, last]) => `${start}${items.join(',')}${last}`);
  const noise = fc
    .string({ unit: fc.constantFrom(...'[]{}",\\ \n1:a'), maxLength: 60 })
    .map((text) => `[{"a":1},\n{"a":2},${text}`);

  it.each([
    ['items of all kinds', list],
    ['noise', noise],
  ])('gives what reading it through gives: %s', { timeout: 60_000 }, async (_name, texts) => {
    const cut = texts.chain((text) => fc.tuple(fc.constant(text), slicesOf(text)));
    await fc.assert(
      fc.asyncProperty(cut, async ([text, slices]) => {
        expect(await readInSlices(text, slices, id)).toEqual(await readThrough(text, id));
      }),
      { numRuns: lawRuns(300) },
    );
  });

  it('takes the items of lists after one another for rows, wherever they are cut', async () => {
    const text = '[\t] , [,{"role":"user","content":"x"} ] \n [{"a":3}]';
    const found = await readThrough(text, id);
    expect(found).toMatchObject({ rows: ['{"role":"user","content":"x"}', '{"a":3}'], issues: [] });
    for (const at of [1, 4, 7])
      expect(
        await readInSlices(
          text,
          [
            [0, at],
            [at, text.length],
          ],
          id,
        ),
      ).toEqual(found);
  });
});

describe('a list of many rows', () => {
  const id = 'json-rows';
  const rows = Array.from({ length: 1500 }, (_, at) => ({
    ...{ id: `é-${at}`, note: '},{"id":1},\n  {\n    "id": 2' },
    ...{ calls: [{ name: 'f', id: at }, { name: 'g' }, { name: 'h' }] },
  }));
  const evenly = (text: string): Slice[] => {
    const { size } = new Blob([text]);
    return Array.from({ length: Math.ceil(size / 30_000) }, (_, index) => [
      index * 30_000,
      Math.min(size, (index + 1) * 30_000),
    ]);
  };

  it.each([
    ['on one line', JSON.stringify(rows)],
    ['a line each', `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`],
    ['indented', `\ufeff${JSON.stringify(rows, null, 2)}`],
    ['with Windows line ends', JSON.stringify(rows, null, 2).replaceAll('\n', '\r\n')],
  ])('is read in slices, each row guessed right: %s', async (_, text) => {
    Object.assign(asked, { guessed: 0, known: 0, text: 0 });
    const found = await readInSlices(text, evenly(text), id);
    expect(asked).toMatchObject({ known: 0, text: 0 });
    expect(found.rows).toEqual(rows.map((row) => JSON.stringify(row)));
    expect(found).toEqual(await readThrough(text, id));
  });

  it.each([
    ['that begin alike within', JSON.stringify(rows.map((row) => ({ ...row, calls: [row, row] })))],
    ['that begin beyond ASCII', JSON.stringify(rows.map((row) => ({ ä: row })))],
    ['that each begin otherwise', JSON.stringify(rows.map((row, at) => ({ [`k${at}`]: 1, row })))],
  ])('is read in slices, though rows cannot be told by their beginning: %s', async (_, text) => {
    expect(await readInSlices(text, evenly(text), id)).toEqual(await readThrough(text, id));
  });
});

describe('scoreAsLines', () => {
  const noise = `${'no row '.repeat(100)}\n`.repeat(5000);
  const readLines = (text: string): ReturnType<typeof read> =>
    read(text, (work) => scoreAsLines({ ...work, job: { ...work.job, formatId: 'jsonl' } }, 1000));

  it('gives up on a file that begins with noise and nothing else', async () => {
    const { issue } = await readLines(noise);
    if (issue?.code !== 'records_broken') throw new Error('read to its end');
    expect(issue.count).toBeGreaterThanOrEqual(1000);
    expect(issue.count).toBeLessThan(5000);
    expect(issue.line).toBe(issue.count);
  });

  it('loses no row behind noise once there was one', async () => {
    const found = await readLines(`{"id":1}\n${noise}{"id":2}\n`);
    expect(found.issue).toBeNull();
    expect(found.lines).toEqual([1, 5002]);
  });
});
