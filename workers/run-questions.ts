import { transfer } from 'comlink';
import {
  previewRow,
  type RowPreview,
  detailRow as detailOf,
  type RowDetail,
} from '#core/explain/row/row-detail.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { digestRun, type RunDigest } from '#core/explain/summary/digest.ts';
import { replaceRows as replaceIn, type NewRows } from '#core/score/columns/replace-rows.ts';
import { contentKeyOf } from '#core/score/columns/chunk-builder.ts';
import { nameTasks, tasksOf, type TaskSet } from '#core/score/columns/task-set.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import { RecordCells } from '#core/read/dataset/row-cells.ts';
import { isJsonObject } from '#core/base/json/json-value.ts';
import { ARGUMENT_ROWS, type ToolArguments } from '#core/score/trajectory-rules/rule.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { buffersOf, sliceColumns } from '#core/score/columns/pack-columns.ts';
import type { HeldRuns } from './held-run.ts';

/** Summarises a run as a whole; when `isPartial`, more rows are to come. */
export function digest([run]: HeldRuns, isPartial = false): RunDigest {
  return digestRun(run.columns, isPartial);
}

/** Rows that were scored again, and what becomes of other scores of these rows. */
interface Replacement {
  readonly fresh: NewRows;
  /** Ids of score columns whose scores of these rows hold no longer. */
  readonly dropped: ReadonlySet<string>;
  /** The outcome of these, an index into OUTCOMES. */
  readonly outcome: number;
}

/** All rows of a run, with others in the place of some, see replace-rows.ts. */
export function replaceRows(
  [run]: HeldRuns,
  { fresh, dropped, outcome }: Replacement,
): ScoredColumns {
  const replaced = replaceIn(run.columns, fresh, dropped, outcome);
  // what is transferred is not kept
  const columns = sliceColumns(replaced, 0, replaced.rowCount);
  return transfer(columns, buffersOf(columns));
}

interface LinesWanted {
  readonly rows: readonly number[];
  /** Names of further columns. */
  readonly cells?: readonly string[];
  /** What they look for is pointed at. */
  readonly filters?: readonly Filter[];
}

/** Reads table lines of rows. */
export async function previewRows(
  [run]: HeldRuns,
  { rows, cells = [], filters = [] }: LinesWanted,
): Promise<RowPreview[]> {
  const { roles } = run.source;
  const found = await run.alignRows(rows);
  return found.map(({ record, aligned }) => previewRow(record, roles, aligned, cells, filters));
}

/** Names the tasks of a run: a few rows are read for their prompts and references. */
export async function taskSet([run]: HeldRuns): Promise<TaskSet | undefined> {
  const { columns, source } = run;
  const tasks = tasksOf(columns);
  const rows = [...tasks.sample.values()];
  const contentAt = new Map(rows.map((row) => [row, columns.contentKeys[row] as number]));
  const unread = rows.filter((row) => Number.isNaN(contentAt.get(row)));
  await run.readRows(unread, (record, index) => {
    const { row } = readRow(record, source.roles, 0);
    contentAt.set(
      unread[index] as number,
      contentKeyOf(new RecordCells(record), row, source.roles),
    );
  });
  return nameTasks(tasks, contentAt);
}

/** Reads a row with its aligned calls, and why each metric scored it as it did. */
export async function detailRow([run]: HeldRuns, row: number): Promise<RowDetail | undefined> {
  const [found] = await run.alignRows([row]);
  const { roles, settings } = run.source;
  return found && detailOf(found.record, roles, settings, found.aligned);
}

/** Lists the tools of a run with the arguments of their calls, in rows spread over it. */
export async function toolArguments(
  [run]: HeldRuns,
  mostRows = ARGUMENT_ROWS,
): Promise<ToolArguments[]> {
  const tools = new Map<string, { calls: number; names: Map<string, number> }>();
  const { rowCount } = run.columns;
  const step = Math.max(1, rowCount / mostRows);
  const length = Math.min(rowCount, mostRows);
  const rows = Array.from({ length }, (_, index) => Math.floor(index * step));
  await run.readRows(rows, (record) => {
    const { prediction } = readRow(record, run.source.roles, 0).row;
    if (prediction.state !== 'calls') return;
    for (const { tool_name, tool_input } of prediction.calls) {
      const tool = tools.get(tool_name) ?? { calls: 0, names: new Map<string, number>() };
      tools.set(tool_name, tool);
      tool.calls++;
      if (!isJsonObject(tool_input)) continue;
      for (const name of Object.keys(tool_input))
        tool.names.set(name, (tool.names.get(name) ?? 0) + 1);
    }
  });
  return [...tools]
    .sort(([, a], [, b]) => b.calls - a.calls)
    .map(([tool, { names }]) => [
      tool,
      [...names].sort(([, a], [, b]) => b - a).map(([name]) => name),
    ]);
}
