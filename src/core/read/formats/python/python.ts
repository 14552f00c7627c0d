import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { CLASS_KEY } from '#core/base/literals/call-value.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import { isKnownName, sideOfName, singularName } from '#core/read/names/column-names.ts';
import type { ColumnRole } from '#core/read/names/column-roles.ts';
import {
  type Assignment,
  MAX_NAMED_VALUES,
  readAssignments,
  type AssignmentResult,
} from '#core/read/containers/assignments.ts';
import { unknownShape } from '../guess-shape.ts';
import { isTableOfRuns } from '#core/read/formats/csv/csv.ts';
import type { ParsedHead, FileHead } from '#core/read/containers/head-values.ts';
import { placeRows } from '#core/read/containers/tables.ts';
import { readValues } from '#core/read/containers/read-values.ts';
import { takeValues } from '#core/read/containers/unwrap-text.ts';
import {
  readWhole,
  SILENT_SINK,
  type RowSink,
  type TextFormat,
} from '#core/read/containers/format.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { isNotebook, notebookOutputs, notebookProgram } from '#core/base/python/notebook.ts';

/** What a program has for rows. */
interface ProgramData {
  /** The value that holds them. */
  readonly value: JsonValue;
  /** The assignment it begins at. */
  readonly from: Assignment;
  /** How much its names say of runs: 0 where they say nothing. */
  readonly rank: number;
}

/**
 * Chooses the data among a program's literals: what has both sides of a run, else one; a table
 * before rows, these before test cases, and these before columns by their names.
 */
function dataOf(assignments: readonly Assignment[]): ProgramData | undefined {
  const all = assignments.flatMap(withArguments);
  const tables = all.filter(({ isTable, value }) => isTable && hasRows(value));
  const wholes = all.filter(({ value }) => isRows(value) || isColumnObject(value));
  const candidates = [
    ...tables.map(asWhole).reverse(),
    ...wholes
      .map(asWhole)
      .filter(({ from, rank }) => !from.isArgument || rank > 1)
      .reverse(),
    ...runsIn(all),
    ...columnsIn(all),
  ];
  const most = Math.max(...candidates.map(({ rank }) => rank));
  return candidates.find(({ rank }) => rank === most);
}

/** What a call was given is data, too. */
function withArguments(assignment: Assignment): readonly Assignment[] {
  const { value } = assignment;
  if (!isJsonObject(value) || !Object.hasOwn(value, CLASS_KEY) || runOf(value)) return [assignment];
  return Object.entries(value).flatMap(([name, argument]) =>
    withArguments({ ...assignment, name, value: argument, isTable: false, isArgument: true }),
  );
}

function asWhole(from: Assignment): ProgramData {
  const value = isJsonList(from.value) ? from.value.map((item) => runOf(item) ?? item) : from.value;
  return { value, from, rank: rankOf(keysOf(value)) };
}

/** The names of the columns that a value with rows has. */
function keysOf(value: JsonValue): readonly string[] {
  const [first] = isJsonList(value) ? value : [value];
  if (isJsonList(first)) return first.filter((name) => typeof name === 'string');
  return isJsonObject(first) ? Object.keys(first) : [];
}

function rankOf(names: readonly string[]): number {
  const sides = new Set(names.map((name) => sideOfName(name)));
  sides.delete(undefined);
  return 2 * sides.size + (names.some(isKnownName) ? 1 : 0);
}

function hasRows(value: JsonValue): boolean {
  if (isJsonList(value)) return value.length > 0;
  return isJsonObject(value) && Object.values(value).some((cells) => !isEmptyList(cells));
}

function isEmptyList(value: JsonValue): boolean {
  return isJsonList(value) && value.length === 0;
}

/** Objects, each with a row. */
function isRows(value: JsonValue): boolean {
  if (!isJsonList(value) || value.length === 0) return false;
  return value.every((item) => isJsonObject(item) && !Object.hasOwn(item, 'tool_name'));
}

const COLUMN =
  /(?:^|_)(?:trajectory|trajectories|tool_calls|tools|prompts?|responses?|references?)$/;

function isColumnObject(value: JsonValue): boolean {
  if (!isJsonObject(value) || !hasRows(value)) return false;
  const columns = Object.entries(value);
  if (!columns.every(([, cells]) => isJsonList(cells))) return false;
  const isSide = ([name, cells]: [string, JsonValue]): boolean =>
    sideOfName(name) !== undefined && isListOfLists(cells);
  return columns.some(([name]) => COLUMN.test(name)) || columns.some(isSide);
}

