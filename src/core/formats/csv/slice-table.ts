import type {
  FileHead,
  RecordReader,
  RecordSlices,
  RowSink,
  TextReader,
} from '#core/formats/format.ts';
import { CsvReader } from './csv-reader.ts';
import { parseRecords } from './parse-records.ts';
import { RecordWriter, type TableHeader } from './record-writer.ts';
import { guessRecordStart, scanRecord } from './scan-record.ts';

/**
 * Prepares a large table to be read in slices side by side.
 * @param head the beginning of the file
 * @param delimiter what stands between fields
 * @returns how, or undefined when the beginning does not hold the header and a record
 */
export function sliceTable(head: FileHead, delimiter: string): RecordSlices | undefined {
  const header = head.isWhole ? undefined : readHeader(head.text, delimiter);
  if (!header) return undefined;
  const code = delimiter.charCodeAt(0);
  return {
    guessStart: (bytes, isWhole) => guessRecordStart(bytes, code, header.names.length, isWhole),
    scan: (bytes, from, isWhole) => scanRecord(bytes, from, code, isWhole),
    createReader: (sink, isFirst) => new TableReader(sink, delimiter, isFirst ? undefined : header),
    readOn: (sink): TextReader => new CsvReader(sink, delimiter, header),
  };
}

/** Reads records of which it is known where they begin and end. */
class TableReader implements RecordReader {
  readonly #writer: RecordWriter;
  readonly #delimiter: string;

  constructor(sink: RowSink, delimiter: string, header: TableHeader | undefined) {
    this.#writer = new RecordWriter(sink, delimiter, header);
    this.#delimiter = delimiter;
  }

  read(text: string, lineCounts: readonly number[]): void {
    let index = 0;
    parseRecords(text, this.#delimiter, true, ({ fields }) => {
      this.#writer.record(fields, lineCounts[index++]);
      return true;
    });
  }

  end(): void {
    this.#writer.end();
  }
}

const ignore = (): void => undefined;
const SILENT: RowSink = { row: ignore, skip: ignore, note: ignore, fail: ignore };

function readHeader(text: string, delimiter: string): TableHeader | undefined {
  const writer = new RecordWriter(SILENT, delimiter);
  const lines = text.slice(0, text.lastIndexOf('\n') + 1);
  parseRecords(lines, delimiter, true, ({ fields, isUnclosed }) => {
    if (!isUnclosed) writer.record(fields);
    return !isUnclosed && writer.header === undefined;
  });
  return writer.header;
}
