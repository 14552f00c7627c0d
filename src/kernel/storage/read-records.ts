import type {
  CustomMetric,
  MetricSettings,
  RecordedScore,
  RuleSetting,
  Thresholds,
} from '#core/score/metric/settings.ts';
import { type ColumnInfo, COLUMN_ROLES, type ColumnRoles } from '#core/read/names/column-roles.ts';
import type { Nameless, RowTable } from '#core/read/containers/format.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { ISSUE_CODES, type Issue } from '#core/read/issues/issue.ts';
import type { MatchingRules } from '#core/match/rules.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import type { ErrorAnalysis, ErrorCode, RowMark } from '#core/score/error-codes/error-analysis.ts';
import type { RedactionNote } from '#core/share/redaction/redaction.ts';
import type { RowRating } from '#core/score/ratings/ratings.ts';
import type {
  PartEnd,
  IssueList,
  LabelColumn,
  ScoredColumns,
  ScoreValues,
  LabelCount,
} from '#core/score/columns/scored-columns.ts';
import type { Interval } from '#core/base/statistics/interval.ts';
import type { KeptDigest, FilterCounts } from '#core/explain/summary/digest.ts';
import type { Histogram } from '#core/explain/summary/bins.ts';
import type { MetricSummary } from '#core/explain/summary/summarise.ts';
import type { PackedInfos, PackedColumns, PackedScores } from '#core/score/columns/pack-columns.ts';
import type { TaskSet } from '#core/score/columns/task-set.ts';
import type { ChunkRecord, RunRecord, SourceRecord } from '#engine/run-file/records.ts';
import type { StoredChunk } from './schema.ts';
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
  isTexts,
} from './shape.ts';
import type {
  ReferenceEdit,
  ReferenceEdits,
} from '#core/explain/reference-edits/reference-edit.ts';
import type { AcceptedForm, FormKind } from '#core/explain/reference-edits/accepted-form.ts';
import type { AgentConfig, AgentHeader, AgentNote } from '#core/agents/agent-config.ts';
import type { CandidateChoice, Segment } from '#core/read/framework/adapter.ts';
import type {
  LongFormat,
  CellConversion,
  JoinFacts,
  ReadingChoices,
  ToolRenaming,
  SplitCalls,
} from '#core/read/choices/reading-choices.ts';
import type { Headline, HeadlinePart } from '#core/explain/summary/headline.ts';

/** Checks whether a stored value maps roles to columns. */
export const isRoles: Guard<ColumnRoles> = isMapOf(COLUMN_ROLES, isText);

const isLatency = isShape<Extract<CellConversion, { role: 'latency_in_seconds' }>>({
  role: isOneOf(['latency_in_seconds']),
  column: isText,
  unit: isOneOf(['seconds', 'milliseconds', 'unsure']),
});

const isFailure = isShape<Extract<CellConversion, { role: 'failure' }>>({
  role: isOneOf(['failure']),
  column: isText,
  isInverted: isOneOf([true, false]),
});

const isSplitCalls = isShape<SplitCalls>({
  role: isOneOf(['predicted_trajectory', 'reference_trajectory']),
  column: isText,
  argumentsColumn: isText,
});

const isConversion: Guard<CellConversion> = (value): value is CellConversion =>
  isLatency(value) || isFailure(value) || isSplitCalls(value);

const isLongFormat = isShape<LongFormat>({
  id: isText,
  tool: isText,
  input: isOptional(isText),
  step: isOptional(isText),
  side: isOneOf(['predicted_trajectory', 'reference_trajectory']),
});

const isGrouping: Guard<LongFormat | 'off'> = (value): value is LongFormat | 'off' =>
  value === 'off' || isLongFormat(value);

const isKey = isShape<Extract<Segment, object>>({ key: isText });
const isSegment: Guard<Segment> = (value): value is Segment => value === 'items' || isKey(value);
const isWay = isOptional(isListOf(isSegment));

