import { SILENT_SINK, type TableForm } from '#core/read/containers/format.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { parseRecords, RecordWriter } from './record-writer.ts';

/**
 * Reads one record of a table.
 * @param text the record without the end of its last line
 * @returns its row; an empty one for a text that is no record
 */
export function readRecord(text: string, { delimiter, ...header }: TableForm): JsonObject {
  let row: JsonObject = {};
  const sink = { ...SILENT_SINK, row: (record: JsonObject) => void (row = record) };
  const writer = new RecordWriter(sink, delimiter, header);
  parseRecords(text, { delimiter }, ({ fields }) => {
    writer.record(fields, 1);
    return false;
  });
  return row;
}
