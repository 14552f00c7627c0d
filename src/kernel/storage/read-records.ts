import type {
  CustomMetric,
  MetricSettings,
  RecordedScore,
  Thresholds,
} from '#core/score/metric/settings.ts';
import { COLUMN_ROLES, type ColumnRoles } from '#core/read/names/column-roles.ts';
import { ISSUE_CODES, type Issue } from '#core/read/issues/issue.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { MatchingRules } from '#core/match/rules.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import type {
  LabelColumn,
  ScoredColumns,
  ScoreValues,
} from '#core/score/columns/scored-columns.ts';
import type { KeptDigest, FilterCounts } from '#core/explain/summary/digest.ts';
import type { PackedColumns, PackedScores } from '#core/score/columns/pack-columns.ts';
import type { ChunkRecord, RunRecord, SourceRecord } from '#engine/run-file/records.ts';
import type { StoredChunk } from './schema.ts';
import {
  isCount,
  isEither,
  isInstanceOf,
  isListOf,
  isMapOf,
  isNullOr,
  isNumber,
  isOneOf,
  isOptional,
  isPartOf,
  isShape,
  isText,
  type Guard,
  isTexts,
} from './shape.ts';
import type { ReferenceEdit } from '#core/explain/reference-edits/reference-edit.ts';
import type { AcceptedForm } from '#core/explain/reference-edits/accepted-form.ts';
import type { AgentConfig } from '#core/agents/agent-config.ts';
import type { ReadingChoices } from '#core/read/choices/reading-choices.ts';

const isBlob = isInstanceOf(Blob);
const isFloats = isInstanceOf<Float64Array>(Float64Array);
const isIntegers = isInstanceOf<Uint32Array>(Uint32Array);
const isBytes = isInstanceOf<Uint8Array>(Uint8Array);
const isFlag = isOneOf([true, false]);
const isSide = isOneOf(['predicted_trajectory', 'reference_trajectory']);
/** The way to a list in a record. */
const isWay = isOptional(isListOf(isEither(isOneOf(['items']), isShape({ key: isText }))));

/** Checks whether a stored value maps roles to columns. */
export const isRoles: Guard<ColumnRoles> = isMapOf(COLUMN_ROLES, isText);

/** Checks whether a stored value holds reading choices. */
export const isReading: Guard<ReadingChoices> = isShape<ReadingChoices>({
  turns: isOptional(isOneOf(['conversation'])),
  subAgents: isOptional(isOneOf(['root'])),
  droppedTools: isOptional(isListOf(isText)),
  renamedTools: isOptional(isListOf(isShape({ from: isText, to: isText }))),
  argumentsKey: isOptional(isText),
  conversions: isOptional(
    isListOf(
      isEither(
        isShape({
          role: isOneOf(['latency_in_seconds']),
          column: isText,
          unit: isOneOf(['seconds', 'milliseconds', 'unsure']),
        }),
        isShape({ role: isOneOf(['failure']), column: isText, isInverted: isFlag }),
        isShape({ role: isSide, column: isText, argumentsColumn: isText }),
      ),
    ),
  ),
  grouping: isOptional(
    isEither(
      isOneOf(['off']),
      isShape({
        id: isText,
        tool: isText,
        input: isOptional(isText),
        step: isOptional(isText),
        side: isSide,
      }),
    ),
  ),
  lists: isOptional(isShape({ predicted: isWay, reference: isWay })),
  joined: isOptional(
    isShape({
      by: isOneOf(['id', 'prompt', 'order']),
      paired: isCount,
      alonePredictions: isCount,
      aloneReferences: isCount,
      repeated: isCount,
      skipped: isOptional(isCount),
      added: isText,
    }),
  ),
});

const AGENT = {
  way: isText,
  values: isTexts,
  headers: isListOf(isShape({ name: isText, value: isText, isSecret: isFlag })),
};

/** Checks whether a stored value describes an agent. */
export const isAgentConfig: Guard<AgentConfig> = isShape<AgentConfig>(AGENT);

const isJson: Guard<JsonValue> = (value): value is JsonValue => value !== undefined;

const isForm: Guard<AcceptedForm> = isEither(
  isShape({ kind: isOneOf(['one-of']), value: isJson }),
  isShape({ kind: isOneOf(['anything', 'absent']) }),
  isShape({ kind: isOneOf(['range']), number: isNumber }),
  isShape({ kind: isOneOf(['regex']), source: isText }),
);