function isListOfLists(value: JsonValue): boolean {
  return isJsonList(value) && value.length > 0 && value.every(isJsonList);
}

/** Runs that stand by themselves: test cases, and objects with a run's calls in them. */
function runsIn(assignments: readonly Assignment[]): readonly ProgramData[] {
  const runs = assignments.flatMap((from) => {
    const value = runOf(from.value);
    return value ? [{ value, from }] : [];
  });
  const [first] = runs;
  if (!first) return [];
  const value = runs.map((run) => run.value);
  return [{ value, from: first.from, rank: rankOf(keysOf(value)) }];
}

const CALLS = /(?:^|_)(?:trajectory|tool_calls|tools|tools_called)$/;

/** What a test case or a sample was made from, where it has a column of calls. */
function runOf(value: JsonValue): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const isCase = Object.hasOwn(value, CLASS_KEY);
  const fields = Object.entries(value).filter(([name]) => name !== CLASS_KEY);
  const isOfRun = isCase
    ? fields.some(([name, cells]) => CALLS.test(name) && isJsonList(cells))
    : fields.some(([name, cells]) => sideOfName(name) !== undefined && isCallList(cells)) &&
      fields.filter(([name]) => isKnownName(name)).length > 1;
  if (!isOfRun) return undefined;
  return Object.fromEntries(fields.map(([name, cell]) => [name, namesIn(cell) ?? cell]));
}

function isCallList(value: JsonValue): boolean {
  return isJsonList(value) && value.length > 0 && value.every(isCallLike);
}

