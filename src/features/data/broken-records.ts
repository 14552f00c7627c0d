import { isJsonObject } from '#core/base/json/json-value.ts';
import { readRowText } from '#core/base/literals/parse-tolerant.ts';
import { lineOf, type SkipIssue } from '#core/read/issues/issue.ts';
import { severityOf } from '#core/read/issues/sentences.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { indexLines, lineRange } from '#ui/editor/line-index.ts';

/** The records of a run’s text that are no rows, as many as are kept; none of several files. */
export function brokenRecords({ columns, record }: OpenRun): readonly SkipIssue[] {
  if (record.lineUnit !== 'Line') return [];
  return columns.issues.first.filter(
    (issue): issue is SkipIssue =>
      severityOf(issue.code) === 'skipped' && lineOf(issue) !== undefined,
  );
}

/**
 * Puts a comma where a record breaks, wherever nothing else is missing.
 * @param text with line breaks as the editor has them
 * @returns the text, and of how many records it makes rows
 */
export function withCommas(
  text: string,
  broken: readonly SkipIssue[],
): { readonly text: string; readonly count: number } {
  const starts = indexLines(text);
  const breaks = broken.flatMap((issue) => {
    if (issue.code !== 'row_not_json') return [];
    const [start, end] = lineRange(text, starts, issue.line);
    const column = issue.column - 1;
    return [{ at: start + column, line: putCommas(text.slice(start, end), [column]) }];
  });
  breaks.sort((one, other) => one.at - other.at);
  const every = breaks.map(({ at }) => at);
  const alone = breaks.filter(({ line }) => isRecord(line)).map(({ at }) => at);
  // a record may have many lines: then the whole text is read, once for all of them
  const whole = alone.length < every.length ? putCommas(text, every) : undefined;
  if (whole !== undefined && readRowText(whole).ok) return { text: whole, count: every.length };
  return { text: putCommas(text, alone), count: alone.length };
}

/** Puts a comma at each of some places, which ascend. */
function putCommas(text: string, places: readonly number[]): string {
  return [0, ...places].map((from, index) => text.slice(from, places[index])).join(',');
}

function isRecord(text: string): boolean {
  const reading = readRowText(text);
  return reading.ok && isJsonObject(reading.value);
}
