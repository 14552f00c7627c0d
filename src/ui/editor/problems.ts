import { lineOf, placeOf, type Issue, type IssueCode } from '#core/read/issues/issue.ts';
import { sentenceOf, severityOf } from '#core/read/issues/sentences.ts';
import type { Mark } from './highlight.ts';

/** An issue as the editor shows it. */
export interface Problem extends Mark {
  /** 1-based. */
  readonly line: number;
  /** `9:33`, or `9` where the column is not known. */
  readonly place: string;
  readonly text: string;
}

/** Notes on usual shapes of data: nothing is wrong, and there is nothing to do. */
const USUAL_SHAPES: ReadonlySet<IssueCode> = new Set([
  'arguments_found',
  'calls_converted',
  'calls_grouped',
  'column_converted',
  'names_only',
  'number_converted',
]);

/** The issues that lie in a line, in the order of the lines. */
export function listProblems(issues: readonly Issue[]): Problem[] {
  const problems = issues.flatMap((issue) => {
    const line = USUAL_SHAPES.has(issue.code) ? undefined : lineOf(issue);
    return line === undefined ? [] : [toProblem(issue, line)];
  });
  return problems.sort((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0));
}

function toProblem(issue: Issue, line: number): Problem {
  const { title, detail } = sentenceOf(issue);
  if ('column' in issue && typeof issue.column === 'number') {
    const { column } = issue;
    const text = reasonOf(issue) + consequence(issue);
    return { line, column, place: `${line}:${column}`, text };
  }
  if (issue.code === 'adapter_note' || issue.code === 'lines_ignored')
    return { line, place: String(line), text: `${title} ${detail}` };
  const key = 'column' in issue && typeof issue.column === 'string' ? issue.column : undefined;
  return { line, key, place: String(line), text: detail + consequence(issue) };
}

/** Why an issue is one, without its place. */
export function reasonOf(issue: Issue): string {
  const { line = 0, column = 0 } = placeOf(issue);
  return sentenceOf(issue)
    .detail.replace(` (column ${column})`, '')
    .replace(`Line ${line}, column ${column}: `, '');
}

function consequence(issue: Issue): string {
  if (severityOf(issue.code) === 'skipped') return ' Row skipped.';
  return issue.code === 'trajectory_unreadable' ? ' Row left out.' : '';
}

/** The first problem of every line that has one. */
export function problemsByLine(problems: readonly Problem[]): ReadonlyMap<number, Problem> {
  const byLine = new Map<number, Problem>();
  for (const problem of problems) if (!byLine.has(problem.line)) byLine.set(problem.line, problem);
  return byLine;
}

/**
 * The problem to go to from a line: the next one after it or the last one before it, going round
 * at the ends.
 */
export function stepProblem(
  problems: readonly Problem[],
  line: number,
  step: 1 | -1,
): Problem | undefined {
  return step === 1
    ? (problems.find((problem) => problem.line > line) ?? problems[0])
    : (problems.findLast((problem) => problem.line < line) ?? problems.at(-1));
}
