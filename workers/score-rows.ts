import { transfer } from 'comlink';
import { ChunkBuilder } from '#core/score/columns/chunk-builder.ts';
import { packInfos } from '#core/score/columns/pack-infos.ts';
import { buffersOf } from '#core/score/columns/slice-columns.ts';
import { laneScanner } from './lane/lane.ts';
import { readRowBytes, recordOf, type RowBytes, type RowPlaces } from './read-rows.ts';
import type { ScoredPart, ScoreJob } from './score-source.ts';
import { LONG_SILENCE_MS, signalAlive } from './sign-of-life.ts';
import { instancesFor } from './write-instances.ts';

/** Rows of a run. */
export interface RowsToScore {
  /** Its blob is what the rows are read from. */
  readonly job: ScoreJob;
  /** Where the rows are. */
  readonly places: RowPlaces;
  /** Whether every row is read as a value. */
  readonly isLaneOff?: boolean;
}

/**
 * Scores rows of which it is known where they are.
 * @returns the part, its rows in the order of their places
 */
export async function scoreRowsAt({
  job,
  places,
  isLaneOff = false,
}: RowsToScore): Promise<ScoredPart> {
  const builder = new ChunkBuilder(job.settings, job.roles, job.only);
  const instances = instancesFor(job);
  const scanner = isLaneOff || job.hasCustom === true ? undefined : laneScanner();
  // rows are scanned one by one: none is just counted
  const wanted = { ...builder.wanted, countedBy: 'none' } as const;
  const decoder = new TextDecoder();
  let bytesRead = 0;
  signalAlive(LONG_SILENCE_MS);
  await readRowBytes(job.blob, places, ({ bytes, first, end, from }: RowBytes) => {
    signalAlive(LONG_SILENCE_MS);
    bytesRead += bytes.length;
    const isLoaded = scanner?.begin(wanted) === true && scanner.load(bytes);
    for (let index = first; index < end; index++) {
      const offset = places.offsets[index] as number;
      const length = places.lengths[index] as number;
      const start = offset - from;
      const place = { offset, length, line: 0 };
      const cells = isLoaded ? scanner.scanRow(start, start + length) : undefined;
      if (cells) {
        builder.addCells(cells, place);
        continue;
      }
      const record = recordOf(decoder.decode(bytes.subarray(start, start + length)));
      builder.add(record, place);
      instances?.add(record);
    }
  });
  const columns = builder.finish();
  const part: ScoredPart = {
    columns: packInfos(columns),
    ...{ lineCount: 0, bytesRead, skipped: new Blob(), rows: null, hash: 0 },
    ...(instances ? { instances: instances.finish() } : {}),
  };
  return transfer(part, buffersOf(columns));
}
