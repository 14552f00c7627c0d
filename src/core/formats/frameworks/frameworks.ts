import type { AdapterOptions } from '#core/adapters/adapter.ts';
import { readCandidates } from '#core/adapters/candidates.ts';
import { readRecords } from '#core/adapters/registry.ts';
import { adaptValues } from '#core/containers/find-adapter.ts';
import { readHeadValues } from '#core/containers/head-values.ts';
import { readValues, type PlacedValue } from '#core/containers/read-values.ts';
import { csv } from '#core/formats/csv/csv.ts';
import type { FileHead, RowSink, TextFormat } from '#core/formats/format.ts';
import { readWhole } from '#core/formats/whole-text.ts';
import { isDeeperThan, setOwn, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { readLenient } from '#core/json/read-lenient.ts';
import { DEPTH_LIMIT } from '#core/trajectory/read-trajectory.ts';
import { rowLines } from './row-lines.ts';

/** What a framework wrote: messages, traces, test cases. An adapter turns them into rows. */
export const frameworks: TextFormat = {
  id: 'frameworks',
  title: 'Agent framework',
  unit: 'Line',
  kind: 'text',
  recognise: (head) => adaptValues(headValues(head)) !== undefined,
  titleOf: (head) => adaptValues(headValues(head))?.adapter.title ?? 'Agent framework',
  createReader: (sink, head, options) =>
    readWhole((text) => readFramework(text, head, options ?? DEFAULT_OPTIONS, sink)),
};

/** The title of a file whose lists of calls a person has chosen. */
export const CHOSEN_TITLE = 'Chosen lists';

/** How frameworks are read unless a person says otherwise. */
export const DEFAULT_OPTIONS: AdapterOptions = {
  turns: 'rows',
  subAgents: 'all',
  droppedTools: [],
};

/** JSON, or an object of a framework as Python prints it: `ChatCompletion(id='a', …)`. */
const isJsonText = (text: string): boolean =>
  /^[\s\p{Cc}]*(?:["[{]|\p{Lu}\w*\((?=[a-z_]+=))/u.test(text);

/**
 * Reads the values a file begins with.
 * @param head the beginning of the file
 * @returns JSON values, or the rows of a table; none when it begins with neither
 */
export function headValues(head: FileHead): readonly JsonValue[] {
  if (isJsonText(head.text)) return readHeadValues(head.text, head.isWhole).values;
  if (!csv.recognise(head)) return [];
  return readTable(head.text, head, SILENT_SINK).map(({ value }) => value);
}

const ignore = (): void => undefined;
const SILENT_SINK: RowSink = { row: ignore, skip: ignore, note: ignore, fail: ignore };

/** The rows of a table, with the lists and objects that stand in cells as text. */
function readTable(text: string, head: FileHead, sink: RowSink): readonly PlacedValue[] {
  const rows: PlacedValue[] = [];
  const row = (record: JsonObject, line: number): void => {
    const decoded: Record<string, JsonValue> = {};
    for (const [name, cell] of Object.entries(record)) setOwn(decoded, name, decodeCell(cell));
    rows.push({ value: decoded, line, text: '' });
  };
  const reader = csv.createReader(
    {
      row,
      skip: (issue, skipped) => sink.skip(issue, skipped),
      note: (issue) => sink.note(issue),
      fail: (issue) => sink.fail(issue),
    },
    head,
  );
  reader.push(text);
  reader.end();
  return rows;
}

function decodeCell(cell: JsonValue): JsonValue {
  if (typeof cell !== 'string' || !/^\s*[[{]/.test(cell)) return cell;
  const reading = readLenient(cell);
  return reading.ok ? reading.value : cell;
}

function readFramework(text: string, head: FileHead, options: AdapterOptions, sink: RowSink): void {
  const placed = valuesOf(text, head, sink);
  const values = placed.map(({ value }) => value);
  const reading = { readLiteralText, ...options };
  const { lists } = options;
  const adapted = lists ? undefined : adaptValues(values);
  if (!adapted && !lists) {
    sink.fail({ code: 'shape_unknown' });
    return;
  }
  const title = adapted?.adapter.title ?? CHOSEN_TITLE;
  const { rows, origins, notes } = adapted
    ? readRecords(adapted.adapter, adapted.values, reading)
    : readCandidates(values, lists ?? {}, reading);
  const read = adapted?.values ?? values;
  const noteLines = rowLines(
    placed,
    read,
    notes.map(({ origin }) => origin),
  );
  for (const [index, { code: kind, count, detail, path = '' }] of notes.entries()) {
    const line = noteLines[index] ?? 1;
    sink.note({ code: 'adapter_note', adapter: title, kind, count, detail, path, line });
  }
  const lines = rowLines(placed, read, origins);
  for (const [index, row] of rows.entries()) {
    const line = lines[index] ?? 1;
    if (!isDeeperThan(row, DEPTH_LIMIT)) sink.row(row, line);
    else sink.skip({ code: 'row_too_deep', line, limit: DEPTH_LIMIT }, '');
  }
}

function valuesOf(text: string, head: FileHead, sink: RowSink): readonly PlacedValue[] {
  if (!isJsonText(text)) return readTable(text, head, sink);
  return readValues(text, sink);
}

function readLiteralText(text: string): JsonValue | undefined {
  const reading = readLenient(text);
  return reading.ok ? reading.value : undefined;
}
