import { parsePattern } from '#core/explain/failure-patterns/failure-patterns.ts';
import { differenceKindOf } from '#core/match/signature.ts';
import {
  labelTest,
  type ScoredColumns,
  type LabelColumn,
  type ScoreValues,
} from '#core/score/columns/scored-columns.ts';
import { type Filter, filterKey, holds, type RowLabel, type SourceFilter } from './filter.ts';
import { sortRows, type Sorting } from './sort-rows.ts';
import { REVIEW_COLUMN } from '#core/score/rated-metrics/rating-metric.ts';
import { findMetric, findRecorded, fullMarks } from '#core/score/metrics/registry.ts';
import { isErrorOutcome } from '#core/calls/outcome.ts';
import { stepTest } from '#core/explain/tool-table/transitions.ts';
import { isOfCell } from '#core/explain/tool-table/tool-table.ts';
import {
  isJsonList,
  numberIn,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { shortCell } from './cell-values.ts';
import { hashTextWide } from '#core/base/json/equal-json.ts';

/**
 * Lists the rows that meet every filter, sorted; rows without a score come last. `read`: data for
 * filters that need the source.
 */
export function viewRows(
  columns: ScoredColumns,
  filters: readonly Filter[],
  sorting: Sorting,
  read?: ReadForFilters,
): Uint32Array {
  return sortRows(columns, keepRows(columns, filters, read), sorting);
}

/** Data for filters that need the source of rows. */
export interface ReadForFilters {
  /** By the key of a condition: 1 for each row that meets it. */
  readonly matches?: ReadonlyMap<string, Uint8Array> | undefined;
  /** By the kind of a condition: the labels of rows that it asks for. */
  readonly labels?: Readonly<Partial<Record<RowLabel, LabelColumn>>>;
}

/** Lists the rows, ascending, that meet every filter; a filter without its data keeps none. */
export function keepRows(
  columns: ScoredColumns,
  filters: readonly Filter[],
  read: ReadForFilters = {},
): Uint32Array {
  const rows = new Uint32Array(columns.rowCount);
  for (let row = 0; row < rows.length; row++) rows[row] = row;
  let count = rows.length;
  for (const filter of filters) {
    const isMet = rowTest(columns, filter, read);
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const row = rows[at] as number;
      if (isMet(row)) rows[kept++] = row;
    }
    count = kept;
  }
  return rows.slice(0, count);
}

type RowTest = (row: number) => boolean;

const NEVER: RowTest = () => false;

function rowTest(columns: ScoredColumns, filter: Filter, read: ReadForFilters): RowTest {
  if ('columnId' in filter) {
    const scores = columns.scores.find(({ id }) => id === filter.columnId);
    return scores ? scoreTest(scores, filter) : NEVER;
  }
  switch (filter.kind) {
    case 'not-evaluated': {
      const compared = columns.scores.filter(({ metricId }) => isTrajectoryMetric(metricId));
      return (row) => compared.some(({ outcomes }) => outcomes[row] !== 0);
    }
    case 'agent-failed': {
      const failure = findRecorded(columns.scores, 'failure');
      return (row) => failure?.values[row] === 1;
    }
    case 'code': {
      const texts = columns.scores.find(({ id }) => id === REVIEW_COLUMN.id)?.texts;
      return (row) =>
        filter.code !== '' && texts?.[row]?.split('\n').includes(filter.code) === true;
    }
    case 'tool':
      return labelTest(columns.tools, (name) => name === filter.tool);
    case 'signature':
      return labelTest(columns.signatures, (name) => name === filter.signature);
    case 'difference':
      return labelTest(
        columns.signatures,
        (name) =>
          name.startsWith(`${filter.difference}\t`) || differenceKindOf(name) === filter.difference,
      );
    case 'pattern':
    case 'tool-pair':
    case 'step': {
      const labels = read.labels?.[filter.kind];
      return labels ? testOfLabels(labels, filter) : NEVER;
    }
    case 'cell':
    case 'cell-text':
    case 'cell-relation':
    case 'text': {
      const matches = read.matches?.get(filterKey(filter));
      return matches ? (row) => matches[row] !== 0 : NEVER;
    }
    case 'not': {
      const isMet = rowTest(columns, filter.of, read);
      return (row) => !isMet(row);
    }
    case 'any':
    case 'all': {
      const tests = filter.of.map((one) => rowTest(columns, one, read));
      return filter.kind === 'any'
        ? (row) => tests.some((isMet) => isMet(row))
        : (row) => tests.every((isMet) => isMet(row));
    }
  }
}

