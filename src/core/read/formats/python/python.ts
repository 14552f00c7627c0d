import { dataOf, MOST_NAMED_VALUES, readAssignments } from '#core/read/containers/assignments.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { placeRows } from '#core/read/formats/place-rows.ts';
import { readWhole, type RowSink, type TextFormat } from '#core/read/containers/format.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { isNotebook, notebookProgram } from '#core/base/python/notebook.ts';

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

function recognise(head: ParsedHead): boolean {
  const { text } = head;
  if (/^\s*\{/.test(text)) return isNotebook(head.parsed.values[0]);
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
