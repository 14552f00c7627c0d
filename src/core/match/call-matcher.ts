import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import type { DiffCalls } from './diff-calls.ts';
import type { ReferenceReading } from './patterns/reference-pattern.ts';

/** Turns both sides of a row into integers for metrics, under the rules of a run. */
export interface CallMatcher {
  readonly pair: (prediction: Trajectory, reference: Trajectory) => InternedPair;
  readonly pairNames: (prediction: Trajectory, reference: Trajectory) => InternedPair;
  /** Lists the differences that keep two calls from matching. */
  readonly diff: DiffCalls;
  /** Compiles a reference with patterns; absent where patterns are off. */
  readonly readReference?: (reference: Trajectory) => ReferenceReading;
}
