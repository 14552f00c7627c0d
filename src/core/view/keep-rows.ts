import { fullMarks } from '#core/metrics/full-marks.ts';
import { isErrorOutcome } from '#core/metrics/metric.ts';
import type { LabelColumn, ScoredColumns, ScoreValues } from '#core/scoring/scored-columns.ts';
import { rowsOfCell, type CellOfTools } from '#core/tool-table/tool-table.ts';
import { isTrajectoryMetric } from './count-filters.ts';
import { filterKey, isSo, type Filter, type Relation } from './filter.ts';

/** What filters need that is read from the rows' source. */
export interface ReadForFilters {
  /** One byte per row, 1 where it meets the condition, by the condition's key. */
  readonly matches?: ReadonlyMap<string, Uint8Array> | undefined;
  /** The tool pairs of every row, for `tool-pair` filters. */
  readonly toolPairs?: LabelColumn | undefined;
}

/**
 * Lists the rows that meet every filter, in their place.
 * @param columns the scored rows
 * @param filters conditions; none keeps every row
 * @param read what was read for them; a filter without it keeps nothing
 * @returns row numbers, rising
 */
export function keepRows(
  columns: ScoredColumns,
  filters: readonly Filter[],
  read: ReadForFilters = {},
): Uint32Array {
  const misses = missesOf(columns, filters, read);
  const rows = new Uint32Array(columns.rowCount);
  let count = 0;
  for (let row = 0; row < misses.length; row++) if (misses[row] === 0) rows[count++] = row;
  return rows.slice(0, count);
}

/** One byte per row, 1 where it does not meet some filter. */
function missesOf(
  columns: ScoredColumns,
  filters: readonly Filter[],
  read: ReadForFilters,
): Uint8Array {
  const misses = new Uint8Array(columns.rowCount);
  for (const filter of filters) markMisses(columns, filter, read, misses);
  return misses;
}

/** Marks the rows that do not meet a filter. */
function markMisses(
  columns: ScoredColumns,
  filter: Filter,
  read: ReadForFilters,
  misses: Uint8Array,
): void {
  switch (filter.kind) {
    case 'score':
      markOutside(findScores(columns, filter.columnId), filter.min, filter.max, misses);
      break;
    case 'score-relation':
      markUnlessSo(findScores(columns, filter.columnId), filter.relation, filter.value, misses);
      break;
    case 'score-text':
      markWithoutText(findScores(columns, filter.columnId), filter.text, misses);
      break;
    case 'failing':
      markPassing(findScores(columns, filter.columnId), misses);
      break;
    case 'passing': {
      const full = fullMarks(findScores(columns, filter.columnId)?.metricId ?? '');
      if (full === undefined) misses.fill(1);
      else markOutside(findScores(columns, filter.columnId), full, full, misses);
      break;
    }
    case 'unscored':
      markScored([findScores(columns, filter.columnId)], misses);
      break;
    case 'outcome':
      markOtherOutcomes(findScores(columns, filter.columnId), filter.outcome === 'error', misses);
      break;
    case 'not-evaluated':
      markScored(
        columns.scores.filter(({ metricId }) => isTrajectoryMetric(metricId)),
        misses,
      );
      break;
    case 'agent-failed':
      markOutside(findScores(columns, 'failure'), 1, 1, misses);
      break;
    case 'tool':
      markWithout(columns.tools, (name) => name === filter.tool, misses);
      break;
    case 'signature':
      markWithout(columns.signatures, (name) => name === filter.signature, misses);
      break;
    case 'difference':
      markWithout(columns.signatures, (name) => name.startsWith(`${filter.difference}\t`), misses);
      break;
    case 'tool-pair':
      markOutsideCell(read.toolPairs, filter, misses);
      break;
    case 'cell':
    case 'cell-text':
    case 'cell-relation':
    case 'text':
      markUnmatched(read.matches?.get(filterKey(filter)), misses);
      break;
    case 'not':
      markWhere(missesOf(columns, [filter.of], read), 0, misses);
      break;
    case 'any':
      markMissesOfAll(columns, filter.of, read, misses);
      break;
    case 'all':
      for (const one of filter.of) markMisses(columns, one, read, misses);
      break;
  }
}

/** Marks the rows where another list of bytes has this value. */
function markWhere(bytes: Uint8Array, value: 0 | 1, misses: Uint8Array): void {
  for (let row = 0; row < misses.length; row++) if (bytes[row] === value) misses[row] = 1;
}

