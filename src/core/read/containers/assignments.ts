import { countLineEnds, endOfLine } from '#core/base/text/line-ends.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import type { Tolerance } from '#core/base/literals/tolerance.ts';
import { readLiteralAt, type LiteralResult } from '#core/base/literals/read-literal.ts';
import { LineFinder } from './text-lines.ts';

type LiteralValue = Extract<LiteralResult, { ok: true }>;

/** A literal that a program assigns to a name, or gives to a call under one. */
export interface Assignment {
  /** The name, or the key that was set; empty where there is none. */
  readonly name: string;
  readonly value: JsonValue;
  /** 1-based physical line. */
  readonly line: number;
  readonly tolerances: readonly Tolerance[];
  /** Whether the value was written as a table. */
  readonly isTable: boolean;
  /** Whether it is inside a call: what its name says is known to that call only. */
  readonly isArgument: boolean;
  /** Whether it was declared as in JavaScript. */
  readonly isScript: boolean;
}

/** A list or an object under a name that could not be read, or not as it was added to. */
interface BrokenAssignment {
  readonly name: string;
  /** 1-based physical line at which reading ended. */
  readonly line: number;
  readonly reason: string;
}

/** The result of reading a program: its literals, and the lines that are something else. */
export interface AssignmentResult {
  readonly assignments: readonly Assignment[];
  readonly broken: readonly BrokenAssignment[];
  /** 1-based lines of which nothing was read, but blank ones and comments. */
  readonly ignored: readonly number[];
  /** Where reading ended because names inside names stand for too much; undefined otherwise. */
  readonly tooManyFrom: number | undefined;
  /** Whether a literal is cut off where the text ends. */
  readonly isCut: boolean;
}

