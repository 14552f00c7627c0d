import {
  ROW_LIMIT,
  type RowSink,
  type TextFormat,
  type TextReader,
} from '#core/read/containers/format.ts';
import { isPlainRow } from '#core/read/containers/tables.ts';
import { isMessage } from '#core/read/transcripts/read-message.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { isJsonList, isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import { CODES, sliceList, readItem } from './list-slices.ts';

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
  /** Whether the next item is the first of a list that is not the text’s first value. */
  #mayBeChat = false;
  /** Whether a row or a list came before, if only an empty one. */
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
      if (code === CODES.newline) this.#line++;
      if (this.#isInText) this.#stepInText(code);
      else if (code === CODES.quote) this.#isInText = true;
      else if (code === CODES.openObject || code === CODES.openList) {
        if (this.#depth++ === 0 && code === CODES.openList) from = this.#openList(at + 1);
      } else if (code === CODES.closeObject || code === CODES.closeList) {
        // within a list only its own bracket ends it: one too many is part of a broken row
        if (this.#isList && this.#depth === 1 && code === CODES.closeObject) continue;
        this.#depth = Math.max(0, this.#depth - 1);
        if (this.#depth === 0) {
          const isTaken = this.#take(this.#kept + piece.slice(from, this.#isList ? at : at + 1));
          if (!isTaken) this.#take(`${this.#kept}]`);
          this.#isList = false;
          from = at + 1;
        }
      } else if (code === CODES.comma && this.#depth === (this.#isList ? 1 : 0)) {
        if (!this.#take(this.#kept + piece.slice(from, at))) this.#kept += ',';
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
    else if (code === CODES.backslash) this.#isEscaped = true;
    // text cannot hold a line break: this row is broken, the next line may be fine
    else if (code === CODES.quote || code === CODES.newline) this.#isInText = false;
  }

  #openList(from: number): number {
    this.#isList = true;
    this.#kept = '';
    this.#rowLine = this.#line;
    this.#mayBeChat = this.#isLater;
    this.#isLater = true;
    return from;
  }

  /** Reads a row; false where it begins a chat, which is one record, and read with all of its list. */
  #take(text: string): boolean {
    this.#kept = '';
    if (this.#sink.isDone === true) this.#isGivenUp = true;
    if (this.#mayBeChat && beginsChat(text)) {
      this.#isList = this.#mayBeChat = false;
      this.#kept = `[${text}`;
      return false;
    }
    this.#mayBeChat = false;
    const line = this.#rowLine;
    this.#rowLine = this.#line;
    if (text.trim() === '' || this.#isGivenUp) return true;
    this.#isLater = true;
    readItem(text, line, this.#sink);
    return true;
  }
}

function beginsChat(text: string): boolean {
  const first = tryJson(text)?.value ?? null;
  return isMessage(first) && !isPlainRow(first);
}
