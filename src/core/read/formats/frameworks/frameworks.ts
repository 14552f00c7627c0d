import {
  readWith,
  type Adapter,
  USUAL_OPTIONS,
  type AdapterOptions,
  type Origin,
} from '#core/read/framework/adapter.ts';
import { namesCallsOnly, namesExpected } from '#core/read/names/column-names.ts';
import { isConversation } from '#core/read/transcripts/read-message.ts';
import { hasStepPattern } from '#core/read/cells/read-steps.ts';
import { callsColumn } from '#core/read/transcripts/record-cells.ts';
import { recogniseAdapter } from '#core/read/adapters/registry.ts';
import {
  isBlank,
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonValue,
  type JsonObject,
} from '#core/base/json/json-value.ts';
import { hasKey, keysOf, perKeys, unwrapEncoded } from '#core/base/json/pick.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import { arrangedRows, isPlainRow } from '#core/read/containers/tables.ts';
import {
  readWhole,
  type RowSink,
  SILENT_SINK,
  type TextFormat,
  sinkWith,
  takeRow,
} from '#core/read/containers/format.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { containerLines } from '#core/read/containers/text-lines.ts';
import { readCandidates } from '#core/read/adapters/candidates.ts';
import { readValues, type PlacedValue } from '#core/read/containers/read-values.ts';
import { keepLeftOver } from '#core/read/framework/left-over.ts';
import { csv } from '#core/read/formats/csv/csv.ts';
import { CALL_SIDES } from '#core/read/names/column-roles.ts';

/** An adapter and the values it reads. */
export interface Adapted {
  readonly adapter: Adapter;
  readonly values: readonly JsonValue[];
}

/** Rows with their schema, under their labels, or that are lists of cells with a side's list among them. */
function isTable(value: JsonValue): boolean {
  const arranged = arrangedRows(value);
  if (arranged?.from === 'pandas_table') return true;
  if (arranged?.rows.every(isPlainRow)) return true;
  if (arranged?.from !== 'value_lists' || !isJsonList(value)) return false;
  return value.some((cells) => isJsonList(cells) && isCellRow(cells));
}

function isCellRow(cells: readonly JsonValue[]): boolean {
  return cells.some(isJsonList) && !cells.every((cell) => typeof cell === 'object');
}

// a conversation may begin without a call
const LOOKED_AT = 50;

/** Whether a bare chat is among rows: it takes an adapter to read it. */
function standsByChat(values: readonly JsonValue[]): boolean {
  return values.slice(0, LOOKED_AT).some(isConversation);
}

/** Whether a row has its reference in the service's own column, and its run only as a chat. */
function isChatRow(row: JsonValue): boolean {
  if (!isJsonObject(row) || !hasKey(row, 'reference_trajectory')) return false;
  const { messages = null, ...others } = row;
  const called = others[callsColumn(others) ?? ''];
  return isConversation(unwrapEncoded(messages)) && isBlank(called);
}

const ITEMS_LOOKED_AT = 20;

/** A value with the first items of its long lists: those of a list of records, or in an object. */
function beginningOf(value: JsonValue): JsonValue {
  const isLong = (item: JsonValue): item is readonly JsonValue[] =>
    isJsonList(item) && item.length > ITEMS_LOOKED_AT;
  const cut = (item: JsonValue): JsonValue =>
    isLong(item) ? item.slice(0, ITEMS_LOOKED_AT) : item;
  if (!isJsonObject(value) || !Object.values(value).some(isLong)) return cut(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item)]));
}

/**
 * Finds the adapter for a file's values. Rows of the playground need none.
 * @returns the adapter with the decoded values, or undefined
 */