/** Blanks before a statement, and how JavaScript declares a name. */
const LEAD = /[^\S\n]*(?:(?:export[ \t]+)?(const|let|var)[ \t]+)?/y;
const TARGET =
  /([\p{L}_][\p{L}\p{N}_]*)(?:\[(["'])([^"'\n\]]*)\2\])?[ \t]*(?:\.(append|extend)\([ \t]*|(?::[^=\n]+)?(\+?=)(?!=)[ \t]*)/uy;
const TABLE = /(?:pd|pandas|pl|polars)\.DataFrame\(/y;
/** What a statement within a line has before it: words, a mark, a call. */
const WITHIN =
  /[\s(,;:](?=[\p{L}_][\p{L}\p{N}_]*[ \t]*=[ \t]*(?:[[{]|(?:pd|pandas|pl|polars)\.DataFrame\()|(?:pd|pandas|pl|polars)\.DataFrame\()/gu;
/** What makes another value of the one before it. */
const OPERATOR = /[ \t]*(?:[-+*/%|&^@<>=[(]|\.T\b|(?:if|for|and|or|in|is|not)\b)/y;
const AFTER_ARGUMENT = /(?:\s|#[^\n]*\n)*[,)]/y;
/** The marks of a console; three dots by themselves are what was left out of a list. */
const PROMPTS = /^[ \t]*(?:>>>|\.{3}:?) (?=[^\r\n])/gm;
const HAS_PROMPTS = /^[ \t]*(?:>>>|In \[\d+\]:) /m;

/** A name stands for its whole value: so many more values than characters may come of that. */
export const MAX_NAMED_VALUES = 1_000_000;
// Those that break at a quote may have cost a look at the rest.
const FAILURES = 200;
// All together may look at the text this many times.
const LOOKS = 3;
const MAX_BROKEN = 20;

/** Values by name; a list is copied before it is added to, unless nothing else holds it. */
class Names extends Map<string, JsonValue> {
  readonly #own = new Set<string>();

  override get(name: string): JsonValue | undefined {
    this.#own.delete(name);
    return super.get(name);
  }

  /** Adds to the list of a name; returns it where it is a new one. */
  add(name: string, items: readonly JsonValue[]): JsonValue | undefined {
    const known = super.get(name);
    const isOwn = this.#own.has(name);
    const list = isJsonList(known) ? (isOwn ? (known as JsonValue[]) : [...known]) : [];
    for (const item of items) list.push(item);
    this.set(name, list);
    this.#own.add(name);
    return isOwn ? undefined : list;
  }
}

/** What a statement does with its value. */
interface Statement {
  readonly name: string;
  /** The key of the name's value that is set; undefined where the name itself is. */
  readonly key: string | undefined;
  readonly does: 'set' | 'append' | 'extend';
  /** 0-based offset of the value. */
  readonly start: number;
  /** 1-based physical line. */
  readonly line: number;
  readonly isTable: boolean;
  readonly isScript: boolean;
}

interface Failure {
  readonly column: number;
  readonly reason: string;
}

/**
 * Finds the literals a program assigns, at any depth and among other text, without running it.
 * Literals may have the names of others in them.
 * @returns the assignments in order; other lines, unless blank or comments, are reported
 */
export function readAssignments(source: string): AssignmentResult {
  const text = HAS_PROMPTS.test(source) ? source.replace(PROMPTS, '') : source;
  return new ProgramReader(text).read();
}

class ProgramReader {
  readonly #text: string;
  readonly #lines: LineFinder;
  readonly #names = new Names();
  readonly #failed: { readonly statement: Statement; readonly failure: Failure }[] = [];
  /** Names whose list was added to by something that was not understood. */
  readonly #incomplete = new Set<string>();
  #assignments: Assignment[] = [];
  #within = -1;
  #failures = 0;
  #looked = 0;
  #room: number;
  #tooManyFrom: number | undefined;
  #isCut = false;

  constructor(text: string) {
    this.#text = text;
    this.#lines = new LineFinder(text);
    this.#room = MAX_NAMED_VALUES + text.length;
  }

  read(): AssignmentResult {
    const text = this.#text;
    const ignored: number[] = [];
    for (let at = 0; at < text.length && this.#tooManyFrom === undefined;) {
      const line = this.#lines.lineAt(at);
      const end = this.#readLine(at, line);
      const lineEnd = endOfLine(text, end ?? at);
      if (end === undefined && !/^\s*(?:#.*)?$/.test(text.slice(at, lineEnd))) ignored.push(line);
      at = lineEnd + 1;
    }
    const broken = this.#retry();
    const assignments = this.#assignments.filter(({ name }) => !this.#incomplete.has(name));
    return { assignments, broken, ignored, tooManyFrom: this.#tooManyFrom, isCut: this.#isCut };
  }

  /** Reads the statements that begin on a line; returns the offset after the last literal. */
  #readLine(at: number, line: number): number | undefined {
    let end: number | undefined;
    let from = at;
    let lineEnd = endOfLine(this.#text, at);
    let statement = this.#statementAt(at, line);
    for (;;) {
      if (statement) end = this.#take(statement) ?? end;
      from = Math.max(from, end ?? 0, statement?.start ?? 0);
      const next = this.#nextWithin(from);
      if (from > lineEnd) lineEnd = endOfLine(this.#text, from);
      if (next >= lineEnd || this.#tooManyFrom !== undefined) return end;
      from = next + 1;
      statement = this.#statementAt(from, line);
    }
  }

  /** The offset of the next mark within a line that has a statement behind it. */
  #nextWithin(from: number): number {
    if (this.#within < from) {
      WITHIN.lastIndex = from;
      this.#within = WITHIN.exec(this.#text)?.index ?? Infinity;
    }
    return this.#within;
  }

  #statementAt(at: number, line: number): Statement | undefined {
    const text = this.#text;
    LEAD.lastIndex = at;
    const lead = LEAD.exec(text);
    const from = at + (lead?.[0].length ?? 0);
    TARGET.lastIndex = from;
    const [target = '', name = '', , key, method, sign] = TARGET.exec(text) ?? [];
    const start = from + target.length;
    TABLE.lastIndex = start;
    const isTable = TABLE.test(text);
    if (target === '' && !isTable) return undefined;
    const does = method === 'append' ? 'append' : (method ?? sign === '+=') ? 'extend' : 'set';
    return { name, key, does, start, line, isTable, isScript: lead?.[1] !== undefined };
  }

  /** Reads a statement's value; returns the offset after it. */
  #take(statement: Statement): number | undefined {
    const { start, isScript } = statement;
    if (this.#failures >= FAILURES || this.#looked > LOOKS * this.#text.length) return undefined;
    const reading = isScript
      ? readLiteralAt(this.#text, start, 'json')
      : readLiteralAt(this.#text, start, 'python', this.#names);
    const failure = reading.ok ? this.#operatorAfter(reading.end, statement) : reading;
    if (reading.ok && !failure) {
      this.#apply(statement, reading);
      return reading.end;
    }
    if (failure) this.#fail(statement, failure);
    return undefined;
  }

  #operatorAfter(end: number, { does }: Statement): Failure | undefined {
    OPERATOR.lastIndex = end;
    const found = OPERATOR.exec(this.#text)?.[0];
    if (found === undefined) return undefined;
    const reason = `What “${found.trim()}” makes of it is known only when it is run`;
    return does === 'append' ? undefined : { column: end + 1, reason };
  }

  #fail(statement: Statement, failure: Failure): void {
    const at = failure.column - 1;
    this.#looked += at - statement.start;
    if (/["']/.test(this.#text.slice(at, at + 3))) this.#failures++;
    if (at >= this.#text.length) this.#isCut = true;
    if (statement.does !== 'set') {
      this.#incomplete.add(nameOf(statement));
      this.#names.delete(nameOf(statement));
    }
    this.#failed.push({ statement, failure });
  }

  #apply(statement: Statement, { value, tolerances, end }: LiteralValue): void {
    const { name, key, does, start, line, isTable, isScript } = statement;
    AFTER_ARGUMENT.lastIndex = end;
    const isArgument = does === 'set' && AFTER_ARGUMENT.test(this.#text);
    const how = { line, tolerances, isTable, isArgument, isScript };
    let made: JsonValue | undefined = value;
    let named = nameOf(statement);
    if (does !== 'set') {
      const items = does === 'append' ? [value] : isJsonList(value) ? value : [];
      made = this.#names.add(named, items);
    } else if (key !== undefined) {
      const known = this.#names.get(name);
      const frame = withColumn(known, key, value);
      if (frame) {
        if (this.#assignments.at(-1)?.value === known) this.#assignments.pop();
        made = frame;
        named = name;
      }
    }
    this.#room -= countValues(does === 'set' ? (made ?? null) : value, this.#room);
    if (this.#room < 0) this.#tooManyFrom = this.#lines.lineAt(start);
    else if (made !== undefined) {
      this.#assignments.push({ name: named, value: made, ...how });
      if (does === 'set' && named !== '' && !isArgument) this.#names.set(named, made);
    }
  }

  /** Reads what had names in it that were assigned only after it. */
  #retry(): readonly BrokenAssignment[] {
    for (const one of this.#failed.splice(0)) {
      const isSet = one.statement.does === 'set' && this.#tooManyFrom === undefined;
      if (isSet) this.#take(one.statement);
      else this.#failed.push(one);
    }
    const text = this.#text;
    const isNamed = ({ statement }: { statement: Statement }): boolean =>
      statement.does !== 'set' || '[{'.includes(text.charAt(statement.start) || ' ');
    return this.#failed
      .filter(isNamed)
      .slice(0, MAX_BROKEN)
      .map(({ statement, failure: { column, reason } }) => {
        const line = statement.line + countLineEnds(text, statement.start, column - 1);
        return { name: nameOf(statement), line, reason };
      });
  }
}

/** What an assignment is known by: the key where one was set. */
function nameOf({ name, key }: Statement): string {
  return key ?? name;
}

/** A table of columns or of rows with a column more; undefined for other values. */
function withColumn(
  table: JsonValue | undefined,
  key: string,
  column: JsonValue,
): JsonValue | undefined {
  if (isJsonList(table)) {
    if (!isJsonList(column) || column.length !== table.length) return undefined;
    if (!table.every(isJsonObject)) return undefined;
    return table.map((row, at) => withColumn(row, key, column[at] ?? null) ?? row);
  }
  return isJsonObject(table) ? { ...table, [key]: column } : undefined;
}

/** Counts a value and all that is in it, up to one more than the limit. */
function countValues(value: JsonValue, limit: number): number {
  const waiting: JsonValue[] = [value];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined && count <= limit; next = waiting.pop()) {
    count++;
    if (typeof next !== 'object' || next === null) continue;
    for (const item of Object.values(next)) waiting.push(item);
  }
  return count;
}
