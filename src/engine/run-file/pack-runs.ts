import { packArchive } from './archive.ts';
import type { ChunkRecord, RunRecord, SourceRecord } from './run-records.ts';

/** A run with its rows. */
export interface LoadedRun {
  readonly run: RunRecord;
  /** Undefined for a summary, which has no rows. */
  readonly source: SourceRecord | undefined;
  /** In row order. */
  readonly chunks: readonly ChunkRecord[];
  /** The requests and answers of its agent, see exchanges.ts; only in files. */
  readonly said?: Blob | undefined;
}

interface PackedRun {
  readonly run: RunRecord;
  readonly chunks: readonly ChunkRecord[];
  readonly said?: Blob | undefined;
}

interface PackedRuns {
  readonly sources: readonly SourceRecord[];
  readonly runs: readonly PackedRun[];
}

/** Packs runs with all that belongs to them; a shared source is packed once. */
export function packRuns(kind: 'run' | 'backup', runs: readonly LoadedRun[]): Promise<Blob> {
  const sources = new Map<string, SourceRecord>();
  for (const { source } of runs) if (source) sources.set(source.id, source);
  const content: PackedRuns = {
    sources: [...sources.values()],
    runs: runs.map(({ run, chunks, said }) => ({ run, chunks, said })),
  };
  return packArchive(kind, content);
}
