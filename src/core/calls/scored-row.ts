import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { RowTexts } from './row-texts.ts';
import type { CallsSide, TrajectorySide } from './trajectory.ts';

/** A number recorded in a row. */
export type RecordedNumber = number | 'missing' | 'unreadable';

/** The numbers that a row may record. */
export type RecordedField = 'latencySeconds' | 'failure';

/** A row as metrics see it. */
export interface ScoredRow extends Readonly<Record<RecordedField, RecordedNumber>> {
  readonly prediction: TrajectorySide;
  readonly reference: TrajectorySide;
  /** Both sides as integers; null unless both have a list of calls. */
  readonly pair: InternedPair | null;
  /** Further acceptable references; empty where the prediction has no list. */
  readonly otherReferences: readonly CallsSide[];
  /** The prediction paired with each of `otherReferences`. */
  readonly otherPairs: readonly InternedPair[];
  /** The same row compared by tool names alone. */
  readonly byName: ScoredRow;
  /** Response and expected answer, read on demand. */
  readonly texts: RowTexts;
}
