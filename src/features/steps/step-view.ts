import type { CallStep, MessageStep, Step, StepRecord, StepRole } from '#core/calls/step.ts';
import { viewSlot, type SlotView } from '#core/explain/row/row-detail.ts';
import { STEP_LIMIT } from '#core/explain/row/call-view.ts';
import type { AlignedRow } from '#core/match/best-reference.ts';
import type { Slot } from '#core/match/align.ts';
import { viewText, viewValue, type TextView } from './step-text.ts';

interface Numbered {
  /** Its number in the row, from 1; missing calls have none. */
  readonly number: number;
  /** Times are milliseconds since the first recorded start. */
  readonly record: StepRecord;
}

/** A message. */
export interface MessageView extends Numbered {
  readonly kind: 'message';
  readonly role: StepRole;
  readonly text: TextView;
  /** The number of calls between it and the next message. */
  readonly calls: number;
}

/** A call that was made. */
export interface CallStepView extends Numbered {
  readonly kind: 'call';
  readonly tool: string;
  readonly input: TextView;
  readonly output?: TextView;
  /** The error; empty where only the failure is recorded. */
  readonly error?: TextView;
  /** The later step that succeeded where this one failed. */
  readonly recoveredIn?: number;
  /** The last failed step for which this one succeeded. */
  readonly recovers?: number;
  /** On the first of parallel calls: their number, 2 or more. */
  readonly parallel?: number;
  /** Its alignment with the reference; absent without a reference. */
  readonly slot?: SlotView;
}

/** An expected call that was not made; it has no number. */
interface MissingView {
  readonly kind: 'missing';
  readonly slot: SlotView;
}

/** A line of the conversation. */
export type StepView = MessageView | CallStepView | MissingView;

/** A row's steps, all texts shortened. */
export interface StepsView {
  readonly items: readonly StepView[];
  /** The number of steps, including those not listed. */
  readonly stepCount: number;
  /** The number of steps not listed, at the end. */
  readonly left: number;
  /** Whether calls are compared with a reference. */
  readonly hasReference: boolean;
}

const TEXT_LIMIT = 600;
const VALUE_LIMIT = 200;
/** From this many steps on, texts are shortened more. */
const MANY_STEPS = 2000;
const SHORT_LIMIT = 240;

/**
 * Prepares a row's steps in order with their alignment; a missing call comes before the call that
 * follows it in the reference.
 */
export function viewSteps(steps: readonly Step[], aligned: AlignedRow): StepsView {
  const listed = steps.slice(0, STEP_LIMIT);
  const hasReference = aligned.row.reference.state === 'calls';
  const places = placeSlots(aligned);
  const recoveries = findRecoveries(steps);
  const failed = new Map([...recoveries].map(([from, to]) => [to, from]));
  const parallels = parallelCounts(steps);
  const start = firstStart(steps);
  const limit = steps.length > MANY_STEPS ? SHORT_LIMIT : TEXT_LIMIT;
  const items: StepView[] = [];
  const addMissing = (place: number): void => {
    for (const slot of places.missing.get(place) ?? [])
      items.push({ kind: 'missing', slot: viewSlot(slot, aligned) });
  };
  for (const [at, step] of listed.entries()) {
    const base = { number: at + 1, record: recordOf(step, start) };
    if (step.kind === 'message') {
      items.push({ ...base, ...viewMessage(step, limit), calls: callsAfter(steps, at) });
      continue;
    }
    addMissing(step.place);
    const slot = places.made.get(step.place);
    const recoveredIn = recoveries.get(at);
    const recovers = failed.get(at);
    const parallel = parallels.get(at);
    items.push({
      ...base,
      ...viewCallStep(step, limit),
      ...(hasReference && slot && { slot: viewSlot(slot, aligned) }),
      ...(recoveredIn !== undefined && { recoveredIn: recoveredIn + 1 }),
      ...(recovers !== undefined && { recovers: recovers + 1 }),
      ...(parallel !== undefined && { parallel }),
    });
  }
  if (listed.length === steps.length) addMissing(aligned.prediction.length);
  return {
    items,
    stepCount: steps.length,
    left: steps.length - listed.length,
    hasReference,
  };
}

