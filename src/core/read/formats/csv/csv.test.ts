import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../../tests/support/law-runs.ts';
import { headOf, readText, type ReadText } from '../../../../../tests/support/read-text.ts';
import { csv } from './csv.ts';
import fc from 'fast-check';
import Papa from 'papaparse';
import { cutsOf } from '../../../../../tests/support/arbitraries.ts';

const read = (text: string): ReadText => readText(csv, text);
const cells = ({ rows }: ReadText): unknown[][] => rows.map((row) => Object.values(row));

describe('recognition', () => {
  it.each([
    'a,b\n1,2\n',
    'a;b\n1;2\n',
    'a\tb\n1\t2\n',
    'a,b',
    'id,"a\nb",c\r\n1,2,3\r\n',
    'sep=;\r\na;b\r\n1;2\r\n',
    'a;b\n1,5;2,5\n',
    // the sides are named, whatever the rows are like
    'prompt,predicted_trajectory\na, b,[]\nc\n',
    'Prompt;Reference Trajectory\na;b;[]\n',
    'id|prompt\n1|a\n',
    'sep=|\nid|prompt\n1|a\n',
    // columns of answers, called after who gave them and what was asked
    'q,[mine] {{q}},Status,[other] {{q}},Status\n1,a,PASS,b,PASS\n',
  ])('takes %j', (text) => {
    expect(csv.recognise(headOf(text))).toBe(true);
  });

  it.each([
    '',
    'a\n1\n',
    'a,\n1,2\n',
    '{"a":1,"b":2}\n',
    '[1,2,3]',
    '[{"a":1},\n{"b":2}]',
    'a,b\n1,2,3\n4,5,6\n',
    'a|b\n1|2\n',
    '| id | prompt |\n| 1 | a |\n',
    // a value torn at its commas
    '1: {"id": 1, "prompt": "a"}\n2: {"id": 2, "prompt": "b"}\n',
    "INSERT INTO runs VALUES (1, 'p', '[{\"predicted_trajectory\": 1}]');\n",
  ])('does not take %j', (text) => {
    expect(csv.recognise(headOf(text))).toBe(false);
  });
});

describe('records', () => {
  it('are cells as text under the names of the header, at their lines', () => {
    const { rows, lines, notes, skips } = read('id, name \n1,"a, ""b"""\n 2 ,\n');
    expect(rows).toEqual([
      { id: '1', name: 'a, "b"' },
      { id: ' 2 ', name: '' },
    ]);
    expect(lines).toEqual([2, 3]);
    expect([notes, skips]).toEqual([[], []]);
  });

  it.each([
    [';', 'a;b\n1,5;"x;y"\n', ['1,5', 'x;y']],
    ['tab', 'a\tb\n1,5\t"x\ty"\n', ['1,5', 'x\ty']],
    ['sep line', 'sep=;\r\na;b\r\n1,5;x\r\n', ['1,5', 'x']],
  ])('are cut at the delimiter found: %s', (_name, text, expected) => {
    expect(cells(read(text))).toEqual([expected]);
  });

  it('may hold line ends in quotes, and count physical lines', () => {
    const found = read('a,b\n1,"x\n\ny"\n2,"p\r\nq"\n3,z');
    expect(cells(found)).toEqual([
      ['1', 'x\n\ny'],
      ['2', 'p\r\nq'],
      ['3', 'z'],
    ]);
    expect(found.lines).toEqual([2, 5, 7]);
  });

  it.each(['\n', '\r\n'])('end alike at %j, with or without the last', (lineEnd) => {
    const text = ['a,b', '1,"x\ny"', '"2",""', '', '3,z'].join(lineEnd);
    for (const whole of [text, text + lineEnd]) {
      const found = read(whole);
      expect(cells(found)).toEqual([
        ['1', 'x\ny'],
        ['2', ''],
        ['3', 'z'],
      ]);
      expect(found.lines).toEqual([2, 4, 6]);
      expect(found.notes).toEqual([{ code: 'lines_blank', count: 1 }]);
    }
  });

  it('may have line ends of both kinds', () => {
    const found = read('a,b\r\n1,"x"\n2,"y"\r\n3,z\n');
    expect(cells(found)).toEqual([
      ['1', 'x'],
      ['2', 'y'],
      ['3', 'z'],
    ]);
    expect(found.lines).toEqual([2, 3, 4]);
  });

  it('pass over blank lines and lines of delimiters, saying how many after the header', () => {
    const { rows, lines, notes } = read('\na,b\n\n1,2\n,\n  \n\n');
    expect(rows).toEqual([{ a: '1', b: '2' }]);
    expect(lines).toEqual([4]);
    expect(notes).toEqual([{ code: 'lines_blank', count: 4 }]);
  });

  it('may be short or long, with a note; what stands behind the last column is kept', () => {
    const { rows, skips, notes } = read('a,b,c\n1,2\n1,2,3,"x,y",,z,\n4,5,6,\n7,8,9\n');
    expect(rows).toEqual([
      { a: '1', b: '2', c: '' },
      { a: '1', b: '2', c: '3', further_cells: ['x,y', '', 'z'] },
      { a: '4', b: '5', c: '6' },
      { a: '7', b: '8', c: '9' },
    ]);
    expect(notes).toEqual([
      { code: 'fields_missing', line: 2, expected: 3, found: 2 },
      { code: 'fields_extra', line: 3, expected: 3, found: 6, name: 'further_cells' },
    ]);
    expect(skips).toEqual([]);
    const taken = read('a,further_cells\n1,2,3\n4,5\n');
    expect(taken.rows[0]).toEqual({ a: '1', further_cells: '2', further_cells_2: ['3'] });
  });

  it('may hold a stray quote', () => {
    const found = read('a,b\n5" screen,x\n6" screen,"y"\n7,he said "hi\n8,z\n');
    expect(cells(found)).toEqual([
      ['5" screen', 'x'],
      ['6" screen', 'y'],
      ['7', 'he said "hi'],
      ['8', 'z'],
    ]);
    expect(found.skips).toEqual([]);
  });
});

