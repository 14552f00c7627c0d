import { alignTrajectories, type SlotKind } from '#core/match/align.ts';
import { alignRuns, type RunsLine } from '#core/match/align-runs.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { isCallEqual } from '#core/calls/intern-calls.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { alignRow } from './align-row.ts';
import { viewCall, viewDifference, type CallView, type DifferenceView } from './call-view.ts';

/** What a run did at a line. */
export interface RunCell {
  readonly kind: SlotKind;
  /** Null where nothing was called, and where a call was made elsewhere. */
  readonly call: CallView | null;
  /** The first arguments of a changed call that differ. */
  readonly differences: readonly DifferenceView[];
}

interface RunsDetailLine {
  readonly reference: CallView | null;
  /** By run; null where the line is of no concern to the run, or it has no such row. */
  readonly cells: readonly (RunCell | null)[];
  /** Whether the runs that have the row did something different here. */
  readonly differs: boolean;
}

/** A row of several runs, call by call beside the reference. */
export interface RunsDetail {
  readonly lines: readonly RunsDetailLine[];
  readonly linesLeft: number;
  /** What the runs are set beside: a reference, or the calls of the first run where there is none. */
  readonly beside: 'reference' | 'baseline';
  /** Whether some run expects other calls than the first. */
  readonly hasOtherReferences: boolean;
}

/** A row as one of the runs has it. */
export interface RunRow {
  readonly record: JsonObject;
  readonly roles: ColumnRoles;
}

const LINE_LIMIT = 500;
const DIFFERENCE_LIMIT = 3;

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
  const runs = sides.map((side) => {
    const prediction = side?.prediction ?? [];
    const slots = side
      ? alignTrajectories(center, prediction, matcher.pair(prediction, center))
      : [];
    return { prediction, slots };
  });
  const present = rows.flatMap((row, run) => (row ? [run] : []));
  const lines = alignRuns(runs);
  const predictions = runs.map(({ prediction }) => prediction);
  return {
    lines: lines.slice(0, LINE_LIMIT).map((line) => ({
      reference: line.reference === null ? null : viewCall(center, line.reference),
      cells: line.slots.map((_, run) =>
        present.includes(run) ? viewCell(line, run, center, predictions, matcher) : null,
      ),
      differs: differ(line, present, predictions),
    })),
    linesLeft: Math.max(0, lines.length - LINE_LIMIT),
    beside: expecting ? 'reference' : 'baseline',
    hasOtherReferences: sides.some(
      (side) => side?.row.reference.state === 'calls' && !isSame(side.reference, center),
    ),
  };
}

function viewCell(
  { slots, reference }: RunsLine,
  run: number,
  center: Trajectory,
  predictions: readonly Trajectory[],
  matcher: CallMatcher,
): RunCell | null {
  const slot = slots[run];
  const prediction = predictions[run];
  if (!slot || !prediction) return null;
  const isElsewhere = slot.kind === 'moved' && slot.at === 'reference';
  const call = 'prediction' in slot && !isElsewhere ? viewCall(prediction, slot.prediction) : null;
  if (slot.kind !== 'changed' || reference === null)
    return { kind: slot.kind, call, differences: [] };
  const differences = matcher.diff(
    center[reference],
    prediction[slot.prediction],
    DIFFERENCE_LIMIT,
  );
  return { kind: slot.kind, call, differences: differences.map((one) => viewDifference(one)) };
}

/** Other kinds, or calls with other arguments. */
function differ(
  { slots }: RunsLine,
  present: readonly number[],
  predictions: readonly Trajectory[],
): boolean {
  const [first = 0, ...others] = present;
  const one = slots[first];
  return others.some((run) => {
    const other = slots[run];
    if (one?.kind !== other?.kind) return true;
    if (!one || !other || !('prediction' in one) || !('prediction' in other)) return false;
    if (one.kind === 'equal') return false;
    const [a, b] = [predictions[first]?.[one.prediction], predictions[run]?.[other.prediction]];
    return !a || !b || !isCallEqual(a, b);
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
