import type { RowSink } from './format.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import {
  parseTolerant,
  readNoting,
  type TolerantResult,
  type ReadValue,
} from '#core/base/literals/parse-tolerant.ts';
import { DialectFinder } from '#core/base/literals/dialect.ts';
import { readLiteralAt, type LiteralResult } from '#core/base/literals/read-literal.ts';
import { trimEndWhere } from '#core/base/text/line-ends.ts';
import { LineFinder } from './text-lines.ts';

/** A value and where it is. */
export interface PlacedValue {
  readonly value: JsonValue;
  /** 1-based physical line it starts at. */
  readonly line: number;
  /** Its text. */
  readonly text: string;
}

/** A value among others, and the 0-based offset of its text. */
interface SequenceValue extends PlacedValue {
  readonly at: number;
}

// Each costs a look at the rest; more of them than this is noise.
const RECOVERIES = 1000;
// All of them together may look at the text this many times.
const LOOKS = 3;
/** What a line may begin with before its value. */
const LEAD = /(?:(?!\n)[ \p{Cc}])*/uy;
const BETWEEN = /[\s\p{Cc}\ufeff,]*/uy;

/**
 * Reads a text as one value, or as values one after another.
 * @returns the values, in order
 */
export function readValues(
  text: string,
  sink: Pick<RowSink, 'skip' | 'note'>,
  read?: ReadValue,
): readonly PlacedValue[] {
  const whole = readOneValue(text, sink, read);
  return whole ? [whole] : readSequence(text, sink);
}

/**
 * Reads a text as one value.
 * @returns the value; undefined where the text is something else
 */
export function readOneValue(
  text: string,
  sink: Pick<RowSink, 'note'>,
  read: ReadValue = parseTolerant,
): PlacedValue | undefined {
  const start = skipBetween(text, 0);
  const body = text.slice(start);
  const whole = readNoting(body, read(body));
  if (!whole.ok) return undefined;
  const line = new LineFinder(text).lineAt(start);
  noteTolerances(whole, line, sink);
  return { value: whole.value, line, text: body };
}

/**
 * Reads values that are one after another: lines, pretty-printed values, RFC 7464. A broken one
 * is skipped up to the next line that could start another.
 * @returns the values, in order
 */
export function readSequence(
  text: string,
  sink: Pick<RowSink, 'skip' | 'note'>,
): readonly SequenceValue[] {
  return new SequenceReader(text, skipBetween(text, 0), sink).read();
}

function noteTolerances(reading: TolerantResult, line: number, sink: Pick<RowSink, 'note'>): void {
  if (!reading.ok || reading.tolerances.length === 0) return;
  sink.note({ code: 'row_lenient', line, leniencies: reading.tolerances });
}

function skipBetween(text: string, at: number): number {
  BETWEEN.lastIndex = at;
  return at + (BETWEEN.exec(text)?.[0].length ?? 0);
}

class SequenceReader {
  readonly #text: string;
  readonly #sink: Pick<RowSink, 'skip' | 'note'>;
  readonly #lines: LineFinder;
  readonly #values: SequenceValue[] = [];
  #at: number;
  #recoveries = 0;
  #looked = 0;
  #isByLine = true;

  constructor(text: string, start: number, sink: Pick<RowSink, 'skip' | 'note'>) {
    this.#text = text;
    this.#at = start;
    this.#lines = new LineFinder(text);
    this.#sink = sink;
  }

  read(): readonly SequenceValue[] {
    const dialect = new DialectFinder(this.#text).dialectAt(0);
    while (this.#at < this.#text.length) {
      const start = this.#at;
      const reading = this.#readLine(start) ?? readLiteralAt(this.#text, start, dialect);
      if (reading.ok) {
        const line = this.#lines.lineAt(start);
        noteTolerances(reading, line, this.#sink);
        this.#values.push({
          value: reading.value,
          at: start,
          line,
          text: this.#text.slice(start, reading.end),
        });
        this.#at = skipBetween(this.#text, reading.end);
      } else this.#recover(reading.column - 1, reading.reason);
    }
    return this.#values;
  }

  /** Reads a line of strict JSON; once one is something else, no other is tried. */
  #readLine(start: number): LiteralResult | undefined {
    if (!this.#isByLine) return undefined;
    const newline = this.#text.indexOf('\n', start);
    const end = newline < 0 ? this.#text.length : newline;
    const line = this.#text.slice(start, end).trimEnd();
    const strict = tryJson(line);
    this.#isByLine = strict !== undefined;
    const reading = strict && readNoting(line, { ok: true, value: strict.value, tolerances: [] });
    return reading?.ok ? { end: start + line.length, ...reading } : undefined;
  }

  /** Skips a broken value. One that is never closed may have swallowed good ones. */
  #recover(brokenAt: number, reason: string): void {
    const start = this.#at;
    this.#looked += brokenAt - start;
    const isGarbage = this.#recoveries++ >= RECOVERIES || this.#looked > LOOKS * this.#text.length;
    const next = isGarbage ? this.#text.length : this.#nextStart(start, brokenAt);
    const firstLine = this.#lines.lineAt(start);
    const at = Math.min(brokenAt, next);
    const place =
      at < next
        ? { line: this.#lines.lineAt(at), column: this.#lines.columnAt(at) }
        : { line: firstLine, column: 1 };
    this.#sink.skip(
      { code: 'row_not_json', ...place, reason },
      trimEndWhere(this.#text.slice(start, next), (char) => /[\s\p{Cc}]/u.test(char)),
    );
    this.#at = skipBetween(this.#text, next);
  }

  /** The next line that opens a value; where the broken one began a line, one as far indented. */
  #nextStart(start: number, brokenAt: number): number {
    const lead = this.#text.slice(this.#text.lastIndexOf('\n', start - 1) + 1, start);
    const isLineStart = /^[ \p{Cc}]*$/u.test(lead);
    const indent = isLineStart ? indentOf(lead) : undefined;
    const from = isLineStart || brokenAt >= this.#text.length ? start : brokenAt;
    let newline = this.#text.indexOf('\n', from);
    for (; newline >= 0; newline = this.#text.indexOf('\n', newline + 1)) {
      LEAD.lastIndex = newline + 1;
      const found = LEAD.exec(this.#text)?.[0] ?? '';
      const next = newline + 1 + found.length;
      const isOpening = '[{'.includes(this.#text.charAt(next) || ' ');
      if (isOpening && (indent === undefined || indentOf(found) === indent)) return next;
    }
    return this.#text.length;
  }
}

function indentOf(lead: string): string {
  return lead.replace(/[^ \t]/g, '');
}
