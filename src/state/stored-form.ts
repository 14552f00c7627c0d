import { keepDigest } from '#core/summary/digest.ts';
import { cutColumns } from '#core/scoring/slice-columns.ts';
import type { LoadedRun } from '#storage/runs.ts';
import type { OpenRun } from './open-run.ts';

/** Makes an open run into the form it is stored and sent in, whole; one without rows stays a summary. */
export function toLoadedRun(run: OpenRun): LoadedRun {
  const { record, columns, rows, original, skipped, said } = run;
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
    source: { id: record.sourceId, rows, original, skipped },
    chunks,
    said,
  };
}

/** Gives a run ids of its own, so that it takes the place of none that is stored. */
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
