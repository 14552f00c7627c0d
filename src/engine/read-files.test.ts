import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../../tests/support/zip.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { textOf } from '#core/read/issues/sentences.ts';
import { readDataset, type Dataset } from '#package/dataset.ts';
import { packFiles } from './file-set.ts';

const call = (name: string, input: object = {}) => ({ tool_name: name, tool_input: input });
const run = (id: string, tool: string, more: object = {}) =>
  JSON.stringify({ id, predicted_trajectory: [call(tool)], ...more });
const both = (id: string, tool = 'find') => run(id, tool, { reference_trajectory: [call(tool)] });

/** A session of Claude Code with one call. */
const session = (prompt: string, tool: string): string =>
  [
    { type: 'user', uuid: '1', sessionId: 's', message: { role: 'user', content: prompt } },
    {
      type: 'assistant',
      uuid: '2',
      parentUuid: '1',
      sessionId: 's',
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't', name: tool, input: {} }],
      },
    },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

const setOf = (files: Readonly<Record<string, string>>): Blob =>
  packFiles(Object.entries(files).map(([name, text]) => ({ name, blob: new Blob([text]) })));

async function rowsOf(dataset: Dataset): Promise<JsonObject[]> {
  const text = await dataset.jsonl.text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonObject);
}

const notesOf = (dataset: Dataset): string[] => dataset.issues.map((issue) => textOf(issue));

describe('several files', () => {
  it('are one dataset, each read as what it is, with the file of a row as a column', async () => {
    const dataset = await readDataset(
      setOf({
        'b/log.jsonl': session('Find Oslo', 'search'),
        'a.csv': 'id,predicted_trajectory\n7,"[{""tool_name"":""look"",""tool_input"":{}}]"\n',
        'c.json': `[${run('8', 'open')},${run('9', 'close')}]`,
      }),
    );
    const rows = await rowsOf(dataset);
    expect(rows.map(({ file }) => file)).toEqual(['a.csv', 'b/log.jsonl', 'c.json', 'c.json']);
    expect(rows[1]).toMatchObject({
      prompt: 'Find Oslo',
      predicted_trajectory: [{ tool_name: 'search', tool_input: {} }],
    });
    expect(dataset.format).toBe('CSV, Runs of an agent, JSON rows, 3 files');
    expect(dataset.columns).toMatchObject({
      id: 'id',
      predicted_trajectory: 'predicted_trajectory',
    });
  });

  it.each([[{}], [{ predicted_trajectory: 'actual', id: 'case_id' }]])(
    'have one name for what they call otherwise, %j chosen',
    async (columns) => {
      const dataset = await readDataset(
        setOf({
          '1.jsonl': JSON.stringify({ case_id: 'a', actual: [call('x')], expected: [call('x')] }),
          '2.jsonl': both('b'),
          '3.jsonl': JSON.stringify({ id: 'c', file: 'own', predicted_calls: [call('y')] }),
        }),
        { columns },
      );
      const { predicted_trajectory: predicted = '', id = '' } = dataset.columns;
      const rows = await rowsOf(dataset);
      expect(rows.map((row) => [row[id], row[predicted]])).toEqual([
        ['a', [call('x')]],
        ['b', [call('find')]],
        ['c', [call('y')]],
      ]);
      expect(rows[2]).toMatchObject({ file: '3.jsonl', file_2: 'own' });
    },
  );

  it('have the rows of each, in the order of their names, in whatever order they come', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9/-]{0,6}[a-z0-9]$/), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 5, maxLength: 5 }),
        fc.infiniteStream(fc.nat()),
        async (names, counts, order) => {
          const files = names.map((name, at) => ({
            name: `${name}.jsonl`,
            blob: new Blob([
              Array.from(
                { length: counts[at] ?? 1 },
                (_, row) => `${both(`${name} ${String(row)}`)}\n`,
              ).join(''),
            ]),
          }));
          const keyed = files.map((file) => ({ file, key: order.next().value ?? 0 }));
          const shuffled = keyed.toSorted((a, b) => a.key - b.key).map(({ file }) => file);
          const expected: unknown[] = [];
          for (const { name, blob } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
            for (const row of await rowsOf(await readDataset(blob)))
              expected.push({ file: name, ...row });
          expect(await rowsOf(await readDataset(packFiles(shuffled)))).toEqual(expected);
        },
      ),
      { numRuns: 20 },
    ));

  it('that have one name, as those of several folders do, are all read', async () => {
    const files = ['1', '2'].map((id) => ({ name: 'a.jsonl', blob: new Blob([both(id)]) }));
    const dataset = await readDataset(packFiles(files));
    expect(await rowsOf(dataset)).toMatchObject([{ id: '1' }, { id: '2' }]);
    expect(notesOf(dataset)).not.toContainEqual(expect.stringContaining('counted once'));
  });

  it('that are bad are named with why, and do not spoil the good ones', async () => {
    const dataset = await readDataset(
      setOf({
        'good.jsonl': `${both('1')}\nnot json\n`,
        'empty.jsonl': '',
        'picture.png': '\u0089PNG\r\n',
        'sub/.DS_Store': 'x',
        '.hidden/a.jsonl': both('2'),
        'node_modules/a/rows.jsonl': both('3'),
        'inner.zip': 'PK\u0005\u0006' + '\0'.repeat(18),
        'thoughts.txt': 'Nothing that is a row.',
      }),
    );
    expect(await rowsOf(dataset)).toMatchObject([{ file: 'good.jsonl', id: '1' }]);
    expect(dataset.skippedCount).toBe(1);
    const notes = notesOf(dataset);
    for (const name of ['empty.jsonl', 'picture.png', 'inner.zip', 'thoughts.txt'])
      expect(notes).toContainEqual(expect.stringContaining(`${name}: not read.`));
    expect(notes).toContainEqual(expect.stringContaining('good.jsonl: Line 2 skipped.'));
    expect(notes).toContainEqual(
      expect.stringContaining(
        '3 files left out. .hidden/a.jsonl, node_modules/a/rows.jsonl, sub/.DS_Store',
      ),
    );
  });

  it('none of which can be read say so, with the first and why', async () => {
    await expect(readDataset(setOf({ 'a.txt': '', 'b.txt': '' }))).rejects.toThrow(
      'None of 2 files could be read. a.txt: The file is empty.',
    );
    await expect(readDataset(setOf({}))).rejects.toThrow('No rows found.');
  });
});

