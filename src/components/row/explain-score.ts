import { isCustomColumn } from '#core/custom-metrics/custom-metric.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { readJson } from '#core/json/parse-json.ts';
import { outcomeInWords } from '#core/issues/outcome-words.ts';
import { placeNotReached } from '#core/matching/compare-pair.ts';
import { createMatcher } from '#core/matching/match-calls.ts';
import { pairWithNames } from '#core/matching/pair-with-names.ts';
import { unifyMatches } from '#core/matching/unify-matches.ts';
import { OUTCOMES, type ScoreColumn } from '#core/metrics/metric.ts';
import { isJudgeColumn } from '#core/judging/judged-metric.ts';
import { isRatingColumn } from '#core/ratings/rating-metric.ts';
import { findMetric } from '#core/metrics/registry.ts';
import { scorerOf } from '#core/metrics/scorers.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';
import type { CallView } from '#core/row/call-view.ts';
import { editKey, type RowDetail, type SlotView } from '#core/row/row-detail.ts';
import type { WordPart } from '#core/row/why-not.ts';
import type { RowNote } from '#core/scoring/row-notes.ts';
import { RowTexts } from '#core/text/row-texts.ts';
import type { ToolCall } from '#core/trajectory/trajectory.ts';
import { boundText } from './show-invisibles.ts';

/** A row's score under one column. */
export interface RowScore {
  readonly column: ScoreColumn;
  /** NaN without one. */
  readonly value: number;
  /** Index into OUTCOMES. */
  readonly outcome: number;
  /** What a judge said, or why it gave no verdict; empty for computed metrics. */
  readonly said?: string;
  /** What a person's own metric says of the row. */
  readonly notes?: readonly RowNote[];
  /** The settings it was scored under. */
  readonly settings: MetricSettings;
}

type Words = readonly WordPart[];

/**
 * Says in one line why a row has its score. Numbers are given only where the score itself or the
 * whole alignment proves them.
 * @param score the score
 * @param detail the row
 * @returns the sentence; code is set in the monospace face
 */
export function explainScore(score: RowScore, detail: RowDetail): Words {
  const { column, value, outcome, said = '' } = score;
  if (isCustomColumn(column)) return say(explainCustom(score));
  if (isRatingColumn(column)) return say(boundText(said, SAID_KEPT));
  if (Number.isNaN(value)) {
    const reason = outcomeInWords(OUTCOMES[outcome] ?? 'value_missing');
    return say(said === '' ? reason : `${reason} ${boundText(said, SAID_KEPT)}`);
  }
  if (isJudgeColumn(column)) return say(boundText(said, SAID_KEPT));
  if (column.tool !== undefined) return explainTool(column.tool, value, detail);
  switch (column.metricId) {
    case 'trajectory_exact_match':
      return say(explainExact(value, detail));
    case 'trajectory_in_order_match':
      return explainInOrder(score, detail);
    case 'trajectory_any_order_match':
      return say(explainAnyOrder(value, detail));
    case 'trajectory_precision':
      return say(explainShare(score, detail, 'predicted', 'reference'));
    case 'trajectory_recall':
      return say(explainShare(score, detail, 'reference', 'prediction'));
    case 'failure':
      return say(value > 0 ? 'The agent call failed.' : 'The agent call did not fail.');
    default:
      return say(explainOther(score, detail));
  }
}

/** The error's message, or the further columns that the code gave. */
function explainCustom({ column, value, outcome, notes = [] }: RowScore): string {
  const own = notes.filter(({ columnId }) => columnId === column.id);
  const error = own.find(({ key }) => key === '');
  if (error) return error.text;
  if (Number.isNaN(value)) return outcomeInWords(OUTCOMES[outcome] ?? 'code_failed');
  return own.map(({ key, text }) => `${key}: ${text}`).join(', ');
}

/** Texts give a reason only where their 0 surprises. */
function explainOther({ column, value, settings }: RowScore, detail: RowDetail): string {
  const metric = findMetric(column.metricId);
  if (metric?.isRecorded === true) return 'As recorded.';
  if (value !== 0) return '';
  return (
    scorerOf(column.metricId).whyZero?.(
      new RowTexts(detail.response, detail.expectedAnswer),
      settings,
    ) ?? ''
  );
}

/**
 * Says what the smallest edit of the prediction is that would give the metric its best score.
 * @param score the score
 * @param detail the row
 * @returns the edits in words; none where the score is the best, there is none, or no edit is known
 */
