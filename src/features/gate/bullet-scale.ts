import type { JudgedCondition } from '#core/gate/judge-gate.ts';
import { roundAxis } from '#ui/charts/axis.ts';

/** The part of a scale that a bullet shows. */
export interface BulletScale {
  readonly low: number;
  readonly high: number;
  /** The place of a value from left to right, in [0,1]; values beyond an end are at it. */
  readonly placeOf: (value: number) => number;
}

/** How much of what is shown is left empty at either end. */
const ROOM = 0.25;

/**
 * Chooses the part of the scale that shows the interval, the value and the threshold.
 * @param judged a condition; an interval that is infinite continues to the end
 */
export function bulletScale(judged: JudgedCondition): BulletScale {
  const { interval, value, threshold } = judged;
  const marks = [
    threshold,
    value ?? threshold,
    interval?.low ?? threshold,
    interval?.high ?? threshold,
  ];
  const finite = marks.filter(Number.isFinite);
  const [least, most] = [Math.min(...finite), Math.max(...finite)];
  const span = most - least;
  const isPoint = span <= Math.max(1, Math.abs(most)) * 1e-9;
  const room = ROOM * (isPoint ? Math.max(1, Math.abs(most)) : span);
  const [bottom, top] = endsOf(judged);
  const round = roundAxis('', least - room, most + room, 10);
  const low = Math.max(bottom, round.min);
  const high = Math.min(top, round.max);
  return {
    low,
    high,
    placeOf: (at) => Math.min(1, Math.max(0, (at - low) / (high - low))),
  };
}

/** The ends of what is measured, where it has some. */
function endsOf({ condition, counted, unit }: JudgedCondition): readonly [number, number] {
  if ('noWorseBy' in condition) return [-Infinity, Infinity];
  if ('calls' in condition || 'latency' in condition) return [0, Infinity];
  return counted !== null || unit === 'task' ? [0, 1] : [-Infinity, Infinity];
}
