import type { LabelColumn, ScoredColumns, ScoreValues } from './scored-columns.ts';

/**
 * Copies some rows of a run, so that a long run can be passed on piece by piece.
 * @param columns the scored rows
 * @param from the first row
 * @param to the row after the last
 * @returns the rows; what is no row's (columns, issues, counts) goes with row 0
 */
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

/**
 * Cuts the rows of a run into pieces that are stored one by one.
 * @param columns the scored rows
 * @returns the pieces, in row order; none without rows
 */
export function cutColumns(columns: ScoredColumns): ScoredColumns[] {
  const pieces: ScoredColumns[] = [];
  for (let from = 0; from < columns.rowCount; from += ROWS_PER_CHUNK) {
    pieces.push(sliceColumns(columns, from, from + ROWS_PER_CHUNK));
  }
  return pieces;
}

/**
 * Copies the scores of some rows.
 * @param scores a score column
 * @param from the first row
 * @param to the row after the last
 * @returns the column of these rows
 */
export function sliceScores(scores: ScoreValues, from: number, to: number): ScoreValues {
  return {
    ...scores,
    values: scores.values.slice(from, to),
    outcomes: scores.outcomes.slice(from, to),
    ...(scores.texts ? { texts: scores.texts.slice(from, to) } : {}),
    ...(scores.agreement ? { agreement: scores.agreement.slice(from, to) } : {}),
  };
}

/**
 * Lists the memory of columns, to hand it over instead of copying it.
 * @param columns columns that are not needed any more
 * @returns their buffers, each once
 */
export function buffersOf(columns: ScoredColumns): ArrayBuffer[] {
  const { offsets, lengths, lines, idKeys, contentKeys, tools, signatures } = columns;
  const arrays = [
    ...[offsets, lengths, lines, idKeys, contentKeys],
    ...[tools.starts, tools.ids, signatures.starts, signatures.ids],
    ...columns.scores.flatMap(({ values, outcomes, agreement }) =>
      agreement ? [values, outcomes, agreement] : [values, outcomes],
    ),
  ];
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}

/** The labels of some rows, with the names that occur in them. */
function sliceLabels(column: LabelColumn, from: number, to: number): LabelColumn {
  const starts = column.starts.slice(from, to + 1);
  const first = starts[0] ?? 0;
  const ids = column.ids.slice(first, starts.at(-1) ?? first);
  const renamed = new Int32Array(column.names.length).fill(-1);
  const names: string[] = [];
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] as number;
    if (renamed[id] === -1) renamed[id] = names.push(column.names[id] as string) - 1;
    ids[at] = renamed[id] as number;
  }
  for (let row = 0; row < starts.length; row++) starts[row] = (starts[row] as number) - first;
  return { names, starts, ids };
}
