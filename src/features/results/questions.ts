import { transfer } from 'comlink';
import { summariseRun, type RunSummary, type SummaryRequest } from './numbers/run-summary.ts';
import {
  countPatterns,
  type PatternCount,
} from '#core/explain/failure-patterns/failure-patterns.ts';
import { tableOfTools, type ToolTable } from '#core/explain/tool-table/tool-table.ts';
import { rowPasses } from '#core/explain/summary/summarise.ts';
import {
  callsMade,
  countTransitions,
  type Success,
  type Transition,
} from '#core/explain/tool-table/transitions.ts';
import { ToolRecordGatherer, type ToolRecords } from './tools/tool-records.ts';
import { mainMetric } from '#core/compare/main-metric.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { groupRows, type GroupBy, type Grouping } from './group-rows.ts';
import { viewRows } from '#core/explain/view/view-rows.ts';
import type { Sorting } from '#core/explain/view/sort-rows.ts';
import type { Thresholds } from '#core/score/metric/settings.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { cellsIn, LABELS } from '#workers/gatherings.ts';
import type { HeldRuns } from '#workers/held-run.ts';
import { placesOf, readRecords, type OnProgress } from '#workers/read-rows.ts';

interface Filtered {
  readonly filters: readonly Filter[];
}

/** Lists the rows that meet the filters, in order. */
export async function view(
  [run]: HeldRuns,
  { filters, sorting }: Filtered & { readonly sorting: Sorting },
  onProgress?: OnProgress,
): Promise<Uint32Array> {
  const { columns } = run;
  const rows = viewRows(columns, filters, sorting, await run.readFor(filters, onProgress));
  return transfer(rows, [rows.buffer]);
}

/**
 * Groups the rows that meet the filters; all rows are read for the values of a column.
 * @param options with `second`, grouped by another column as well
 */
export async function group(
  [run]: HeldRuns,
  {
    by,
    second,
    of,
    filters,
  }: Filtered & {
    readonly by: GroupBy;
    readonly second?: GroupBy | undefined;
    readonly of?: SummaryRequest;
  },
  onProgress?: OnProgress,
): Promise<Grouping> {
  const withCells = async (one: GroupBy) =>
    one.kind === 'cell'
      ? { ...one, cells: await run.readOnce(cellsIn(one.column), onProgress) }
      : one;
  const first = await withCells(by);
  const then = second && (await withCells(second));
  return groupRows(run.columns, await run.rowsOf(filters, onProgress), first, of, then);
}

/** Computes the statistics of the rows that meet the filters. */
export async function summary(
  [run]: HeldRuns,
  { request, filters }: Filtered & { readonly request: SummaryRequest },
  onProgress?: OnProgress,
): Promise<RunSummary> {
  return summariseRun(run.columns, await run.rowsOf(filters, onProgress), request);
}

/** Counts expected and called tools of the rows that meet the filters. */
export async function toolTable(
  [run]: HeldRuns,
  filters: readonly Filter[],
  onProgress?: OnProgress,
): Promise<ToolTable> {
  const pairs = await run.readOnce(LABELS['tool-pair'], onProgress);
  return tableOfTools(pairs, await run.rowsOf(filters, onProgress));
}

/** Counts the patterns of failure of the rows that meet the filters. */
export async function failurePatterns(
  [run]: HeldRuns,
  filters: readonly Filter[],
  onProgress?: OnProgress,
): Promise<readonly PatternCount[]> {
  const patterns = await run.readOnce(LABELS.pattern, onProgress);
  return countPatterns(patterns, await run.rowsOf(filters, onProgress));
}

/** What follows what in many runs. */
interface TransitionsAnswer {
  /** Most runs first, at most {@link TRANSITIONS_LISTED}. */
  readonly transitions: readonly Transition[];
  /** How many there are, listed or not. */
  readonly count: number;
  /** The column that says whether a run succeeds; undefined without one. */
  readonly columnId: string | undefined;
}

/** The most that are listed: nobody can look at more. */
const TRANSITIONS_LISTED = 2000;

/** Counts what follows what in the rows that meet the filters. */
export async function transitions(
  [run]: HeldRuns,
  filters: readonly Filter[],
  onProgress?: OnProgress,
): Promise<TransitionsAnswer> {
  const { columns, source } = run;
  const sequences = await run.readOnce(LABELS.step, onProgress);
  const rows = await run.rowsOf(filters, onProgress);
  const main = mainMetric(columns.scores.filter(hasScores));
  const success = successBy(main, source.settings.thresholds ?? {});
  const found = countTransitions(sequences, rows, success);
  return {
    transitions: found.slice(0, TRANSITIONS_LISTED),
    count: found.length,
    columnId: main?.id,
  };
}

function hasScores({ outcomes }: ScoreValues): boolean {
  return outcomes.includes(0);
}

/** A run succeeds when it passes in a metric; nobody knows of rows without a score. */
function successBy(scores: ScoreValues | undefined, thresholds: Thresholds): Success {
  return rowPasses(scores, thresholds) ?? (() => undefined);
}

/** Reads what the calls of the rows that meet the filters record, in one pass. */
export async function toolRecords(
  [run]: HeldRuns,
  filters: readonly Filter[],
  onProgress?: OnProgress,
): Promise<ToolRecords> {
  const { columns, source } = run;
  const rows = await run.rowsOf(filters, onProgress);
  const gatherer = new ToolRecordGatherer();
  const take = (record: JsonObject): void => gatherer.add(callsMade(record, source.roles));
  await readRecords(source, placesOf(columns, rows), take, onProgress);
  return gatherer.finish();
}
