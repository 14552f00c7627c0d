import type { RowSink, TextFormat, TextReader } from '#core/read/containers/format.ts';
import { jsonl } from '#core/read/formats/jsonl/jsonl.ts';
import { isPlainRow } from '#core/read/containers/tables.ts';
import { isMessage } from '#core/read/transcripts/read-message.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { isJsonList, isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import { countLineEnds } from '#core/read/containers/text-lines.ts';

/** A JSON list of rows, or JSON objects and lists written over several lines one after another. */
export const jsonRows: TextFormat = {
  id: 'json-rows',
  title: 'JSON rows',
  unit: 'Line',
  kind: 'text',
  recognise: ({ text }) => /^\s*(\[\s*([{\]]|$)|\{\s*("|\}|$))/.test(text),
  createReader: (sink: RowSink) => new RowCutter(sink),
  rowsOf,
};

function rowsOf({ parsed }: ParsedHead): readonly JsonObject[] | undefined {
  const [list] = parsed.values;
  return parsed.kind === 'whole' && isJsonList(list) ? list.filter(isJsonObject) : undefined;
}

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

/** The text of a row or of a message, the line it starts at and the blanks before it. */
interface JsonLine {
  readonly text: string;
  readonly line: number;
  readonly lead: string;
}

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
  /** The items of a list after other rows as long as all are messages: a chat is one record. */
  #chat: JsonLine[] | undefined;
  #hasRows = false;

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
          this.#endChat();
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
    this.#readChat();
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
    this.#chat = this.#hasRows ? [] : undefined;
    return from;
  }

  #take(text: string): void {
    this.#kept = '';
    const lead = /^\s*/.exec(text)?.[0] ?? '';
    const body = text.slice(lead.length).trimEnd();
    const line = this.#rowLine + countLineEnds(lead);
    this.#rowLine = this.#line;
    if (this.#sink.isDone === true) this.#isGivenUp = true;
    if (body === '' || this.#isGivenUp) return;
    this.#hasRows = true;
    if (this.#chat) {
      this.#chat.push({ text: body, line, lead });
      const reading = tryJson(body);
      if (reading && isMessage(reading.value) && !isPlainRow(reading.value)) return;
      this.#readChat();
    } else this.#read({ text: body, line, lead });
  }

  /** Ends a list that may have been a chat: such a one is no row, and noted with its place. */
  #endChat(): void {
    const [first] = this.#chat ?? [];
    if (first) {
      const text = this.#chat?.map((message) => message.text).join(', ') ?? '';
      const issue = { code: 'row_not_object', line: first.line, found: 'list' } as const;
      this.#sink.skip(issue, `[${text}]`);
    }
    this.#chat = undefined;
  }

  /** Reads items that are no chat as the rows they are. */
  #readChat(): void {
    const rows = this.#chat ?? [];
    this.#chat = undefined;
    for (const row of rows) this.#read(row);
  }

  #read({ text: body, line, lead }: JsonLine): void {
    if (!body.includes('\n')) jsonl.readLine(body, line, this.#sink);
    else if (!this.#takeStrict(body, line)) this.#takeParts(body, line, indentOf(lead));
  }

  /** Reads a row that is strict JSON; returns whether it is. */
  #takeStrict(body: string, line: number): boolean {
    const strict = tryJson(body);
    if (!strict) return false;
    jsonl.readLine(body, line, this.#sink, () => ({ ...strict, leniencies: [] }));
    return true;
  }

  /** A bracket that is never closed joins rows: those as far indented as the first are still good. */
  #takeParts(text: string, firstLine: number, indent: string): void {
    const lines = text.split('\n');
    for (let from = 0, to = 1; from < lines.length; from = to, to++) {
      while (to < lines.length && !lines[to]?.startsWith(`${indent}{`)) to++;
      const part = lines.slice(from, to);
      const body = withoutTail(withoutTail(part.join('\n').trim(), ']'), ',');
      if (this.#takeStrict(body, firstLine + from)) continue;
      if (part.length === 1) jsonl.readLine(part[0] ?? '', firstLine + from, this.#sink);
      else this.#takeLines(part, firstLine + from);
    }
  }

  #takeLines(lines: readonly string[], firstLine: number): void {
    let broken: string[] = [];
    let brokenLine = firstLine;
    const flush = (): void => {
      const body = broken.join('\n');
      if (body.trim() !== '') jsonl.readLine(body, brokenLine, this.#sink);
      broken = [];
    };
    for (const [index, raw] of lines.entries()) {
      const line = raw.trim().replace(/,$/, '');
      const row = line.startsWith('{') ? tryJson(line) : undefined;
      if (!row) {
        if (broken.length === 0) brokenLine = firstLine + index;
        broken.push(raw);
        continue;
      }
      flush();
      jsonl.readLine(line, firstLine + index, this.#sink, () => ({ ...row, leniencies: [] }));
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