/** Calls that were made from nothing but a name are names: they are compared by name. */
function namesIn(cell: JsonValue): readonly string[] | undefined {
  if (!isJsonList(cell) || cell.length === 0) return undefined;
  const names = cell.map((call) => {
    if (!isJsonObject(call) || !Object.hasOwn(call, CLASS_KEY)) return undefined;
    return Object.keys(call).length === 2 ? ownValue(call, 'name') : undefined;
  });
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

/** A side's calls under a name: those of one run, or of a run in each item. */
interface SideList {
  readonly side: ColumnRole;
  readonly from: Assignment;
  readonly cells: readonly JsonValue[];
  readonly isOneRun: boolean;
}

/** Lists that are columns by their names, and the lists of calls of one run. */
function columnsIn(assignments: readonly Assignment[]): readonly ProgramData[] {
  const own = assignments.filter(({ isArgument, name }) => !isArgument && name !== '');
  const lists = own.flatMap(sideListOf);
  const isOneRun = lists.length > 0 && lists.every((list) => list.isOneRun);
  const rows = isOneRun ? 1 : lists.find((list) => !list.isOneRun)?.cells.length;
  const columns = new Map<string, { from: Assignment; cells: readonly JsonValue[] }>();
  for (const from of own) {
    const { name, value } = from;
    const list = lists.find((side) => side.from === from);
    if (list) {
      if (list.isOneRun !== isOneRun) continue;
      columns.set(columnName(list), { from, cells: isOneRun ? [list.cells] : list.cells });
    } else if (isOneRun && typeof value === 'string' && isKnownName(name))
      columns.set(name, { from, cells: [value] });
    else if (isJsonList(value) && value.length > 0 && !isOneRun) {
      const isOfRuns = value.length === rows && isKnownName(singularName(name));
      if (COLUMN.test(name) || isOfRuns) columns.set(singularName(name), { from, cells: value });
    }
  }
  const [first] = columns.values();
  if (!first) return [];
  const value = Object.fromEntries([...columns].map(([name, { cells }]) => [name, cells]));
  return [{ value, from: first.from, rank: rankOf([...columns.keys()]) }];
}

function sideListOf(from: Assignment): readonly SideList[] {
  const side = sideOfName(from.name);
  const cells = from.value;
  if (side === undefined || !isJsonList(cells)) return [];
  const isOneRun = isCallList(cells);
  return isOneRun || isListOfLists(cells) ? [{ side, from, cells, isOneRun }] : [];
}

/** The name of a side's column: its own where that is usual. */
function columnName({ side, from: { name }, cells }: SideList): string {
  const single = singularName(name);
  const isSeveral = cells.some((cell) => isJsonList(cell) && isListOfLists(cell));
  if (isSeveral && isKnownName(name)) return name;
  return isKnownName(single) && sideOfName(single) === side ? single : side;
}

/** Python as documentation shows it: literals assigned to names. Also the cells of a notebook. */
export const python: TextFormat = {
  id: 'python',
  title: 'Python',
  unit: 'Row',
  kind: 'text',
  recognise,
  createReader: (sink) => readWhole((text) => readText(text, sink)),
};

const ASSIGNED =
  /^[\p{L}_][\p{L}\p{N}_]*[ \t]*(?::[^=\n\r\u2028\u2029]+)?=(?!=)[ \t]*(?:[[{(#]|$|(?:pd|pandas)\.DataFrame\(|\p{Lu}\w*\()/mu;
const TABLE = /^(?:pd|pandas)\.DataFrame\(/m;
/** Anything that may have been assigned, at any depth. */
const ASSIGNMENT = /=\s*[[{(]|DataFrame\(|\.(?:append|extend)\(/;

function recognise(head: ParsedHead): boolean {
  const { text, isWhole } = head;
  if (/^\s*\{/.test(text)) return isNotebook(head.parsed.values[0]);
  if (ASSIGNED.test(text) || TABLE.test(text)) return true;
  if (!ASSIGNMENT.test(text) || /^\s*["[]/.test(text) || isTableOfRuns(head)) return false;
  const { assignments, isCut } = readHead(text);
  const data = dataOf(assignments);
  if (!data) return isCut && !isWhole;
  // rows in JavaScript are read where they are
  return data.rank > 1 && !(data.from.isScript && isJsonList(data.value));
}

/** Whether a file begins with a program that assigns data, or may do so behind its beginning. */
export function beginsData({ text, isWhole }: FileHead): boolean {
  const { assignments, isCut } = readHead(text);
  return dataOf(assignments) !== undefined || (isCut && !isWhole);
}

let lastHead: { readonly text: string; readonly program: AssignmentResult } | undefined;

/** The program of a head, which several look at one after another. */
function readHead(text: string): AssignmentResult {
  if (lastHead?.text !== text) lastHead = { text, program: readAssignments(text) };
  return lastHead.program;
}

/** Whether a program, and not only text like one, assigns data. */
export function assignsData(text: string): boolean {
  return dataOf(readAssignments(text).assignments) !== undefined;
}

function readText(text: string, sink: RowSink): void {
  const notebook = /^\s*\{/.test(text) ? readJson(text) : undefined;
  if (!notebook?.ok) {
    readProgram(text === lastHead?.text ? lastHead.program : readAssignments(text), text, sink);
    return;
  }
  sink.note({ code: 'file_converted', from: 'notebook' });
  const program = readAssignments(notebookProgram(notebook.value));
  if (dataOf(program.assignments)) readProgram(program, text, sink);
  else readProgram(printedValues(notebookOutputs(notebook.value)), text, sink);
}

/** The values that cells have printed, as a program that gives them no names. */
function printedValues(text: string): AssignmentResult {
  const printed = takeValues(text)?.text ?? '';
  const how = { name: '', tolerances: [], isTable: false, isArgument: false, isScript: false };
  return {
    assignments: readValues(printed, SILENT_SINK).map(({ value, line }) => ({
      ...how,
      value,
      line,
    })),
    broken: [],
    ignored: [],
    tooManyFrom: undefined,
    isCut: false,
  };
}

function readProgram(
  { assignments, broken, ignored, tooManyFrom }: AssignmentResult,
  text: string,
  sink: RowSink,
): void {
  if (tooManyFrom !== undefined) {
    sink.fail({ code: 'names_too_large', line: tooManyFrom, limit: MAX_NAMED_VALUES });
    return;
  }
  const data = dataOf(assignments);
  if (!data) {
    sink.fail(unknownShape(text));
    return;
  }
  const { name, line, tolerances } = data.from;
  const facts = { fromLine: line, leniencies: tolerances, ...(name === '' ? {} : { name }) };
  sink.note({ code: 'file_converted', from: 'python', facts });
  const [first] = ignored;
  if (first !== undefined) sink.note({ code: 'lines_ignored', line: first, count: ignored.length });
  const sides = new Set(keysOf(data.value).map(sideOfName));
  for (const list of broken) {
    const side = sideOfName(list.name);
    if (side !== undefined && !sides.has(side)) sink.note({ code: 'list_unread', ...list });
  }
  placeRows(data.value, { text: '', line: 1, isNumbered: true }, sink);
}
