import {
  renumberLabels,
  noLabels,
  type LabelColumn,
  type ScoredColumns,
  type ScoreValues,
} from './scored-columns.ts';
import type { ColumnInfo } from '#core/read/names/column-roles.ts';

/** Rewritten and rescored rows of a run. */
export interface NewRows {
  /** Their row numbers, ascending. */
  readonly rows: Uint32Array;
  /** The offsets of all rows after the change. */
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly scored: ScoredColumns;
  /** The number of expected calls in these rows before the change. */
  readonly referenceCallsBefore: number;
}

/**
 * Replaces rows by their rescored versions. Score columns without new scores keep theirs, unless
 * their id is among `dropped`: there these rows get `outcome`, an index into OUTCOMES. Issues from
 * reading the file are kept.
 */
export function replaceRows(
  known: ScoredColumns,
  fresh: NewRows,
  dropped: ReadonlySet<string>,
  outcome: number,
): ScoredColumns {
  const { rows, offsets, lengths, scored, referenceCallsBefore } = fresh;
  const scores = known.scores.map((column) => {
    if (dropped.has(column.id)) return dropScores(column, rows, outcome);
    const found = scored.scores.find(({ id }) => id === column.id);
    return found ? replaceScores(column, rows, found) : column;
  });
  const notes = known.notes ?? (scored.notes && noLabels(known.rowCount));
  return {
    ...known,
    offsets,
    lengths,
    idKeys: replaceNumbers(known.idKeys, rows, scored.idKeys),
    contentKeys: replaceNumbers(known.contentKeys, rows, scored.contentKeys),
    scores,
    tools: replaceLabels(known.tools, rows, scored.tools),
    signatures: replaceLabels(known.signatures, rows, scored.signatures),
    ...(notes && {
      notes: replaceLabels(notes, rows, scored.notes ?? noLabels(scored.rowCount)),
    }),
    columns: withFilled(known.columns, scored.columns),
    referenceCalls: known.referenceCalls - referenceCallsBefore + scored.referenceCalls,
  };
}

/** Adds the columns that only the new rows have. */
function withFilled(
  known: readonly ColumnInfo[],
  fresh: readonly ColumnInfo[],
): readonly ColumnInfo[] {
  const names = new Set(known.map(({ name }) => name));
  const filledNow = new Map(fresh.map(({ name, filled }) => [name, filled]));
  return [
    ...known.map((column) => {
      const now = filledNow.get(column.name) ?? 0;
      return now > column.filled ? { ...column, filled: now } : column;
    }),
    ...fresh.filter(({ name }) => !names.has(name)),
  ];
}

function replaceNumbers(known: Float64Array, rows: Uint32Array, fresh: Float64Array): Float64Array {
  const all = known.slice();
  for (const [index, row] of rows.entries()) all[row] = fresh[index] as number;
  return all;
}

function replaceScores(known: ScoreValues, rows: Uint32Array, fresh: ScoreValues): ScoreValues {
  const outcomes = known.outcomes.slice();
  for (const [index, row] of rows.entries()) outcomes[row] = fresh.outcomes[index] as number;
  return { ...known, values: replaceNumbers(known.values, rows, fresh.values), outcomes };
}

function dropScores(known: ScoreValues, rows: Uint32Array, outcome: number): ScoreValues {
  const values = known.values.slice();
  const outcomes = known.outcomes.slice();
  const texts = known.texts?.slice();
  const agreement = known.agreement?.slice();
  for (const row of rows) {
    values[row] = Number.NaN;
    outcomes[row] = outcome;
    if (texts) texts[row] = '';
    if (agreement) agreement[row] = Number.NaN;
  }
  return { ...known, values, outcomes, ...(texts && { texts }), ...(agreement && { agreement }) };
}

/** Names without rows are removed. */
function replaceLabels(known: LabelColumn, rows: Uint32Array, fresh: LabelColumn): LabelColumn {
  const names = [...known.names];
  const ids = new Map(names.map((name, id) => [name, id]));
  const idOf = (name: string): number => {
    const id = ids.get(name) ?? names.push(name) - 1;
    ids.set(name, id);
    return id;
  };
  const renamed = fresh.names.map(idOf);
  const placeOf = new Map(Array.from(rows, (row, index) => [row, index]));
  const rowCount = known.starts.length - 1;
  const starts = new Uint32Array(rowCount + 1);
  const labels: number[] = [];
  for (let row = 0; row < rowCount; row++) {
    const place = placeOf.get(row);
    const { starts: from, ids: found } = place === undefined ? known : fresh;
    const at = place ?? row;
    for (let i = from[at] as number; i < (from[at + 1] as number); i++) {
      const id = found[i] as number;
      labels.push(place === undefined ? id : (renamed[id] as number));
    }
    starts[row + 1] = labels.length;
  }
  const all = Uint32Array.from(labels);
  return { names: renumberLabels(all, names), starts, ids: all };
}
