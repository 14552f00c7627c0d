import type { RowSink, TextFormat, TextReader } from '#core/formats/format.ts';
import { jsonl } from '#core/formats/jsonl/jsonl.ts';
import { readJson } from '#core/json/parse-json.ts';

/** A JSON list of rows, or JSON objects and lists written over several lines one after another. */
export const jsonRows: TextFormat = {
  id: 'json-rows',
  title: 'JSON rows',
  unit: 'Line',
  kind: 'text',
  recognise: ({ text }) => /^\s*(\[\s*([{\]]|$)|\{\s*("|\}|$))/.test(text),
  createReader: (sink: RowSink) => new RowCutter(sink),
};

// A longer row is a bracket that was never closed.
const ROW_LIMIT = 16_000_000;

const NEWLINE = 10;
const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Cuts a text into its rows by brackets and quotes, so that a broken row does not take the others
 * with it.
 */
class RowCutter implements TextReader {
  readonly #sink: RowSink;
  /** Whether the rows are the items of a list that is open. */
  #isList = false;
  #kept = '';
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #line = 1;
  #rowLine = 1;
  #isGivenUp = false;

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  #isOver(): boolean {
    return this.#isGivenUp;
  }

  push(piece: string): void {
    let from = 0;
    for (let at = 0; at < piece.length && !this.#isOver(); at++) {
      const code = piece.charCodeAt(at);
      if (code === NEWLINE) this.#line++;
      if (this.#isInText) this.#stepInText(code);
      else if (code === QUOTE) this.#isInText = true;
      else if (code === OPEN_OBJECT || code === OPEN_LIST) {
        if (this.#depth++ === 0 && code === OPEN_LIST) from = this.#openList(at + 1);
      } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
        // within a list only its own bracket ends it: one too many is part of a broken row
        if (this.#isList && this.#depth === 1 && code === CLOSE_OBJECT) continue;
        this.#depth = Math.max(0, this.#depth - 1);
        if (this.#depth === 0) {
          this.#take(this.#kept + piece.slice(from, this.#isList ? at : at + 1));
          this.#isList = false;
          from = at + 1;
        }
      } else if (code === COMMA && this.#depth === (this.#isList ? 1 : 0)) {
        this.#take(this.#kept + piece.slice(from, at));
        from = at + 1;
      }
    }
    if (this.#isOver()) return;
    this.#kept += piece.slice(from);
    if (this.#kept.length > ROW_LIMIT) this.#giveUp();
  }

  end(): void {
    this.#take(this.#kept);
  }

  #giveUp(): void {
    this.#sink.fail({ code: 'row_too_long', line: this.#rowLine, limit: ROW_LIMIT });
    this.#kept = '';
    this.#isGivenUp = true;
  }

  #stepInText(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    // text cannot hold a line break: this row is broken, the next line may be fine
    else if (code === QUOTE || code === NEWLINE) this.#isInText = false;
  }

  #openList(from: number): number {
    this.#isList = true;
    this.#kept = '';
    this.#rowLine = this.#line;
    return from;
  }

  #take(text: string): void {
    this.#kept = '';
    const lead = /^\s*/.exec(text)?.[0] ?? '';
    const body = text.slice(lead.length).trimEnd();
    const line = this.#rowLine + countLines(lead);
    this.#rowLine = this.#line;
    if (this.#sink.isDone === true) this.#isGivenUp = true;
    if (body === '' || this.#isGivenUp) return;
    if (body.includes('\n') && !readJson(body).ok) this.#takeParts(body, line, indentOf(lead));
    else jsonl.readLine(body, line, this.#sink);
  }

  /** A bracket that is never closed joins rows: those as far indented as the first are still good. */
  #takeParts(text: string, firstLine: number, indent: string): void {
    const lines = text.split('\n');
    for (let from = 0, to = 1; from < lines.length; from = to, to++) {
      while (to < lines.length && !lines[to]?.startsWith(`${indent}{`)) to++;
      const part = lines.slice(from, to);
      const body = withoutTail(withoutTail(part.join('\n').trim(), ']'), ',');
      if (readJson(body).ok) jsonl.readLine(body, firstLine + from, this.#sink);
      else if (part.length === 1) jsonl.readLine(part[0] ?? '', firstLine + from, this.#sink);
      else this.#takeLines(part, firstLine + from);
    }
  }

  #takeLines(lines: readonly string[], firstLine: number): void {
    const isRow = (line: string): boolean => line.startsWith('{') && readJson(line).ok;
    let broken: string[] = [];
    let brokenLine = firstLine;
    const flush = (): void => {
      const body = broken.join('\n');
      if (body.trim() !== '') jsonl.readLine(body, brokenLine, this.#sink);
      broken = [];
    };
    for (const [index, raw] of lines.entries()) {
      const line = raw.trim().replace(/,$/, '');
      if (!isRow(line)) {
        if (broken.length === 0) brokenLine = firstLine + index;
        broken.push(raw);
        continue;
      }
      flush();
      jsonl.readLine(line, firstLine + index, this.#sink);
    }
    flush();
  }
}

function withoutTail(text: string, tail: string): string {
  return text.endsWith(tail) ? text.slice(0, -tail.length).trimEnd() : text;
}

function indentOf(lead: string): string {
  return lead.slice(lead.lastIndexOf('\n') + 1);
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