function testOfLabels(labels: LabelColumn, filter: Extract<Filter, { kind: RowLabel }>): RowTest {
  switch (filter.kind) {
    case 'pattern':
      return labelTest(labels, (name) => isPattern(name, filter));
    case 'tool-pair':
      return labelTest(labels, (name) => isOfCell(name, filter));
    case 'step':
      return stepTest(labels, filter);
  }
}

function isPattern(name: string, { pattern, tool }: Filter & { kind: 'pattern' }): boolean {
  const found = parsePattern(name);
  return found.pattern === pattern && (tool === undefined || found.tool === tool);
}

function scoreTest(scores: ScoreValues, filter: Extract<Filter, { columnId: string }>): RowTest {
  const { metricId, values, outcomes, texts } = scores;
  const scoreAt = (row: number): number => values[row] as number;
  const full = fullMarks(metricId);
  switch (filter.kind) {
    case 'score':
      return (row) => scoreAt(row) >= filter.min && scoreAt(row) <= filter.max;
    case 'score-relation': {
      const { relation, value } = filter;
      if (relation !== '!=') return (row) => holds(scoreAt(row), relation, value);
      return (row) => !Number.isNaN(scoreAt(row)) && scoreAt(row) !== value;
    }
    case 'score-text': {
      const needle = filter.text.toLowerCase();
      return (row) => texts?.[row]?.toLowerCase().includes(needle) === true;
    }
    case 'failing':
      if (full === undefined) return NEVER;
      return (row) => !Number.isNaN(scoreAt(row)) && scoreAt(row) !== full;
    case 'passing':
      return (row) => scoreAt(row) === full;
    case 'unscored':
      return (row) => outcomes[row] !== 0;
    case 'outcome':
      return (row) => {
        const outcome = outcomes[row] ?? 0;
        return outcome !== 0 && isErrorOutcome(outcome) === (filter.outcome === 'error');
      };
  }
}

/** Whether a metric compares trajectories, so that rows can be “not evaluated”. */
export function isTrajectoryMetric(metricId: string): boolean {
  return findMetric(metricId)?.needs.includes('predicted_trajectory') === true;
}

/** Compiles a condition on the source to a test of records. */
export function recordMatcher(filter: SourceFilter): (record: JsonObject) => boolean {
  switch (filter.kind) {
    case 'text': {
      const needle = filter.text.toLowerCase();
      return (record) => containsText(record, needle);
    }
    case 'cell':
      return (record) => shortCell(record, filter.column) === filter.value;
    case 'cell-text': {
      const needle = filter.text.toLowerCase();
      return (record) => {
        const cell = ownValue(record, filter.column);
        return cell !== undefined && containsText(cell, needle);
      };
    }
    case 'cell-relation':
      return (record) => {
        const number = numberIn(ownValue(record, filter.column));
        return holds(number, filter.relation, filter.value);
      };
  }
}

/** Whether a value contains a text; `needle` is in lower case. */
export function containsText(value: JsonValue, needle: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(needle);
  if (typeof value !== 'object' || value === null) return String(value).includes(needle);
  if (isJsonList(value)) return value.some((item) => containsText(item, needle));
  return Object.values(value).some((item) => containsText(item, needle));
}

/**
 * Finds a row by its id, else by its number from 1.
 * @param named a row that has the text as its name, which comes before a number; −1 for none
 * @returns −1 without one
 */
export function findRow(columns: ScoredColumns, text: string, named = -1): number {
  const wanted = text.trim();
  if (wanted === '') return -1;
  const byId = columns.idKeys.indexOf(hashTextWide(wanted));
  if (byId >= 0) return byId;
  if (named >= 0) return named;
  const digits = wanted.replace(/^(row|#)\s*/i, '').replace(/[,. '’]/g, '');
  const place = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return place >= 1 && place <= columns.rowCount ? place - 1 : -1;
}
