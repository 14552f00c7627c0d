import type { Format, RowSink } from '#core/read/containers/format.ts';
import { headOf, ParsedHead } from '#core/read/containers/head-values.ts';
import type { DatasetIssue, FileIssue, SkipIssue } from '#core/read/issues/issue.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';

export { headOf };

/** The beginning of a longer file. */
export const cutHead = (text: string): ParsedHead =>
  new ParsedHead({ text, isWhole: false, name: '' });

/** Everything a reader returned, in plain lists. */
export interface ReadText {
  readonly rows: JsonObject[];
  /** The line of each row. */
  readonly lines: number[];
  readonly skips: SkipIssue[];
  /** The text of each skipped record. */
  readonly skipped: string[];
  readonly notes: DatasetIssue[];
  readonly fails: FileIssue[];
}

/** A sink that records everything. */
export function recordingSink(): { sink: RowSink; read: ReadText } {
  const read: ReadText = { rows: [], lines: [], skips: [], skipped: [], notes: [], fails: [] };
  const sink: RowSink = {
    row: (record, line) => {
      read.rows.push(record);
      read.lines.push(line);
    },
    skip: (issue, text) => {
      read.skips.push(issue);
      read.skipped.push(text);
    },
    note: (issue) => read.notes.push(issue),
    fail: (issue) => read.fails.push(issue),
  };
  return { sink, read };
}

/** Reads a text, in pieces if given so, like the worker. */
export function readText(format: Format, pieces: string | readonly string[], name = ''): ReadText {
  const all = typeof pieces === 'string' ? [pieces] : pieces;
  const text = all.join('');
  const { sink, read } = recordingSink();
  if (format.kind === 'text') {
    const reader = format.createReader(sink, headOf(text, name));
    for (const piece of all) reader.push(piece);
    reader.end();
  } else {
    for (const [index, line] of text.split('\n').entries()) {
      if (line.trim() !== '') format.readLine(line, index + 1, sink);
    }
  }
  return read;
}
