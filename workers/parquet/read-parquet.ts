import {
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type AsyncBuffer,
  type Compressors,
  type DataReader,
  type FileMetaData,
  type PageHeader,
  type RowGroup,
  type SchemaTree,
} from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from 'hyparquet-compressors';
import { UNPACK_LIMITS } from '#core/read/containers/format.ts';
import { TableValues, type ColumnType } from '#core/read/containers/table-values.ts';
import type { DatasetIssue, FileIssue } from '#core/read/issues/issue.ts';
import { setOwn, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson, tryJson } from '#core/base/json/parse-json.ts';

/** A Parquet table as lines of JSON, or why it cannot be read. */
export type ParquetReading =
  | { readonly kind: 'rows'; readonly rows: Blob; readonly notes: readonly DatasetIssue[] }
  | { readonly kind: 'unreadable'; readonly issue: FileIssue };

// Snappy is read by hyparquet itself: the compressors' own is WebAssembly, which the page forbids.
const COMPRESSORS: Compressors = {
  GZIP: decompressGzip,
  BROTLI: decompressBrotli,
  // without a place of its own it takes as much as the file asks for
  ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

/** The most that a table may take when unpacked. */
const LIMIT_BYTES = 1_000_000_000;
/** A value that costs nothing in the file is at least `null,` in a row. */
const BYTES_OF_A_VALUE = 5;
/** With its level, while all of its row group are in memory. */
const HELD_BYTES_OF_A_VALUE = 24;
/** A Blob of many pieces is slow to read. */
const PART_CHARACTERS = 4_000_000;

/** A table would take more than its file's size allows. */
class TooLarge extends Error {}

/** Counts bytes up to a limit. */
class Budget {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** @throws TooLarge */
  spend(bytes: number): void {
    if (bytes > 0) this.#left -= bytes;
    if (this.#left < 0) throw new TooLarge();
  }
}

/** What may come out of a file, as of an archive. */
function limitFor({ size }: Blob): number {
  const { freeBytes, ratio } = UNPACK_LIMITS;
  return Math.min(LIMIT_BYTES, Math.max(freeBytes, size * ratio));
}

/**
 * Reads a Parquet file, one row group at a time.
 * @returns a line of JSON for each row
 * @see https://parquet.apache.org/docs/file-format/
 */
export async function readParquet(file: Blob): Promise<ParquetReading> {
  try {
    return await readTable(file);
  } catch (error) {
    if (error instanceof TooLarge) {
      const issue = { limitBytes: LIMIT_BYTES, ratio: UNPACK_LIMITS.ratio };
      return { kind: 'unreadable', issue: { code: 'file_unpacks_too_large', ...issue } };
    }
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'unreadable', issue: { code: 'file_broken', kind: 'Parquet file', reason } };
  }
}

interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly values: TableValues;
}

