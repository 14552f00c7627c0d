import { isJsonObject } from '#core/base/json/json-value.ts';
import { readRowText } from '#core/base/literals/read-lenient.ts';
import type { SkipIssue } from '#core/read/issues/issue.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { indexLines, lineRange } from '#ui/editor/line-index.ts';

/** A record that is no JSON, with the place where it breaks. */
export type BrokenRecord = Extract<SkipIssue, { readonly code: 'row_not_json' }>;

/** The records of a run’s text that are no JSON, as many as are kept; none of several files. */
export function brokenRecords({ columns }: OpenRun): readonly BrokenRecord[] {
  return columns.issues.first.filter(
    (issue): issue is BrokenRecord => issue.code === 'row_not_json' && issue.file === undefined,
  );
}

/**
 * Puts a comma where a record breaks, wherever nothing else is missing.
 * @param text with line breaks as the editor has them
 * @returns the text, and of how many records it makes rows
 */
export function withCommas(
  text: string,
  broken: readonly BrokenRecord[],
): { readonly text: string; readonly count: number } {
  const starts = indexLines(text);
  let mended = text;
  let count = 0;
  // from the last to the first: the places before stay what they are
  for (const { line, column } of broken.toReversed()) {
    const [start, end] = lineRange(text, starts, line);
    const at = start + column - 1;
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
