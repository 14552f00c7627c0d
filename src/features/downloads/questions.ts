import {
  ResultCsv,
  planResultColumns,
  resultCells,
  resultLine,
  resultNames,
} from '#core/share/results/result-table.ts';
import type { HeldRuns } from '#workers/held-run.ts';

interface WantedResults {
  /** Row numbers, in the order to write them. */
  readonly rows: Uint32Array;
  readonly type: 'csv' | 'jsonl';
  readonly isForSheets?: boolean;
}

/** Writes rows with their scores as a file. */
export async function writeResults(
  [run]: HeldRuns,
  { rows, type, isForSheets }: WantedResults,
): Promise<Blob> {
  const plan = planResultColumns(run.columns);
  const table = new ResultCsv(resultNames(plan), isForSheets);
  const lines: string[] = [];
  await run.readRows(rows, (record, index) => {
    const row = rows[index] as number;
    if (type === 'csv') table.add(resultCells(plan, record, row));
    else lines.push(`${resultLine(plan, record, row)}\n`);
  });
  if (type === 'csv') return new Blob(table.parts(), { type: 'text/csv' });
  return new Blob(lines, { type: 'application/jsonl' });
}