export function adaptValues(values: readonly JsonValue[]): Adapted | undefined {
  const decoded = values.map((value) => unwrapEncoded(value, parseTolerant));
  const [only] = decoded;
  if (only === undefined) return undefined;
  const [first] = isJsonList(only) ? only : [only];
  // a notebook is a program
  if (isTable(only) || hasKey(only, 'nbformat')) return undefined;
  const rows = isJsonList(only) ? only : decoded;
  // nobody else writes groups of steps
  if (
    rows
      .slice(0, LOOKED_AT)
      .some((row) => isJsonObject(row) && Object.values(row).some(hasStepPattern))
  )
    return undefined;
  if (isPlainRow(first) && !standsByChat(rows) && !rows.slice(0, LOOKED_AT).every(isChatRow))
    return undefined;
  const looked = decoded.slice(0, LOOKED_AT);
  // marks are in the first of many records
  const adapter = recogniseAdapter(looked.map(beginningOf)) ?? recogniseAdapter(looked);
  return adapter && { adapter, values: decoded };
}

/** What a framework wrote: messages, traces, test cases. An adapter turns them into rows. */
export const frameworks: TextFormat = {
  id: 'frameworks',
  title: 'Agent framework',
  unit: 'Line',
  kind: 'text',
  recognise: (head) => adaptValues(headValues(head)) !== undefined,
  titleOf: (head) => {
    // a table of runs is a table first
    if (!isJsonText(head.text)) return csv.title;
    return adaptValues(headValues(head))?.adapter.title ?? 'Agent framework';
  },
  scoringOf: (head) => adaptValues(headValues(head))?.adapter.scoring,
  createReader: (sink, head, options) =>
    readWhole((text) => readFramework(text, head, options ?? USUAL_OPTIONS, sink)),
};

/** The title of a file whose lists of calls a person has chosen. */
export const CHOSEN_TITLE = 'Chosen lists';

/**
 * JSON, also as text in quotes, or an object of a framework as Python prints it:
 * `ChatCompletion(id='a', …)`. A table may have quotes around its first name.
 */
