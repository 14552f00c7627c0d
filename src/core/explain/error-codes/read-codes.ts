import { hashTextWide } from '#core/base/json/hash-json.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { GUARD, GUARD_COLUMN, unguardCell } from '#core/read/formats/csv/formula-guard.ts';
import { parseRecords } from '#core/read/formats/csv/record-writer.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import {
  isNothingWrong,
  NOTHING_WRONG,
  rootOf,
  type ErrorAnalysis,
} from '#core/score/error-codes/error-analysis.ts';
import type { OtherCode } from './compare-readers.ts';

/** What another person’s file says of the rows of a run. */
export interface OtherCodes {
  readonly codes: readonly OtherCode[];
  /** Rows with a code that the run does not have. */
  readonly unknown: number;
}

type RowsOfRun = Pick<ScoredColumns, 'idKeys' | 'rowCount'>;

/**
 * Reads another person’s codes: a file of results or any other table with the columns `error_code`
 * (or `code`) and `id` (or `row`, counted from 1), as CSV, TSV, JSON or JSON Lines. Blank codes are
 * rows not read; “nothing wrong” is what it says.
 * @param idColumn the column that holds ids in the run's data, if it is not `id`
 * @returns the codes; undefined where the text has no such columns
 */
export function readCodes(
  text: string,
  columns: RowsOfRun,
  idColumn = 'id',
): OtherCodes | undefined {
  const records = isJson(text) ? jsonRecords(text) : tableRecords(text);
  const given = records.flatMap((record) => {
    const code = textIn(record, ['error_code', 'code']);
    const id = textIn(record, [idColumn, 'id']);
    const place = textIn(record, ['row']);
    if (code === undefined || (id === undefined && place === undefined)) return [];
    const row = id === undefined ? Number(place) - 1 : rowOf(columns, id);
    return [{ row, code: code.trim() }];
  });
  return given.length === 0 ? undefined : inRun(given, columns);
}

/** Takes another person’s codes from the run that they read, as they merged them. */
export function codesOfAnalysis({ marks, codes }: ErrorAnalysis, columns: RowsOfRun): OtherCodes {
  const given = marks.flatMap((mark) => {
    const { row, id, code } = mark;
    if (code === '' && !isNothingWrong(mark)) return [];
    const name = code === '' ? NOTHING_WRONG : rootOf(codes, code);
    return [{ row: id === '' ? row : rowOf(columns, id), code: name }];
  });
  return inRun(given, columns);
}

function inRun(given: readonly OtherCode[], { rowCount }: RowsOfRun): OtherCodes {
  const read = given.filter(({ code }) => code !== '');
  const known = read.filter(({ row }) => Number.isInteger(row) && row >= 0 && row < rowCount);
  const codes = known.map(({ row, code }) => ({ row, code: code === NOTHING_WRONG ? '' : code }));
  return { codes, unknown: read.length - known.length };
}

function rowOf({ idKeys }: RowsOfRun, id: string): number {
  return idKeys.indexOf(hashTextWide(id));
}

function isJson(text: string): boolean {
  const start = text.trimStart();
  return start.startsWith('{') || start.startsWith('[');
}

function jsonRecords(text: string): readonly JsonObject[] {
  const whole = parsed(text);
  if (isJsonList(whole)) return whole.filter(isJsonObject);
  return text
    .split('\n')
    .map(parsed)
    .filter((line): line is JsonObject => isJsonObject(line));
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // a line without a record is passed over; a file without any is told as a whole
    return undefined;
  }
}

function tableRecords(text: string): readonly JsonObject[] {
  const [head = ''] = text.split('\n', 1);
  const delimiter = ['\t', ';'].find((sign) => head.includes(sign)) ?? ',';
  let names: readonly string[] | undefined;
  const records: JsonObject[] = [];
  parseRecords(text, delimiter, text.includes('\n'), ({ fields }) => {
    if (!names) {
      names = fields.map((name) => name.trim());
      return true;
    }
    const isGuarded = fields[names.indexOf(GUARD_COLUMN)] === GUARD;
    const cells = isGuarded ? fields.map(unguardCell) : fields;
    records.push(Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
    return true;
  });
  return records;
}

function textIn(record: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    if (!Object.hasOwn(record, name)) continue;
    const cell = record[name];
    if (typeof cell === 'string' || typeof cell === 'number') return String(cell);
  }
  return undefined;
}