describe('the header', () => {
  it('numbers names that repeat, and names columns without one', () => {
    const { rows, notes } = read('a,a,,a,a_2\n1,2,3,4,5\n');
    expect(rows).toEqual([{ a: '1', a_2: '2', column_3: '3', a_3: '4', a_2_2: '5' }]);
    expect(notes).toEqual([
      { code: 'header_duplicate', name: 'a', renamed: 'a_2' },
      { code: 'header_duplicate', name: 'a', renamed: 'a_3' },
      { code: 'header_duplicate', name: 'a_2', renamed: 'a_2_2' },
    ]);
  });

  it('may name a column __proto__', () => {
    const [row] = read('id,__proto__,constructor\n1,x,y\n').rows;
    expect(Object.entries(row!)).toEqual([
      ['id', '1'],
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(({} as Record<string, unknown>)['id']).toBeUndefined();
  });

  it('alone gives no row', () => {
    expect(read('a,b\n')).toMatchObject({ rows: [], skips: [], notes: [] });
  });
});

describe('an unclosed quote', () => {
  it.each([
    ['plain rows', ['3,c', '4,d']],
    ['quoted rows', ['3,"[{""x"": 1, ""y"": 2}]"', '"4","d"']],
    ['rows of several lines', ['3,"c\n\nc"', '"4\n",d']],
  ])('takes its line only, before %s', (_name, after) => {
    const text = `a,b\n1,a\n2,"[{""x"": 1\n${after.join('\n')}\n`;
    const { rows, lines, skips, skipped } = read(text);
    expect(rows.map((row) => (row['a'] as string).trim())).toEqual(['1', '3', '4']);
    expect(lines.slice(0, 2)).toEqual([2, 4]);
    expect(skips).toEqual([{ code: 'row_not_csv', line: 3 }]);
    expect(skipped).toEqual(['2,"[{""x"": 1']);
  });

  it('in the last line is skipped too', () => {
    expect(read('a,b\n1,2\n3,"x')).toMatchObject({
      rows: [{ a: '1', b: '2' }],
      skips: [{ line: 3 }],
    });
  });

  it('does not hide another, and nothing is lost without a word', () => {
    const lines = Array.from({ length: 200 }, (_, index) =>
      index % 3 === 0 ? `${index},"open` : `${index},"x ${index}"`,
    );
    const { rows, skips, skipped } = read(`a,b\n${lines.join('\n')}\n`);
    expect(skips.length).toBeGreaterThan(0);
    const words = [
      ...rows.map((row) => (Object.values(row) as string[]).join(',')),
      ...skipped,
    ].join('\n');
    for (const index of lines.keys()) expect(words).toMatch(new RegExp(`(^|\\n)${index},`));
  });
});

describe('columns without a name', () => {
  it('are left out where they hold row numbers or nothing, with a note', () => {
    const { rows, notes } = read(',a,\n0,x,\n1,y,\n');
    expect(rows).toEqual([{ a: 'x' }, { a: 'y' }]);
    expect(notes).toEqual([
      { code: 'column_dropped', place: 1 },
      { code: 'column_dropped', place: 3 },
    ]);
  });

  it('keep what turns up later', () => {
    expect(read('a,\nx,\ny,z\n').rows).toEqual([{ a: 'x' }, { a: 'y', column_2: 'z' }]);
  });
});

describe('one column', () => {
  it('is a table when its cells are lists', () => {
    const list = "[{'a': 1}\n {'a': 2}]";
    expect(cells(read(`messages\n"${list}"\n`))).toEqual([[list]]);
    expect(csv.recognise(headOf('messages\nhello\n'))).toBe(false);
  });
});

describe('CSV that arrives in pieces', () => {
  const read = (text: string | readonly string[]): ReadText => readText(csv, text);
  const cells = ({ rows }: ReadText): unknown[][] => rows.map((row) => Object.values(row));

  describe('pieces', () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '',
        'a',
        'x y',
        '"',
        '""',
        ',',
        '\n',
        '\r\n',
        'a"b',
        '[{"x": "y"}]',
        'é',
        '🙂',
      ),
      fc.string({ maxLength: 6 }),
    );
    const table = fc.array(fc.tuple(cell, cell), { maxLength: 8 });
    const filled = table.filter((records) =>
      records.every((record) => record.join('').trim() !== ''),
    );
    const lineEnd = fc.constantFrom('\n', '\r\n');

    it('of any size give what was written', () => {
      const cut = fc.tuple(filled, lineEnd).chain(([records, newline]) => {
        const text = Papa.unparse([['p', 'q'], ...records], { newline, quotes: true });
        return fc.tuple(fc.constant(records), cutsOf(text));
      });
      fc.assert(
        fc.property(cut, ([records, pieces]) => {
          const found = read(pieces);
          expect(cells(found)).toEqual(records.map((record) => [...record]));
          expect(found.skips).toEqual([]);
        }),
        { numRuns: lawRuns(300) },
      );
    });

    const noise = fc.string({
      unit: fc.constantFrom('a', '"', '"', ',', ',', '\n', '\r', ' ', ';', '\t'),
      maxLength: 60,
    });

    it('of any size give the same for noise, each record at a line of its own', () => {
      const cut = noise.chain((text) =>
        fc.tuple(fc.constant(`p,q\n${text}`), cutsOf(`p,q\n${text}`)),
      );
      fc.assert(
        fc.property(cut, ([text, pieces]) => {
          const whole = read(text);
          expect(read(pieces)).toEqual(whole);
          const starts = [...whole.lines, ...whole.skips.map(({ line }) => line)];
          const last = text.split('\n').length;
          expect(starts.every((line) => line > 1 && line <= last)).toBe(true);
          expect(new Set(starts).size).toBe(starts.length);
        }),
        { numRuns: lawRuns(1000) },
      );
    });

    it('of a large file give every row, wherever they are cut', () => {
      const record = (index: number): string =>
        `${index},"cell ${index}\nwith ""quotes"", commas and ${'x'.repeat(200)}"`;
      const text = `a,b\n${Array.from({ length: 6000 }, (_, index) => record(index)).join('\n')}\n`;
      for (const size of [text.length, 1_000_003, 65_537]) {
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
          text.slice(index * size, (index + 1) * size),
        );
        const { rows, lines, skips } = read(pieces);
        expect(skips).toEqual([]);
        expect(rows.map((row) => Number(row['a']))).toEqual([...rows.keys()]);
        expect(rows).toHaveLength(6000);
        expect(lines.at(-1)).toBe(6000 * 2);
      }
    });

    it('of a large file with an open quote do not pile up', () => {
      const rest = Array.from(
        { length: 40_000 },
        (_, index) => `${index},${'plain '.repeat(70)}`,
      ).join('\n');
      const text = `a,b\n1,"open\n${rest}\n`;
      const pieces = Array.from({ length: Math.ceil(text.length / 1e6) }, (_, index) =>
        text.slice(index * 1e6, (index + 1) * 1e6),
      );
      const { rows, skips } = read(pieces);
      expect(rows).toHaveLength(40_000);
      expect(skips).toEqual([{ code: 'row_not_csv', line: 2 }]);
    });
  });
});