const isJsonText = (text: string): boolean =>
  /^[\s\p{Cc}]*(?:[[{]|"(?:\s|\\[nrt"])*[[{]|\p{Lu}\w*\((?=[a-z_]+=))/u.test(text);

/**
 * Reads the values a file begins with.
 * @returns JSON values, or the rows of a table; none when it begins with neither
 */
export function headValues(head: ParsedHead): readonly JsonValue[] {
  if (isJsonText(head.text)) return head.parsed.values;
  if (!csv.recognise(head)) return [];
  return readTable(head.text, head, SILENT_SINK).map(({ value }) => value);
}

/** The rows of a table, with the lists and objects that are in cells as text. */
function readTable(text: string, head: ParsedHead, sink: RowSink): readonly PlacedValue[] {
  const rows: PlacedValue[] = [];
  const row = (record: JsonObject, line: number): void => {
    const cells = Object.entries(record);
    const decoded = cells.map(([name, cell]) => [name, unwrapEncoded(cell, head.read)]);
    rows.push({ value: Object.fromEntries(decoded) as JsonObject, line, text: '' });
  };
  const reader = csv.createReader(sinkWith(sink, { row }), head);
  reader.push(text);
  reader.end();
  return rows;
}

function readFramework(
  text: string,
  head: ParsedHead,
  options: AdapterOptions,
  sink: RowSink,
): void {
  const { lists } = options;
  let placed = valuesOf(text, head, sink);
  let values = placed.map(({ value }) => value);
  let adapted = lists ? undefined : adaptValues(values);
  if (adapted?.adapter.reread) {
    const { reread } = adapted.adapter;
    placed = placed.map((one) => ({ ...one, value: reread(one.value, one.text) }));
    values = placed.map(({ value }) => value);
    adapted = adaptValues(values);
  }
  if (!adapted && !lists) {
    sink.fail({ code: 'shape_unknown' });
    return;
  }
  const title = adapted?.adapter.title ?? CHOSEN_TITLE;
  const result = adapted
    ? readWith(adapted.adapter, adapted.values, options)
    : readCandidates(values, lists ?? {}, options);
  const { origins, notes, names } = result;
  const read = adapted?.values ?? values;
  const rows = keepLeftOver(read, result);
  const noteLines = rowLines(
    placed,
    read,
    notes.map(({ origin }) => origin),
  );
  for (const [index, { code: kind, count, detail, path = '' }] of notes.entries()) {
    const line = noteLines[index] ?? 1;
    sink.note({ code: 'adapter_note', adapter: title, kind, count, detail, path, line });
  }
  for (const [name, own] of names) sink.note({ code: 'column_named', name, own });
  const several = rows.filter(isSecondTurn).length;
  if (several > 0) sink.note({ code: 'prompts_several', count: several });
  const lines = rowLines(placed, read, origins);
  for (const [index, row] of rows.entries()) {
    const whole = withGroups(withSides(row, names), origins[index] ?? []);
    takeRow(whole, { line: lines[index] ?? 1 }, sink);
  }
}

/**
 * Names the columns of calls as in the other rows where a row has them in a form that the framework
 * does not: the reader of the cell understands it, or reports that it cannot.
 * @param names the file's own names, by those they have here
 */
function withSides(row: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const renamed = CALL_SIDES.flatMap((side) => {
    const own = names.get(side) ?? side;
    const cell = Object.hasOwn(row, side) ? undefined : ownValue(row, own);
    const isOfCalls = namesCallsOnly(own) || typeof unwrapEncoded(cell, parseTolerant) === 'object';
    return cell !== undefined && isOfCalls ? [[side, own, cell] as const] : [];
  });
  if (renamed.length === 0) return row;
  const taken = new Set(renamed.map(([, own]) => own));
  return Object.fromEntries([
    ...Object.entries(row).filter(([name]) => !taken.has(name)),
    ...renamed.map(([side, , cell]) => [side, cell] as const),
  ]);
}

const expectedKeys = perKeys((names) => names.filter(namesExpected));

/** Takes groups of steps, which no framework writes, as its record has them: as expected calls. */
function withGroups(row: JsonObject, [record = null]: Origin): JsonObject {
  if (!isJsonObject(record)) return row;
  const name = expectedKeys(keysOf(record)).find((key) => hasStepPattern(record[key] ?? null));
  if (name === undefined) return row;
  const { [name]: _, ...others } = row;
  return { ...others, reference_trajectory: record[name] ?? null };
}

/** Whether a row is the second turn of a conversation of which each turn is a row. */
const isSecondTurn = ({ turn, id }: JsonObject): boolean =>
  turn === 2 && typeof id === 'string' && id.endsWith('#2');

function valuesOf(text: string, head: ParsedHead, sink: RowSink): readonly PlacedValue[] {
  if (!isJsonText(text)) return readTable(text, head, sink);
  return readValues(text, sink, head.read);
}

/**
 * The 1-based physical line of each origin; that of the one before, or of the first value, where
 * nothing of it is found, as in JSON that is in a text.
 * @param values the file's values, decoded
 */
function rowLines(
  placed: readonly PlacedValue[],
  values: readonly JsonValue[],
  origins: readonly Origin[],
): readonly number[] {
  const known = new Map<JsonValue | undefined, number>();
  for (const [index, { value, line }] of placed.entries()) {
    known.set(value, line).set(values[index], line);
  }
  const wanted = new Set<JsonValue>();
  for (const [part = null] of origins)
    if (typeof part === 'object' && part !== null && !known.has(part)) wanted.add(part);
  for (const { value, text, line } of placed) {
    // on the only line of a file there is nothing to find
    if (wanted.size === 0 || (placed.length === 1 && !text.includes('\n'))) break;
    for (const [part, partLine] of containerLines(value, text, line, wanted)) {
      known.set(part, partLine);
      wanted.delete(part);
    }
  }
  let last = placed[0]?.line ?? 1;
  return origins.map((origin) => {
    const part = origin.find((item) => known.has(item));
    last = known.get(part) ?? last;
    return last;
  });
}