/** Checks whether a stored value holds reading choices. */
export const isReading: Guard<ReadingChoices> = isShape<ReadingChoices>({
  turns: isOptional(isOneOf(['conversation'])),
  subAgents: isOptional(isOneOf(['root'])),
  droppedTools: isOptional(isListOf(isText)),
  renamedTools: isOptional(isListOf(isShape<ToolRenaming>({ from: isText, to: isText }))),
  argumentsKey: isOptional(isText),
  conversions: isOptional(isListOf(isConversion)),
  grouping: isOptional(isGrouping),
  lists: isOptional(isShape<CandidateChoice>({ predicted: isWay, reference: isWay })),
  joined: isOptional(
    isShape<JoinFacts>({
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

const isHeaders = isListOf(
  isShape<AgentHeader>({ name: isText, value: isText, isSecret: isOneOf([true, false]) }),
);

/** Checks whether a stored value describes an agent. */
export const isAgentConfig: Guard<AgentConfig> = isShape<AgentConfig>({
  way: isText,
  values: isTexts,
  headers: isHeaders,
});

/** Checks whether a stored value names the agent that made a run. */
const isAgentNote: Guard<AgentNote> = isShape<AgentNote>({
  way: isText,
  values: isTexts,
  headers: isHeaders,
  runId: isText,
  title: isText,
  trials: isCount,
  order: isOptional(isListOf(isCount)),
  asked: isOptional(isText),
});

const isRows = isInstanceOf<Uint32Array>(Uint32Array);

type FormOf<K extends FormKind> = Extract<AcceptedForm, { kind: K }>;

const FORMS: { readonly [K in FormKind]: Guard<FormOf<K>> } = {
  'one-of': (value): value is FormOf<'one-of'> =>
    isShape({ kind: isOneOf(['one-of']) })(value) && 'value' in value,
  anything: isShape<FormOf<'anything'>>({ kind: isOneOf(['anything']) }),
  range: isShape<FormOf<'range'>>({ kind: isOneOf(['range']), number: isNumber }),
  regex: isShape<FormOf<'regex'>>({ kind: isOneOf(['regex']), source: isText }),
  absent: isShape<FormOf<'absent'>>({ kind: isOneOf(['absent']) }),
};

const isForm: Guard<AcceptedForm> = (value): value is AcceptedForm =>
  Object.values<Guard<unknown>>(FORMS).some((isKind) => isKind(value));

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
  rows: isRows,
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

/** Checks whether a stored value lists what was accepted into references. */
const isReferenceEdits: Guard<ReferenceEdits> = isShape<ReferenceEdits>({
  from: isText,
  edits: isListOf(isEdit),
  rows: isRows,
  before: isInstanceOf(Blob),
});

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

/** What names a recorded score; the rest is checked where it is computed. */
const isRecordedShape = isShape<Pick<RecordedScore, 'column'>>({
  column: isText,
}) as Guard<RecordedScore>;

/** A rule's sentence is read where rows are checked against it. */
const isRuleShape: Guard<RuleSetting> = isShape<RuleSetting>({
  text: isText,
  isOn: isFlag,
  isPerRow: isOptional(isFlag),
});

const isThresholds: Guard<Thresholds> = (value): value is Thresholds =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);

/** Checks whether a value holds settings; its metrics and rules are not checked. */
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
  recorded: isOptional(isListOf(isRecordedShape)),
  rules: isOptional(isListOf(isRuleShape)),
  declarations: isOptional(isText),
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
      method: isOneOf(['wilson', 'beta', 'bootstrap', 'normal']),
    }),
  ),
  valid: isCount,
  notEvaluated: isCount,
  errors: isCount,
  histogram: isShape<Histogram>({ min: isNumber, max: isNumber, bins: isListOf(isNumber) }),
  agreement: isOptional(isNumber),
  versus: isOptional(isShape({ wins: isCount, ties: isCount, losses: isCount })),
});

