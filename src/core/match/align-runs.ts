import { longestCommonSubsequence } from '#core/base/lists/common-subsequence.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { isUnexpected, type Slot, type UnexpectedSlot } from './align.ts';

/** The slot of a run in a line; undefined where the run has none. */
type RunSlot = Slot | undefined;

/** One line of several runs aligned with one reference. */
export interface RunsLine {
  /** The place of the expected call; null for a line between two of them. */
  readonly reference: number | null;
  readonly slots: readonly RunSlot[];
}

/** A run with its alignment to the common reference. */
export interface AlignedRun {
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
