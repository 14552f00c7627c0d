import type { StepCost } from '#core/calls/step.ts';
import type { CallStepView, MessageView, StepView } from './step-view.ts';

/** A step on the timeline: missing calls have none. */
export type TimedStep = MessageView | CallStepView;

type Total = number | undefined;

/** Totals of a run; undefined where no step records its part. */
export interface StepTotals {
  /** From the first start to the last end, milliseconds. */
  readonly durationMs: Total;
  /** At least one model was busy. */
  readonly modelMs: Total;
  /** At least one tool was busy; overlapping calls count once. */
  readonly toolMs: Total;
  /** The number of calls without a recorded duration. */
  readonly callsWithoutTime: number;
  /** Neither models nor tools were busy. */
  readonly idleMs: Total;
  readonly inputTokens: Total;
  readonly outputTokens: Total;
  readonly cachedTokens: Total;
  /** One for each currency. */
  readonly costs: readonly StepCost[];
}

/** The steps among lines, missing calls left out. */
export function timedSteps(items: readonly StepView[]): readonly TimedStep[] {
  return items.filter((item) => item.kind !== 'missing');
}

/** The time span of a step; undefined without a recorded start. */
function intervalOf({ record }: TimedStep): Interval | undefined {
  const { startMs, durationMs = 0 } = record;
  return startMs === undefined ? undefined : { start: startMs, end: startMs + durationMs };
}

/** The span of several steps, relative to the first start; undefined without any. */
export function spanOf(steps: readonly TimedStep[]): Interval | undefined {
  let end = -Infinity;
  for (const step of steps) end = Math.max(end, intervalOf(step)?.end ?? -Infinity);
  return end === -Infinity ? undefined : { start: 0, end };
}

/** Sums what steps record. */
export function sumSteps(steps: readonly TimedStep[]): StepTotals {
  const calls = steps.filter((step) => step.kind === 'call');
  const models = steps.filter((step) => step.kind === 'message' && step.role === 'agent');
  const span = spanOf(steps);
  const work = (list: readonly TimedStep[]): readonly Interval[] =>
    list.flatMap((step) => {
      const interval = step.record.durationMs === undefined ? undefined : intervalOf(step);
      return interval ? [interval] : [];
    });
  const ofModel = work(models);
  const ofTools = work(calls);
  const durationMs = span && span.end - span.start;
  const hasWork = ofModel.length + ofTools.length > 0;
  const sumTokens = (kind: 'input' | 'output' | 'cached'): Total =>
    addUp(steps.map(({ record }) => record.tokens?.[kind]));
  return {
    durationMs,
    modelMs: timeOf(models, ofModel),
    toolMs: timeOf(calls, ofTools),
    callsWithoutTime: calls.filter(({ record }) => record.durationMs === undefined).length,
    idleMs:
      durationMs !== undefined && hasWork
        ? Math.max(0, durationMs - lengthOfUnion([...ofModel, ...ofTools]))
        : undefined,
    inputTokens: sumTokens('input'),
    outputTokens: sumTokens('output'),
    cachedTokens: sumTokens('cached'),
    costs: sumCosts(steps),
  };
}

/** Busy time: overlaps count once; without starts, durations are added. */
function timeOf(steps: readonly TimedStep[], work: readonly Interval[]): Total {
  const loose = addUp(
    steps.map(({ record }) => (record.startMs === undefined ? record.durationMs : undefined)),
  );
  if (work.length === 0) return loose;
  return lengthOfUnion(work) + (loose ?? 0);
}

function addUp(values: readonly Total[]): Total {
  let sum: Total;
  for (const value of values) if (value !== undefined) sum = (sum ?? 0) + value;
  return sum;
}

function sumCosts(steps: readonly TimedStep[]): readonly StepCost[] {
  const sums = new Map<string, number>();
  for (const { record } of steps) {
    if (!record.cost) continue;
    const { currency, amount } = record.cost;
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

/** The bar of a line, as shares of the whole in [0,1]. */
export interface BarPlace {
  readonly from: number;
  readonly to: number;
}

/**
 * Places lines by their times, or by their order where no times are recorded.
 * @returns one for each line; a line without a time is where the one before it ends
 */
export function placeSteps(items: readonly StepView[]): readonly BarPlace[] {
  const span = spanOf(timedSteps(items));
  if (!span || span.end === 0)
    return items.map((_, index) => ({
      from: index / items.length,
      to: (index + 1) / items.length,
    }));
  let reached = 0;
  return items.map((item) => {
    const interval = item.kind === 'missing' ? undefined : intervalOf(item);
    if (!interval) return { from: reached, to: reached };
    reached = interval.end / span.end;
    return { from: interval.start / span.end, to: reached };
  });
}

/** A time span in milliseconds. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** The length of the union of some spans, in ms; 0 without any. */
export function lengthOfUnion(intervals: readonly Interval[]): number {
  const sorted = intervals.toSorted((a, b) => a.start - b.start);
  let length = 0;
  let reached = -Infinity;
  for (const { start, end } of sorted) {
    length += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return length;
}
