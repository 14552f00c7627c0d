import { alignTrajectories, type Slot } from '#core/match/align.ts';
import { alignRuns } from '#core/match/align-runs.ts';
import type { AlignedRow } from '#core/match/best-reference.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { isCallEqual } from '#core/calls/intern-calls.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { alignRow } from './align-row.ts';
import { viewSlot, type SlotView } from './row-detail.ts';

/** A line of a row's calls. */
export interface CallLine {
  /** By run; null where the line is of no concern to the run, or it has no such row. */
  readonly slots: readonly (SlotView | null)[];
}

/** A row of several runs, call by call beside the reference. */
export interface RunsDetail {
  readonly lines: readonly CallLine[];
  readonly linesLeft: number;
  /** Lines listed at which the runs that have the row did something different. */
  readonly differing: number;
  /** Whether the runs are set beside a reference: without one, beside the calls of the first. */
  readonly hasReference: boolean;
  /** Whether some run expects other calls than the first. */
  readonly hasOtherReferences: boolean;
}

/** A row as one of the runs has it. */
export interface RunRow {
  readonly record: JsonObject;
  readonly roles: ColumnRoles;
}

const LINE_LIMIT = 500;

/**
 * Prepares a row of several runs, the baseline first, null where a run has no such row, to be seen
 * side by side under the rules of the baseline. The reference is that of the first run that has
 * one.
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

/** Other kinds, or calls with other arguments. */
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
