import { type LabelColumn, LabelGatherer } from '#core/score/columns/scored-columns.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { ownValue, type JsonObject } from '#core/base/json/json-value.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';

/** A tool followed by another, and the runs with this step. */
export interface Transition {
  /** {@link OUTSIDE} for the start. */
  readonly from: string;
  /** {@link OUTSIDE} for the end. */
  readonly to: string;
  /** How often it occurs; it may repeat within a run. */
  readonly steps: number;
  readonly runs: number;
  /** Runs with a known outcome. */
  readonly judged: number;
  readonly succeeded: number;
}

/** Whether the run of a row succeeded; undefined where unknown. */
export type Success = (row: number) => boolean | undefined;

type Counted = { -readonly [K in keyof Transition]: Transition[K] };

/**
 * Counts the steps from tool to tool in some rows: most runs first, then by steps, then by names.
 * Rows with unknown calls are left out. `sequences`: see {@link ToolSequenceGatherer}.
 */
export function countTransitions(
  sequences: LabelColumn,
  rows: Uint32Array,
  success: Success,
): Transition[] {
  const { names, ids, starts } = sequences;
  const found = new Map<number, { readonly counted: Counted; lastRow: number }>();
  for (const row of rows) {
    const [start, end] = [starts[row] as number, starts[row + 1] as number];
    const succeeded = success(row);
    for (let at = start; at < end; at++) {
      const from = ids[at] as number;
      const to = ids[at + 1 < end ? at + 1 : start] as number;
      const key = from * names.length + to;
      let entry = found.get(key);
      if (!entry) {
        const tools = { from: names[from] as string, to: names[to] as string };
        const counted = { ...tools, steps: 0, runs: 0, judged: 0, succeeded: 0 };
        found.set(key, (entry = { counted, lastRow: -1 }));
      }
      const { counted } = entry;
      counted.steps++;
      if (entry.lastRow === row) continue;
      entry.lastRow = row;
      counted.runs++;
      if (succeeded !== undefined) counted.judged++;
      if (succeeded === true) counted.succeeded++;
    }
  }
  return [...found.values()]
    .map(({ counted }) => counted)
    .sort((a, b) => b.runs - a.runs || b.steps - a.steps || (namesOf(a) < namesOf(b) ? -1 : 1));
}

const namesOf = ({ from, to }: Transition): string => JSON.stringify([from, to]);

/** A step from one tool to another, as a condition on rows. */
export interface StepOfTools {
  /** {@link OUTSIDE} for the start. */
  readonly from: string;
  /** {@link OUTSIDE} for the end. */
  readonly to: string;
  /** Only after the tool’s first call, its repetitions skipped; absent: after any call. */
  readonly isFirst?: true;
}

/** Compiles a test whether the run of a row has a step. */
export function stepTest(
  { names, ids, starts }: LabelColumn,
  { from, to, isFirst }: StepOfTools,
): (row: number) => boolean {
  const [fromId, toId] = [names.indexOf(from), names.indexOf(to)];
  return (row) => {
    const sequence = ids.subarray(starts[row], starts[row + 1]);
    if (sequence.length === 0 || fromId < 0 || toId < 0) return false;
    return isFirst
      ? afterFirst(sequence, fromId) === toId
      : sequence.some((id, at) => id === fromId && (sequence[at + 1] ?? sequence[0]) === toId);
  };
}

/** The tool after the first call of one, its repetitions skipped; undefined without such a call. */
function afterFirst(sequence: Uint32Array, tool: number): number | undefined {
  const first = sequence.indexOf(tool);
  if (first < 0) return undefined;
  let next = first + 1;
  while (next < sequence.length && sequence[next] === tool) next++;
  return sequence[next] ?? sequence[0];
}

/** Stands for the start and the end of a run; no tool has an empty name. */
export const OUTSIDE = '';

const NAME_LIMIT = 200;

/** A row's calls; undefined where missing or unreadable. */
export function callsMade(record: JsonObject, roles: ColumnRoles): Trajectory | undefined {
  const column = roles.predicted_trajectory;
  if (column === undefined) return undefined;
  const side = readTrajectory(ownValue(record, column));
  return side.state === 'calls' ? side.calls : undefined;
}

/** The name by which a tool is counted; very long ones are cut. */
function countedName(tool: string): string {
  return tool.slice(0, NAME_LIMIT);
}

/** Gathers the sequence of tools of every row. */
export class ToolSequenceGatherer {
  readonly #roles: ColumnRoles;
  readonly #labels = new LabelGatherer(true);

  constructor(roles: ColumnRoles) {
    this.#roles = roles;
  }

  /** Adds a row: {@link OUTSIDE}, then its tools; empty where its calls are unknown. */
  add(record: JsonObject): void {
    const calls = callsMade(record, this.#roles);
    this.#labels.add(
      calls ? [OUTSIDE, ...calls.map(({ tool_name }) => countedName(tool_name))] : [],
    );
  }

  finish(): LabelColumn {
    return this.#labels.finish();
  }
}
