import type { RowSink, TextFormat, TextReader } from '#core/read/containers/format.ts';
import { isPlainRow } from '#core/read/containers/tables.ts';
import { isMessage } from '#core/read/transcripts/read-message.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { isJsonList, isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import { sliceList } from './list-slices.ts';
import { readItem, trimItem, type JsonItem } from './read-item.ts';

/** A JSON list of rows, or JSON objects and lists written over several lines one after another. */
export const jsonRows: TextFormat = {
  id: 'json-rows',
  title: 'JSON rows',
  unit: 'Line',
  kind: 'text',
  recognise: ({ text }) => /^\s*(\[\s*([{\]]|$)|\{\s*("|\}|$))/.test(text),
  createReader: (sink: RowSink) => new RowCutter(sink),
  rowsOf,
  slice: ({ text }) =>
    /^\s*\[/.test(text) ? sliceList(text, (sink) => new RowCutter(sink, true)) : undefined,
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
  /** The items of a later list as long as all are messages: a chat is one record. */
  #chat: JsonItem[] | undefined;
  /** Whether a row or a list stood before, if only an empty one. */
  #isLater = false;

  /** Cuts a text from its start, or from within a list: behind a comma, or before the bracket. */
  constructor(sink: RowSink, isInList = false) {
    this.#sink = sink;
    this.#isList = this.#isLater = isInList;
    if (isInList) this.#depth = 1;
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
    this.#chat = this.#isLater ? [] : undefined;
    this.#isLater = true;
    return from;
  }

  #take(text: string): void {
    this.#kept = '';
    const item = trimItem(text, this.#rowLine);
    this.#rowLine = this.#line;
    if (this.#sink.isDone === true) this.#isGivenUp = true;
    if (item.text === '' || this.#isGivenUp) return;
    this.#isLater = true;
    if (this.#chat) {
      this.#chat.push(item);
      const reading = tryJson(item.text);
      if (reading && isMessage(reading.value) && !isPlainRow(reading.value)) return;
      this.#readChat();
    } else readItem(item, this.#sink);
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
    for (const row of rows) readItem(row, this.#sink);
  }
}