describe('expected calls in a file of their own', () => {
  const expected = (id: string, tool: string) =>
    JSON.stringify({ id, reference_trajectory: [call(tool)] });

  it.each<[by: string, files: Readonly<Record<string, string>>]>([
    [
      'id',
      {
        'a.jsonl': run('1', 'find'),
        'b.jsonl': run('2', 'open'),
        'expected.jsonl': `${expected('2', 'open')}\n${expected('1', 'find')}`,
      },
    ],
    [
      'file',
      {
        'runs/a.jsonl': session('Find', 'find'),
        'runs/b.jsonl': session('Open', 'open'),
        'labels.csv':
          'file,expected_calls\nb,"[{""tool_name"":""open"",""tool_input"":{}}]"\na.jsonl,"[{""tool_name"":""find"",""tool_input"":{}}]"\n',
      },
    ],
    [
      'file',
      {
        'x/a.jsonl': session('Find', 'find'),
        'y/a.jsonl': session('Open', 'open'),
        'golden.jsonl': `${expected('y/a', 'open')}\n${expected('x/a', 'find')}`,
      },
    ],
    [
      'prompt',
      {
        'a.jsonl': session('Find', 'find'),
        'b.jsonl': session('Open', 'open'),
        'expected.jsonl': [
          { prompt: 'Open', expected: [call('open')] },
          { prompt: 'Find', expected: [call('find')] },
        ]
          .map((one) => JSON.stringify(one))
          .join('\n'),
      },
    ],
  ])('join by %s', async (by, files) => {
    const dataset = await readDataset(setOf(files));
    const rows = await rowsOf(dataset);
    expect(rows).toHaveLength(2);
    const callsOf = (cell: unknown): object =>
      (typeof cell === 'string' ? JSON.parse(cell) : cell) as object;
    for (const row of rows)
      expect(row['predicted_trajectory']).toMatchObject(callsOf(row['reference_trajectory']));
    expect(dataset.issues).toContainEqual(
      expect.objectContaining({
        code: 'rows_joined',
        facts: expect.objectContaining({ by, paired: 2 }) as unknown,
      }),
    );
  });

  it('are told by the name of their file where only that tells', async () => {
    const files = {
      'a.jsonl': run('1', 'find'),
      'expected.jsonl': JSON.stringify({ id: '1', trajectory: [call('find')] }),
    };
    expect(await rowsOf(await readDataset(setOf(files)))).toMatchObject([
      { file: 'a.jsonl', reference_trajectory: [call('find')] },
    ]);
  });

  it('without runs are rows themselves', async () => {
    const rows = await rowsOf(
      await readDataset(setOf({ 'expected.jsonl': expected('1', 'find') })),
    );
    expect(rows).toEqual([{ id: '1', reference_trajectory: [call('find')] }]);
  });
});

