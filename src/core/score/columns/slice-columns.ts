import { renumberLabels } from './label-gatherer.ts';
import type { PackedColumns } from './pack-columns.ts';
import {
  type LabelColumn,
  type ScoredColumns,
  type ScoreValues,
  ISSUES_KEPT,
  noLabels,
  type IssueList,
} from './scored-columns.ts';
import type { Issue, IssueCode } from '#core/read/issues/issue.ts';
import type { ColumnInfo } from '#core/read/names/column-roles.ts';

/** Copies rows `from` to before `to`; columns, issues and counts go with row 0. */
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

/** Rows of a piece that is stored as one record. */
const ROWS_PER_CHUNK = 20_000;

/** Cuts rows into pieces that are stored one by one, in order; none without rows. */
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

/** Lists the buffers of columns, each once, to hand them over instead of copying. */
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

/** The labels of some rows, with the names that occur in them. */
function sliceLabels(column: LabelColumn, from: number, to: number): LabelColumn {
  const starts = column.starts.slice(from, to + 1);
  const first = starts[0] ?? 0;
  const ids = column.ids.slice(first, starts.at(-1) ?? first);
  const names = renumberLabels(ids, column.names);
  for (let row = 0; row < starts.length; row++) starts[row] = (starts[row] as number) - first;
  return { names, starts, ids };
}

/** Moves a part’s lines and offsets to count from the start of the file. */
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

/** Joins at least one part with the same score columns, in row order. */
export function joinColumns(parts: readonly ScoredColumns[]): ScoredColumns {
  const [first] = parts;
  if (!first) throw new RangeError('joinColumns needs at least one part');
  if (parts.length === 1) return first;
  const rowCount = sum(parts.map((part) => part.rowCount));
  const all = <T extends Numbers>(kind: ArrayKind<T>, of: (part: ScoredColumns) => T): T =>
    join(kind, parts.map(of));
  return {
    rowCount,
    offsets: all(Float64Array, (part) => part.offsets),
    lengths: all(Uint32Array, (part) => part.lengths),
    lines: all(Uint32Array, (part) => part.lines),
    idKeys: all(Float64Array, (part) => part.idKeys),
    contentKeys: all(Float64Array, (part) => part.contentKeys),
    scores: first.scores.map((column, index) => ({
      ...column,
      values: all(Float64Array, (part) => scoreAt(part, index).values),
      outcomes: all(Uint8Array, (part) => scoreAt(part, index).outcomes),
      ...joinTexts(parts.map((part) => scoreAt(part, index))),
      ...joinAgreement(parts.map((part) => scoreAt(part, index))),
    })),
    tools: joinLabels(parts.map((part) => part.tools)),
    signatures: joinLabels(parts.map((part) => part.signatures)),
    ...joinNotes(parts),
    columns: joinInfos(parts.map((part) => part.columns)),
    predictedCalls: sum(parts.map((part) => part.predictedCalls)),
    referenceCalls: sum(parts.map((part) => part.referenceCalls)),
    issues: joinIssues(parts.map((part) => part.issues)),
    skippedCount: sum(parts.map((part) => part.skippedCount)),
  };
}

function scoreAt(part: ScoredColumns, index: number): ScoreValues {
  const column = part.scores[index];
  if (!column) throw new RangeError('parts have different score columns');
  return column;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}

type Numbers = Float64Array | Uint32Array | Uint8Array;
type ArrayKind<T extends Numbers> = new (length: number) => T;

function join<T extends Numbers>(kind: ArrayKind<T>, arrays: readonly T[]): T {
  const joined = new kind(sum(arrays.map((array) => array.length)));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

/** Texts of all parts as soon as one has them. */
function joinTexts(parts: readonly ScoreValues[]): Pick<ScoreValues, 'texts'> {
  if (parts.every(({ texts }) => texts === undefined)) return {};
  const none = ({ values }: ScoreValues): string[] => new Array<string>(values.length).fill('');
  return { texts: parts.flatMap((part) => part.texts ?? none(part)) };
}

function joinAgreement(parts: readonly ScoreValues[]): Pick<ScoreValues, 'agreement'> {
  if (parts.every(({ agreement }) => agreement === undefined)) return {};
  const none = ({ values }: ScoreValues): Float64Array =>
    new Float64Array(values.length).fill(Number.NaN);
  return {
    agreement: join(
      Float64Array,
      parts.map((part) => part.agreement ?? none(part)),
    ),
  };
}

function joinLabels(parts: readonly LabelColumn[]): LabelColumn {
  const idByName = new Map<string, number>();
  const starts = new Uint32Array(sum(parts.map((part) => part.starts.length - 1)) + 1);
  const ids = new Uint32Array(sum(parts.map((part) => part.ids.length)));
  let row = 0;
  let at = 0;
  for (const part of parts) {
    const renamed = part.names.map((name) => {
      const id = idByName.get(name) ?? idByName.size;
      idByName.set(name, id);
      return id;
    });
    for (let i = 1; i < part.starts.length; i++) starts[++row] = at + (part.starts[i] as number);
    for (let i = 0; i < part.ids.length; i++) ids[at++] = renamed[part.ids[i] as number] as number;
  }
  return { names: [...idByName.keys()], starts, ids };
}

function joinNotes(parts: readonly ScoredColumns[]): Pick<ScoredColumns, 'notes'> {
  if (parts.every(({ notes }) => notes === undefined)) return {};
  return { notes: joinLabels(parts.map(({ notes, rowCount }) => notes ?? noLabels(rowCount))) };
}

/** The columns of several parts of a file, in the order in which they come first. */
export function joinInfos(parts: readonly (readonly ColumnInfo[])[]): readonly ColumnInfo[] {
  const [first = [], ...others] = parts.filter((infos) => infos.length > 0);
  if (others.length === 0) return first;
  const filled = new Map<string, number>();
  for (const info of parts.flat())
    filled.set(info.name, (filled.get(info.name) ?? 0) + info.filled);
  return [...filled].map(([name, count]) => ({ name, filled: count }));
}

/** Joins issue lists in their order, keeping the first {@link ISSUES_KEPT} of each kind. */
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