export function explainEdit(score: RowScore, detail: RowDetail): Words {
  const { column, value, settings } = score;
  const best = findMetric(column.metricId)?.better === 'lower' ? 0 : 1;
  if (Number.isNaN(value) || value === best) return [];
  if (column.tool !== undefined) return toPass(addCalls([column.tool]));
  if (column.metricId === 'essential_tools_present') {
    if (detail.slotsLeft > 0) return [];
    const made = new Set(detail.slots.map(({ prediction }) => prediction?.tool));
    return toPass(addCalls(settings.tools.filter((tool) => !made.has(tool.slice(0, TOOL_KEPT)))));
  }
  return toPass(detail.edits.get(editKey(column.metricId, settings.duplicates)) ?? []);
}

function addCalls(tools: readonly string[]): Words {
  return [...new Set(tools)].flatMap((tool, index) => [
    { text: index === 0 ? 'call ' : ', ', isCode: false },
    { text: boundText(tool, 60), isCode: true },
  ]);
}

function toPass(words: Words): Words {
  return words.length === 0 ? [] : [...say('To pass: '), ...words, ...say('.')];
}

function explainExact(value: number, { slots, slotsLeft, ...detail }: RowDetail): string {
  if (value === 1) return hasCalls(detail) ? 'The same calls in the same order.' : NO_CALLS;
  const differs = ({ kind, isSkipped }: SlotView): boolean =>
    kind !== 'equal' && isSkipped !== true;
  const first = slots.findIndex(differs);
  if (first < 0) return 'The calls differ.';
  if (slotsLeft > 0) return `The first difference is call ${String(first + 1)}.`;
  const differing = slots.filter(differs).length;
  if (slots.length === 1) return 'The only slot differs.';
  if (differing === slots.length) return `${all(differing)} slots differ.`;
  if (differing === 1)
    return `1 of ${String(slots.length)} slots differs: call ${String(first + 1)}.`;
  const count = `${String(differing)} of ${String(slots.length)} slots differ`;
  return `${count}, the first is call ${String(first + 1)}.`;
}

function explainAnyOrder(value: number, detail: RowDetail): string {
  if (value === 1) {
    return detail.referenceCalls === 0
      ? NOTHING_EXPECTED
      : `${allCalls(detail)} made${andExtra(detail)}.`;
  }
  if (detail.slotsLeft > 0) return 'Some reference calls are absent.';
  // equal and moved slots pair all calls that occur on both sides, each once
  const absent = detail.slots.filter(
    ({ kind, isSkipped }) => (kind === 'missing' || kind === 'changed') && isSkipped !== true,
  ).length;
  if (detail.referenceCalls === 1) return 'The reference call is absent.';
  const are = absent === 1 ? 'is' : 'are';
  return `${String(absent)} of ${String(detail.referenceCalls)} reference calls ${are} absent.`;
}

function explainShare(
  { value, settings }: RowScore,
  detail: RowDetail,
  side: 'predicted' | 'reference',
  other: 'reference' | 'prediction',
): string {
  const total = side === 'predicted' ? detail.predictionCalls : detail.referenceCalls;
  if (total === 0) return value === 1 ? NO_CALLS : '';
  const found = Math.round(value * total);
  // another number of calls than was scored: then nothing can be counted
  if (Math.abs(found / total - value) > 1e-9) return '';
  const once = settings.duplicates === 'multiset' ? ', each counted once' : '';
  if (total === 1) {
    return `The ${side} call is ${found === 1 ? '' : 'not '}in the ${other}.`;
  }
  if (found === total) return `${all(total)} ${side} calls are in the ${other}${once}.`;
  if (found === 0 && total === 2) return `Neither ${side} call is in the ${other}.`;
  if (found === 0) return `None of the ${String(total)} ${side} calls is in the ${other}.`;
  const are = found === 1 ? 'is' : 'are';
  return `${String(found)} of ${String(total)} ${side} calls ${are} in the ${other}${once}.`;
}

