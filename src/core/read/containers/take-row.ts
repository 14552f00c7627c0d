import {
  isDeeperThan,
  isJsonObject,
  jsonTypeOf,
  DEPTH_LIMIT,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import type { RowSink, TextSpan } from './format.ts';

/** Where a value is that may be a row, and what it was read from. */
export interface RowPlace {
  /** 1-based line, or number of the row. */
  readonly line: number;
  /** Its text, kept where it is no row; absent where it is not known. */
  readonly text?: string;
  /** See {@link RowSink.row}. */
  readonly span?: TextSpan;
}

/** Hands a value on as a row; or says why it is none. */
export function takeRow(
  value: JsonValue,
  { line, text = '', span }: RowPlace,
  sink: RowSink,
): void {
  if (!isJsonObject(value))
    sink.skip({ code: 'row_not_object', line, found: jsonTypeOf(value) }, text);
  else if (isDeeperThan(value, DEPTH_LIMIT))
    sink.skip({ code: 'row_too_deep', line, limit: DEPTH_LIMIT }, text);
  else {
    if (Object.hasOwn(value, '__proto__'))
      sink.note({ code: 'column_reserved', line, name: '__proto__' });
    sink.row(value, line, span);
  }
}

/** A sink that does something else with some of what is found, and passes on all else. */
export function sinkWith(sink: RowSink, own: Partial<RowSink>): RowSink {
  return {
    row: (...found) => sink.row(...found),
    skip: (...found) => sink.skip(...found),
    note: (issue) => sink.note(issue),
    fail: (issue) => sink.fail(issue),
    get isDone() {
      return sink.isDone === true;
    },
    ...own,
  };
}

/** A sink of a text that is a part of another: lines are those of the whole. */
export function withLines(sink: RowSink, lineOf: (line: number) => number): RowSink {
  return sinkWith(sink, {
    row: (record, line, span) => sink.row(record, lineOf(line), span),
    skip: (issue, text) => sink.skip({ ...issue, line: lineOf(issue.line) }, text),
    note: (issue) => sink.note('line' in issue ? { ...issue, line: lineOf(issue.line) } : issue),
  });
}
