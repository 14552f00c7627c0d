import { alignTrajectories, type Slot } from '#core/match/align.ts';
import { alignRuns } from '#core/match/align-runs.ts';
import type { AlignedRow } from '#core/match/best-reference.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { isCallEqual } from '#core/calls/intern-calls.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { viewSlot, type SlotView } from './row-detail.ts';
import { alignRow } from './align-row.ts';

/** A line of calls. */
export interface CallLine {
  /** By run; null where the run has no slot in the line, or no such row. */
  readonly slots: readonly (SlotView | null)[];
}

/** A row of several runs, aligned with one reference. */
export interface RunsDetail {
  readonly lines: readonly CallLine[];
  readonly linesLeft: number;
  /** The number of lines in which runs differ. */
  readonly differing: number;
  /** Whether there is a reference; otherwise the first run stands in for it. */
  readonly hasReference: boolean;
  /** Whether a run has another reference than the first. */
  readonly hasOtherReferences: boolean;
}

/** A row in one of the runs. */
export interface RunRow {
  readonly record: JsonObject;
  readonly roles: ColumnRoles;
}

const LINE_LIMIT = 500;

/**
 * Prepares a row of several runs for comparison, the baseline first, null where a run lacks it.
 * Rules are those of the baseline, the reference is that of the first run with one.
 */
export function detailRuns(rows: readonly (RunRow | null)[], matcher: CallMatcher): RunsDetail {
  const sides = rows.map((row) => row && alignRow(row.record, row.roles, matcher));
  const expecting = sides.find((side) => side?.row.reference.state === 'calls');
  const first = sides.find((side) => side !== null);
  const center = expecting?.reference ?? first?.prediction ?? [];
  const aligned = sides.map((side) => side && alignTo(center, side));
  const lines = alignRuns(aligned.map((side) => side ?? { prediction: [], slots: [] }));
  const listed = lines.slice(0, LINE_LIMIT);
  return {
    lines: listed.map(({ slots }) => ({
      slots: aligned.map((side, run) => {
        const slot = slots[run];
        return side && slot ? viewSlot(slot, side) : null;
      }),
    })),
    linesLeft: lines.length - listed.length,
    differing: listed.filter(({ slots }) => differ(slots, aligned)).length,
    hasReference: expecting !== undefined,
    hasOtherReferences: sides.some(
      (side) => side?.row.reference.state === 'calls' && !isSame(side.reference, center),
    ),
  };
}

function alignTo(reference: Trajectory, side: AlignedRow): AlignedRow {
  const pair = side.matcher.pair(side.prediction, reference);
  const slots = alignTrajectories(reference, side.prediction, pair);
  return { ...side, reference, slots, best: { reference, pair, place: 1, count: 1 } };
}

/** Whether two slots differ in kind or arguments. */
function differ(
  slots: readonly (Slot | undefined)[],
  sides: readonly (AlignedRow | null)[],
): boolean {
  const [one, ...others] = sides.flatMap((side, run) => {
    const slot = slots[run];
    const call = slot && 'prediction' in slot ? side?.prediction[slot.prediction] : undefined;
    return side ? [{ kind: slot?.kind, call }] : [];
  });
  return others.some(({ kind, call }) => {
    if (kind !== one?.kind) return true;
    return kind !== 'equal' && call && one?.call ? !isCallEqual(call, one.call) : false;
  });
}

function isSame(a: Trajectory, b: Trajectory): boolean {
  return (
    a.length === b.length &&
    a.every((call, place) => {
      const other = b[place];
      return other !== undefined && isCallEqual(call, other);
    })
  );
}
