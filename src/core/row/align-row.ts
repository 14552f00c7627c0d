import { alignTrajectories, type Slot } from '#core/alignment/align.ts';
import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import { readRow } from '#core/dataset/read-row.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { bestReference, referenceAt, type BestReference } from '#core/matching/best-reference.ts';
import type { CallMatcher } from '#core/matching/match-calls.ts';
import { unifyMatches } from '#core/matching/unify-matches.ts';
import type { ScoredRow } from '#core/metrics/metric.ts';
import type { Trajectory, TrajectorySide } from '#core/trajectory/trajectory.ts';

/** A row's two sides, aligned. */
export interface AlignedRow {
  readonly row: ScoredRow;
  readonly reference: Trajectory;
  readonly prediction: Trajectory;
  readonly slots: readonly Slot[];
  /** The reference that is shown; undefined where a side has no list. */
  readonly best: BestReference | undefined;
  readonly matcher: CallMatcher;
}

/**
 * Aligns the two sides of a row.
 * @param record the row's record
 * @param roles which column plays which role
 * @param matcher pairs the calls of both sides
 * @param place which of several acceptable references, from 1; absent: the closest
 * @returns the alignment; without the other side the calls of one are missing or extra
 */
export function alignRow(
  record: JsonObject,
  roles: ColumnRoles,
  matcher: CallMatcher,
  place?: number,
): AlignedRow {
  const { row } = readRow(record, roles, 0, matcher);
  const best = place === undefined ? bestReference(row) : referenceAt(row, place);
  const reference = best?.reference ?? callsOf(row.reference);
  const prediction = callsOf(row.prediction);
  const slots = best
    ? alignTrajectories(reference, prediction, unifyMatches(best.pair))
    : oneSided(reference, prediction);
  return { row, reference, prediction, slots, best, matcher };
}

/** Without the other side there is nothing to align, but the calls can still be seen. */
function oneSided(reference: Trajectory, prediction: Trajectory): Slot[] {
  return [
    ...reference.map((_, i) => ({ kind: 'missing', reference: i }) as const),
    ...prediction.map((_, i) => ({ kind: 'extra', prediction: i }) as const),
  ];
}

function callsOf(side: TrajectorySide): Trajectory {
  return side.state === 'calls' ? side.calls : [];
}
