import {
  MAX_NAMED_VALUES,
  readAssignments,
  type AssignmentResult,
} from '#core/read/containers/assignments.ts';
import { dataOf, keysOf } from '#core/read/containers/program-data.ts';
import { sideOfName } from '#core/read/names/column-names.ts';
import { unknownShape } from '#core/read/formats/guess-shape.ts';
import { isTableOfRuns } from '#core/read/formats/csv/csv.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { placeRows } from '#core/read/formats/place-rows.ts';
import { readValues } from '#core/read/containers/read-values.ts';
import { takeValues } from '#core/read/containers/unwrap-text.ts';
import {
  readWhole,
  SILENT_SINK,
  type RowSink,
  type TextFormat,
} from '#core/read/containers/format.ts';
import type { FileHead } from '#core/read/containers/head-values.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { isNotebook, notebookOutputs, notebookProgram } from '#core/base/python/notebook.ts';
import { isJsonList } from '#core/base/json/json-value.ts';

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
