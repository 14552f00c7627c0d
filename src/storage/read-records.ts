import type { CustomMetric } from '#core/custom-metrics/custom-metric.ts';
import type { ColumnInfo } from '#core/dataset/column-roles.ts';
import type { JudgeMetric } from '#core/judging/judge-metric.ts';
import { ISSUE_CODES, type Issue } from '#core/issues/issue.ts';
import type { MatchingRules } from '#core/matching/rules.ts';
import { OUTCOMES } from '#core/metrics/metric.ts';
import type { RowRating } from '#core/ratings/ratings.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import type { PartEnd } from '#core/scoring/part-end.ts';
import type {
  IssueList,
  LabelColumn,
  ScoredColumns,
  ScoreValues,
} from '#core/scoring/scored-columns.ts';
import type { Interval } from '#core/statistics/interval.ts';
import type { KeptDigest } from '#core/summary/digest.ts';
import type { Histogram } from '#core/summary/bins.ts';
import type { Thresholds } from '#core/summary/statistics.ts';
import type { MetricSummary } from '#core/summary/summarise.ts';
import { isAgentNote } from './read-agent.ts';
import { isReading, isRoles } from './read-reading.ts';
import { isReferenceEdits } from './read-references.ts';
import type { PackedScores, StoredColumns } from './pack-columns.ts';
import type { ChunkRecord, DraftRecord, RunRecord, SourceRecord, StoredChunk } from './schema.ts';
import {
  isCount,
  isInstanceOf,
  isListOf,
  isMapOf,
  isNullOr,
  isNumber,
  isOneOf,
  isOptional,
  isShape,
  isText,
  type Guard,
} from './shape.ts';

const isBlob = isInstanceOf(Blob);
const isFloats = isInstanceOf<Float64Array>(Float64Array);
const isIntegers = isInstanceOf<Uint32Array>(Uint32Array);
const isBytes = isInstanceOf<Uint8Array>(Uint8Array);
const isFlag = isOneOf([true, false]);

/** What rules say is checked where they are used: patterns that do not compile are passed over. */
const isRulesShape: Guard<MatchingRules> = (value): value is MatchingRules =>
  typeof value === 'object' &&
  value !== null &&
  'rule' in value &&
  typeof value.rule === 'object' &&
  'tools' in value &&
  Array.isArray(value.tools);

/** What names and scales its column; the rest is checked where rows are judged with it. */
const isJudgeShape = isShape<Pick<JudgeMetric, 'id' | 'ratings' | 'samples'>>({
  id: isText,
  ratings: isListOf(isShape({ score: isNumber, text: isText })),
  samples: isCount,
}) as Guard<JudgeMetric>;

/** What names a custom metric and is run; the rest is checked where it is computed. */
const isCustomShape = isShape<Pick<CustomMetric, 'name' | 'code' | 'isOn'>>({
  name: isText,
  code: isText,
  isOn: isFlag,
}) as Guard<CustomMetric>;

const isThresholds: Guard<Thresholds> = (value): value is Thresholds =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);

/** Tells whether a value holds settings; what its metrics and rules say is not looked at. */
export const isSettings: Guard<MetricSettings> = isShape<MetricSettings>({
  metrics: isListOf(isText),
  tools: isListOf(isText),
  duplicates: isOneOf(['membership', 'multiset']),
  emptyTrajectories: isOneOf(['skip', 'score']),
  useEffectiveOrder: isOptional(isFlag),
  useStemmer: isOptional(isFlag),
  useStrictStringMatch: isOptional(isFlag),
  matching: isOptional(isRulesShape),
  judges: isOptional(isListOf(isJudgeShape)),
  custom: isOptional(isListOf(isCustomShape)),
  thresholds: isOptional(isThresholds),
});

const isSummary = isShape<MetricSummary>({
  columnId: isText,
  metricId: isText,
  tool: isOptional(isText),
  mean: isNullOr(isNumber),
  std: isNullOr(isNumber),
  median: isNullOr(isNumber),
  p90: isNullOr(isNumber),
  min: isNullOr(isNumber),
  max: isNullOr(isNumber),
  interval: isNullOr(
    isShape<Interval>({
      low: isNumber,
      high: isNumber,
      method: isOneOf(['wilson', 'bootstrap', 'normal']),
    }),
  ),
  valid: isCount,
  notEvaluated: isCount,
  errors: isCount,
  histogram: isShape<Histogram>({ min: isNumber, max: isNumber, bins: isListOf(isNumber) }),
  agreement: isOptional(isNumber),
  versus: isOptional(isShape({ wins: isCount, ties: isCount, losses: isCount })),
});

/** Whether a digest can be read is looked at when it is needed; what it says can be found out anew. */
const isAny: Guard<KeptDigest | undefined> = (value): value is KeptDigest | undefined =>
  value !== null;

