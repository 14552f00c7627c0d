import type { Issue } from '#core/read/issues/issue.ts';
import type { ColumnRole, ColumnRoles } from '#core/read/names/column-roles.ts';
import type { RowsDescription } from '#core/read/dataset/describe-rows.ts';
import type { ReadingChoices } from '#core/read/choices/reading-choices.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { CandidateChoice, Segment, Side } from '#core/read/framework/adapter.ts';
import type { Candidate } from '#core/read/adapters/candidates.ts';
import { importChoices as texts } from './texts.ts';

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

/** A role that has a column, the column as it is in the file, and why it was taken. */
export interface RoleSource {
  /** Empty for a role without a column. */
  readonly column: string;
  readonly why: string;
}

/**
 * Says for a role which column is taken and why.
 * @param chosen the roles that a person has set
 */
export function sourceOf(
  role: ColumnRole,
  roles: ColumnRoles,
  chosen: ColumnRoles,
  names: ReadonlySet<string>,
  reading: ReadingChoices,
  description: RowsDescription | undefined,
): RoleSource {
  const converted = reading.conversions?.find((conversion) => conversion.role === role);
  const column = converted?.column ?? roles[role] ?? '';
  if (!names.has(column)) return { column: '', why: '' };
  if (converted && 'argumentsColumn' in converted)
    return { column, why: texts.toolNames(converted.argumentsColumn) };
  if (column === role) return { column, why: '' };
  if (chosen[role] === column) return { column, why: texts.byYou };
  const fitting = description?.fitting.find((choice) => choice.role === role);
  if (fitting?.column !== column) return { column, why: '' };
  const { why } = fitting;
  if (why.by === 'name') return { column, why: texts.byUsualName };
  return {
    column,
    why: texts.byCells(why.cells, why.of),
  };
}

/** A choice in how rows are read, and what is chosen. */
interface ReadingOption {
  readonly key: 'turns' | 'subAgents' | 'grouping';
  readonly title: string;
  readonly note: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  /** The value that needs no choice. */
  readonly defaultValue: string;
}

/** The choices that make a difference to a file, or were made for it. */
export function readingOptions(reading: ReadingChoices, facts: ReadingFacts): ReadingOption[] {
  const { turns = 'rows', subAgents = 'all', grouping } = reading;
  const options: readonly (ReadingOption | false)[] = [
    facts.hasTurns && {
      key: 'turns',
      defaultValue: 'rows',
      value: turns,
      note: '',
      title: texts.turns,
      label: texts.turns,
      options: [
        { value: 'rows', label: texts.perTurn },
        { value: 'conversation', label: texts.perConversation },
      ],
    },
    (facts.subAgentCalls > 0 || reading.subAgents !== undefined) && {
      key: 'subAgents',
      defaultValue: 'all',
      value: subAgents,
      title: texts.subAgents,
      note: texts.bySubAgents(facts.subAgentCalls),
      label: texts.subAgentCalls,
      options: [
        { value: 'all', label: texts.allCalls },
        { value: 'root', label: texts.rootOnly },
      ],
    },
    grouping !== undefined && {
      key: 'grouping',
      defaultValue: 'on',
      value: grouping === 'off' ? 'off' : 'on',
      title: texts.oneCall,
      note: grouping === 'off' ? '' : texts.grouped(grouping.id),
      label: texts.oneCall,
      options: [
        { value: 'on', label: texts.perRun },
        { value: 'off', label: texts.asTheyAre },
      ],
    },
  ];
  return options.filter((option) => option !== false);
}

/** The choices once the column with latencies holds another unit. */
export function withLatencyIn(
  reading: ReadingChoices,
  column: string,
  unit: 'seconds' | 'milliseconds',
): ReadingChoices {
  const role = 'latency_in_seconds';
  const others = (reading.conversions ?? []).filter((conversion) => conversion.role !== role);
  return { ...reading, conversions: [...others, { role, column, unit }] };
}

/** The side that a list is read as. */
export type ListSide = Side | 'none';

/** A list as it is shown: where it stands, and what is in it. */
export function listFacts({ path, lists, calls, isNamesOnly, side }: Candidate): {
  path: string;
  facts: string;
} {
  const facts = [
    texts.lists(lists),
    isNamesOnly ? texts.names(calls) : texts.calls(calls),
    side !== 'unknown' && texts.suggests[side],
  ].filter((fact) => fact !== false);
  // the first step leads into the file and says nothing
  return { path: path.replace(/^\[\]\.?/, '') || texts.wholeFile, facts: facts.join(' · ') };
}

/** The side that a list is read as now. */
export function sideOfList(
  { predicted, reference }: CandidateChoice,
  { segments }: Candidate,
): ListSide {
  if (predicted && isSameWay(predicted, segments)) return 'predicted';
  return reference && isSameWay(reference, segments) ? 'reference' : 'none';
}

/** The choice with a list read as a side: a side has one list, and a list one side. */
export function takeList(
  { predicted, reference }: CandidateChoice,
  { segments }: Candidate,
  side: ListSide,
): CandidateChoice {
  const isOther = (way: readonly Segment[] | undefined): boolean =>
    way !== undefined && !isSameWay(way, segments);
  return {
    ...(predicted && isOther(predicted) && { predicted }),
    ...(reference && isOther(reference) && { reference }),
    ...(side !== 'none' && { [side]: segments }),
  };
}

function isSameWay(a: readonly Segment[], b: readonly Segment[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
