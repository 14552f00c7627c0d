import * as v from 'valibot';
import { count, integers, mapOf, partOf, texts, type Shape } from '#core/base/json/json-shape.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import type { Issue } from '#core/read/issues/issue.ts';
import { ISSUE_CODES } from '#core/read/issues/sentences.ts';
import type { PackedColumns, PackedScores } from '#core/score/columns/pack-columns.ts';
import type { LabelColumn, ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { ChunkRecord } from '#engine/run-file/run-records.ts';

const floats: v.GenericSchema<Float64Array> = v.instance(Float64Array);
const bytes: v.GenericSchema<Uint8Array> = v.instance(Uint8Array);
const labels = v.object({ names: texts, starts: integers, ids: integers });
const scoreHead = {
  id: v.string(),
  metricId: v.string(),
  tool: v.optional(v.string()),
  texts: v.optional(texts),
  agreement: v.optional(floats),
};
const scores = v.object({ ...scoreHead, values: floats, outcomes: bytes });
const packedScores = v.object({
  ...scoreHead,
  levels: floats,
  levelOutcomes: bytes,
  codes: bytes,
});
const infos = v.array(v.object({ name: v.string(), filled: count }));
/** Of an issue the code alone is checked; the rest is shown as text. */
const issue = partOf<Issue>({ code: v.picklist(ISSUE_CODES) });

const shared = {
  rowCount: count,
  offsets: floats,
  lengths: integers,
  lines: integers,
  idKeys: floats,
  tools: labels,
  signatures: labels,
  notes: v.optional(labels),
  predictedCalls: count,
  referenceCalls: count,
  issues: v.object({ counts: mapOf(ISSUE_CODES, count), first: v.array(issue) }),
  skippedCount: count,
};

const columns = v.pipe(
  v.object({ ...shared, contentKeys: floats, scores: v.array(scores), columns: infos }),
  v.check((stored) => isWhole(stored)),
);
const packedColumns = v.pipe(
  v.object({
    ...shared,
    contentKeys: v.optional(floats),
    scores: v.array(v.union([scores, packedScores])),
    columns: v.union([infos, v.object({ names: texts, filled: integers })]),
  }),
  v.check((stored) => isWhole(stored)),
);

const CHUNK = {
  runId: v.string(),
  index: count,
  end: v.optional(v.object({ bytesRead: count, lineCount: count, hash: count })),
};

/** A chunk of a run, with a value for every row. */
export const Chunk = v.object({ ...CHUNK, columns });

/** The same as it is stored, written as rows are scored: packed or not. */
export const StoredChunk = v.object({ ...CHUNK, columns: packedColumns });
export type StoredChunk = Shape<typeof StoredChunk>;

/** Whether every list and array has as many entries as it says. */
function isWhole(stored: PackedColumns): boolean {
  const { rowCount, offsets, lengths, lines, idKeys, contentKeys, scores, columns } = stored;
  return (
    (!('names' in columns) || columns.names.length === columns.filled.length) &&
    [offsets, lengths, lines, idKeys, contentKeys].every(
      (array) => array === undefined || array.length === rowCount,
    ) &&
    scores.every((column) => areScoresSound(column, rowCount)) &&
    [stored.tools, stored.signatures, stored.notes].every(
      (column) => column === undefined || areLabelsSound(column, rowCount),
    )
  );
}

function areScoresSound(column: ScoreValues | PackedScores, rowCount: number): boolean {
  const { texts, agreement } = column;
  if ((texts?.length ?? rowCount) !== rowCount) return false;
  if ((agreement?.length ?? rowCount) !== rowCount) return false;
  if ('codes' in column) {
    const { levels, levelOutcomes, codes } = column;
    const isWhole = levels.length === levelOutcomes.length && codes.length === rowCount;
    return isWhole && isBelow(levelOutcomes, OUTCOMES.length) && isBelow(codes, levels.length);
  }
  const { values, outcomes } = column;
  const isWhole = values.length === rowCount && outcomes.length === rowCount;
  return isWhole && isBelow(outcomes, OUTCOMES.length);
}

function areLabelsSound({ names, starts, ids }: LabelColumn, rowCount: number): boolean {
  return (
    starts.length === rowCount + 1 && starts[rowCount] === ids.length && isBelow(ids, names.length)
  );
}

/** Counted: there are millions of them, and an iterator costs several times as much. */
function isBelow(values: Uint8Array | Uint32Array, limit: number): boolean {
  for (let i = 0; i < values.length; i++) if ((values[i] as number) >= limit) return false;
  return true;
}

/** Whether chunks can be joined: none is missing or has other score columns than the first. */
export function areChunksWhole(chunks: readonly ChunkRecord[]): boolean {
  return chunks.every((chunk, index) => isChunkAt(index, chunk, chunks[0] ?? chunk));
}

/** Checks whether a chunk can be joined with those before it. */
export function isChunkAt(
  index: number,
  chunk: StoredChunk | ChunkRecord,
  first: StoredChunk | ChunkRecord,
): boolean {
  const { scores } = first.columns;
  return (
    chunk.index === index &&
    chunk.columns.scores.length === scores.length &&
    chunk.columns.scores.every(({ id }, column) => id === scores[column]?.id)
  );
}