/** Marks the rows that meet none of the filters. */
function markMissesOfAll(
  columns: ScoredColumns,
  filters: readonly Filter[],
  read: ReadForFilters,
  misses: Uint8Array,
): void {
  const missesAll = new Uint8Array(misses.length).fill(1);
  for (const filter of filters) {
    const one = missesOf(columns, [filter], read);
    for (let row = 0; row < one.length; row++) if (one[row] === 0) missesAll[row] = 0;
  }
  markWhere(missesAll, 1, misses);
}

function markOutsideCell(
  pairs: LabelColumn | undefined,
  cell: CellOfTools,
  misses: Uint8Array,
): void {
  const isInside = new Uint8Array(misses.length);
  for (const row of pairs ? rowsOfCell(pairs, cell) : []) isInside[row] = 1;
  markWhere(isInside, 0, misses);
}

/** Marks the rows whose score does not stand so to a number, and those without one. */
function markUnlessSo(
  scores: ScoreValues | undefined,
  relation: Relation | '!=',
  wanted: number,
  misses: Uint8Array,
): void {
  if (!scores) {
    misses.fill(1);
    return;
  }
  const { values } = scores;
  const isMet =
    relation === '!='
      ? (value: number) => !Number.isNaN(value) && value !== wanted
      : (value: number) => isSo(value, relation, wanted);
  for (let row = 0; row < misses.length; row++) if (!isMet(values[row] as number)) misses[row] = 1;
}

/** Marks the rows that have a score, or none for another reason. */
function markOtherOutcomes(
  scores: ScoreValues | undefined,
  isError: boolean,
  misses: Uint8Array,
): void {
  for (let row = 0; row < misses.length; row++) {
    const outcome = scores?.outcomes[row] ?? 0;
    if (outcome === 0 || isErrorOutcome(outcome) !== isError) misses[row] = 1;
  }
}

function markWithoutText(scores: ScoreValues | undefined, text: string, misses: Uint8Array): void {
  const needle = text.toLowerCase();
  for (let row = 0; row < misses.length; row++) {
    if (scores?.texts?.[row]?.toLowerCase().includes(needle) !== true) misses[row] = 1;
  }
}

/** Marks the rows that have full marks or no score. */
function markPassing(scores: ScoreValues | undefined, misses: Uint8Array): void {
  const full = scores && fullMarks(scores.metricId);
  if (!scores || full === undefined) {
    misses.fill(1);
    return;
  }
  const { values } = scores;
  for (let row = 0; row < misses.length; row++) {
    const value = values[row] as number;
    if (Number.isNaN(value) || value === full) misses[row] = 1;
  }
}

function markOutside(
  scores: ScoreValues | undefined,
  min: number,
  max: number,
  misses: Uint8Array,
): void {
  if (!scores) {
    misses.fill(1);
    return;
  }
  const { values } = scores;
  for (let row = 0; row < misses.length; row++) {
    const value = values[row] as number;
    if (!(value >= min && value <= max)) misses[row] = 1;
  }
}

/** Marks the rows that every one of the columns has a score for. */
function markScored(columns: readonly (ScoreValues | undefined)[], misses: Uint8Array): void {
  const isUnscored = new Uint8Array(misses.length);
  for (const scores of columns) {
    if (!scores) continue;
    const { outcomes } = scores;
    for (let row = 0; row < misses.length; row++) if (outcomes[row] !== 0) isUnscored[row] = 1;
  }
  markWhere(isUnscored, 0, misses);
}

/** Marks the rows that carry none of the labels wanted. */
function markWithout(
  { names, ids, starts }: LabelColumn,
  isWanted: (name: string) => boolean,
  misses: Uint8Array,
): void {
  const wanted = Uint8Array.from(names, (name) => Number(isWanted(name)));
  let at = 0;
  for (let row = 0; row < misses.length; row++) {
    const end = starts[row + 1] as number;
    let isMissing = 1;
    for (; at < end; at++) if (wanted[ids[at] as number] === 1) isMissing = 0;
    if (isMissing === 1) misses[row] = 1;
  }
}

function markUnmatched(matches: Uint8Array | undefined, misses: Uint8Array): void {
  if (!matches) {
    misses.fill(1);
    return;
  }
  markWhere(matches, 0, misses);
}

function findScores(columns: ScoredColumns, columnId: string): ScoreValues | undefined {
  return columns.scores.find(({ id }) => id === columnId);
}
