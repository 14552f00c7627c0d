import type { ColumnInfo } from '#core/dataset/column-roles.ts';
import type { IssueCode } from '#core/issues/issue.ts';
import {
  ISSUES_KEPT,
  noLabels,
  type IssueList,
  type LabelColumn,
  type ScoredColumns,
  type ScoreValues,
} from './scored-columns.ts';

/**
 * Joins parts scored one after another.
 * @param parts the parts, in row order; at least one, with the same score columns
 * @returns the rows of all parts
 */
export function joinColumns(parts: readonly ScoredColumns[]): ScoredColumns {
  const [first] = parts;
  if (!first) throw new RangeError('joinColumns needs at least one part');
  if (parts.length === 1) return first;
  const rowCount = sum(parts.map((part) => part.rowCount));
  return {
    rowCount,
    offsets: joinFloats(parts.map((part) => part.offsets)),
    lengths: joinIntegers(parts.map((part) => part.lengths)),
    lines: joinIntegers(parts.map((part) => part.lines)),
    idKeys: joinFloats(parts.map((part) => part.idKeys)),
    contentKeys: joinFloats(parts.map((part) => part.contentKeys)),
    scores: first.scores.map((column, index) => ({
      ...column,
      values: joinFloats(parts.map((part) => scoreAt(part, index).values)),
      outcomes: joinBytes(parts.map((part) => scoreAt(part, index).outcomes)),
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

function joinFloats(arrays: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(sum(arrays.map((array) => array.length)));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

function joinIntegers(arrays: readonly Uint32Array[]): Uint32Array {
  const joined = new Uint32Array(sum(arrays.map((array) => array.length)));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

function joinBytes(arrays: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(sum(arrays.map((array) => array.length)));
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
  return { agreement: joinFloats(parts.map((part) => part.agreement ?? none(part))) };
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

function joinInfos(parts: readonly (readonly ColumnInfo[])[]): ColumnInfo[] {
  const filled = new Map<string, number>();
  for (const info of parts.flat())
    filled.set(info.name, (filled.get(info.name) ?? 0) + info.filled);
  return [...filled].map(([name, count]) => ({ name, filled: count }));
}

/**
 * Joins issue lists, keeping the first {@link ISSUES_KEPT} issues of each kind.
 * @param lists the lists, in the order of the source
 * @returns one list
 */
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
