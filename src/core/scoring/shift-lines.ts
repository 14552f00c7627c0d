import type { Issue } from '#core/issues/issue.ts';
import type { ScoredColumns } from './scored-columns.ts';

/**
 * Moves a part's line numbers: parts of a file are read side by side, each counting from 1.
 * @param part the part
 * @param lines physical lines before the part
 * @returns the part with lines counted from the start of the file
 */
export function shiftLines(part: ScoredColumns, lines: number): ScoredColumns {
  if (lines === 0) return part;
  return {
    ...part,
    lines: part.lines.map((line) => line + lines),
    issues: { ...part.issues, first: part.issues.first.map((issue) => shift(issue, lines)) },
  };
}

function shift(issue: Issue, lines: number): Issue {
  return 'line' in issue ? { ...issue, line: issue.line + lines } : issue;
}