async function readTable(file: Blob): Promise<ParquetReading> {
  const buffer = {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
  const metadata = await parquetMetadataAsync(buffer);
  const columns = parquetSchema(metadata).children.map((node): Column => ({
    name: node.element.name,
    type: typeOf(node),
    // keys that the schema gives every struct are left out where they are null
    values: new TableValues(true),
  }));
  const rowCount = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  const leastRow = columns.reduce((sum, { name }) => sum + name.length + `"":null,`.length, 2);
  const limit = limitFor(file);
  new Budget(limit).spend(rowCount * leastRow);
  const pages: Budgets = {
    // parts of a file overlap in no file that is read once
    chunks: new Budget(file.size),
    values: new Budget(limit),
    bytes: new Budget(limit),
  };
  const written = new Budget(limit);
  const parts: Blob[] = [];
  let text = '';
  for (const group of metadata.row_groups) {
    if (Number(group.num_rows) <= 0) continue;
    await checkPages(group, buffer, pages);
    // of all groups, each would be looked for among all others
    const alone = { ...metadata, row_groups: [group] };
    const cells = await readGroup(alone, buffer, columns);
    for (const line of linesOf(Number(group.num_rows), cells, columns)) {
      // a text that is in the file once may be in every row
      written.spend(line.length);
      text += line;
      if (text.length < PART_CHARACTERS) continue;
      parts.push(new Blob([text]));
      text = '';
    }
  }
  const facts = { rowCount };
  const notes: DatasetIssue[] = [{ code: 'file_converted', from: 'parquet', facts }];
  for (const { name, values } of columns) {
    const count = values.dropped;
    if (count > 0) notes.push({ code: 'schema_nulls_dropped', name, count });
  }
  return { kind: 'rows', rows: new Blob([...parts, text]), notes };
}

type Budgets = Readonly<Record<'chunks' | 'values' | 'bytes', Budget>>;

/**
 * Goes over the headers of a row group's pages: a page may have any number of values in a few bytes,
 * whatever the metadata says, and is decoded as a whole.
 * @throws TooLarge
 */
async function checkPages(
  group: RowGroup,
  file: AsyncBuffer,
  { chunks, values, bytes }: Budgets,
): Promise<void> {
  const held = new Budget(LIMIT_BYTES);
  for (const { meta_data: meta } of group.columns) {
    if (!meta) continue;
    // the bytes that are decoded
    const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
    const end = start + Number(meta.total_compressed_size);
    const view = new DataView(await file.slice(start, end));
    chunks.spend(view.byteLength);
    for (const header of pageHeaders({ view, offset: 0 })) {
      const { data_page_header: v1, data_page_header_v2: v2, dictionary_page_header: v0 } = header;
      const count = (v1 ?? v2 ?? v0)?.num_values ?? 0;
      // a value may be in a list at each level
      const depth = meta.path_in_schema.length;
      values.spend(count * BYTES_OF_A_VALUE * depth);
      held.spend(count * HELD_BYTES_OF_A_VALUE * depth);
      bytes.spend(header.uncompressed_page_size);
    }
  }
}

/** Where a header cannot be read, no page can be either, and who decodes them says so. */
function* pageHeaders(reader: DataReader): Iterable<PageHeader> {
  while (reader.offset < reader.view.byteLength - 1) {
    let header: PageHeader;
    try {
      header = parquetHeader(reader);
    } catch {
      return; // reported when pages are decoded
    }
    if (!(header.compressed_page_size >= 0)) return;
    reader.offset += header.compressed_page_size;
    yield header;
  }
}

/** Reads the cells of a table's only row group, by column. */
async function readGroup(
  metadata: FileMetaData,
  file: AsyncBuffer,
  columns: readonly Column[],
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const cells = new Map<string, unknown[]>(columns.map(({ name }) => [name, []]));
  await parquetRead({
    file,
    metadata,
    compressors: COMPRESSORS,
    parsers: PARSERS,
    onChunk: ({ columnName, columnData, rowStart }) => {
      const known = cells.get(columnName);
      for (let at = 0; known && at < columnData.length; at++) known[rowStart + at] = columnData[at];
    },
  });
  return cells;
}

function* linesOf(
  rowCount: number,
  cells: ReadonlyMap<string, readonly unknown[]>,
  columns: readonly Column[],
): Iterable<string> {
  for (let at = 0; at < rowCount; at++) {
    const row: Record<string, JsonValue> = {};
    for (const { name, type, values } of columns)
      setOwn(row, name, values.convert(cells.get(name)?.[at], type));
    yield `${printJson(row)}\n`;
  }
}

/** A list has one repeated child, with its items one level below it as a rule. */
function typeOf({ element, children }: SchemaTree): ColumnType {
  const [only, ...others] = children;
  if (only === undefined) return { kind: 'value' };
  const isSingle = others.length === 0;
  if (element.converted_type === 'MAP' && isSingle) {
    const value = only.children[1];
    return { kind: 'map', item: value ? typeOf(value) : { kind: 'value' } };
  }
  if (isSingle && only.element.repetition_type === 'REPEATED') {
    const [item, ...more] = only.children;
    return { kind: 'list', item: item && more.length === 0 ? typeOf(item) : typeOf(only) };
  }
  const fields = new Map(children.map((child) => [child.element.name, typeOf(child)]));
  return { kind: 'struct', fields };
}

const MICROSECONDS = 1_000_000n;

/** Nothing of a time is lost that the file has. */
function isoTime(count: bigint, perSecond: bigint): string {
  const seconds = count / perSecond - (count % perSecond < 0n ? 1n : 0n);
  const fraction = count - seconds * perSecond;
  const time = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  const digits = String(perSecond).length - 1;
  return fraction === 0n ? `${time}Z` : `${time}.${String(fraction).padStart(digits, '0')}Z`;
}

const decoder = new TextDecoder();

const PARSERS = {
  timestampFromMilliseconds: (millis: bigint) => isoTime(millis, 1000n),
  timestampFromMicroseconds: (micros: bigint) => isoTime(micros, MICROSECONDS),
  timestampFromNanoseconds: (nanos: bigint) => isoTime(nanos, 1000n * MICROSECONDS),
  dateFromDays: (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10),
  jsonFromBytes: (bytes: Uint8Array | undefined) => {
    if (bytes === undefined) return undefined;
    const text = decoder.decode(bytes);
    const json = tryJson(text);
    return json ? json.value : text;
  },
};
