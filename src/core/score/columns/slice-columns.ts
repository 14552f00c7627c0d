import {
  renumberLabels,
  type LabelColumn,
  type ScoredColumns,
  type ScoreValues,
  ISSUES_KEPT,
  type IssueList,
} from './scored-columns.ts';
import type { PackedColumns } from './pack-columns.ts';
import type { Issue, IssueCode } from '#core/read/issues/issue.ts';
import type { ColumnInfo } from '#core/read/names/column-roles.ts';

/** Copies rows `from` to before `to`; facts about the whole file go with row 0. */
export function sliceColumns(columns: ScoredColumns, from: number, to: number): ScoredColumns {
  const isFirst = from === 0;
  return {
    rowCount: Math.max(0, Math.min(to, columns.rowCount) - from),
    offsets: columns.offsets.slice(from, to),
    lengths: columns.lengths.slice(from, to),
    lines: columns.lines.slice(from, to),
    idKeys: columns.idKeys.slice(from, to),
    contentKeys: columns.contentKeys.slice(from, to),
    scores: columns.scores.map((scores) => sliceScores(scores, from, to)),
    tools: sliceLabels(columns.tools, from, to),
    signatures: sliceLabels(columns.signatures, from, to),
    ...(columns.notes ? { notes: sliceLabels(columns.notes, from, to) } : {}),
    columns: isFirst ? columns.columns : [],
    predictedCalls: isFirst ? columns.predictedCalls : 0,
    referenceCalls: isFirst ? columns.referenceCalls : 0,
    issues: isFirst ? columns.issues : { counts: {}, first: [] },
    skippedCount: isFirst ? columns.skippedCount : 0,
  };
}

/** Rows stored as one record. */
const ROWS_PER_CHUNK = 20_000;

/** Cuts rows into chunks to be stored, in order; empty without rows. */
export function cutColumns(columns: ScoredColumns): ScoredColumns[] {
  const pieces: ScoredColumns[] = [];
  for (let from = 0; from < columns.rowCount; from += ROWS_PER_CHUNK) {
    pieces.push(sliceColumns(columns, from, from + ROWS_PER_CHUNK));
  }
  return pieces;
}

/** Copies the scores of rows `from` to before `to`. */
export function sliceScores(scores: ScoreValues, from: number, to: number): ScoreValues {
  return {
    ...scores,
    values: scores.values.slice(from, to),
    outcomes: scores.outcomes.slice(from, to),
    ...(scores.texts ? { texts: scores.texts.slice(from, to) } : {}),
    ...(scores.agreement ? { agreement: scores.agreement.slice(from, to) } : {}),
  };
}

/** Lists the distinct buffers of columns, for transfer instead of copying. */
export function buffersOf(columns: PackedColumns): ArrayBuffer[] {
  const { offsets, lengths, lines, idKeys, contentKeys, tools, signatures } = columns;
  const arrays = [
    offsets,
    lengths,
    lines,
    idKeys,
    ...(contentKeys ? [contentKeys] : []),
    tools.starts,
    tools.ids,
    signatures.starts,
    signatures.ids,
    ...columns.scores.flatMap((column) => [
      ...('codes' in column ? [column.codes] : [column.values, column.outcomes]),
      ...(column.agreement ? [column.agreement] : []),
    ]),
  ];
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}

/** The labels of some rows, with only the names in use. */
function sliceLabels(column: LabelColumn, from: number, to: number): LabelColumn {
  const starts = column.starts.slice(from, to + 1);
  const first = starts[0] ?? 0;
  const ids = column.ids.slice(first, starts.at(-1) ?? first);
  const names = renumberLabels(ids, column.names);
  for (let row = 0; row < starts.length; row++) starts[row] = (starts[row] as number) - first;
  return { names, starts, ids };
}

/** Shifts a part’s lines and offsets to count from the start of the file. */
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

/** Merges the columns of several parts of a file, in order of first use. */
export function joinInfos(parts: readonly (readonly ColumnInfo[])[]): readonly ColumnInfo[] {
  const [first = [], ...others] = parts.filter((infos) => infos.length > 0);
  if (others.length === 0) return first;
  const filled = new Map<string, number>();
  for (const info of parts.flat())
    filled.set(info.name, (filled.get(info.name) ?? 0) + info.filled);
  return [...filled].map(([name, count]) => ({ name, filled: count }));
}

/** Joins issue lists in order, keeping the first {@link ISSUES_KEPT} of each code. */
export function joinIssues(lists: readonly IssueList[]): IssueList {
  const counts: Partial<Record<IssueCode, number>> = {};
  for (const list of lists) {
    for (const [code, count] of Object.entries(list.counts) as [IssueCode, number][]) {
      counts[code] = (counts[code] ?? 0) + count;
    }
  }
  const kept: Partial<Record<IssueCode, number>> = {};
  const first = lists
    .flatMap((list) => list.first)
    .filter(({ code }) => (kept[code] = (kept[code] ?? 0) + 1) <= ISSUES_KEPT);
  return { counts, first };
}
