import { listFirst } from '#core/base/text/list-first.ts';
import { boundText } from '#core/base/text/sentence.ts';
import type { ColumnRoles, ColumnRole } from '#core/read/names/column-roles.ts';
import { suggestColumn } from '#core/read/dataset/columns.ts';
import { isFilled } from '#core/read/dataset/missing-side.ts';
import { groupIssues, type IssueGroup } from '#core/read/issues/group-issues.ts';
import { columnsOf, METRICS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { IssueList, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { receiptFacts as texts } from './texts.ts';

type Scored = Pick<
  ScoredColumns,
  'rowCount' | 'columns' | 'issues' | 'skippedCount' | 'predictedCalls' | 'referenceCalls'
>;

/** What the first line of the receipt says behind the number of rows. */
export function receiptFacts(columns: Scored, formatTitle: string): string[] {
  const { first, counts } = columns.issues;
  const blankLines = first.reduce(
    (sum, issue) => sum + (issue.code === 'lines_blank' ? issue.count : 0),
    0,
  );
  const unreadable = counts.trajectory_unreadable ?? 0;
  const cells = first.filter((issue) => issue.code === 'trajectory_unreadable');
  // issues beyond those kept have no lines
  const notScored = cells.length === unreadable ? countRows(cells) : unreadable;
  return [
    formatTitle,
    blankLines > 0 ? texts.blankLines(blankLines) : '',
    columns.skippedCount > 0 ? texts.skipped(columns.skippedCount) : '',
    notScored > 0 ? texts.notScored(notScored) : '',
  ].filter((fact) => fact !== '');
}

/** Both sides of one row may be unreadable, and several rows may be in one line. */
function countRows(cells: readonly { readonly line: number; readonly column: string }[]): number {
  const columns = new Map<string, number>();
  const lines = new Map<number, number>();
  for (const { line, column } of cells) {
    const place = `${line} ${column}`;
    const count = (columns.get(place) ?? 0) + 1;
    columns.set(place, count);
    lines.set(line, Math.max(lines.get(line) ?? 0, count));
  }
  return [...lines.values()].reduce((sum, count) => sum + count, 0);
}

/** The issues that get a line each, by kind: not those of the first line, and of the columns. */
export function receiptGroups({ first, counts }: IssueList): readonly IssueGroup[] {
  return groupIssues(
    first.filter(({ code }) => code !== 'lines_blank' && code !== 'column_named'),
    counts,
  );
}

/** The first of several keys that may hold the arguments of calls. */
export function unclearArguments({ first }: IssueList): string | undefined {
  for (const issue of first) {
    if (issue.code === 'arguments_elsewhere') return issue.key;
    if (issue.code !== 'trajectory_unreadable') continue;
    if (issue.problem.code === 'arguments_unclear') return issue.problem.keys[0];
  }
  return undefined;
}

/** A role that scoring needs and that no column plays. */
export interface MissingRole {
  readonly role: ColumnRole;
  readonly title: string;
  readonly detail: string;
  /** A free column whose name looks right. */
  readonly suggestion: string | undefined;
}

const NEEDED = ['response', 'reference'] as const;
const NAMES_LISTED = 8;

/** The answers that chosen metrics need and whose column no row fills. A role set to none is a choice, not an issue. */
export function missingRoles(
  columns: Scored,
  roles: ColumnRoles,
  settings: MetricSettings,
): MissingRole[] {
  if (columns.rowCount === 0) return [];
  return NEEDED.flatMap((role) => {
    const name = roles[role];
    if (name === undefined || isFilled(columns.columns, name)) return [];
    const needing = METRICS.filter(
      (metric) =>
        metric.needs.includes(role) &&
        settings.metrics.includes(metric.id) &&
        columnsOf(metric, settings).length > 0,
    ).length;
    if (needing === 0) return [];
    const names = columns.columns.map((column) => column.name);
    const needs = texts.needs(needing);
    return {
      role,
      title: names.includes(name) ? texts.isEmpty(name) : texts.notFound(name),
      detail: names.includes(name) ? needs : `${texts.columnsFound(listNames(names))} ${needs}`,
      suggestion: suggestColumn(role, names, roles),
    };
  });
}

function listNames(names: readonly string[]): string {
  if (names.length === 0) return texts.none;
  const shown = names.slice(0, NAMES_LISTED).map((name) => boundText(name, 40));
  return listFirst(shown, NAMES_LISTED, names.length);
}

/** A column and the role it is read as. */
export interface ColumnUse {
  readonly name: string;
  readonly role: ColumnRole | undefined;
  /** Its name in the file where it was read under another one, and its calls; may be empty. */
  readonly note: string;
  readonly filled: number;
}

/** The columns, in the order they were found. */
export function columnUses(columns: Scored, roles: ColumnRoles): ColumnUse[] {
  const roleByName = new Map<string, ColumnRole>();
  for (const [role, name] of Object.entries(roles) as [ColumnRole, string][])
    roleByName.set(name, role);
  const calls: Partial<Record<ColumnRole, number>> = {
    predicted_trajectory: columns.predictedCalls,
    reference_trajectory: columns.referenceCalls,
  };
  const owns = new Map(
    columns.issues.first.flatMap((issue) =>
      issue.code === 'column_named' ? [[issue.name, issue.own] as const] : [],
    ),
  );
  return columns.columns.map(({ name, filled }) => {
    const role = roleByName.get(name);
    const count = role && calls[role];
    const own = owns.get(name);
    const notes = [
      own === undefined ? '' : texts.readAs(own, name),
      count === undefined ? '' : texts.calls(count),
    ];
    return { name, role, filled, note: notes.filter((part) => part !== '').join(', ') };
  });
}

/** Goes to a line that an issue is about, both from 1. */
export type ShowLine = (line: number, column?: number) => void;
