import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import type { DiffCalls } from './diff-calls.ts';
import type { ReferenceReading } from './patterns/reference-pattern.ts';

/** Turns the two sides of a row into what metrics compare. */
export interface CallMatcher {
  readonly pair: (prediction: Trajectory, reference: Trajectory) => InternedPair;
  readonly pairNames: (prediction: Trajectory, reference: Trajectory) => InternedPair;
  /** Lists what keeps a call made from being the call expected, under the rules of the run. */
  readonly diff: DiffCalls;
  /** Where references may have patterns: compiles one, and says what is wrong with it. */
  readonly readReference?: (reference: Trajectory) => ReferenceReading;
}