function explainTool(tool: string, value: number, { slots, slotsLeft }: RowDetail): Words {
  if (value === 0) return say('Never called.');
  const name = tool.slice(0, TOOL_KEPT);
  const places = slots.flatMap(({ kind, at, prediction }) =>
    prediction?.tool === name && kind !== 'missing' && at !== 'reference' ? [prediction.place] : [],
  );
  const [first] = places;
  // a cut name may stand for another tool
  if (slotsLeft > 0 || first === undefined || tool.length >= TOOL_KEPT) {
    return say('Called. By name only.');
  }
  const times = ['once, as', 'twice, first as'][places.length - 1];
  const how = times ?? `${String(places.length)} times, first as`;
  return say(`Called ${how} call ${String(first)}. By name only.`);
}

function explainInOrder({ value, settings }: RowScore, detail: RowDetail): Words {
  if (value === 1) {
    if (detail.referenceCalls === 0) return say(NOTHING_EXPECTED);
    return say(`${allCalls(detail)} made in order${andExtra(detail)}.`);
  }
  return findBreak(detail, settings) ?? say('The reference calls are not all made in order.');
}

/** Finds the first reference call that the prediction does not reach. */
function findBreak(detail: RowDetail, { matching }: MetricSettings): Words | undefined {
  const calls = restoreCalls(detail);
  if (!calls) return undefined;
  const { pair: pairCalls } = createMatcher(matching);
  const pair = unifyMatches(pairWithNames(pairCalls, calls.prediction, calls.reference));
  const next = placeNotReached(pair);
  const call = next === undefined ? undefined : calls.reference[next];
  if (next === undefined || !call) return undefined;
  const id = pair.reference[next];
  const made = pair.prediction.filter((other) => other === id).length;
  const expected = pair.reference.slice(0, next).filter((other) => other === id).length;
  const isCalled = calls.prediction.some(({ tool_name }) => tool_name === call.tool_name);
  const how = howItFails(made, expected, isCalled);
  return [...say('Fails at '), { text: boundText(call.tool_name, 60), isCode: true }, ...say(how)];
}

function howItFails(made: number, expectedBefore: number, isCalled: boolean): string {
  if (!isCalled) return ', which is never called.';
  if (made === 0) return ', which is called with other arguments.';
  return made <= expectedBefore ? ', which is not called again.' : ', which comes too early.';
}

const TOOL_KEPT = 200;

interface Calls {
  readonly reference: readonly ToolCall[];
  readonly prediction: readonly ToolCall[];
}

/** The calls behind the row view; undefined where some of them are cut. */
function restoreCalls(detail: RowDetail): Calls | undefined {
  if (detail.slotsLeft > 0) return undefined;
  const reference: ToolCall[] = [];
  const prediction: ToolCall[] = [];
  for (const slot of detail.slots) {
    const expected = slot.at === 'prediction' ? null : slot.reference;
    const made = slot.at === 'reference' ? null : slot.prediction;
    for (const [view, list] of [
      [expected, reference],
      [made, prediction],
    ] as const) {
      if (!view) continue;
      const call = restoreCall(view);
      if (!call) return undefined;
      list.push(call);
    }
  }
  return { reference, prediction };
}

function restoreCall(view: CallView): ToolCall | undefined {
  const { tool, input, isCut } = view;
  if (isCut || tool.length >= TOOL_KEPT) return undefined;
  const reading = readJson(input);
  if (!reading.ok) return undefined;
  const value: JsonValue = reading.value;
  const source = view.isOptional === true ? { optional: true } : {};
  const named = view.isNameOnly ? ({ isNameOnly: true } as const) : {};
  return { tool_name: tool, tool_input: value, source, ...named };
}

const SAID_KEPT = 600;

const NO_CALLS = 'No calls on either side.';
const NOTHING_EXPECTED = 'No calls are expected.';

function hasCalls({
  referenceCalls,
  predictionCalls,
}: Pick<RowDetail, 'referenceCalls' | 'predictionCalls'>): boolean {
  return referenceCalls + predictionCalls > 0;
}

function allCalls({ referenceCalls }: RowDetail): string {
  return referenceCalls === 1
    ? 'The reference call is'
    : `${all(referenceCalls)} reference calls are`;
}

function all(count: number): string {
  return count === 2 ? 'Both' : `All ${String(count)}`;
}

function andExtra({ referenceCalls, predictionCalls }: RowDetail): string {
  const extra = predictionCalls - referenceCalls;
  if (extra <= 0) return '';
  return `, and ${String(extra)} ${extra === 1 ? 'other' : 'others'}`;
}

function say(text: string): Words {
  return text === '' ? [] : [{ text, isCode: false }];
}
