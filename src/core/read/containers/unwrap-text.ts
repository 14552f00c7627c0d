import { countFilledLines, countLineEnds, endOfLine } from '#core/base/text/line-ends.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { DialectFinder } from '#core/base/literals/dialect.ts';
import { readLiteralAt } from '#core/base/literals/read-literal.ts';
import { LineFinder } from './text-lines.ts';
import { namesExpected } from '#core/read/names/column-names.ts';

/** The values of a text without what was around them. */
export interface UnwrappedText {
  /** The values at the lines they stood at, and nothing else. */
  readonly text: string;
  /** 1-based physical line the first of them starts at. */
  readonly line: number;
  /** Lines that hold something and of which nothing was taken. */
  readonly ignoredLines: number;
}

/** Gathers values at the lines they stood at. */
export class TakenValues {
  #text = '';
  /** The line that the text ends on so far. */
  #line = 1;
  #first: number | undefined;
  #ignoredLines = 0;

  /** Adds a value; `line` is the 1-based physical line it starts at. */
  take(value: string, line: number): void {
    this.#text += '\n'.repeat(line - this.#line) + value;
    this.#line = line + countLineEnds(value);
    this.#first ??= line;
  }

  /** Counts the lines of a text that nothing is taken of. */
  ignore(text: string): void {
    this.#ignoredLines += countFilledLines(text);
  }

  /** What was taken; undefined where nothing was. */
  finish(): UnwrappedText | undefined {
    if (this.#first === undefined) return undefined;
    return { text: this.#text, line: this.#first, ignoredLines: this.#ignoredLines };
  }
}

/** Characters that show nothing; they come along from web pages and chats. */
const INVISIBLE = /^[\u200b-\u200f\u2060\ufeff]+/gm;

/** Removes characters that show nothing before its lines. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

// what may be inside a value ends the search on its line
const BEFORE = /[^"'`[{\n]*/y;
const VALUE_START = /(?:\[\s*(?:["'[{\]]|$)|\{\s*(?:["'}]|[\p{L}_$][\p{L}\p{N}_$]*\s*:|$))/muy;
const INDENT = /^[ \t]*/;
// Each costs a look at the rest.
const FAILURES = 1000;
// All of them together may look at the text this many times.
const LOOKS = 3;

/**
 * Finds the objects and lists of a text: with words before and after them, assigned to a name, or
 * each after a time on a line of a log. Nothing is taken out of a value that breaks.
 * @returns the values; undefined where there is none
 */
export function takeValues(text: string): UnwrappedText | undefined {
  const taken = new TakenValues();
  const lines = new LineFinder(text);
  let failures = 0;
  let looked = 0;
  let brokenIndent: number | undefined;
  const dialects = new DialectFinder(text);
  for (let at = 0; at < text.length;) {
    const lineEnd = endOfLine(text, at);
    const indent = INDENT.exec(text.slice(at, lineEnd))?.[0].length ?? 0;
    const isInside = brokenIndent !== undefined && isWithin(text, at, indent, brokenIndent);
    const isGarbage = failures >= FAILURES || looked > LOOKS * text.length;
    const found = isInside || isGarbage ? undefined : valueOn(text, at, lineEnd, dialects);
    if (found?.value === undefined) {
      if (!isInside) brokenIndent = found ? indent : undefined;
      if (found) {
        failures++;
        looked += found.end - found.start;
      }
      taken.ignore(text.slice(at, lineEnd));
      at = lineEnd + 1;
      continue;
    }
    brokenIndent = undefined;
    taken.take(text.slice(found.start, found.end), lines.lineAt(at));
    at = endOfLine(text, found.end) + 1;
  }
  return taken.finish();
}

/** Whether a line belongs to the broken value before it: it is further in, or closes it. */
function isWithin(text: string, at: number, indent: number, brokenIndent: number): boolean {
  return indent > brokenIndent || /[\]})]/.test(text.charAt(at + indent));
}

interface Found {
  readonly start: number;
  /** Where it ends, or breaks. */
  readonly end: number;
  /** Undefined where the value breaks, or has more after it on its line. */
  readonly value: JsonValue | undefined;
}

/** The first thing on a line that looks like a value. */
function valueOn(
  text: string,
  from: number,
  lineEnd: number,
  dialects: DialectFinder,
): Found | undefined {
  for (let at = from; at < lineEnd; at++) {
    BEFORE.lastIndex = at;
    at += BEFORE.exec(text)?.[0].length ?? 0;
    if (at >= lineEnd || !'[{'.includes(text.charAt(at))) return undefined;
    VALUE_START.lastIndex = at;
    if (!VALUE_START.test(text)) continue;
    if (isReference(text.slice(Math.max(from, at - 80), at))) return undefined;
    const reading = readLiteralAt(text, at, dialects.dialectAt(at));
    if (!reading.ok) return { start: at, end: reading.column, value: undefined };
    const { end, value } = reading;
    if (holdsObject(value))
      return { start: at, end, value: endsLine(text, end) ? value : undefined };
    at = end - 1;
  }
  return undefined;
}

/** Whether a value is under a name that says that it is expected: it is no list of calls made. */
function isReference(before: string): boolean {
  if (!before.trimEnd().endsWith('=')) return false;
  const name = before.split(/[^\p{L}\p{N}_]+/u).findLast((word) => word !== '');
  return name !== undefined && namesExpected(name);
}

/** Whether nothing follows on the line but what closes a statement. */
function endsLine(text: string, from: number): boolean {
  return /^[;,)%]*$/.test(text.slice(from, endOfLine(text, from)).trim());
}

function holdsObject(value: JsonValue): boolean {
  if (isJsonList(value)) return value.some((item) => typeof item === 'object' && item !== null);
  return isJsonObject(value) && Object.keys(value).length > 0;
}

/** A code block: its text without the fences, and where it is with them. */
interface Block {
  readonly text: string;
  /** 1-based physical line the text starts at. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Extracts the Markdown code blocks that hold data. A fence that is never closed runs to the end.
 * @returns the blocks wanted; undefined where there is none
 */
export function takeFenced(
  text: string,
  isData: (block: string) => boolean,
): UnwrappedText | undefined {
  const taken = new TakenValues();
  let at = 0;
  for (const block of findBlocks(text)) {
    taken.ignore(text.slice(at, block.from));
    at = block.to;
    if (isData(block.text)) taken.take(block.text, block.line);
    else taken.ignore(block.text);
  }
  taken.ignore(text.slice(at));
  return taken.finish();
}

const FENCE = /^[ \t]*(`{3,}|~{3,})([^]*)/;

function findBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let opening: { readonly fence: string; readonly line: number; readonly from: number } | undefined;
  let line = 0;
  for (let at = 0; at < text.length;) {
    line++;
    const end = endOfLine(text, at);
    const [, fence, rest = ''] = FENCE.exec(text.slice(at, end)) ?? [];
    if (fence !== undefined && !opening) opening = { fence, line: line + 1, from: at };
    else if (
      fence !== undefined &&
      opening &&
      rest.trim() === '' &&
      fence.startsWith(opening.fence)
    ) {
      blocks.push(blockFrom(opening.line, opening.from, at, end));
      opening = undefined;
    }
    at = end + 1;
  }
  if (opening) blocks.push(blockFrom(opening.line, opening.from, text.length, text.length));
  return blocks;

  function blockFrom(first: number, from: number, textEnd: number, to: number): Block {
    const start = endOfLine(text, from) + 1;
    return { text: text.slice(start, textEnd), line: first, from, to };
  }
}