describe('a ZIP archive', () => {
  const zip = (...entries: Parameters<typeof zipOf>[0][number][]) => new Blob([zipOf(entries)]);

  it('is read file by file', async () => {
    const dataset = await readDataset(
      zip(
        { name: 'runs/', content: '', isStored: true },
        { name: 'runs/b.jsonl', content: both('2') },
        { name: '../../a.jsonl', content: both('1'), isStored: true },
        { name: '__MACOSX/runs/._b.jsonl', content: 'x' },
      ),
    );
    expect((await rowsOf(dataset)).map(({ file, id }) => [file, id])).toEqual([
      ['../../a.jsonl', '1'],
      ['runs/b.jsonl', '2'],
    ]);
    expect(notesOf(dataset)).toContainEqual(expect.stringContaining('__MACOSX/runs/._b.jsonl'));
  });

  it('is read within gzip, too', async () => {
    const packed = zip({ name: 'a.jsonl', content: both('1') }).stream();
    const gz = await new Response(packed.pipeThrough(new CompressionStream('gzip'))).blob();
    expect((await readDataset(gz)).rowCount).toBe(1);
  });

  it.each<[what: string, entry: Parameters<typeof zipOf>[0][number], why: string]>([
    ['encrypted', { name: 'x.jsonl', content: 'x', isEncrypted: true }, 'encrypted'],
    ['broken', { name: 'x.jsonl', content: both('1'), saidSize: 5 }, 'damaged or incomplete'],
    [
      'a bomb',
      { name: 'x.jsonl', content: '0'.repeat(30_000_000) },
      'unpacks to more than can be read',
    ],
    ['a lying bomb', { name: 'x.jsonl', content: '0'.repeat(3_000_000), saidSize: 3 }, 'damaged'],
  ])('with an entry that is %s reads the others', async (_, entry, why) => {
    const dataset = await readDataset(zip(entry, { name: 'ok.jsonl', content: both('1') }));
    expect(dataset.rowCount).toBe(1);
    expect(notesOf(dataset)).toContainEqual(
      expect.stringMatching(`^x\\.jsonl: not read\\..*${why}`),
    );
  });

  it.each<[what: string, bytes: Uint8Array<ArrayBuffer>, why: string]>([
    [
      'cut off',
      zipOf([{ name: 'a.jsonl', content: both('1') }]).slice(0, 60),
      'ZIP archive is damaged',
    ],
    [
      'a workbook',
      zipOf([{ name: '[Content_Types].xml', content: '<x/>' }]),
      'save the sheet as CSV',
    ],
    ['empty', zipOf([]), 'No rows found.'],
  ])('that is %s says so', async (_, bytes, why) => {
    await expect(readDataset(bytes)).rejects.toThrow(why);
  });
});