/** What each property of an edit must be, whatever its kind. */
const EDIT_FIELDS = {
  id: isCount,
  row: isCount,
  place: isCount,
  key: isNullOr(isText),
  prediction: isNullOr(isCount),
  was: isOneOf(['changed', 'missing', 'extra', 'moved']),
  tool: isText,
  path: isText,
  form: isForm,
  rows: isIntegers,
  signature: isOptional(isText),
  text: isText,
  runs: isCount,
} as const;

const EDITS: Readonly<Record<ReferenceEdit['kind'], readonly (keyof typeof EDIT_FIELDS)[]>> = {
  call: ['row', 'place', 'key', 'prediction', 'was', 'tool'],
  argument: ['row', 'place', 'key', 'prediction', 'path', 'tool'],
  row: ['row'],
  signature: ['signature', 'rows'],
  value: ['row', 'place', 'key', 'path', 'tool', 'form'],
  values: ['rows', 'tool', 'path', 'form', 'signature'],
  order: ['row', 'place', 'key', 'tool'],
  written: ['rows', 'text', 'runs'],
};

const isOfEdit = isShape({ id: isCount, kind: isText });

const isEdit: Guard<ReferenceEdit> = (value): value is ReferenceEdit => {
  if (!isOfEdit(value) || !Object.hasOwn(EDITS, value.kind)) return false;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  return EDITS[value.kind as ReferenceEdit['kind']].every((name) =>
    EDIT_FIELDS[name](fields[name]),
  );
};

const isThresholds: Guard<Thresholds> = (value): value is Thresholds =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);

/**
 * Checks whether a value holds settings; what names metrics and rules is, the rest of them where it
 * is used.
 */
export const isSettings: Guard<MetricSettings> = isShape<MetricSettings>({
  metrics: isListOf(isText),
  tools: isListOf(isText),
  duplicates: isOneOf(['membership', 'multiset']),
  emptyTrajectories: isOneOf(['skip', 'score']),
  useEffectiveOrder: isOptional(isFlag),
  useStemmer: isOptional(isFlag),
  useStrictStringMatch: isOptional(isFlag),
  // patterns that do not compile are passed over where they are used
  matching: isOptional(
    isPartOf<MatchingRules>({ rule: isPartOf({}), tools: isListOf(isPartOf({})) }),
  ),
  judges: isOptional(
    isListOf(
      isPartOf<JudgeMetric>({
        id: isText,
        ratings: isListOf(isShape({ score: isNumber, text: isText })),
        samples: isCount,
      }),
    ),
  ),
  custom: isOptional(
    isListOf(isPartOf<CustomMetric>({ name: isText, code: isText, isOn: isFlag })),
  ),
  recorded: isOptional(isListOf(isPartOf<RecordedScore>({ column: isText }))),
  rules: isOptional(
    isListOf(isShape({ text: isText, isOn: isFlag, isPerRow: isOptional(isFlag) })),
  ),
  declarations: isOptional(isText),
  thresholds: isOptional(isThresholds),
});

/** Whether a digest can be read is looked at when it is needed; it can be computed again. */
const isAny: Guard<KeptDigest | undefined> = (value): value is KeptDigest | undefined =>
  value !== null;

/** Checks whether a stored value is the record of a run. */
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
  summary: isListOf(
    isShape({
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
        isShape({
          low: isNumber,
          high: isNumber,
          method: isOneOf(['wilson', 'beta', 'bootstrap', 'normal']),
        }),
      ),
      valid: isCount,
      notEvaluated: isCount,
      errors: isCount,
      histogram: isShape({ min: isNumber, max: isNumber, bins: isListOf(isNumber) }),
      agreement: isOptional(isNumber),
      versus: isOptional(isShape({ wins: isCount, ties: isCount, losses: isCount })),
    }),
  ),
  digest: isAny,
  sourceId: isText,
  taskSet: isOptional(isShape({ count: isCount, ids: isText, content: isText })),
  mentionsPatterns: isOptional(isFlag),
  fingerprint: isText,
  sourceBytes: isCount,
  sampleId: isText,
  agent: isOptional(
    isShape({
      ...AGENT,
      runId: isText,
      title: isText,
      trials: isCount,
      order: isOptional(isListOf(isCount)),
      asked: isOptional(isText),
    }),
  ),
  author: isOptional(isText),
  redaction: isOptional(
    isShape({
      counts: isListOf(isShape({ label: isText, values: isCount, places: isCount })),
      columns: isListOf(isShape({ name: isText, treatment: isOneOf(['replace', 'remove']) })),
    }),
  ),
  ratings: isOptional(
    isListOf(isShape({ row: isCount, rating: isNullOr(isNumber), note: isText })),
  ),
  errorAnalysis: isOptional(
    isShape({
      marks: isListOf(
        isShape({
          row: isCount,
          id: isText,
          step: isNullOr(isCount),
          steps: isCount,
          tool: isText,
          code: isText,
          note: isText,
        }),
      ),
      codes: isListOf(
        isShape({
          name: isText,
          description: isText,
          source: isOptional(isText),
          into: isOptional(isText),
        }),
      ),
    }),
  ),
  references: isOptional(
    isShape({ from: isText, edits: isListOf(isEdit), rows: isIntegers, before: isBlob }),
  ),
});

