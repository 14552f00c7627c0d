import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tablesOf } from '../../tests/support/cases.ts';
import { ROLES } from '../../tests/support/build.ts';
import { lawRuns } from '../../tests/support/law-runs.ts';
import {
  checkCauses,
  checkHeldItems,
  checkItems,
  checkLines,
  checkRecords,
  compareItems,
  compareLines,
  compareRecords,
  NAMES,
} from '../../tests/support/lane-law.ts';
import type { RowCells } from '#core/read/dataset/row-cells.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { SAMPLES } from '#samples/registry.ts';
import { Scanner } from './lane-scanner.ts';

const CASES = tablesOf<{
  scannedLines: [string, string][];
  declinedLines: [string, string][];
  declinedRecords: [string, string][];
  declinedItems: [string, string][];
}>('lane');

const WANTED = { roles: ROLES, hasCauses: true };
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What becomes of each line: its cells' names where it is scanned, its text where it is declined. */
function scan(text: string): (string | string[])[] {
  const found: (string | string[])[] = [];
  new Scanner().scan(encode(text), WANTED, {
    row: (cells) => {
      const names: string[] = [];
      cells.eachColumn((name) => names.push(name));
      found.push(names);
    },
    blank: () => found.push(''),
    line: (line) => found.push(line),
  });
  return found;
}

/** What is known of the calls of each record without reading a cell, and its cells. */
function scanRecords(text: string, names: readonly (string | null)[]): [unknown[], unknown[]] {
  const scanner = new Scanner();
  const bytes = encode(text);
  scanner.load(bytes, WANTED, { names, delimiter: 44 });
  const found: unknown[] = [];
  const rows: unknown[] = [];
  const end = scanner.scanRecords(0, bytes.length, 0, {
    row: (cells: RowCells, offset, length, line) => {
      found.push([cells.pair?.prediction, offset, length, line]);
      const known = names.filter((name) => name !== null);
      rows.push(Object.fromEntries(known.map((name) => [name, cells.cell(name)])));
    },
  });
  return [[...found, end], rows];
}

describe('scanning is the same as reading, to the last bit', () => {
  it.each([
    // further references that cannot be read take the reference away
    '{"predicted_trajectory":"[]","expected":[{"tool_name":"f","tool_input":{}}],"all":0}',
    // the text of a cell that is declined has the name of a tool
    '{"expected":"[{\\"tool_name\\":\\"f\\",\\"tool_input\\":0}]"}\n{"expected":"[]","id":""}',
  ])('for rows on which it was not: %s', (text) => compareLines(new Blob([text])));

  it('for arguments that differ in one thing', () => {
    const inputs = ['{"a":1}', '{"a":2}', '{"b":1}', '{"b":"1"}', '{"a":1,"c":1}', '{"a":1,"d":1}'];
    const more = ['{"a":1,"c":[1]}', '{"a":1,"c":[1,2]}', '{"a":{"b":1}}', '{"a":{"c":1}}', '[1]'];
    const call = (input: string): string => `[{"tool_name":"f","tool_input":${input}}]`;
    const rows = [...inputs, ...more].flatMap((made, _, all) =>
      all.map((expected) => `{"predicted_trajectory":${call(made)},"expected":${call(expected)}}`),
    );
    return compareLines(new Blob([rows.join('\n')]));
  });

  it('for lines', () => checkLines(lawRuns(100)));
  it('for what differs', () => checkCauses(lawRuns(60)));
  it('for records of tables', () => checkRecords(lawRuns(80)));
  it('for items of lists', () => checkItems(lawRuns(80)));
  it('for items of lists in objects', () => checkHeldItems(lawRuns(80)));

  it('for a list cut at every byte', async () => {
    const call = (name: string) => ({ tool_name: name, tool_input: { a: 'é, [{"' } });
    const rows = ['a', 'b', 'c'].map((id) => ({
      ...{ id, predicted_trajectory: [call('f'), call('g')], expected: [call('f')] },
    }));
    for (const by of [0, 2]) {
      const text = `[${rows.map((row) => JSON.stringify(row, null, by)).join(',\n')}\n]\n`;
      const blob = new Blob([text]);
      for (let at = 0; at <= blob.size; at++)
        await compareItems(blob, DEFAULT_SETTINGS, at / blob.size);
    }
  });
});

