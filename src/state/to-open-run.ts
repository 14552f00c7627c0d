import type { RunReader } from '#bridge/run-reader.ts';
import type { DonePart } from '#bridge/part-gatherer.ts';
import { NO_ROWS, type ScoredColumns } from '#core/scoring/scored-columns.ts';
import type { KeptDigest } from '#core/summary/digest.ts';
import type { LoadedRun } from '#storage/runs.ts';
import type { ChunkRecord, RunRecord } from '#storage/schema.ts';
import { newRunKey, type OpenRun } from './open-run.ts';

/** Makes a run as it is stored into one that can be shown. */
export async function toOpenRun(loaded: LoadedRun, reader: RunReader): Promise<OpenRun> {
  const { run: record, source, chunks, said } = loaded;
  const columns = await rated(await joinChunks(chunks), record.ratings);
  const { rows, original, skipped } = source ?? {
    rows: new Blob(),
    original: null,
    skipped: new Blob(),
  };
  const { matching } = record.settings;
  const readable = { key: newRunKey(), columns, rows, roles: record.roles, matching };
  const { summary } = record;
  const kept = await keptDigest(record);
  // a worker that is lost is told of by who asks it for something
  if (kept) reader.keep(readable).catch(() => undefined);
  const digest = kept ? { ...kept, summary } : await reader.digest(readable);
  const isSummary = record.state === 'summary';
  return {
    ...readable,
    ...(isSummary ? { ...digest, summary } : digest),
    record,
    original,
    skipped,
    said,
    parts: record.state === 'interrupted' ? partsToKeep(chunks) : [],
  };
}

async function joinChunks(chunks: readonly ChunkRecord[]): Promise<ScoredColumns> {
  if (chunks.length === 0) return NO_ROWS;
  const { joinColumns } = await import('#core/scoring/join-columns.ts');
  return joinColumns(chunks.map(({ columns }) => columns));
}

/** What the run has kept of its digest, where that can be read. */
async function keptDigest({ digest }: RunRecord): Promise<KeptDigest | undefined> {
  if (digest === undefined) return undefined;
  const { isDigest } = await import('#storage/read-digest.ts');
  return isDigest(digest) ? digest : undefined;
}

async function rated(
  columns: ScoredColumns,
  ratings: RunRecord['ratings'],
): Promise<ScoredColumns> {
  if (!ratings) return columns;
  const { withRatings } = await import('#core/ratings/ratings.ts');
  return withRatings(columns, ratings);
}

/** The parts that need not be scored again: what was skipped is stored only at the end. */
function partsToKeep(chunks: readonly ChunkRecord[]): DonePart[] {
  const parts: DonePart[] = [];
  for (const { columns, end } of chunks) {
    if (!end || columns.skippedCount > 0) break;
    parts.push({ columns, end });
  }
  return parts;
}
