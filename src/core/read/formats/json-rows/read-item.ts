import { countLineEnds } from '#core/base/text/line-ends.ts';
import type { RowSink } from '#core/read/containers/format.ts';
import { readSequence } from '#core/read/containers/read-values.ts';
import { jsonl } from '#core/read/formats/jsonl/jsonl.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import type { ReadValue } from '#core/base/literals/read-lenient.ts';

/** A row as it is written, without the blanks around it. */
export interface JsonItem {
  readonly text: string;
  /** 1-based physical line it starts at. */
  readonly line: number;
  /** The blanks before it. */
  readonly lead: string;
}

/**
 * Takes the blanks around a row away.
 * @param text what is between two commas, or between a bracket and a comma
 * @param line the 1-based physical line the text starts at
 * @returns the row; its text is empty when there is none
 */
export function trimItem(text: string, line: number): JsonItem {
  const lead = /^\s*/.exec(text)?.[0] ?? '';
  return { text: text.slice(lead.length).trimEnd(), line: line + countLineEnds(lead), lead };
}

/**
 * Reads a row. One that breaks may be several: a bracket that is never closed takes those after it
 * along.
 * @param item the row; not empty
 * @param sink receives what is found, each row with its span in lead and text together
 */
export function readItem(item: JsonItem, sink: RowSink): void {
  const { text, line, lead } = item;
  const take = (from: number, part: string, firstLine: number, read?: ReadValue): void =>
    jsonl.readLine(
      part,
      firstLine,
      {
        row: (record, rowLine, span = { from: 0, to: part.length }) =>
          sink.row(record, rowLine, { from: from + span.from, to: from + span.to }),
        skip: (issue, skipped) => sink.skip(issue, skipped),
        note: (issue) => sink.note(issue),
        fail: (issue) => sink.fail(issue),
      },
      read,
    );
  const mayBeSeveral = text.startsWith('{') && text.includes('\n');
  const strict = mayBeSeveral ? tryJson(text) : undefined;
  if (strict || !mayBeSeveral) {
    const read = strict && ((): ReturnType<ReadValue> => ({ ...strict, leniencies: [] }));
    take(lead.length, text, line, read);
    return;
  }
  const firstLine = line - countLineEnds(lead);
  const placed: Pick<RowSink, 'skip' | 'note'> = {
    skip: (issue, skipped) => {
      if (skipped.trim() !== ']')
        sink.skip({ ...issue, line: issue.line + firstLine - 1 }, skipped);
    },
    note: (issue) =>
      sink.note('line' in issue ? { ...issue, line: issue.line + firstLine - 1 } : issue),
  };
  for (const { value, at, line: own, text: part } of readSequence(lead + text, placed))
    take(at, part, own + firstLine - 1, () => ({ ok: true, value, leniencies: [] }));
}
