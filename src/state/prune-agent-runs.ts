import type { ExchangeStore } from '#storage/exchanges.ts';
import type { RunRecord } from '#storage/schema.ts';

/** A run that was deleted can be taken back for some seconds. */
const KEPT_MS = 3_600_000;
/** Unfinished runs beyond this many are forgotten, the oldest first. */
const MOST_UNFINISHED = 10;

/**
 * Forgets exchanges that nothing refers to any more. A store that fails has told why.
 */
export async function pruneAgentRuns(
  exchanges: ExchangeStore,
  library: readonly Pick<RunRecord, 'agent'>[],
): Promise<void> {
  const used = new Set(library.map(({ agent }) => agent?.runId));
  const runs = (await exchanges.runs().catch(() => [])).filter(({ id }) => !used.has(id));
  const unfinished = runs
    .filter(({ endedAtMs }) => endedAtMs === null)
    .sort((a, b) => b.startedAtMs - a.startedAtMs);
  const orphaned = runs.filter(
    ({ endedAtMs }) => endedAtMs !== null && Date.now() - endedAtMs > KEPT_MS,
  );
  for (const { id } of [...orphaned, ...unfinished.slice(MOST_UNFINISHED)]) {
    await exchanges.removeRun(id).catch(() => undefined);
  }
}
