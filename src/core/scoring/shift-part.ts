import type { Issue } from '#core/issues/issue.ts';
import type { ScoredColumns } from './scored-columns.ts';

/**
 * Moves the places of a part: parts of a file are read side by side, each counting from its own
 * beginning.
 * @param part the part
 * @param lines physical lines before the part
 * @param bytes bytes of the rows' source before the part
 * @returns the part with lines and offsets counted from the start of the file
 */
export function shiftPart(part: ScoredColumns, lines: number, bytes: number): ScoredColumns {
  const { issues } = part;
  return {
    ...part,
    ...(bytes > 0 && { offsets: part.offsets.map((offset) => offset + bytes) }),
    ...(lines > 0 && {
      lines: part.lines.map((line) => line + lines),
      issues: { ...issues, first: issues.first.map((issue) => shiftIssue(issue, lines)) },
    }),
  };
}

function shiftIssue(issue: Issue, lines: number): Issue {
  return 'line' in issue ? { ...issue, line: issue.line + lines } : issue;
}
