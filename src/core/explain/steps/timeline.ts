import type { StepCost } from '#core/calls/step.ts';
import type { CallStepView, MessageView, StepView } from './step-view.ts';

/** A step of a run's timeline: all but missing calls. */
export type TimedStep = MessageView | CallStepView;

/** What a run took as a whole; a sum is absent where no step records its part. */
export interface StepTotals {
  /** From the first start to the last end, milliseconds. */
  readonly durationMs?: number;
  /** At least one model was at work. */
  readonly modelMs?: number;
  readonly modelSteps: number;
  /** At least one tool was at work: calls that overlap count once. */
  readonly toolMs?: number;
  readonly calls: number;
  /** Calls whose duration is not recorded. */
  readonly callsWithoutTime: number;
  /** Neither a model nor a tool was at work. */
  readonly idleMs?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedTokens?: number;
  /** Steps that record tokens. */
  readonly stepsWithTokens: number;
  /** One a currency. */
  readonly costs: readonly StepCost[];
  readonly errors: number;
}

/** The numbered steps among lines. */
export function timedSteps(items: readonly StepView[]): readonly TimedStep[] {
  return items.filter((item) => item.kind !== 'missing');
}

/** When a step was at work; undefined where its start is not recorded. */
export function intervalOf({ record }: TimedStep): Interval | undefined {
  const { startMs, durationMs = 0 } = record;
  return startMs === undefined ? undefined : { start: startMs, end: startMs + durationMs };
}

/** The whole time of some steps, from 0; undefined where no start is recorded. */
export function spanOf(steps: readonly TimedStep[]): Interval | undefined {
  let end = -Infinity;
  for (const step of steps) end = Math.max(end, intervalOf(step)?.end ?? -Infinity);
  return end === -Infinity ? undefined : { start: 0, end };
}

/** Adds up what is recorded of a run's steps. */
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
  const sum = (read: (step: TimedStep) => number | undefined): number | undefined =>
    addUp(steps.map(read));
  return {
    ...given('durationMs', span && span.end - span.start),
    ...given('modelMs', timeOf(models, ofModel)),
    modelSteps: models.length,
    ...given('toolMs', timeOf(calls, ofTools)),
    calls: calls.length,
    callsWithoutTime: calls.filter(({ record }) => record.durationMs === undefined).length,
    ...given(
      'idleMs',
      span && ofModel.length + ofTools.length > 0
        ? Math.max(0, span.end - span.start - lengthOfUnion([...ofModel, ...ofTools]))
        : undefined,
    ),
    ...given(
      'inputTokens',
      sum(({ record }) => record.tokens?.input),
    ),
    ...given(
      'outputTokens',
      sum(({ record }) => record.tokens?.output),
    ),
    ...given(
      'cachedTokens',
      sum(({ record }) => record.tokens?.cached),
    ),
    stepsWithTokens: steps.filter(({ record }) => record.tokens !== undefined).length,
    costs: sumCosts(steps),
    errors: calls.filter(({ error }) => error !== undefined).length,
  };
}

/** Time at work: what overlaps counts once; without starts, durations are added. */
function timeOf(steps: readonly TimedStep[], work: readonly Interval[]): number | undefined {
  const loose = addUp(
    steps.map(({ record }) => (record.startMs === undefined ? record.durationMs : undefined)),
  );
  if (work.length === 0) return loose;
  return lengthOfUnion(work) + (loose ?? 0);
}

function addUp(values: readonly (number | undefined)[]): number | undefined {
  let sum: number | undefined;
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

function given<K extends string>(key: K, value: number | undefined): Partial<Record<K, number>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, number>);
}

/** Where a bar lies in a window of time, as shares of the window's width. */
export interface BarPlace {
  /** Left edge and right edge, in [0,1]; both absent where the step is outside. */
  readonly from: number;
  readonly to: number;
  /** Whether it goes on beyond the window. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/**
 * Places a stretch of time in a window.
 * @returns where its bar lies; `before` or `after` where it is outside
 */
export function placeBar(interval: Interval, window: Interval): BarPlace | 'before' | 'after' {
  const width = Math.max(window.end - window.start, Number.MIN_VALUE);
  const { start, end } = interval;
  if (end < window.start || (end === window.start && start < end)) return 'before';
  if (start > window.end || (start === window.end && start < end)) return 'after';
  const share = (time: number): number => Math.min(1, Math.max(0, (time - window.start) / width));
  return {
    from: share(start),
    to: share(end),
    isCutBefore: start < window.start,
    isCutAfter: end > window.end,
  };
}

/** The shortest window that can be zoomed to, milliseconds. */
const SHORTEST = 1;

/**
 * Zooms into a window around a point.
 * @param span what there is to see
 * @param factor below 1 shows less time, above 1 more
 * @param around where the point lies in the window, in [0,1]
 * @returns a window within the span
 */
export function zoom(window: Interval, span: Interval, factor: number, around = 0.5): Interval {
  const length = window.end - window.start;
  const wanted = Math.min(
    Math.max(length * factor, Math.min(SHORTEST, span.end - span.start)),
    span.end - span.start,
  );
  const start = window.start + (length - wanted) * around;
  return within({ start, end: start + wanted }, span);
}

/** Moves a window by milliseconds, as far as there is something to see. */
export function pan(window: Interval, span: Interval, by: number): Interval {
  return within({ start: window.start + by, end: window.end + by }, span);
}

/** Shows one stretch of time with a little around it. */
export function fit(interval: Interval, span: Interval): Interval {
  const margin = Math.max((interval.end - interval.start) * 0.1, SHORTEST / 2);
  return within({ start: interval.start - margin, end: interval.end + margin }, span);
}

function within({ start, end }: Interval, span: Interval): Interval {
  const length = Math.min(end - start, span.end - span.start);
  const first = Math.min(Math.max(start, span.start), span.end - length);
  return { start: first, end: first + length };
}

/**
 * Round moments within a window for its axis: steps of 1, 2 or 5 times a power of ten.
 * @param most at most this many
 * @returns moments in order, milliseconds; none for a window without length
 */
export function ticksOf(window: Interval, most: number): readonly number[] {
  const { start, end } = window;
  const length = end - start;
  if (!(length > 0)) return [];
  const least = length / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((size) => size >= least) ?? least;
  const ticks: number[] = [];
  for (let at = Math.ceil(start / step); at * step <= end; at++) ticks.push(at * step);
  return ticks;
}

/** A stretch of time, in milliseconds; the end is not before the start. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/**
 * How long at least one of some stretches lasts: where they overlap, time counts once.
 * @returns milliseconds, at most the sum of all lengths; 0 without a stretch
 */
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
