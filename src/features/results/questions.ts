import { transfer } from 'comlink';
import {
  summariseRun,
  type RunSummary,
  type SummaryRequest,
} from '#core/explain/summary/run-summary.ts';
import {
  figuresOf,
  type FiguresRequest,
  type RunFigures,
} from '#core/explain/summary/run-figures.ts';
import { tableOfTools, type ToolTable } from '#core/explain/tool-table/tool-table.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { groupRows, type GroupBy, type Grouping } from '#core/explain/view/group-rows.ts';
import { keepRows, viewRows } from '#core/explain/view/view-rows.ts';
import type { Sorting } from '#core/explain/view/sort-rows.ts';
import type { HeldRuns } from '#workers/held-run.ts';
import type { OnProgress } from '#workers/read-rows.ts';

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

/** Groups the rows that meet the filters. */
export async function group(
  [run]: HeldRuns,
  { by, filters }: Filtered & { readonly by: GroupBy },
  onProgress?: OnProgress,
): Promise<Grouping> {
  const { columns } = run;
  const cells = by.kind === 'cell' ? await run.cellsOf(by.column, onProgress) : undefined;
  const read = await run.readFor(filters, onProgress);
  return groupRows(columns, keepRows(columns, filters, read), by, cells);
}

/** Computes the statistics of the rows that meet the filters. */
export async function summary(
  [run]: HeldRuns,
  { request, filters }: Filtered & { readonly request: SummaryRequest },
  onProgress?: OnProgress,
): Promise<RunSummary> {
  const { columns } = run;
  const by = request.grouped?.by;
  const cells = by?.kind === 'cell' ? await run.cellsOf(by.column, onProgress) : undefined;
  const read = await run.readFor(filters, onProgress);
  return summariseRun(columns, keepRows(columns, filters, read), request, cells);
}

/** Computes what the figures show of the rows that meet the filters. */
export async function figures(
  [run]: HeldRuns,
  { request, filters }: Filtered & { readonly request: FiguresRequest },
  onProgress?: OnProgress,
): Promise<RunFigures> {
  const { columns } = run;
  const { by } = request;
  const cells = by?.kind === 'cell' ? await run.cellsOf(by.column, onProgress) : undefined;
  const pairs = await run.toolPairs(onProgress);
  const read = await run.readFor(filters, onProgress);
  return figuresOf(columns, keepRows(columns, filters, read), request, pairs, cells);
}

/** Counts expected and called tools of the rows that meet the filters. */
export async function toolTable(
  [run]: HeldRuns,
  filters: readonly Filter[],
  onProgress?: OnProgress,
): Promise<ToolTable> {
  const { columns } = run;
  const pairs = await run.toolPairs(onProgress);
  const read = await run.readFor(filters, onProgress);
  return tableOfTools(pairs, keepRows(columns, filters, read));
}
