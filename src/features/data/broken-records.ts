import { isJsonObject } from '#core/base/json/json-value.ts';
import { readRowText } from '#core/base/literals/read-lenient.ts';
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
  let mended = text;
  let count = 0;
  // from the last to the first: the places before stay what they are
  for (const issue of broken.toReversed()) {
    if (issue.code !== 'row_not_json') continue;
    const [start, end] = lineRange(text, starts, issue.line);
    const at = start + issue.column - 1;
    const put = `${mended.slice(0, at)},${mended.slice(at)}`;
    if (!isRecord(put.slice(start, end + 1)) && !isRead(put)) continue;
    mended = put;
    count++;
  }
  return { text: mended, count };
}

function isRecord(text: string): boolean {
  const reading = readRowText(text);
  return reading.ok && isJsonObject(reading.value);
}

/** Whether a whole text is read: a record may have many lines. */
const isRead = (text: string): boolean => readRowText(text).ok;
