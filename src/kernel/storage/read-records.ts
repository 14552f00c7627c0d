import * as is from '#core/base/json/json-shape.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import type { Issue } from '#core/read/issues/issue.ts';
import { ISSUE_CODES } from '#core/read/issues/sentences.ts';
import type { PackedColumns, PackedScores } from '#core/score/columns/pack-columns.ts';
import type {
  LabelColumn,
  ScoredColumns,
  ScoreValues,
} from '#core/score/columns/scored-columns.ts';
import type { ChunkRecord } from '#engine/run-file/run-records.ts';
import type { StoredChunk } from './schema.ts';

const isFloats = is.instanceOf<Float64Array>(Float64Array);
const isIntegers = is.instanceOf<Uint32Array>(Uint32Array);
const isBytes = is.instanceOf<Uint8Array>(Uint8Array);

const isLabels = is.shape<LabelColumn>({
  names: is.listOf(is.text),
  starts: isIntegers,
  ids: isIntegers,
});

const SCORES = {
  id: is.text,
  metricId: is.text,
  tool: is.optional(is.text),
  texts: is.optional(is.listOf(is.text)),
  agreement: is.optional(isFloats),
};

const isScores = is.shape<ScoreValues>({ ...SCORES, values: isFloats, outcomes: isBytes });

const isPackedScores = is.shape<PackedScores>({
  ...SCORES,
  levels: isFloats,
  levelOutcomes: isBytes,
  codes: isBytes,
});

const isInfos = is.listOf(is.record({ name: is.text, filled: is.count }));

const isPackedInfos = is.record({ names: is.listOf(is.text), filled: isIntegers });

/** Checks the code of an issue alone; the rest is shown as text. */
const isIssue = is.shape<Pick<Issue, 'code'>>({ code: is.oneOf(ISSUE_CODES) }) as is.Guard<Issue>;

const isColumnsShape = is.shape<PackedColumns>({
  rowCount: is.count,
  offsets: isFloats,
  lengths: isIntegers,
  lines: isIntegers,
  idKeys: isFloats,
  contentKeys: is.optional(isFloats),
  scores: is.listOf(is.either(isScores, isPackedScores)),
  tools: isLabels,
  signatures: isLabels,
  notes: is.optional(isLabels),
  columns: is.either(isInfos, isPackedInfos),
  predictedCalls: is.count,
  referenceCalls: is.count,
  issues: is.record({
    counts: is.mapOf(ISSUE_CODES, is.count),
    first: is.listOf(isIssue),
  }),
  skippedCount: is.count,
});

const isStoredColumns: is.Guard<PackedColumns> = (value): value is PackedColumns => {
  if (!isColumnsShape(value)) return false;
  const { rowCount, offsets, lengths, lines, idKeys, contentKeys, scores, columns } = value;
  return (
    (!('names' in columns) || columns.names.length === columns.filled.length) &&
    [offsets, lengths, lines, idKeys, contentKeys].every(
      (array) => array === undefined || array.length === rowCount,
    ) &&
    scores.every((column) => areScoresSound(column, rowCount)) &&
    [value.tools, value.signatures, value.notes].every(
      (labels) => labels === undefined || areLabelsSound(labels, rowCount),
    )
  );
};

const isColumns: is.Guard<ScoredColumns> = (value): value is ScoredColumns =>
  isStoredColumns(value) &&
  value.contentKeys !== undefined &&
  isInfos(value.columns) &&
  value.scores.every(isScores);

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

const isEnd = is.record({ bytesRead: is.count, lineCount: is.count, hash: is.count });

/** Checks whether a value is a chunk of a run, with a value for every row. */
export const isChunk: is.Guard<ChunkRecord> = is.shape<ChunkRecord>({
  runId: is.text,
  index: is.count,
  columns: isColumns,
  end: is.optional(isEnd),
});

/** Checks whether a stored value is one, packed or not. */
export const isStoredChunk: is.Guard<StoredChunk> = is.shape<StoredChunk>({
  runId: is.text,
  index: is.count,
  columns: isStoredColumns,
  end: is.optional(isEnd),
});

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
