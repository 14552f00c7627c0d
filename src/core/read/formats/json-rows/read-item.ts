import { countLineEnds } from '#core/base/text/line-ends.ts';
import type { RowSink } from '#core/read/containers/format.ts';
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
  new ItemReader(item, sink).read();
}

class ItemReader {
  readonly #item: JsonItem;
  readonly #sink: RowSink;

  constructor(item: JsonItem, sink: RowSink) {
    this.#item = item;
    this.#sink = sink;
  }

  read(): void {
    const { text, line } = this.#item;
    if (!text.includes('\n')) this.#take(0, text.length, line);
    else if (!this.#takeStrict(0, text.length, line)) this.#takeParts();
  }

  /** Reads a part of the text as a row; in the spans of its parts the part begins at 0. */
  #take(from: number, to: number, line: number, read?: ReadValue): void {
    const sink = this.#sink;
    const start = this.#item.lead.length + from;
    const placed: RowSink = {
      row: (record, rowLine, span = { from: 0, to: to - from }) =>
        sink.row(record, rowLine, { from: start + span.from, to: start + span.to }),
      skip: (issue, text) => sink.skip(issue, text),
      note: (issue) => sink.note(issue),
      fail: (issue) => sink.fail(issue),
    };
    jsonl.readLine(this.#item.text.slice(from, to), line, placed, read);
  }

  /** Reads a row that is strict JSON; returns whether it is. */
  #takeStrict(from: number, to: number, line: number): boolean {
    const strict = tryJson(this.#item.text.slice(from, to));
    if (!strict) return false;
    this.#take(from, to, line, () => ({ ...strict, leniencies: [] }));
    return true;
  }

  /** A bracket that is never closed joins rows: those as far indented as the first are still good. */
  #takeParts(): void {
    const { text, line: firstLine, lead } = this.#item;
    const opening = `${indentOf(lead)}{`;
    const lines = linesOf(text);
    for (let first = 0, end = 1; first < lines.length; first = end, end++) {
      while (end < lines.length && !text.startsWith(opening, lines[end]?.from)) end++;
      const part = lines.slice(first, end);
      const [{ from, to } = NO_LINE] = part;
      const whole = trimmed(text, from, part.at(-1)?.to ?? to);
      const inner = withoutTail(text, withoutTail(text, whole, ']'), ',');
      if (this.#takeStrict(inner.from, inner.to, firstLine + first)) continue;
      if (part.length === 1) this.#take(from, to, firstLine + first);
      else this.#takeLines(part, firstLine + first);
    }
  }

  #takeLines(lines: readonly Line[], firstLine: number): void {
    const { text } = this.#item;
    let broken: { readonly from: number; to: number; readonly line: number } | undefined;
    const flush = (): void => {
      if (broken && text.slice(broken.from, broken.to).trim() !== '')
        this.#take(broken.from, broken.to, broken.line);
      broken = undefined;
    };
    for (const [index, line] of lines.entries()) {
      const { from, to } = trimmed(text, line.from, line.to);
      const inner = withoutComma(text, from, to);
      const row = text.startsWith('{', from) ? tryJson(text.slice(from, inner)) : undefined;
      if (!row) {
        if (broken) broken.to = line.to;
        else broken = { ...line, line: firstLine + index };
        continue;
      }
      flush();
      this.#take(from, inner, firstLine + index, () => ({ ...row, leniencies: [] }));
    }
    flush();
  }
}

/** A line of a text: offsets of its first character and of its end. */
interface Line {
  readonly from: number;
  readonly to: number;
}

const NO_LINE: Line = { from: 0, to: 0 };

function linesOf(text: string): readonly Line[] {
  let from = 0;
  return text.split('\n').map((line) => {
    const place = { from, to: from + line.length };
    from = place.to + 1;
    return place;
  });
}

function trimmed(text: string, from: number, to: number): Line {
  const part = text.slice(from, to);
  const start = from + part.length - part.trimStart().length;
  return { from: start, to: start + part.trim().length };
}

function withoutTail(text: string, { from, to }: Line, tail: string): Line {
  if (to <= from || text.charAt(to - 1) !== tail) return { from, to };
  return { from, to: from + text.slice(from, to - 1).trimEnd().length };
}

function withoutComma(text: string, from: number, to: number): number {
  return to > from && text.charAt(to - 1) === ',' ? to - 1 : to;
}

function indentOf(lead: string): string {
  return lead.slice(lead.lastIndexOf('\n') + 1);
}
