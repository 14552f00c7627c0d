import { keepDigest, type KeptDigest } from '#core/explain/summary/digest.ts';
import { hasGiven } from '#core/score/ratings/given.ts';
import { NO_ROWS, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { GrowingColumns } from '#core/score/columns/growing-columns.ts';
import { cutColumns, joinColumns } from '#core/score/columns/slice-columns.ts';
import type { Store } from '#kernel/storage/connection.ts';
import { keepExchanges } from '#kernel/storage/exchanges.ts';
import type { RunStore } from '#kernel/storage/runs.ts';
import type { LoadedRun } from '#engine/run-file/pack-runs.ts';
import { isDigest } from '#kernel/storage/read-records.ts';
import type { ChunkRecord, RunRecord } from '#engine/run-file/records.ts';
import type { DonePart } from '#engine/part-gatherer.ts';
import type { RunReader } from '#kernel/worker/run-reader.ts';
import { newRunKey, type OpenRun } from './open-run.ts';

/** Converts an open run to the form it is stored and sent in, whole; one without rows stays a summary. */
export function toLoadedRun(run: OpenRun): LoadedRun {
  const { record, columns, rows, table, original, skipped, said } = run;
  if (record.state === 'summary') return { run: record, source: undefined, chunks: [] };
  const id = record.id;
  const chunks = cutColumns(columns).map((piece, index) => ({ runId: id, index, columns: piece }));
  const { rowCount, skippedCount } = columns;
  return {
    run: {
      ...record,
      ...{ state: 'complete', chunkCount: chunks.length, rowCount, skippedCount },
      ...keepDigest(run, rowCount),
    },
    source: { id: record.sourceId, rows, ...(table && { table }), original, skipped },
    chunks,
    said,
  };
}

/** Sets new ids, so that the run replaces none that is stored. */
export function withNewIds({ run, source, chunks, said }: LoadedRun): LoadedRun {
  const id = crypto.randomUUID();
  const sourceId = source ? crypto.randomUUID() : '';
  return {
    run: { ...run, id, sourceId },
    source: source && { ...source, id: sourceId },
    chunks: chunks.map((chunk) => ({ ...chunk, runId: id })),
    said,
  };
}

/** Stores an open run as a new one, with the exchanges of its agent; returns the stored record. */
export async function keepRun(run: OpenRun, runs: RunStore, store: Store): Promise<RunRecord> {
  const loaded = withNewIds(toLoadedRun(run));
  await runs.restore(loaded);
  await keepExchanges(loaded, store);
  return loaded.run;
}

/**
 * Converts the first rows of a stored run to a run that is growing; what is said of all its rows is
 * there already.
 * @param key the key that the run will have
 * @returns undefined where the rest is needed to show any of it
 */
export async function toHead(
  { run, ...loaded }: LoadedRun,
  reader: RunReader,
  key: string,
): Promise<OpenRun | undefined> {
  if (hasGiven(run) || !keptDigest(run)) return undefined;
  const head = await toOpenRun({ ...loaded, run: { ...run, state: 'running' } }, reader, key);
  return { ...head, isGrowing: true };
}

/**
 * Converts a stored run to one that can be shown.
 * @param key a key for its columns that has not been used before
 */
export async function toOpenRun(
  loaded: LoadedRun,
  reader: RunReader,
  key = newRunKey(),
): Promise<OpenRun> {
  const { run: record, source, chunks, said } = loaded;
  const columns = await given(await joinChunks(chunks), record);
  const { rows, table, original, skipped } = source ?? {
    rows: new Blob(),
    table: undefined,
    original: null,
    skipped: new Blob(),
  };
  const { roles, settings } = record;
  const readable = { key, columns, rows, table, roles, settings };
  const { summary } = record;
  const kept = keptDigest(record);
  // a lost worker is reported to whoever asks it next
  if (kept) reader.keep(readable).catch(() => undefined);
  const digest = kept ? { ...kept, summary } : await reader.ask(readable, 'digest', false);
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

/** Joins chunks, some at a time: a million rows at once would hold up the page. */
async function joinChunks(chunks: readonly ChunkRecord[]): Promise<ScoredColumns> {
  const all = chunks.map(({ columns }) => columns);
  const [first, ...others] = all;
  if (!first) return NO_ROWS;
  // some chunks may have been judged and others not
  const isJudged = all.some(({ scores }) => scores.some(({ texts }) => texts !== undefined));
  if (others.length === 0 || isJudged) return joinColumns(all);
  const rowCount = all.reduce((total, columns) => total + columns.rowCount, 0);
  const joined = new GrowingColumns();
  joined.append(first, first.rowCount / rowCount);
  let joinedAtOnce = 0;
  for (const columns of others) {
    joinedAtOnce += columns.rowCount;
    if (joinedAtOnce > ROWS_JOINED_AT_ONCE) {
      joinedAtOnce = columns.rowCount;
      await new Promise((resolve) => setTimeout(resolve));
    }
    joined.append(columns);
  }
  return joined.take();
}

const ROWS_JOINED_AT_ONCE = 200_000;

/** What the run has kept of its digest, where that can be read. */
function keptDigest({ digest }: RunRecord): KeptDigest | undefined {
  return isDigest(digest) ? digest : undefined;
}

async function given(columns: ScoredColumns, record: RunRecord): Promise<ScoredColumns> {
  if (!hasGiven(record)) return columns;
  const { withGiven } = await import('#core/score/ratings/ratings.ts');
  return withGiven(columns, record);
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
