import type { JsonObject } from '#core/base/json/json-value.ts';
import {
  csvHeader,
  csvLine,
  isGuardedHeader,
  isGuardedRecord,
  planResultColumns,
  resultCells,
  resultLine,
  resultNames,
} from '#core/share/results/result-table.ts';
import { readRecords } from '#workers/read-rows.ts';
import type { ScoredFile } from '../score-input.ts';

/** Rows kept in memory at a time; a row may be a whole session. */
const ROWS_AT_ONCE = 2000;
const BYTES_AT_ONCE = 8_000_000;

/** A row as in the file, and its number from 0. */
export interface NumberedRecord {
  readonly record: JsonObject;
  readonly row: number;
}

/** Reads the rows of a run in groups. */
export async function* recordsOf({ run }: ScoredFile): AsyncIterable<readonly NumberedRecord[]> {
  const { columns } = run;
  const { offsets, lengths, rowCount } = columns;
  for (let from = 0, to = 0; from < rowCount; from = to) {
    for (let bytes = 0; to < rowCount && to - from < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE; to++)
      bytes += lengths[to] ?? 0;
    const places = { offsets: offsets.subarray(from, to), lengths: lengths.subarray(from, to) };
    const records: NumberedRecord[] = [];
    await readRecords(run, places, (record, index) => records.push({ record, row: from + index }));
    yield records;
  }
}

/** Writes rows with scores as CSV. Reads them twice: a column of the header depends on all. */
export async function* csvPieces(file: ScoredFile): AsyncIterable<string> {
  const plan = planResultColumns(file.run.columns);
  const names = resultNames(plan);
  let hasGuards = isGuardedHeader(names);
  for await (const records of recordsOf(file)) {
    hasGuards ||= records.some(({ record, row }) =>
      isGuardedRecord(resultCells(plan, record, row)),
    );
    if (hasGuards) break;
  }
  yield csvHeader(names, hasGuards);
  for await (const records of recordsOf(file))
    yield records
      .map(({ record, row }) => csvLine(resultCells(plan, record, row), hasGuards))
      .join('');
}

/** Writes rows with their scores as JSONL. */
export async function* jsonlPieces(file: ScoredFile): AsyncIterable<string> {
  const plan = planResultColumns(file.run.columns);
  for await (const records of recordsOf(file))
    yield records.map(({ record, row }) => `${resultLine(plan, record, row)}\n`).join('');
}