/** Slots of calls made by their place, and missing calls by the place they come before. */
function placeSlots({ slots, prediction }: AlignedRow): {
  readonly made: ReadonlyMap<number, Slot>;
  readonly missing: ReadonlyMap<number, readonly Slot[]>;
} {
  const made = new Map<number, Slot>();
  const missing = new Map<number, Slot[]>();
  let next = prediction.length;
  for (const slot of slots.toReversed()) {
    if (slot.kind === 'missing') missing.set(next, [slot, ...(missing.get(next) ?? [])]);
    else if (slot.kind !== 'moved' || slot.at === 'prediction') {
      next = slot.prediction;
      made.set(next, slot);
    }
  }
  return { made, missing };
}

function viewMessage(
  { role, text }: MessageStep,
  limit: number,
): Omit<MessageView, keyof Numbered | 'calls'> {
  return { kind: 'message', role, text: viewText(text, limit) };
}

function viewCallStep(
  { call, output, error }: CallStep,
  limit: number,
): Pick<CallStepView, 'kind' | 'tool' | 'input' | 'output' | 'error'> {
  return {
    kind: 'call',
    tool: call.tool_name.slice(0, 200),
    input: viewValue(call.tool_input, VALUE_LIMIT),
    // many logs repeat the error as the result
    ...(output !== undefined && output !== error && { output: viewValue(output, VALUE_LIMIT) }),
    ...(error !== undefined && { error: viewText(error === true ? '' : error, limit) }),
  };
}

function recordOf(step: Step, start: number | undefined): StepRecord {
  const { agent, model, startMs, durationMs, tokens, cost } = step;
  return {
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(startMs !== undefined && start !== undefined && { startMs: startMs - start }),
    ...(durationMs !== undefined && { durationMs }),
    ...(tokens && { tokens }),
    ...(cost && { cost }),
  };
}

function firstStart(steps: readonly Step[]): number | undefined {
  let first: number | undefined;
  for (const { startMs } of steps)
    if (startMs !== undefined && (first === undefined || startMs < first)) first = startMs;
  return first;
}

function callsAfter(steps: readonly Step[], at: number): number {
  let end = at + 1;
  while (steps[end]?.kind === 'call') end++;
  return end - at - 1;
}

/** The number of parallel calls, by the place of the first. */
function parallelCounts(steps: readonly Step[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (let end = 0; end < steps.length;) {
    const first = end++;
    const group = groupOf(steps[first]);
    if (group === undefined) continue;
    while (groupOf(steps[end]) === group) end++;
    if (end - first > 1) counts.set(first, end - first);
  }
  return counts;
}

function groupOf(step: Step | undefined): number | undefined {
  return step?.kind === 'call' ? step.parallel : undefined;
}

/**
 * Finds the recovery of each failed call: the next call of the same tool that is not parallel and
 * does not fail. All failures since the last success share it.
 */
export function findRecoveries(steps: readonly Step[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const failed = new Map<string, { readonly at: number; readonly parallel?: number }[]>();
  for (const [at, step] of steps.entries()) {
    if (step.kind !== 'call') continue;
    const tool = step.call.tool_name;
    const open = failed.get(tool) ?? [];
    const { parallel } = step;
    if (step.error !== undefined) {
      failed.set(tool, [...open, { at, ...(parallel !== undefined && { parallel }) }]);
      continue;
    }
    const isBeside = (one: { parallel?: number }): boolean =>
      parallel !== undefined && one.parallel === parallel;
    for (const one of open) if (!isBeside(one)) found.set(one.at, at);
    failed.set(tool, open.filter(isBeside));
  }
  return found;
}

/** The mark of a step in the overview. */
export type MiniMark = 'error' | SlotView['kind'] | 'called' | 'user' | 'message';

/** The mark of a line; an error takes precedence. */
export function markOf(item: StepView): MiniMark {
  if (item.kind === 'message') return item.role === 'user' ? 'user' : 'message';
  if (item.kind === 'missing') return item.slot.isSkipped === true ? 'called' : 'missing';
  if (item.error) return 'error';
  return item.slot?.kind ?? 'called';
}
