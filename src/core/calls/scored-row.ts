import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { RowTexts } from './row-texts.ts';
import type { CallsSide, TrajectorySide } from './trajectory.ts';

/** A number that a row records about itself. */
export type RecordedNumber = number | 'missing' | 'unreadable';

/** What a row may record about itself. */
export type RecordedField = 'latencySeconds' | 'failure';

/** What metrics see of a row. */
export interface ScoredRow extends Readonly<Record<RecordedField, RecordedNumber>> {
  readonly prediction: TrajectorySide;
  readonly reference: TrajectorySide;
  /** Both sides as integers; null unless both have a list of calls. */
  readonly pair: InternedPair | null;
  /** Further acceptable references; none where the prediction is no list. */
  readonly otherReferences: readonly CallsSide[];
  /** The prediction with each of them. */
  readonly otherPairs: readonly InternedPair[];
  /** The same row with calls compared by their tools' names alone. */
  readonly byName: ScoredRow;
  /** Response and expected answer, read when a metric asks for them. */
  readonly texts: RowTexts;
}