describe('lines', () => {
  it.each(SAMPLES.map(({ id }) => id))('of the sample %s are all scanned', (id) => {
    const text = readFileSync(`src/samples/${id}.jsonl`, 'utf8');
    const lines = text.trimEnd().split('\n');
    expect(scan(text)).toEqual(lines.map((line) => Object.keys(JSON.parse(line) as object)));
  });

  it.each(CASES.scannedLines)('with %s are scanned', (_, line) => {
    expect(scan(line)).toEqual([Object.keys(JSON.parse(line) as object)]);
  });

  it.each([
    ...CASES.declinedLines,
    [
      'a key twice among many',
      `{${Array.from({ length: 50 }, (_, at) => `"k${String(at)}":1`).join(',')},"k7":2}`,
    ],
  ])('with %s are declined', (_, line) => {
    expect(scan(`${line}\n{"b":1}\n`)).toEqual([line, ['b']]);
  });

  it('with bytes that are no UTF-8 are declined', () => {
    const found: string[] = [];
    const bytes = Uint8Array.from([...encode('{"a":"'), 0xc3, ...encode('"}')]);
    new Scanner().scan(bytes, WANTED, {
      row: () => found.push('row'),
      line: (line) => found.push(line),
    });
    expect(found).toEqual(['{"a":"\ufffd"}']);
  });

  it('are scanned, however many there are and however long one is', () => {
    const call = '{\\"tool_name\\":\\"f\\",\\"tool_input\\":{}}';
    const lists = (count: number): string =>
      `[${Array.from({ length: count }, () => call).join(',')}]`;
    const row = (id: number, count: number): string =>
      `{"id":"${String(id)}","predicted_trajectory":"${lists(count)}","reference_trajectory":[]}`;
    // more than there is room for at a time, and cells as large as the room, or larger
    const rows = Array.from({ length: 6000 }, (_, id) => row(id, id % 30));
    const long = [
      row(6000, 4000),
      `{"id":"6001","predicted_trajectory":"[${' '.repeat(3_000_000)}]"}`,
    ];
    const pairs: unknown[] = [];
    new Scanner().scan(encode([...rows, ...long, ...rows].join('\n')), WANTED, {
      row: (cells) => pairs.push(cells.pair?.prediction.length),
      line: () => pairs.push('declined'),
    });
    const counts = rows.map((_, id) => id % 30);
    expect(pairs).toEqual([...counts, 4000, undefined, ...counts]);
  });
});

