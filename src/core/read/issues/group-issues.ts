import { listAt } from '#core/base/lists/lists.ts';
import type { Issue, IssueCode, Severity } from './issue.ts';
import { headingOf, ISSUE_CODES, severityOf } from './sentences.ts';

/** Issues of one kind. */
export interface IssueGroup {
  readonly code: IssueCode;
  readonly severity: Severity;
  readonly title: string;
  /** How many there are; not all are kept. */
  readonly total: number;
  /** The first of them, in the order of the file. */
  readonly issues: readonly Issue[];
}

const GRAVEST_FIRST: readonly Severity[] = ['fatal', 'skipped', 'warning', 'note'];

/**
 * Groups issues by kind.
 * @param issues the issues that were kept, in the order of the file
 * @returns one group for each kind, the gravest first, then as they come in the file
 */
export function groupIssues(
  issues: readonly Issue[],
  counts: Readonly<Partial<Record<IssueCode, number>>>,
): readonly IssueGroup[] {
  const byCode = new Map<IssueCode, Issue[]>();
  for (const issue of issues) listAt(byCode, issue.code).push(issue);
  const groups = [...byCode].map(([code, kept]) => ({
    code,
    severity: severityOf(code),
    title: headingOf(code),
    total: Math.max(kept.length, counts[code] ?? 0),
    issues: kept,
  }));
  const rank = ({ severity }: IssueGroup): number => GRAVEST_FIRST.indexOf(severity);
  return groups.sort((a, b) => rank(a) - rank(b));
}

/** How many issues are more than information: something was not read, or not wholly. */
export function countTroubles(counts: Readonly<Partial<Record<IssueCode, number>>>): number {
  return ISSUE_CODES.filter((code) => severityOf(code) !== 'note').reduce(
    (sum, code) => sum + (counts[code] ?? 0),
    0,
  );
}

const SHOWN_FIRST = 5;

/**
 * The issues of a kind that are shown before all are asked for: the first few, and of notes one of
 * each sort, as the others only repeat it.
 */
export function shownFirst(issues: readonly Issue[]): readonly Issue[] {
  const [first] = issues;
  if (!first || severityOf(first.code) !== 'note') return issues.slice(0, SHOWN_FIRST);
  const sorts = new Set(issues.map(sortOf));
  return issues.filter((issue) => sorts.delete(sortOf(issue)));
}

function sortOf(issue: Issue): string {
  if (issue.code === 'column_named') return issue.own;
  if (issue.code === 'calls_converted') return issue.forms.join();
  return 'kind' in issue ? issue.kind : '';
}
