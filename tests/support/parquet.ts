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
const PLAIN = { i32: 0 };
const RLE = { i32: 3 };
const UNCOMPRESSED = { i32: 0 };
const DATA_PAGE = { i32: 0 };

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

/** Thrift's compact protocol; numbers are never negative here. */
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
    return [(items.length << 4) | typeOf(items[0] ?? ''), ...items.flatMap(encode)];
  }
  return varint(2 * ('i32' in value ? value.i32 : (value as { i64: number }).i64));
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
  const schema = [new Struct([4, 'schema'], [5, i32(names.length)]), ...columns];
  const footer = encode(new Struct([1, i32(1)], [2, schema], [3, i64(count)], [4, [group]]));
  return Buffer.from([
    ...bytes,
    ...footer,
    ...littleEndian(footer.length),
    ...encoder.encode('PAR1'),
  ]);
}