describe('records of a table', () => {
  it('have their cells as they stand there, with their calls told apart', () => {
    const list =
      '"[{""tool_name"":""f"",""tool_input"":{}},{""tool_name"":""g"",""tool_input"":{}}]"';
    const first = `1,"a\n""b"",\tü",${list},[]`;
    const text = `${first}\r\n2,,,\n3,"é"" and a long text, ""b""",,x\\\n`;
    const [found, rows] = scanRecords(text, [
      'id',
      'q "x"',
      'predicted_trajectory',
      'reference_trajectory',
    ]);
    expect(rows).toMatchObject([
      { id: '1', 'q "x"': 'a\n"b",\tü', reference_trajectory: '[]' },
      { id: '2', predicted_trajectory: '' },
      { id: '3', 'q "x"': 'é" and a long text, "b"', reference_trajectory: 'x\\' },
    ]);
    const length = encode(first).length;
    expect(found).toEqual([
      [[0, 1], 0, length, 1],
      [undefined, length + 2, 4, 3],
      [undefined, length + 7, expect.any(Number), 4],
      encode(text).length,
    ]);
  });

  it.each(CASES.declinedRecords)('with %s are left to a reader', (_, record) => {
    const [found] = scanRecords(`1,2,3\n${record}4,5,6\n`, ['id', 'b', 'c']);
    expect(found.at(-1)).toBe(6);
  });

  it.each([
    ['numbers and blanks', '0,a\n"12",b\n,c\n" ",d\n', ['a', 'b', 'c', 'd']],
    ['no number, which is kept', '0,a\nx,b\n2,c\n', ['a']],
    ['a blank row', '0,a\n,\n', ['a']],
  ])('leave out the first column where it has %s', (_, text, ids) => {
    const [, rows] = scanRecords(text, [null, 'id']);
    expect(rows).toEqual(ids.map((id) => ({ id })));
  });

  it('leave out another column only where it is blank', () => {
    expect(scanRecords('a,\nb,1\n', ['id', null])[1]).toEqual([{ id: 'a' }]);
  });

  it('are not scanned where a column is called as no key of an object can be', () => {
    const begin = (name: string): boolean =>
      new Scanner().load(encode(''), WANTED, { names: ['id', name], delimiter: 44 });
    expect(['a', '0', '__proto__', 'x'.repeat(70_000)].map(begin)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('are not scanned where there are more columns than there is room for', () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `c${String(at)}`);
    expect(new Scanner().load(encode(''), WANTED, { names, delimiter: 44 })).toBe(false);
  });
});

describe('items of a list', () => {
  /** Ids of the items that are scanned, their places, and where scanning ends. */
  function scanItems(text: string): unknown[] {
    const scanner = new Scanner();
    const bytes = encode(text);
    scanner.load(bytes, WANTED);
    const found: unknown[] = [];
    const end = scanner.scanRecords(0, bytes.length, 0, {
      row: (cells, offset, length, line) =>
        found.push([cells.cell('id'), text.slice(offset, offset + length), line]),
    });
    return [...found, end];
  }

  it('are scanned on one line and on many, up to the bracket of the list', () => {
    const many = '{\n\t"id": 2,\r\n  "a": [\n1 ]\n}';
    const text = `{"id":1},\n\n ${many}\n,{"id":3}\n]\n`;
    expect(scanItems(text)).toEqual([
      [1, '{"id":1}', 1],
      [2, many, 3],
      [3, '{"id":3}', 8],
      text.lastIndexOf(']'),
    ]);
  });

  it.each(CASES.declinedItems)('with %s are left to a reader', (_, item) => {
    expect(scanItems(`{"id":1},${item}`)).toEqual([[1, '{"id":1}', 1], 9]);
  });

  it('are scanned, however many there are', () => {
    const calls = JSON.stringify(
      Array.from({ length: 30 }, () => ({ tool_name: 'f', tool_input: {} })),
    );
    const rows = Array.from({ length: 3000 }, (_, id) =>
      JSON.stringify({ id, predicted_trajectory: calls, reference_trajectory: [] }),
    );
    expect(scanItems(`${rows.join(',')}]`)).toHaveLength(3001);
  });
});

describe('a row', () => {
  const scanner = new Scanner();
  const scanned = (text: string, more = ''): unknown => {
    scanner.load(encode(text + more), WANTED);
    return scanner.scanRow(0, encode(text).length)?.cell('id');
  };

  it('is scanned on one line and on many, whatever is behind it', () => {
    expect(scanned('{"id":1}')).toBe(1);
    expect(scanned(' {\n"id": "é",\n"predicted_trajectory": [\n]}\r', '{"id":2}')).toBe('é');
    expect(scanned('{}', '{"id":2}')).toBeUndefined();
  });

  it.each(['{"id":1', '{"id":1},', '[1]', '{"id":"', '{"id":1,"id":2}', '\ufeff{"id":1}', ''])(
    'is read where it is written as %j',
    (text) => {
      expect(scanned(text, '}"}{"id":2}')).toBeUndefined();
      expect(scanned(text)).toBeUndefined();
    },
  );
});

describe('where memory cannot grow', () => {
  const long = 'x'.repeat(2000);
  const row = `{"id":"${long}","predicted_trajectory":[],"reference_trajectory":[]}\n`;
  const many = (text: string): string => text.repeat(4000);
  const refuse = () =>
    vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
      throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded');
    });
  afterEach(() => vi.restoreAllMocks());

  it('no line is scanned, and later those there is room for', () => {
    const rows: number[] = [];
    const take = { row: (_: RowCells, at: number) => rows.push(at), line: () => rows.push(-1) };
    const scanner = new Scanner();
    const scan = (text: string): boolean => scanner.scan(encode(text), WANTED, take) !== undefined;
    refuse();
    expect(scan(row)).toBe(false);
    vi.restoreAllMocks();
    expect(scan(row)).toBe(true);
    refuse();
    expect(scan(many(row))).toBe(false);
    expect(scan(row)).toBe(true);
    expect(rows).toEqual([0, 0]);
  });

  it('lines, records of tables and items of lists are read, and give the same', async () => {
    const grow = refuse();
    await compareLines(new Blob([many(row)]));
    expect(grow).toHaveBeenCalled();
    grow.mockClear();
    const header = `${NAMES.join(',')}\n`;
    const blob = new Blob([header, many(`1,${long},[],[],0.5,b,c,0\n`)]);
    await compareRecords({ blob, headerSize: header.length, delimiter: ',' });
    expect(grow).toHaveBeenCalled();
    grow.mockClear();
    await compareItems(new Blob(['[', many(row.replace('\n', ',\n')), '{}]']));
    expect(grow).toHaveBeenCalled();
  });
});
