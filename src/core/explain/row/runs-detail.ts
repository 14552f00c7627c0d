import {
  alignTrajectories,
  type Slot,
  isUnexpected,
  type UnexpectedSlot,
} from '#core/match/align.ts';
import type { AlignedRow } from '#core/match/best-reference.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { isCallEqual } from '#core/calls/intern-calls.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { viewSlot, type SlotView } from './row-detail.ts';
import { alignRow } from './align-row.ts';
import { longestCommonSubsequence } from '#core/base/lists/common-subsequence.ts';

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

/** The slot of a run in a line; undefined where the run has none. */
type RunSlot = Slot | undefined;

/** One line of several runs aligned with one reference. */
interface RunsLine {
  /** The place of the expected call; null for a line between two of them. */
  readonly reference: number | null;
  readonly slots: readonly RunSlot[];
}

/** A run with its alignment to the common reference. */
interface AlignedRun {
  readonly prediction: Trajectory;
  readonly slots: readonly Slot[];
}

/**
 * Merges the alignments of several runs with one reference: a line for each expected call, and
 * between them lines of the extra calls, shared by calls of the same tool. Each slot of each run is
 * in one line.
 */
export function alignRuns(runs: readonly AlignedRun[]): RunsLine[] {
  const references = Math.max(0, ...runs.map(({ slots }) => slots.filter(isOfReference).length));
  const gaps = runs.map(({ slots }) => slotsByGap(slots, references));
  const byReference = runs.map(({ slots }) => slots.filter(isOfReference));
  const lines: RunsLine[] = [];
  for (let place = 0; place <= references; place++) {
    lines.push(
      ...mergeGap(
        runs,
        gaps.map((gap) => gap[place] ?? []),
      ),
    );
    if (place === references) break;
    lines.push({ reference: place, slots: byReference.map((slots) => slots[place]) });
  }
  return lines;
}

function isOfReference(slot: Slot): boolean {
  return !isUnexpected(slot);
}

/** The slots without an expected call, by the number of expected calls before them. */
function slotsByGap(slots: readonly Slot[], references: number): UnexpectedSlot[][] {
  const gaps: UnexpectedSlot[][] = Array.from({ length: references + 1 }, () => []);
  let place = 0;
  for (const slot of slots) {
    if (isUnexpected(slot)) gaps[place]?.push(slot);
    else place++;
  }
  return gaps;
}

interface GapLine {
  readonly tool: string;
  readonly slots: readonly RunSlot[];
}

/** Merges the extra calls of all runs: calls of one tool share a line, in order. */
function mergeGap(
  runs: readonly AlignedRun[],
  gaps: readonly (readonly UnexpectedSlot[])[],
): RunsLine[] {
  const ids = new Map<string, number>();
  const idOf = (tool: string): number => {
    const id = ids.get(tool) ?? ids.size;
    ids.set(tool, id);
    return id;
  };
  let lines: readonly GapLine[] = [];
  for (const [run, slots] of gaps.entries()) {
    const tools = slots.map((slot) => runs[run]?.prediction[slot.prediction]?.tool_name ?? '');
    const shared = longestCommonSubsequence(
      lines.map(({ tool }) => idOf(tool)),
      tools.map(idOf),
    );
    const merged: GapLine[] = [];
    let [line, own] = [0, 0];
    for (const [i, j] of [...shared, [lines.length, slots.length] as const]) {
      merged.push(...lines.slice(line, i));
      for (; own < j; own++) merged.push({ tool: tools[own] ?? '', slots: at(run, slots[own]) });
      const known = lines[i];
      if (known) merged.push({ ...known, slots: at(run, slots[j], known.slots) });
      [line, own] = [i + 1, j + 1];
    }
    lines = merged;
  }
  return lines.map(({ slots }) => ({
    reference: null,
    slots: runs.map((_, run) => slots[run]),
  }));
}

function at(run: number, slot: RunSlot, known: readonly RunSlot[] = []): RunSlot[] {
  return Array.from({ length: Math.max(run + 1, known.length) }, (_, place) =>
    place === run ? slot : known[place],
  );
}