/** Checks whether a stored value is the record of a source. */
export const isSource: Guard<SourceRecord> = isShape<SourceRecord>({
  id: isText,
  rows: isBlob,
  table: isOptional(
    isShape({
      names: isListOf(isText),
      nameless: isListOf(isShape({ place: isCount, name: isText, isLeftOut: isOptional(isFlag) })),
      isGuarded: isFlag,
      delimiter: isText,
      bytes: isCount,
    }),
  ),
  original: isNullOr(isBlob),
  skipped: isBlob,
});

const isLabels = isShape<LabelColumn>({
  names: isListOf(isText),
  starts: isIntegers,
  ids: isIntegers,
});

const SCORES = {
  id: isText,
  metricId: isText,
  tool: isOptional(isText),
  texts: isOptional(isListOf(isText)),
  agreement: isOptional(isFloats),
};

const isScores = isShape<ScoreValues>({ ...SCORES, values: isFloats, outcomes: isBytes });

const isPackedScores = isShape<PackedScores>({
  ...SCORES,
  levels: isFloats,
  levelOutcomes: isBytes,
  codes: isBytes,
});

const isInfos = isListOf(isShape({ name: isText, filled: isCount }));

const isPackedInfos = isShape({ names: isListOf(isText), filled: isIntegers });

/** Checks the code of an issue alone; the rest is shown as text. */
const isIssue = isShape<Pick<Issue, 'code'>>({ code: isOneOf(ISSUE_CODES) }) as Guard<Issue>;

const isColumnsShape = isShape<PackedColumns>({
  rowCount: isCount,
  offsets: isFloats,
  lengths: isIntegers,
  lines: isIntegers,
  idKeys: isFloats,
  contentKeys: isOptional(isFloats),
  scores: isListOf(isEither(isScores, isPackedScores)),
  tools: isLabels,
  signatures: isLabels,
  notes: isOptional(isLabels),
  columns: isEither(isInfos, isPackedInfos),
  predictedCalls: isCount,
  referenceCalls: isCount,
  issues: isShape({
    counts: isMapOf(ISSUE_CODES, isCount),
    first: isListOf(isIssue),
  }),
  skippedCount: isCount,
});

const isStoredColumns: Guard<PackedColumns> = (value): value is PackedColumns => {
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

const isColumns: Guard<ScoredColumns> = (value): value is ScoredColumns =>
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

const isEnd = isShape({ bytesRead: isCount, lineCount: isCount, hash: isCount });

/** Checks whether a value is a chunk of a run, with a value for every row. */
export const isChunk: Guard<ChunkRecord> = isShape<ChunkRecord>({
  runId: isText,
  index: isCount,
  columns: isColumns,
  end: isOptional(isEnd),
});

/** Checks whether a stored value is one, packed or not. */
export const isStoredChunk: Guard<StoredChunk> = isShape<StoredChunk>({
  runId: isText,
  index: isCount,
  columns: isStoredColumns,
  end: isOptional(isEnd),
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

const isLabelCount = isShape({ name: isText, count: isCount });

const isFailing: Guard<FilterCounts['failing']> = (value): value is FilterCounts['failing'] =>
  typeof value === 'object' && value !== null && Object.values(value).every(isCount);

/** Checks whether a stored value is what is kept of a run's digest. */
export const isDigest: Guard<KeptDigest> = isShape<KeptDigest>({
  headline: isShape({
    parts: isListOf(isShape({ text: isText, style: isOneOf(['plain', 'strong', 'code']) })),
    note: isText,
  }),
  counts: isShape({
    failing: isFailing,
    notEvaluated: isCount,
    unreadable: isCount,
    agentFailed: isCount,
  }),
  tools: isListOf(isLabelCount),
  causes: isListOf(isLabelCount),
  causeCount: isCount,
});
