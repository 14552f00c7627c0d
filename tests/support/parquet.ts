/** A field of a Thrift struct: its id, and a number, a text, a struct or a list of these. */
type Field = readonly [id: number, value: Value];
type Value = { readonly i32: number } | { readonly i64: number } | string | Struct | Values;
type Values = readonly Value[];

class Struct {
  readonly fields: readonly Field[];

  constructor(...fields: readonly Field[]) {
    this.fields = fields;
  }
}

const BYTE_ARRAY = { i32: 6 };
const UTF8 = { i32: 0 };
const REQUIRED = { i32: 0 };
const OPTIONAL = { i32: 1 };
const PLAIN = { i32: 0 };
const RLE = { i32: 3 };
const UNCOMPRESSED = { i32: 0 };
const DICTIONARY = { i32: 8 };
const DATA_PAGE = { i32: 0 };
const DICTIONARY_PAGE = { i32: 2 };

const encoder = new TextEncoder();
const i64 = (value: number): Value => ({ i64: value });
const i32 = (value: number): Value => ({ i32: value });

function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return [...bytes, left];
}

function typeOf(value: Value): number {
  if (typeof value === 'string') return 8;
  if (value instanceof Struct) return 12;
  if (Array.isArray(value)) return 9;
  return 'i32' in value ? 5 : 6;
}

/** Thrift's compact protocol. */
function encode(value: Value): number[] {
  if (typeof value === 'string') {
    const bytes = encoder.encode(value);
    return [...varint(bytes.length), ...bytes];
  }
  if (value instanceof Struct) {
    let last = 0;
    const bytes = value.fields.flatMap(([id, item]) => {
      const header = ((id - last) << 4) | typeOf(item);
      last = id;
      return [header, ...encode(item)];
    });
    return [...bytes, 0];
  }
  if (Array.isArray(value)) {
    const items = value as Values;
    const type = typeOf(items[0] ?? '');
    const head =
      items.length < 15 ? [(items.length << 4) | type] : [240 | type, ...varint(items.length)];
    return [...head, ...items.flatMap(encode)];
  }
  const number = 'i32' in value ? value.i32 : (value as { i64: number }).i64;
  return varint(number < 0 ? -2 * number - 1 : 2 * number);
}

function littleEndian(value: number): number[] {
  return [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
}

/**
 * Writes a table of texts as a Parquet file: one row group, plain, not compressed.
 * @see https://parquet.apache.org/docs/file-format/
 */
export function writeParquet(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): Buffer {
  const count = rows.length;
  const bytes = [...encoder.encode('PAR1')];
  const chunks = names.map((name, column) => {
    const cells = rows.flatMap((row) => {
      const cell = encoder.encode(row[column] ?? '');
      return [...littleEndian(cell.length), ...cell];
    });
    const page = new Struct([1, i32(count)], [2, PLAIN], [3, RLE], [4, RLE]);
    const size = cells.length;
    const header = encode(new Struct([1, DATA_PAGE], [2, i32(size)], [3, i32(size)], [5, page]));
    const offset = bytes.length;
    bytes.push(...header, ...cells);
    const total = i64(header.length + size);
    const meta = new Struct(
      ...([
        [1, BYTE_ARRAY],
        [2, [PLAIN]],
        [3, [name]],
        [4, UNCOMPRESSED],
      ] as const),
      ...([
        [5, i64(count)],
        [6, total],
        [7, total],
        [9, i64(offset)],
      ] as const),
    );
    return new Struct([2, i64(offset)], [3, meta]);
  });
  const group = new Struct([1, chunks], [2, i64(bytes.length)], [3, i64(count)]);
  const columns = names.map(
    (name) => new Struct([1, BYTE_ARRAY], [3, REQUIRED], [4, name], [6, UTF8]),
  );
  return withFooter(bytes, columns, count, [group]);
}

/** What a hostile table says of itself, and what is in it. */
interface NullTable {
  /** Nulls in the one page, by one run of definition levels. */
  readonly values: number;
  /** Rows that the table says it has. */
  readonly rows?: number;
  /** Row groups that all have the same pages. */
  readonly groups?: number;
  /** How often the page is there. */
  readonly pages?: number;
  /** How many bytes the page says it has; absent: as many as it has. */
  readonly pageBytes?: number;
}

/** Writes a table of one column of nulls, which cost next to nothing in a file. */
export function writeNulls(table: NullTable): Buffer {
  const { values, rows = values, groups = 1, pages = 1, pageBytes } = table;
  const run = [...varint(values * 2), 0];
  const levels = [...littleEndian(run.length), ...run];
  const page = new Struct([1, i32(values)], [2, PLAIN], [3, RLE], [4, RLE]);
  const all = new Array<number[]>(pages).fill(writePage([5, page], levels, pageBytes));
  return writeColumn([all.flat()], OPTIONAL, rows, groups);
}

/** Writes a table of one column that has the same text in each row, and once in the file. */
export function writeRepeated(text: string, rows: number): Buffer {
  const bytes = encoder.encode(text);
  const dictionary = new Struct([1, i32(1)], [2, PLAIN]);
  const page = new Struct([1, i32(rows)], [2, DICTIONARY], [3, RLE], [4, RLE]);
  const pages = [
    writePage([7, dictionary], [...littleEndian(bytes.length), ...bytes]),
    writePage([5, page], [1, ...varint(rows * 2), 0]),
  ];
  return writeColumn(pages, REQUIRED, rows, 1);
}

function writePage(
  [id, page]: readonly [5 | 7, Struct],
  data: readonly number[],
  bytes = data.length,
): number[] {
  const size = i32(bytes);
  const type = id === 5 ? DATA_PAGE : DICTIONARY_PAGE;
  return [...encode(new Struct([1, type], [2, size], [3, size], [id, page])), ...data];
}

/** Writes a table of one column, whose pages are those of each of its row groups. */
function writeColumn(
  pages: readonly (readonly number[])[],
  repetition: Value,
  rows: number,
  groups: number,
): Buffer {
  const data = pages.flat();
  const total = i64(data.length);
  const [first = []] = pages;
  const offsets: readonly Field[] =
    pages.length > 1
      ? [
          [9, i64(4 + first.length)],
          [11, i64(4)],
        ]
      : [[9, i64(4)]];
  const meta = new Struct(
    [1, BYTE_ARRAY],
    [2, [PLAIN]],
    [3, ['a']],
    [4, UNCOMPRESSED],
    [5, i64(rows)],
    [6, total],
    [7, total],
    ...offsets,
  );
  const group = new Struct([1, [new Struct([2, i64(4)], [3, meta])]], [2, total], [3, i64(rows)]);
  const column = new Struct([1, BYTE_ARRAY], [3, repetition], [4, 'a'], [6, UTF8]);
  const bytes = [...encoder.encode('PAR1'), ...data];
  return withFooter(bytes, [column], rows * groups, new Array<Struct>(groups).fill(group));
}

function withFooter(
  bytes: readonly number[],
  columns: readonly Struct[],
  rows: number,
  groups: readonly Struct[],
): Buffer {
  const schema = [new Struct([4, 'schema'], [5, i32(columns.length)]), ...columns];
  const footer = encode(new Struct([1, i32(1)], [2, schema], [3, i64(rows)], [4, groups]));
  const end = [...littleEndian(footer.length), ...encoder.encode('PAR1')];
  return Buffer.concat([bytes, footer, end].map((part) => Uint8Array.from(part)));
}
