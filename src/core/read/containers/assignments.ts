import {
  isJsonList,
  isJsonObject,
  ownValue,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { CLASS_KEY } from '#core/base/literals/call-value.ts';
import type { Leniency } from '#core/base/literals/leniency.ts';
import { readLiteralAt } from '#core/base/literals/read-literal.ts';
import { LineFinder, endOfLine } from './text-lines.ts';

/** A literal that a program assigns to a name. */
export interface Assignment {
  readonly name: string;
  readonly value: JsonValue;
  /** 1-based physical line. */
  readonly line: number;
  readonly leniencies: readonly Leniency[];
  /** Whether the value was written as a table. */
  readonly isTable: boolean;
}

/** The result of reading a program: its literals, and the lines that are something else. */
export interface AssignmentResult {
  readonly assignments: readonly Assignment[];
  readonly ignoredLine: number;
  readonly ignoredCount: number;
  /** Where reading ended because names inside names stand for too much; undefined otherwise. */
  readonly tooManyFrom: number | undefined;
}

const STATEMENT =
  /^(?:([\p{L}_][\p{L}\p{N}_]*)[ \t]*(?::[^=\n]+)?=(?!=)[ \t]*|(?=(?:pd|pandas)\.DataFrame\())/u;
const TABLE = /^(?:pd|pandas)\.DataFrame\(/;
// Each may cost a look at the rest.
const FAILURES = 200;
/** A name stands for its whole value: so many more values than characters may come of that. */
export const MOST_NAMED_VALUES = 1_000_000;

/**
 * Finds the literals a Python program assigns, without running it. Names of literals assigned
 * before may be inside later ones.
 * @returns the assignments in order; lines that are neither blank nor comments are counted
 */
export function readAssignments(text: string): AssignmentResult {
  const lines = new LineFinder(text);
  const names = new Map<string, JsonValue>();
  const assignments: Assignment[] = [];
  let ignoredLine = 0;
  let ignoredCount = 0;
  let failures = 0;
  let room = MOST_NAMED_VALUES + text.length;
  let tooManyFrom: number | undefined;
  for (let at = 0; at < text.length;) {
    const lineEnd = endOfLine(text, at);
    const statement = failures < FAILURES ? STATEMENT.exec(text.slice(at, lineEnd)) : null;
    const start = at + (statement?.[0].length ?? 0);
    const reading = statement ? readLiteralAt(text, start, 'python', names) : undefined;
    if (statement && reading?.ok) {
      const name = statement[1] ?? '';
      const { value, leniencies, end } = reading;
      room -= countValues(value, room);
      if (room < 0) {
        tooManyFrom = lines.lineAt(at);
        break;
      }
      const isTable = TABLE.test(text.slice(start, start + 20));
      assignments.push({ name, value, line: lines.lineAt(at), leniencies, isTable });
      if (name !== '') names.set(name, value);
      at = endOfLine(text, end) + 1;
      continue;
    }
    if (statement) failures++;
    if (!/^\s*(#.*)?$/.test(text.slice(at, lineEnd))) {
      if (ignoredCount++ === 0) ignoredLine = lines.lineAt(at);
    }
    at = lineEnd + 1;
  }
  return { assignments, ignoredLine, ignoredCount, tooManyFrom };
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

const COLUMN =
  /(?:^|_)(?:trajectory|trajectories|tool_calls|tools|prompts?|responses?|references?)$/;

/**
 * Chooses the data among a program's literals: its last table, else a literal that is one, else
 * test cases, else literals that are columns by their names.
 * @returns the value that holds rows, and the assignment it begins at
 */
export function dataOf(
  assignments: readonly Assignment[],
): { value: JsonValue; from: Assignment } | undefined {
  const table = assignments.findLast(({ isTable, value }) => isTable && hasRows(value));
  if (table) return { value: table.value, from: table };
  const whole = assignments.findLast(({ value }) => isRows(value) || isColumnObject(value));
  if (whole) return { value: recordsIn(whole.value), from: whole };
  const records = assignments.flatMap((from) => {
    const value = recordOf(from.value);
    return value ? [{ value, from }] : [];
  });
  const [record] = records;
  if (record) return { value: records.map(({ value }) => value), from: record.from };
  const columns = assignments.filter(({ name, value }) => COLUMN.test(name) && isJsonList(value));
  const [first] = columns;
  if (!first) return undefined;
  const value: Record<string, JsonValue> = {};
  for (const column of columns) setOwn(value, column.name, column.value);
  return { value, from: first };
}

function hasRows(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** What a test case or a sample was made from, where it has a column of calls. */
function recordOf(value: JsonValue): JsonObject | undefined {
  if (!isJsonObject(value) || !Object.hasOwn(value, CLASS_KEY)) return undefined;
  const fields = Object.entries(value).filter(([name]) => name !== CLASS_KEY);
  if (!fields.some(([name, cells]) => CALLS.test(name) && isJsonList(cells))) return undefined;
  const record: Record<string, JsonValue> = {};
  for (const [name, cell] of fields) setOwn(record, name, namesIn(cell) ?? cell);
  return record;
}

function recordsIn(value: JsonValue): JsonValue {
  return isJsonList(value) ? value.map((item) => recordOf(item) ?? item) : value;
}

/** Calls that were made from nothing but a name are names: they are compared by name. */
function namesIn(cell: JsonValue): readonly string[] | undefined {
  if (!isJsonList(cell) || cell.length === 0) return undefined;
  const names = cell.map((call) => {
    if (!isJsonObject(call) || !Object.hasOwn(call, CLASS_KEY)) return undefined;
    return Object.keys(call).length === 2 ? ownValue(call, 'name') : undefined;
  });
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

const CALLS = /(?:^|_)(?:trajectory|tool_calls|tools|tools_called)$/;

/** Objects that are no calls. */
function isRows(value: JsonValue): boolean {
  if (!isJsonList(value) || value.length === 0) return false;
  return value.every((item) => isJsonObject(item) && !isCall(item));
}

function isCall(item: JsonObject): boolean {
  return Object.hasOwn(item, 'tool_name');
}

function isColumnObject(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const columns = Object.entries(value);
  return (
    columns.some(([name]) => COLUMN.test(name)) && columns.every(([, cells]) => isJsonList(cells))
  );
}
