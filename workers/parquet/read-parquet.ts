import {
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type Compressors,
  type SchemaTree,
} from 'hyparquet';
import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from 'hyparquet-compressors';
import { TableValues, type ColumnType } from '#core/read/containers/table-values.ts';
import type { DatasetIssue, FileIssue } from '#core/read/issues/issue.ts';
import { setOwn, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson, tryJson } from '#core/base/json/parse-json.ts';

/** A Parquet table as lines of JSON, or why it cannot be read. */
export type ParquetReading =
  | { readonly kind: 'rows'; readonly rows: Blob; readonly notes: readonly DatasetIssue[] }
  | { readonly kind: 'unreadable'; readonly issue: FileIssue };

/** What a person may decide about it. */
export interface ParquetOptions {
  /** Whether keys that the schema gives a struct, and that are null, are left out. */
  readonly dropsSchemaNulls: boolean;
}

// Snappy is read by hyparquet itself: the compressors' own is WebAssembly, which the page forbids.
const COMPRESSORS: Compressors = {
  GZIP: decompressGzip,
  BROTLI: decompressBrotli,
  ZSTD: (input) => decompressZstd(input),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

/** The most that a table may take when unpacked. */
const LIMIT_BYTES = 1_000_000_000;

/**
 * Reads a Parquet file, one row group at a time.
 * @param file the file
 * @param options what a person has decided
 * @returns a line of JSON for each row
 * @see https://parquet.apache.org/docs/file-format/
 */
export async function readParquet(file: Blob, options: ParquetOptions): Promise<ParquetReading> {
  try {
    return await readTable(file, options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'unreadable', issue: { code: 'file_broken', kind: 'Parquet file', reason } };
  }
}

async function readTable(
  file: Blob,
  { dropsSchemaNulls }: ParquetOptions,
): Promise<ParquetReading> {
  const buffer = {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
  const metadata = await parquetMetadataAsync(buffer);
  const bytes = metadata.row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0);
  if (bytes > LIMIT_BYTES) {
    const ratio = Math.ceil(bytes / file.size);
    return {
      kind: 'unreadable',
      issue: { code: 'file_unpacks_too_large', limitBytes: LIMIT_BYTES, ratio },
    };
  }
  const columns = parquetSchema(metadata).children.map((node) => ({
    name: node.element.name,
    type: typeOf(node),
    values: new TableValues(dropsSchemaNulls),
  }));
  const parts: Blob[] = [];
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const read = {
      file: buffer,
      metadata,
      compressors: COMPRESSORS,
      parsers: PARSERS,
      rowStart,
      rowEnd,
    };
    const records: readonly Readonly<Record<string, unknown>>[] = await parquetReadObjects(read);
    const lines = records.map((record) => {
      const row: Record<string, JsonValue> = {};
      for (const { name, type, values } of columns)
        setOwn(row, name, values.convert(record[name], type));
      return `${printJson(row)}\n`;
    });
    parts.push(new Blob(lines));
    rowStart = rowEnd;
  }
  const facts = { rowCount: rowStart };
  const notes: DatasetIssue[] = [{ code: 'file_converted', from: 'parquet', facts }];
  for (const { name, values } of columns) {
    const count = values.dropped;
    if (count > 0) notes.push({ code: 'schema_nulls_dropped', name, count });
  }
  return { kind: 'rows', rows: new Blob(parts), notes };
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
