import { transfer } from 'comlink';
import type { RowTable } from '#core/read/containers/format.ts';
import { buffersOf } from '#core/score/columns/pack-columns.ts';
import { withScanner, type Scanner } from '#workers/lane/lane-scanner.ts';
import { PartWriter } from './part-writer.ts';
import { readRowBytes, recordAt, rowDecoder, type RowBytes, type RowPlaces } from './read-rows.ts';
import { scannedTable } from './score-records.ts';
import type { ScoredPart, ScoreJob } from './score-job.ts';
import { LONG_SILENCE_MS, signalAlive } from './to-page.ts';

/** Rows of a run. */
export interface RowsToScore {
  /** Its blob is what the rows are read from. */
  readonly job: ScoreJob;
  /** The table that the blob begins with, if any. */
  readonly table: RowTable | undefined;
  /** Where the rows are. */
  readonly places: RowPlaces;
  /** Whether every row is read as a value. */
  readonly isLaneOff?: boolean;
}

/**
 * Scores rows of which it is known where they are.
 * @returns the part, its rows in the order of their places
 */
export function scoreRowsAt(rows: RowsToScore): Promise<ScoredPart> {
  return withScanner(rows, (scanner) => scoreRowsWith(scanner, rows));
}

async function scoreRowsWith(
  scanner: Scanner | undefined,
  { job, table, places }: RowsToScore,
): Promise<ScoredPart> {
  const parts = new PartWriter(job, true);
  // rows are scanned one by one: none is just counted
  const wanted = { ...parts.wanted, countedBy: 'none' } as const;
  const scanned = table && scannedTable(table);
  const isInTable = (offset: number): boolean => table !== undefined && offset < table.bytes;
  const decoder = rowDecoder(table);
  let place = { offset: 0, length: 0, line: 0 };
  parts.readingAt({ placeOf: () => place });
  let bytesRead = 0;
  signalAlive(LONG_SILENCE_MS);
  await readRowBytes(job.blob, places, ({ bytes, first, end, from }: RowBytes) => {
    signalAlive(LONG_SILENCE_MS);
    bytesRead += bytes.length;
    const isTable = isInTable(from);
    const isLoaded =
      (!isTable || scanned !== undefined) &&
      scanner?.load(bytes, wanted, isTable ? scanned : undefined) === true;
    for (let index = first; index < end; index++) {
      const offset = places.offsets[index] as number;
      const length = places.lengths[index] as number;
      const start = offset - from;
      place = { offset, length, line: 0 };
      // lines of JSON may follow a table at once
      const canScan = isLoaded && isInTable(offset) === isTable;
      const cells = canScan ? scanner.scanRow(start, start + length) : undefined;
      if (cells) {
        parts.scanned(cells, place);
        continue;
      }
      const text = decoder.decode(bytes.subarray(start, start + length));
      parts.row(recordAt(text, offset, table), 0);
    }
  });
  const part = { ...parts.finish(), bytesRead };
  return transfer(part, buffersOf(part.columns));
}
