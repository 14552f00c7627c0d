import { alignTrajectories, type Slot } from '#core/match/align.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { bestReference, referenceAt, type AlignedRow } from '#core/match/best-reference.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import type { Trajectory, TrajectorySide } from '#core/calls/trajectory.ts';

/**
 * Aligns the two sides of a row with the acceptable reference at a place, from 1; absent: the
 * closest. Where a side is missing, the calls of the other are missing or extra.
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
    ? alignTrajectories(reference, prediction, best.pair)
    : oneSided(reference, prediction);
  return { row, reference, prediction, slots, best, matcher };
}

/** Lists the calls of the only side. */
function oneSided(reference: Trajectory, prediction: Trajectory): Slot[] {
  return [
    ...reference.map((_, i) => ({ kind: 'missing', reference: i }) as const),
    ...prediction.map((_, i) => ({ kind: 'extra', prediction: i }) as const),
  ];
}

function callsOf(side: TrajectorySide): Trajectory {
  return side.state === 'calls' ? side.calls : [];
}
