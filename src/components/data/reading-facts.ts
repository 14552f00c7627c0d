import type { ColumnRole, Issue } from '#core/issues/issue.ts';
import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import type { RowsDescription } from '#core/dataset/describe-rows.ts';
import type { ReadingChoices } from '#core/dataset/reading-choices.ts';
import type { ScoredColumns } from '#core/scoring/scored-columns.ts';
import { formatCount } from '#components/ui/format-number.ts';

/** What the notes of a run say about the choices there are in reading its file. */
export interface ReadingFacts {
  /** Whether some conversation has several turns. */
  readonly hasTurns: boolean;
  /** Calls made by sub-agents, kept or left out. */
  readonly subAgentCalls: number;
  /** Calls left out, by tool. */
  readonly dropped: ReadonlyMap<string, number>;
  readonly renamed: ReadonlyMap<string, number>;
  /** Whether some calls have names only. */
  readonly hasNamesOnly: boolean;
}

/** Gathers what the notes of a run say about the choices there are. */
export function readingFacts(
  { issues, columns }: Pick<ScoredColumns, 'issues' | 'columns'>,
  reading: ReadingChoices,
): ReadingFacts {
  const dropped = new Map((reading.droppedTools ?? []).map((name) => [name, 0]));
  const renamed = new Map((reading.renamedTools ?? []).map(({ from }) => [from, 0]));
  let hasTurns = columns.some(({ name }) => name === 'turn') || reading.turns !== undefined;
  let subAgentCalls = 0;
  for (const issue of issues.first) {
    if (issue.code === 'calls_left_out') count(dropped, issue.name, issue.count);
    else if (issue.code === 'tool_renamed') count(renamed, issue.name, issue.count);
    else if (issue.code !== 'adapter_note') continue;
    else if (issue.kind === 'calls_dropped') count(dropped, issue.detail, issue.count);
    else if (issue.kind === 'turns_joined') hasTurns = true;
    else if (/^sub_agent_calls/.test(issue.kind)) subAgentCalls += issue.count;
  }
  const hasNamesOnly = (issues.counts.names_only ?? 0) > 0 || issues.first.some(isNamesOnly);
  return { hasTurns, subAgentCalls, dropped, renamed, hasNamesOnly };
}

function count(counts: Map<string, number>, name: string, more: number): void {
  counts.set(name, (counts.get(name) ?? 0) + more);
}

function isNamesOnly(issue: Issue): boolean {
  return issue.code === 'adapter_note' && issue.kind === 'names_only';
}

/** A role that has a column, the column as it stands in the file, and why it was taken. */
export interface RoleSource {
  /** Empty for a role without a column. */
  readonly column: string;
  readonly why: string;
}

/** Says for a role which column is taken and why. */
export function sourceOf(
  role: ColumnRole,
  roles: ColumnRoles,
  names: ReadonlySet<string>,
  reading: ReadingChoices,
  description: RowsDescription | undefined,
): RoleSource {
  const converted = reading.conversions?.find((conversion) => conversion.role === role);
  const column = converted?.column ?? roles[role] ?? '';
  if (!names.has(column)) return { column: '', why: '' };
  if (converted && 'argumentsColumn' in converted)
    return { column, why: `names of tools; their arguments are in “${converted.argumentsColumn}”` };
  if (column === role) return { column, why: 'by its name' };
  const fitting = description?.fitting.find((choice) => choice.role === role);
  if (fitting?.column !== column) return { column, why: description ? 'as you chose' : '' };
  const { why } = fitting;
  if (why.by === 'name') return { column, why: 'by its name, which is usual for this' };
  return {
    column,
    why: `${formatCount(why.cells)} of the first ${formatCount(why.of)} cells hold calls`,
  };
}
