import { countLineEnds } from '#core/base/text/line-ends.ts';
import { readRecords } from '#core/read/adapters/registry.ts';
import { adaptValues } from '#core/read/containers/find-adapter.ts';
import {
  readWhole,
  type RecordSlices,
  type RowSink,
  type TextReader,
} from '#core/read/containers/format.ts';
import { sinkWith, withLines } from '#core/read/containers/take-row.ts';
import { closeHead, ParsedHead, type FileHead } from '#core/read/containers/head-values.ts';
import { sliceList } from '#core/read/formats/json-rows/list-slices.ts';
import { USUAL_OPTIONS } from '#core/read/framework/adapter.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { printJson, tryJson } from '#core/base/json/parse-json.ts';

/** Brackets looked at for the one that opens the list. */
const BRACKETS = 50;
/** Stands for the rows that were read in slices; a row that is like it may be in a file, too. */
const MARKER = '{"predicted_trajectory":[]}';

/** A list of rows in an object: `{"version": 1, "runs": [{…}, …`. */
interface HeldList {
  /** The text up to the first row. */
  readonly opening: string;
  readonly first: JsonObject;
}

/**
 * Prepares an object that holds one list of rows to be read in slices side by side, where the rows
 * are kept as they are. What follows the list is read as if the whole file were.
 * @param head the beginning of the file
 * @param readAll creates what reads the whole file
 * @returns undefined where the object is small, or is anything else
 */
export function sliceHeldList(
  head: FileHead,
  readAll: (sink: RowSink) => TextReader,
): RecordSlices | undefined {
  if (head.isWhole || !head.text.trimStart().startsWith('{')) return undefined;
  const held = findHeldList(head instanceof ParsedHead ? head : new ParsedHead(head));
  return held && sliceList(head.text, (sink) => readEnd(held, readAll, sink), held.opening);
}

function findHeldList({ text, parsed }: ParsedHead): HeldList | undefined {
  const [object] = parsed.values;
  if (parsed.kind !== 'first' || !parsed.isStrict || !isJsonObject(object)) return undefined;
  let at = text.indexOf('[');
  for (let count = 0; at >= 0 && count < BRACKETS; count++, at = text.indexOf('[', at + 1)) {
    const opening = text.slice(0, at + 1);
    // bytes that are no UTF-8: where the list begins cannot be told from the text
    if (opening.includes('\ufffd')) return undefined;
    const opened = tryJson(`${opening}]}`)?.value;
    if (!isJsonObject(opened)) continue;
    for (const [key, list] of Object.entries(opened)) {
      const rows = isJsonList(list) && list.length === 0 ? ownValue(object, key) : undefined;
      const [first] = isJsonList(rows) ? rows : [];
      // the head may end within the first one
      const rest = text.slice(at + 1);
      if (!isJsonList(rows) || !rest.startsWith(closeHead(rest))) continue;
      if (isJsonObject(first) && areKept(object, rows)) return { opening, first };
    }
  }
  return undefined;
}

/** Whether reading an object gives these rows as they are, with nothing to say about any of them. */
function areKept(object: JsonObject, rows: readonly JsonValue[]): boolean {
  const adapted = adaptValues([object]);
  if (!adapted || adapted.adapter.reread) return false;
  const read = readRecords(adapted.adapter, adapted.values, USUAL_OPTIONS);
  return (
    read.notes.length + read.others.length === 0 &&
    read.rows.length === rows.length &&
    read.rows.every((row, index) => printJson(row) === printJson(rows[index] ?? null))
  );
}

/** Reads from the list’s end on, or from within it, as a file that begins with its first row only. */
function readEnd(
  { opening, first }: HeldList,
  readAll: (sink: RowSink) => TextReader,
  sink: RowSink,
): TextReader {
  const before = `${opening}${printJson(first)},${MARKER}`;
  const linesBefore = countLineEnds(opening);
  const lineOf = (line: number): number => Math.max(1, line - linesBefore);
  const rows: { readonly record: JsonObject; readonly line: number }[] = [];
  const placed = withLines(sink, lineOf);
  const reader = readAll(
    sinkWith(placed, {
      row: (record, line) => rows.push({ record, line }),
      skip: (issue, text) =>
        placed.skip(issue, text.startsWith(before) ? text.slice(before.length) : text),
    }),
  );
  return readWhole((text) => {
    reader.push(before + (text.trimStart().startsWith(']') ? '' : ',') + text);
    reader.end();
    // a key that is there twice has its last value
    const isMarked = rows[1] !== undefined && printJson(rows[1].record) === MARKER;
    for (const { record, line } of isMarked ? rows.slice(2) : rows) sink.row(record, lineOf(line));
  });
}