/** Tells whether a stored value is the record of a run. */
export const isRun: Guard<RunRecord> = isShape<RunRecord>({
  id: isText,
  name: isText,
  datasetName: isText,
  createdAtMs: isNumber,
  state: isOneOf(['running', 'complete', 'interrupted', 'summary']),
  rowCount: isCount,
  skippedCount: isCount,
  chunkCount: isCount,
  settings: isSettings,
  roles: isRoles,
  reading: isOptional(isReading),
  header: isOptional(isText),
  formatId: isText,
  formatTitle: isText,
  lineUnit: isOneOf(['Line', 'Row']),
  summary: isListOf(isSummary),
  digest: isAny,
  sourceId: isText,
  fingerprint: isText,
  sourceBytes: isCount,
  sampleId: isText,
  agent: isOptional(isAgentNote),
  ratings: isOptional(
    isListOf(isShape<RowRating>({ row: isCount, rating: isNullOr(isNumber), note: isText })),
  ),
  references: isOptional(isReferenceEdits),
});

/** Tells whether a stored value is the record of a source. */
export const isSource: Guard<SourceRecord> = isShape<SourceRecord>({
  id: isText,
  rows: isBlob,
  original: isNullOr(isBlob),
  skipped: isBlob,
});

/** Tells whether a stored value is the draft. */
export const isDraft: Guard<DraftRecord> = isShape<DraftRecord>({
  id: isOneOf(['workspace']),
  title: isText,
  text: isNullOr(isText),
  runId: isNullOr(isText),
  sampleId: isText,
  settings: isSettings,
  chosenRoles: isRoles,
  isHeld: isOptional(isFlag),
});

/** Knows the kind of an issue; what else it says is shown as text. */
const isIssue = isShape<Pick<Issue, 'code'>>({ code: isOneOf(ISSUE_CODES) }) as Guard<Issue>;

const isLabels = isShape<LabelColumn>({
  names: isListOf(isText),
  starts: isIntegers,
  ids: isIntegers,
});

const isScores = isShape<ScoreValues>({
  id: isText,
  metricId: isText,
  tool: isOptional(isText),
  values: isFloats,
  outcomes: isBytes,
  texts: isOptional(isListOf(isText)),
  agreement: isOptional(isFloats),
});

const isPackedScores = isShape<PackedScores>({
  id: isText,
  metricId: isText,
  tool: isOptional(isText),
  levels: isFloats,
  levelOutcomes: isBytes,
  codes: isBytes,
  texts: isOptional(isListOf(isText)),
  agreement: isOptional(isFloats),
});

const isAnyScores: Guard<ScoreValues | PackedScores> = (value) =>
  isScores(value) || isPackedScores(value);

const isColumnsShape = isShape<StoredColumns>({
  rowCount: isCount,
  offsets: isFloats,
  lengths: isIntegers,
  lines: isIntegers,
  idKeys: isFloats,
  contentKeys: isOptional(isFloats),
  scores: isListOf(isAnyScores),
  tools: isLabels,
  signatures: isLabels,
  notes: isOptional(isLabels),
  columns: isListOf(isShape<ColumnInfo>({ name: isText, filled: isCount })),
  predictedCalls: isCount,
  referenceCalls: isCount,
  issues: isShape<IssueList>({ counts: isMapOf(ISSUE_CODES, isCount), first: isListOf(isIssue) }),
  skippedCount: isCount,
});

const isStoredColumns: Guard<StoredColumns> = (value): value is StoredColumns => {
  if (!isColumnsShape(value)) return false;
  const { rowCount, offsets, lengths, lines, idKeys, contentKeys, scores } = value;
  return (
    [offsets, lengths, lines, idKeys, contentKeys].every(
      (array) => array === undefined || array.length === rowCount,
    ) &&
    scores.every((column) => areScoresSound(column, rowCount)) &&
    [value.tools, value.signatures, value.notes].every(
      (labels) => labels === undefined || areLabelsSound(labels, rowCount),
    )
  );
};

const isColumns: Guard<ScoredColumns> = (value): value is ScoredColumns =>
  isStoredColumns(value) && value.contentKeys !== undefined && value.scores.every(isScores);

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

const isEnd = isShape<PartEnd>({ bytesRead: isCount, lineCount: isCount, hash: isCount });

/** Tells whether a value is a chunk of a run, with a value for every row. */
export const isChunk: Guard<ChunkRecord> = isShape<ChunkRecord>({
  runId: isText,
  index: isCount,
  columns: isColumns,
  end: isOptional(isEnd),
});

/** Tells whether a stored value is one, packed or not. */
export const isStoredChunk: Guard<StoredChunk> = isShape<StoredChunk>({
  runId: isText,
  index: isCount,
  columns: isStoredColumns,
  end: isOptional(isEnd),
});

/**
 * Tells whether chunks can be joined.
 * @param chunks the chunks found, in order
 * @returns false when one is missing or has other score columns than the first
 */
export function areChunksWhole(chunks: readonly ChunkRecord[]): boolean {
  const idsOf = (chunk: ChunkRecord | undefined) => chunk?.columns.scores.map(({ id }) => id) ?? [];
  const ids = idsOf(chunks[0]);
  return chunks.every(
    (chunk, index) =>
      chunk.index === index &&
      chunk.columns.scores.length === ids.length &&
      idsOf(chunk).every((id, column) => id === ids[column]),
  );
}
