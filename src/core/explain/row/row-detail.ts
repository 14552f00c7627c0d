import {
  stepNames,
  viewCall,
  viewDifference,
  type CallView,
  type DifferenceView,
  type StepName,
  tagsOf,
  type PatternTag,
} from './call-view.ts';
import { alignRow, stepsOfRow } from './align-row.ts';
import { escapeKey, valueAt } from '#core/base/json/json-path.ts';
import { alignTrajectories, barcodeOf, type Slot } from '#core/match/align.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { cellText, rowName } from '#core/read/dataset/row-cells.ts';
import { type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { previewJson, printJson } from '#core/base/json/parse-json.ts';
import { isSkippedSlot, type AlignedRow } from '#core/match/best-reference.ts';
import { createMatcher, EXACT_MATCHER } from '#core/match/match-calls.ts';
import { internNames } from '#core/calls/intern-calls.ts';
import type { TrajectorySide } from '#core/calls/trajectory.ts';
import type { FoundPattern } from '#core/explain/failure-patterns/failure-patterns.ts';
import { findPatterns } from '#core/explain/failure-patterns/find-failure-patterns.ts';
import { shortCell } from '#core/explain/view/cell-values.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { findInRow, type Passage } from './found-in-row.ts';
import { describeEdits, smallestEdits, type AlignedPair, whyNot } from './why-not.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { code, plain, type WordPart } from '#core/base/text/sentence.ts';
import type { EditKinds, ExplainedScore, Metric } from '#core/score/metric/metric.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { isRuleColumn } from '#core/score/trajectory-rules/rule-metric.ts';
import {
  DEFAULT_SETTINGS,
  findMetric,
  listColumns,
  titleOf,
} from '#core/score/metrics/registry.ts';

/** The number of table lines sent with a run: more than usual screens show. */
export const FIRST_LINES = 40;

/** A row in the table, besides its scores. All texts are shortened. */
export interface RowPreview {
  readonly id: string;
  readonly prompt: string;
  readonly referenceState: SideState;
  readonly predictionState: SideState;
  /** One character per alignment slot, see `barcodeOf`; bounded. */
  readonly barcode: string;
  /** Why the row is not an exact match; empty where it is, or where that is unknown. */
  readonly why: readonly WordPart[];
  /** The number of further differences. */
  readonly moreCount: number;
  /** Short texts of the requested columns, by name. */
  readonly cells: ReadonlyMap<string, string>;
  /** Where the row matches the filters, see found-in-row.ts. */
  readonly found?: FoundPlace;
}

interface FoundPlace {
  /** The first matching alignment slot, −1 for none. */
  readonly slot: number;
  /** Its place in the barcode, −1 where it is beyond the end. */
  readonly bar: number;
  readonly passage: Passage | undefined;
}

/** The state of a side of a row. */
export type SideState = 'list' | 'empty' | 'missing' | 'unreadable';

const PROMPT_LIMIT = 300;
const BARCODE_LIMIT = 400;

/**
 * Prepares a row for the table. What filters match is marked, and named first as the reason.
 * `aligned`: the aligned calls, where known.
 */
export function previewRow(
  record: JsonObject,
  roles: ColumnRoles,
  aligned = alignRow(record, roles, EXACT_MATCHER),
  cells: readonly string[] = [],
  filters: readonly Filter[] = [],
): RowPreview {
  const texts = new Map(cells.map((name) => [name, shortCell(record, name)]));
  const preview = { ...previewAligned(record, roles, aligned), cells: texts };
  const found = filters.length > 0 ? findInRow(record, roles, aligned, filters) : undefined;
  if (!found) return preview;
  const { reference, prediction, slots } = aligned;
  const [first] = found.slots;
  const bar = first ? drawnSlots(aligned).indexOf(first) : -1;
  const { words } = whyNot(found.slots, reference, prediction, aligned.matcher.diff);
  return {
    ...preview,
    why: preview.why.length > 0 && words.length > 0 ? words : preview.why,
    found: {
      slot: first ? slots.indexOf(first) : -1,
      bar: bar < BARCODE_LIMIT ? bar : -1,
      passage: found.passage,
    },
  };
}

/** The slots without optional calls that were left out. */
function drawnSlots({ slots, best }: AlignedRow): readonly Slot[] {
  return best ? slots.filter((slot) => !isSkippedSlot(slot, best.pair)) : slots;
}

function previewAligned(record: JsonObject, roles: ColumnRoles, aligned: AlignedRow): RowPreview {
  const { row, reference, prediction, best, matcher } = aligned;
  const slots = drawnSlots(aligned);
  const { words, more } = best
    ? whyNot(slots, reference, prediction, matcher.diff)
    : { words: [], more: 0 };
  return {
    id: rowName(record, roles)?.slice(0, 80) ?? '',
    prompt: cellText(record, roles, 'prompt')?.slice(0, PROMPT_LIMIT) ?? '',
    referenceState: stateOf(row.reference),
    predictionState: stateOf(row.prediction),
    barcode: barcodeOf(slots.slice(0, BARCODE_LIMIT)),
    why: words,
    moreCount: more,
    cells: new Map(),
  };
}

function stateOf(side: TrajectorySide): SideState {
  if (side.state !== 'calls') return side.state;
  return side.calls.length === 0 ? 'empty' : 'list';
}

/** An alignment slot for the row view. */
export interface SlotView {
  readonly kind: Slot['kind'];
  /** For a moved call: where it is expected or where it was made. */
  readonly at: 'reference' | 'prediction' | 'both';
  readonly reference: CallView | null;
  readonly prediction: CallView | null;
  readonly differences: readonly DifferenceView[];
  /** Whether more arguments may differ than are listed. */
  readonly hasMore?: true;
  /** The number of equal arguments of a changed call; 0 where unknown. */
  readonly equalArguments: number;
  /** An optional call that was not made, which is no difference. */
  readonly isSkipped?: boolean;
  /** Titles of the rules that this call is the first to break. */
  readonly breaks?: readonly string[];
}

interface FieldView {
  readonly name: string;
  readonly text: string;
  readonly isCut: boolean;
}

interface ScoreReason {
  readonly value: number;
  readonly words: readonly WordPart[];
  /** The smallest edit for the best score, to follow “To pass:”; empty without one. */
  readonly edit: readonly WordPart[];
  /** The place of the call to blame, from 0; absent without one. */
  readonly call?: number;
}

/** Everything the row view shows. All texts are shortened, so that a huge row opens at once. */
export interface RowDetail {
  readonly preview: RowPreview;
  /** The acceptable reference that is shown, the closest one. Places from 1. */
  readonly reference: { readonly place: number; readonly count: number };
  readonly prompt: string;
  readonly response: string | null;
  readonly expectedAnswer: string | null;
  readonly slots: readonly SlotView[];
  readonly slotsLeft: number;
  /** The failure patterns of the row. */
  readonly patterns: readonly FoundPattern[];
  /** Explanations of computed scores, by score column. */
  readonly reasons: ReadonlyMap<string, ScoreReason>;
  /** The first steps of the run. */
  readonly steps: readonly StepName[];
  readonly referenceCalls: number;
  readonly predictionCalls: number;
  /** Columns without a role. */
  readonly otherFields: readonly FieldView[];
  readonly raw: FieldView;
}

const SLOT_LIMIT = 3000;
const PATTERNS_LISTED = 30;
const TEXT_LIMIT = 20_000;
const DIFFERENCE_LIMIT = 50;

/** Prepares a row for the row view; `aligned`: the aligned calls, where known. */
export function detailRow(
  record: JsonObject,
  roles: ColumnRoles,
  settings: MetricSettings = DEFAULT_SETTINGS,
  aligned = alignRow(record, roles, createMatcher(settings.matching)),
): RowDetail {
  const { reference, prediction, slots, best } = aligned;
  const reasons = reasonsOf(aligned, settings);
  const broken = brokenBy(reasons);
  return {
    reference: { place: best?.place ?? 1, count: best?.count ?? 1 },
    preview: previewAligned(record, roles, aligned),
    prompt: cellText(record, roles, 'prompt')?.slice(0, TEXT_LIMIT) ?? '',
    response: cellText(record, roles, 'response')?.slice(0, TEXT_LIMIT) ?? null,
    expectedAnswer: cellText(record, roles, 'reference')?.slice(0, TEXT_LIMIT) ?? null,
    slots: slots
      .slice(0, SLOT_LIMIT)
      .map((slot) => ({ ...viewSlot(slot, aligned), ...breaksAt(slot, broken) })),
    slotsLeft: Math.max(0, slots.length - SLOT_LIMIT),
    patterns: findPatterns(aligned, settings.declarations).slice(0, PATTERNS_LISTED),
    reasons,
    steps: stepNames(stepsOfRow(record, roles)),
    referenceCalls: reference.length,
    predictionCalls: prediction.length,
    otherFields: otherFields(record, roles),
    raw: bounded('row', printBounded(record), TEXT_LIMIT),
  };
}

/** Explains the computed scores of a row, by score column. */
function reasonsOf(aligned: AlignedRow, settings: MetricSettings): RowDetail['reasons'] {
  return new Map(
    listColumns(settings).flatMap((column) => {
      const metric = findMetric(column.metricId);
      const value = metric?.score?.(aligned.row, settings, column);
      if (!metric || typeof value !== 'number') return [];
      const score = { value, column, settings, aligned };
      const recorded = plain(metric.isRecorded ? 'As recorded.' : '');
      const words = explainEmpty(metric, score) ?? metric.explain?.(score) ?? recorded;
      const call = metric.blames?.(score);
      const edit = editFor(metric, score);
      const reason = { value, words, edit, ...(call === undefined ? {} : { call }) };
      return [[column.id, reason] as const];
    }),
  );
}

/** Explains the score of a row with an empty side, by a metric that compares both. */
function explainEmpty(
  { needs }: Metric,
  { value, aligned: { reference, prediction } }: ExplainedScore,
): readonly WordPart[] | undefined {
  if (!needs.includes('reference_trajectory')) return undefined;
  const be = (count: number): string => `${String(count)} ${count === 1 ? 'is' : 'are'}`;
  if (reference.length === 0)
    return plain(
      prediction.length === 0
        ? 'No calls are expected, and none is made.'
        : `No calls are expected, ${be(prediction.length)} made.`,
    );
  // optional expected calls may be left out
  if (prediction.length > 0 || value === 1) return undefined;
  return plain(`No calls are made, ${be(reference.length)} expected.`);
}

function brokenBy(reasons: RowDetail['reasons']): ReadonlyMap<number, readonly string[]> {
  const broken = new Map<number, string[]>();
  for (const [metricId, { call }] of reasons) {
    if (call === undefined || !isRuleColumn({ metricId })) continue;
    const titles = broken.get(call) ?? [];
    titles.push(titleOf({ metricId }).title);
    broken.set(call, titles);
  }
  return broken;
}

function breaksAt(slot: Slot, broken: ReturnType<typeof brokenBy>): Pick<SlotView, 'breaks'> {
  const breaks = 'prediction' in slot ? broken.get(slot.prediction) : undefined;
  const isMade = slot.kind !== 'moved' || slot.at === 'prediction';
  return breaks && isMade ? { breaks } : {};
}

/** The smallest edit for the best score; empty without one. */
function editFor(metric: Metric, score: ExplainedScore): readonly WordPart[] {
  const { value, settings, aligned } = score;
  if (value === (metric.better === 'lower' ? 0 : 1)) return [];
  const tools = new Set(metric.missingTools?.(score));
  const words = [...tools].flatMap((tool, index) => [
    ...plain(index === 0 ? 'call ' : ', '),
    code(tool),
  ]);
  if (metric.edits && aligned.best) {
    const { reference, prediction, matcher } = aligned;
    const pair = alignedPair(aligned, aligned.best.pair, metric.edits);
    const edits = smallestEdits(metric.edits, pair, settings.duplicates);
    words.push(...describeEdits(edits, reference, prediction, matcher.diff));
  }
  return words;
}

function alignedPair(
  { reference, prediction, slots }: AlignedRow,
  pair: InternedPair,
  { isByName = false }: EditKinds,
): AlignedPair {
  if (!isByName) return { slots, pair };
  const { optional } = pair;
  const names = { ...internNames(prediction, reference), ...(optional ? { optional } : {}) };
  return { slots: alignTrajectories(reference, prediction, names), pair: names };
}

function printBounded(record: JsonObject): string {
  const line = previewJson(record, TEXT_LIMIT);
  return line.endsWith('…') ? line : printJson(record, 2);
}

function otherFields(record: JsonObject, roles: ColumnRoles): FieldView[] {
  const taken = new Set(Object.values(roles));
  return Object.entries(record)
    .filter(([name]) => !taken.has(name))
    .map(([name, value]) => bounded(name, textOf(value), 2000));
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : previewJson(value, 2000);
}

function bounded(name: string, text: string, limit: number): FieldView {
  return { name, text: text.slice(0, limit), isCut: text.length > limit };
}

/** Adds tags to the arguments of an expected call, where patterns are on. */
function withTags(
  call: CallView,
  slot: Exclude<Slot, { kind: 'extra' }>,
  { reference, prediction, slots, matcher }: AlignedRow,
): CallView {
  if (!matcher.readReference) return call;
  const tags = tagsOf(reference[slot.reference]?.tool_input ?? null);
  if (tags.length === 0) return call;
  const bound = (path: string, name: string): PatternTag['bound'] => {
    const made = 'prediction' in slot ? prediction[slot.prediction] : undefined;
    const value = made && valueAt(made.tool_input, path);
    if (value === undefined || !('prediction' in slot)) return undefined;
    const earlier = slots.some(
      (other) =>
        'reference' in other &&
        'prediction' in other &&
        other.prediction < slot.prediction &&
        tagsOf(reference[other.reference]?.tool_input ?? null).some(
          ({ isVariable, tag }) => isVariable === true && tag === name,
        ),
    );
    return { value: previewJson(value, 120), isFirst: !earlier };
  };
  return {
    ...call,
    tags: tags.map((one) => {
      const value = one.isVariable ? bound(one.path, one.tag) : undefined;
      return value ? { ...one, bound: value } : one;
    }),
  };
}

/** Prepares an alignment slot for the row view, its texts shortened. */
export function viewSlot(slot: Slot, aligned: AlignedRow): SlotView {
  const { reference, prediction, matcher, best } = aligned;
  const expected = 'reference' in slot ? viewCall(reference, slot.reference) : null;
  const made = 'prediction' in slot ? viewCall(prediction, slot.prediction) : null;
  const at = slot.kind === 'moved' ? slot.at : 'both';
  const tagged = expected && 'reference' in slot ? withTags(expected, slot, aligned) : expected;
  const skipped = best && isSkippedSlot(slot, best.pair) ? { isSkipped: true } : {};
  const base = { kind: slot.kind, at, reference: tagged, prediction: made, ...skipped } as const;
  if (slot.kind !== 'changed') return { ...base, differences: [], equalArguments: 0 };
  const wanted = reference[slot.reference];
  const differences = matcher.diff(wanted, prediction[slot.prediction], DIFFERENCE_LIMIT);
  const hasMore = differences.length >= DIFFERENCE_LIMIT;
  return {
    ...base,
    ...(hasMore && { hasMore }),
    differences: differences.map((one) => viewDifference(one, matcher.readReference !== undefined)),
    equalArguments: hasMore
      ? 0
      : countEqual(
          wanted?.tool_input ?? null,
          differences.map(({ path }) => path),
        ),
  };
}

/** The number of top-level arguments without a difference. */
function countEqual(input: JsonValue, paths: readonly string[]): number {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return 0;
  const differing = new Set(paths.map((path) => path.split('/')[1]));
  return Object.keys(input).filter((key) => !differing.has(escapeKey(key))).length;
}