/** Whether a digest can be read is looked at when it is needed; it can be computed again. */
const isAny: Guard<KeptDigest | undefined> = (value): value is KeptDigest | undefined =>
  value !== null;

const isErrorAnalysis = isShape<ErrorAnalysis>({
  marks: isListOf(
    isShape<RowMark>({
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
    isShape<ErrorCode>({
      name: isText,
      description: isText,
      source: isOptional(isText),
      into: isOptional(isText),
    }),
  ),
});

const isRedaction = isShape<RedactionNote>({
  counts: isListOf(isShape({ label: isText, values: isCount, places: isCount })),
  columns: isListOf(isShape({ name: isText, treatment: isOneOf(['replace', 'remove']) })),
});

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
  summary: isListOf(isSummary),
  digest: isAny,
  sourceId: isText,
  taskSet: isOptional(isShape<TaskSet>({ count: isCount, ids: isText, content: isText })),
  mentionsPatterns: isOptional(isFlag),
  fingerprint: isText,
  sourceBytes: isCount,
  sampleId: isText,
  agent: isOptional(isAgentNote),
  author: isOptional(isText),
  redaction: isOptional(isRedaction),
  ratings: isOptional(
    isListOf(isShape<RowRating>({ row: isCount, rating: isNullOr(isNumber), note: isText })),
  ),
  errorAnalysis: isOptional(isErrorAnalysis),
  references: isOptional(isReferenceEdits),
});

/** Checks whether a stored value is the record of a source. */
export const isSource: Guard<SourceRecord> = isShape<SourceRecord>({
  id: isText,
  rows: isBlob,
  table: isOptional(
    isShape<RowTable>({
      names: isListOf(isText),
      nameless: isListOf(
        isShape<Nameless>({ place: isCount, name: isText, isLeftOut: isOptional(isFlag) }),
      ),
      isGuarded: isFlag,
      delimiter: isText,
      bytes: isCount,
    }),
  ),
  original: isNullOr(isBlob),
  skipped: isBlob,
});

/** Checks the code of an issue alone; the rest is shown as text. */
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

const isInfos = isListOf(isShape<ColumnInfo>({ name: isText, filled: isCount }));

const isPackedInfosShape = isShape<PackedInfos>({ names: isListOf(isText), filled: isIntegers });

const arePackedInfos: Guard<PackedInfos> = (value): value is PackedInfos =>
  isPackedInfosShape(value) && value.names.length === value.filled.length;

const isColumnsShape = isShape<PackedColumns>({
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
  columns: (value): value is PackedColumns['columns'] => isInfos(value) || arePackedInfos(value),
  predictedCalls: isCount,
  referenceCalls: isCount,
  issues: isShape<IssueList>({ counts: isMapOf(ISSUE_CODES, isCount), first: isListOf(isIssue) }),
  skippedCount: isCount,
});

const isStoredColumns: Guard<PackedColumns> = (value): value is PackedColumns => {
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

const isEnd = isShape<PartEnd>({ bytesRead: isCount, lineCount: isCount, hash: isCount });

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

const isLabelCount = isShape<LabelCount>({ name: isText, count: isCount });

const isHeadline = isShape<Headline>({
  parts: isListOf(
    isShape<HeadlinePart>({ text: isText, style: isOneOf(['plain', 'strong', 'code']) }),
  ),
  note: isText,
});

const isFailing: Guard<FilterCounts['failing']> = (value): value is FilterCounts['failing'] =>
  typeof value === 'object' && value !== null && Object.values(value).every(isCount);

/** Checks whether a stored value is what is kept of a run's digest. */
export const isDigest: Guard<KeptDigest> = isShape<KeptDigest>({
  headline: isHeadline,
  counts: isShape<FilterCounts>({
    failing: isFailing,
    notEvaluated: isCount,
    unreadable: isCount,
    agentFailed: isCount,
  }),
  tools: isListOf(isLabelCount),
  causes: isListOf(isLabelCount),
  causeCount: isCount,
});
