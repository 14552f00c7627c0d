import type { ScoreColumn } from '#core/score/metric/metric.ts';
import type { ColumnInfo } from '#core/read/names/column-roles.ts';
import {
  MAX_LEVELS,
  type ScoreCodes,
  type ScoredColumns,
  type ScoreValues,
  renumberLabels,
  type LabelColumn,
  ISSUES_KEPT,
  type IssueList,
} from './scored-columns.ts';
import type { Issue, IssueCode } from '#core/read/issues/issue.ts';

/** A score column with few different scores, as codes. */
export interface PackedScores
  extends ScoreColumn, ScoreCodes, Pick<ScoreValues, 'texts' | 'agreement'> {}

/** A score column, as codes where that is smaller. */
export type StoredScores = ScoreValues | PackedScores;

/** Columns in their compact form, for the store or another thread. */
export interface PackedColumns extends Omit<PassedColumns, 'scores' | 'contentKeys'> {
  readonly scores: readonly StoredScores[];
  /** Absent where all are NaN. */
  readonly contentKeys?: Float64Array | undefined;
}

/** Packs columns to about half their size. */
export function packColumns(columns: ScoredColumns): PackedColumns {
  const { contentKeys, ...others } = columns;
  const hasKeys = contentKeys.some((key) => !Number.isNaN(key));
  return {
    ...packInfos(others),
    scores: columns.scores.map(packScores),
    ...(hasKeys && { contentKeys }),
  };
}

/** Unpacks columns, also those stored by older versions. */
export function unpackColumns(stored: PackedColumns): ScoredColumns {
  const { scores, contentKeys, ...columns } = stored;
  return {
    ...unpackInfos(columns),
    scores: scores.map((column) => ('codes' in column ? unpackScores(column) : column)),
    contentKeys: contentKeys ?? new Float64Array(columns.rowCount).fill(Number.NaN),
  };
}

function packScores(column: ScoreValues): StoredScores {
  const { values, outcomes, ...rest } = column;
  const codes = new Uint8Array(values.length);
  const levels: number[] = [];
  const levelOutcomes: number[] = [];
  const codeByLevel = new Map<number, number>();
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    const outcome = outcomes[row] as number;
    // rows without a score are told apart by their outcome; a score equal to such a number prevents
    // packing
    const level = Number.isNaN(value) ? -1 - outcome : value;
    let code = codeByLevel.get(level);
    if (code === undefined || !Object.is(levels[code], value) || levelOutcomes[code] !== outcome) {
      if (code !== undefined || levels.length === MAX_LEVELS) return column;
      code = levels.length;
      codeByLevel.set(level, code);
      levels.push(value);
      levelOutcomes.push(outcome);
    }
    codes[row] = code;
  }
  return {
    ...rest,
    levels: Float64Array.from(levels),
    levelOutcomes: Uint8Array.from(levelOutcomes),
    codes,
  };
}

function unpackScores({ levels, levelOutcomes, codes, ...rest }: PackedScores): ScoreValues {
  const values = new Float64Array(codes.length);
  const outcomes = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    values[row] = levels[code] as number;
    outcomes[row] = levelOutcomes[code] as number;
  }
  return { ...rest, values, outcomes };
}

/** The texts of a score column that are not empty, with their rows. */
interface PackedTexts {
  readonly places: Uint32Array;
  readonly texts: readonly string[];
  readonly rowCount: number;
}

/** A score column in the form that is passed to another thread. */
export interface PassedScores extends Omit<ScoreValues, 'texts'> {
  readonly texts?: PackedTexts;
}

/** Keeps only texts that are not empty: few of a million rows have a note. */
export function packTexts({ texts, ...scores }: ScoreValues): PassedScores {
  if (!texts) return scores;
  const places: number[] = [];
  for (let row = 0; row < texts.length; row++) if (texts[row] !== '') places.push(row);
  const filled = places.map((row) => texts[row] ?? '');
  return {
    ...scores,
    texts: { places: Uint32Array.from(places), texts: filled, rowCount: texts.length },
  };
}

/** The inverse of {@link packTexts}. */
export function unpackTexts({ texts: packed, ...scores }: PassedScores): ScoreValues {
  if (!packed) return scores;
  const texts = new Array<string>(packed.rowCount).fill('');
  for (const [index, row] of packed.places.entries()) texts[row] = packed.texts[index] ?? '';
  return { ...scores, texts };
}

/** Names and counts as separate lists, which are copied several times as fast as objects. */
interface PackedInfos {
  readonly names: readonly string[];
  readonly filled: Uint32Array;
}

/** Columns in the form that is passed to another thread or to the store. */
export interface PassedColumns extends Omit<ScoredColumns, 'columns'> {
  readonly columns: readonly ColumnInfo[] | PackedInfos;
}

/** Anything with the column list of a file. */
type WithInfos<T, Infos> = Omit<T, 'columns'> & { readonly columns: Infos };

/** Shorter lists are passed as they are. */
const MANY = 1000;

/** Makes a long list of columns fast to copy; data with keys as columns can have many. */
export function packInfos<T extends Pick<ScoredColumns, 'columns'>>(
  columns: T,
): WithInfos<T, PassedColumns['columns']> {
  const infos = columns.columns;
  if (infos.length <= MANY) return columns;
  const names = infos.map(({ name }) => name);
  const filled = Uint32Array.from(infos, (info) => info.filled);
  return { ...columns, columns: { names, filled } };
}

/** The inverse of {@link packInfos}. */
export function unpackInfos<T extends Pick<PassedColumns, 'columns'>>(
  columns: T,
): WithInfos<T, readonly ColumnInfo[]> {
  const infos = columns.columns;
  if (!('names' in infos)) return { ...columns, columns: infos };
  const { names, filled } = infos;
  return {
    ...columns,
    columns: names.map((name, index) => ({ name, filled: filled[index] ?? 0 })),
  };
}

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
