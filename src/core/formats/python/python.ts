import { dataOf, MOST_NAMED_VALUES, readAssignments } from '#core/containers/assignments.ts';
import { readHeadValues } from '#core/containers/head-values.ts';
import { isNotebook, notebookProgram } from '#core/containers/notebook.ts';
import { placeRows } from '#core/containers/place-rows.ts';
import type { FileHead, RowSink, TextFormat } from '#core/formats/format.ts';
import { readWhole } from '#core/formats/whole-text.ts';
import { readJson } from '#core/json/parse-json.ts';

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

function recognise({ text, isWhole }: FileHead): boolean {
  if (/^\s*\{/.test(text)) return isNotebook(readHeadValues(text, isWhole).values[0]);
  return ASSIGNED.test(text) || TABLE.test(text);
}

function readText(text: string, sink: RowSink): void {
  const notebook = /^\s*\{/.test(text) ? readJson(text) : undefined;
  if (notebook?.ok) {
    sink.note({ code: 'file_converted', from: 'notebook' });
    readProgram(notebookProgram(notebook.value), sink);
    return;
  }
  readProgram(text, sink);
}

function readProgram(program: string, sink: RowSink): void {
  const { assignments, ignoredLine, ignoredCount, tooManyFrom } = readAssignments(program);
  if (tooManyFrom !== undefined) {
    sink.fail({ code: 'names_too_large', line: tooManyFrom, limit: MOST_NAMED_VALUES });
    return;
  }
  const data = dataOf(assignments);
  if (!data) {
    sink.fail({ code: 'shape_unknown' });
    return;
  }
  const { name, line, leniencies } = data.from;
  const facts = { fromLine: line, leniencies, ...(name === '' ? {} : { name }) };
  sink.note({ code: 'file_converted', from: 'python', facts });
  if (ignoredCount > 0)
    sink.note({ code: 'lines_ignored', line: ignoredLine, count: ignoredCount });
  placeRows(data.value, { text: '', line: 1, isNumbered: true }, sink);
}
