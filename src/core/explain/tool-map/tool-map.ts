import type { LabelColumn } from '#core/score/columns/scored-columns.ts';
import { OUTSIDE } from './tool-sequence.ts';

/** How many runs there are, and how they ended. */
export interface RunCounts {
  readonly runs: number;
  /** Those of which is known whether they succeeded. */
  readonly judged: number;
  readonly succeeded: number;
}

/** A tool, and the runs that call it. */
export interface MapNode extends RunCounts {
  readonly tool: string;
  readonly calls: number;
}

/** One tool followed by another, and the runs in which that happens; of one tool to itself, a loop. */
export interface MapEdge extends RunCounts {
  /** {@link OUTSIDE} for the start. */
  readonly from: string;
  /** {@link OUTSIDE} for the end. */
  readonly to: string;
  /** How often it happens: a run may go along an edge several times. */
  readonly steps: number;
}

/** The runs of many rows laid over one another. Counts runs whose calls are known. */
export interface ToolMap extends RunCounts {
  /** Most runs first, then by calls, then by name. */
  readonly nodes: readonly MapNode[];
  /** Most runs first, then by steps, then by names. */
  readonly edges: readonly MapEdge[];
}

/** Whether the run of a row succeeded; undefined where nothing says so. */
export type Success = (row: number) => boolean | undefined;

interface Counted {
  runs: number;
  judged: number;
  succeeded: number;
  /** Calls of a tool, steps along an edge. */
  times: number;
  lastRow: number;
}

const nothing = (): Counted => ({ runs: 0, judged: 0, succeeded: 0, times: 0, lastRow: -1 });

/**
 * Merges the runs of some rows into one graph of tools.
 * @param sequences the tools of every row, as {@link ToolSequenceGatherer} gathers them
 * @param rows row numbers, each once
 * @returns the graph; for every tool, steps that lead to it, steps that leave it and its calls are
 * equally many. Nothing but zeros without rows
 */
export function mapOfTools(sequences: LabelColumn, rows: Uint32Array, success: Success): ToolMap {
  const { names, ids, starts } = sequences;
  const all = nothing();
  const nodes = names.map(nothing);
  const edges = new Map<number, Counted>();
  for (const row of rows) {
    const [start, end] = [starts[row] as number, starts[row + 1] as number];
    if (start === end) continue;
    const succeeded = success(row);
    count(all, row, succeeded);
    const outside = ids[start] as number;
    for (let at = start; at < end; at++) {
      const from = ids[at] as number;
      const to = at + 1 < end ? (ids[at + 1] as number) : outside;
      if (from !== outside) count(nodes[from] as Counted, row, succeeded);
      const key = from * names.length + to;
      let edge = edges.get(key);
      if (!edge) edges.set(key, (edge = nothing()));
      count(edge, row, succeeded);
    }
  }
  const nameOf = (id: number): string => names[id] as string;
  return inOrder({
    ...countsOf(all),
    nodes: nodes.flatMap((node, id) =>
      node.times === 0 ? [] : [{ tool: nameOf(id), calls: node.times, ...countsOf(node) }],
    ),
    edges: [...edges].map(([key, edge]) => ({
      from: nameOf(Math.floor(key / names.length)),
      to: nameOf(key % names.length),
      steps: edge.times,
      ...countsOf(edge),
    })),
  });
}

/** Counts one call or step of a row: its run only the first time. */
function count(counted: Counted, row: number, succeeded: boolean | undefined): void {
  counted.times++;
  if (counted.lastRow === row) return;
  counted.lastRow = row;
  counted.runs++;
  if (succeeded !== undefined) counted.judged++;
  if (succeeded === true) counted.succeeded++;
}

function countsOf({ runs, judged, succeeded }: RunCounts): RunCounts {
  return { runs, judged, succeeded };
}

/**
 * Adds two maps of different rows.
 * @returns the map of all their rows
 */
export function mergeMaps(a: ToolMap, b: ToolMap): ToolMap {
  const nodes = new Map<string, MapNode>();
  for (const node of [...a.nodes, ...b.nodes]) {
    const known = nodes.get(node.tool);
    const calls = node.calls + (known?.calls ?? 0);
    nodes.set(node.tool, { tool: node.tool, calls, ...sum(node, known) });
  }
  const edges = new Map<string, MapEdge>();
  for (const edge of [...a.edges, ...b.edges]) {
    const { from, to } = edge;
    const known = edges.get(edgeKey(edge));
    const steps = edge.steps + (known?.steps ?? 0);
    edges.set(edgeKey(edge), { from, to, steps, ...sum(edge, known) });
  }
  return inOrder({ ...sum(a, b), nodes: [...nodes.values()], edges: [...edges.values()] });
}

function sum(a: RunCounts, b: RunCounts | undefined): RunCounts {
  return {
    runs: a.runs + (b?.runs ?? 0),
    judged: a.judged + (b?.judged ?? 0),
    succeeded: a.succeeded + (b?.succeeded ?? 0),
  };
}

/** Identifies an edge: tools may have any name. */
export function edgeKey({ from, to }: Pick<MapEdge, 'from' | 'to'>): string {
  return `${from.length}:${from}${to}`;
}

function inOrder({ nodes, edges, ...counts }: ToolMap): ToolMap {
  return {
    ...counts,
    nodes: nodes.toSorted(
      (a, b) => b.runs - a.runs || b.calls - a.calls || (a.tool < b.tool ? -1 : 1),
    ),
    edges: edges.toSorted(
      (a, b) => b.runs - a.runs || b.steps - a.steps || (byNames(a) < byNames(b) ? -1 : 1),
    ),
  };
}

const byNames = ({ from, to }: MapEdge): string => JSON.stringify([from, to]);

/**
 * The share of runs that succeeded.
 * @returns in [0,1]; null where of none is known whether it did
 */
export function successShare({ judged, succeeded }: RunCounts): number | null {
  return judged === 0 ? null : succeeded / judged;
}

/** A step from one tool to the next, as a condition on rows. */
export interface StepOfTools {
  /** {@link OUTSIDE} for the start. */
  readonly from: string;
  /** {@link OUTSIDE} for the end. */
  readonly to: string;
  /** Asks what follows the tool’s first call, its repeats passed over; absent: any of its calls. */
  readonly isFirst?: true;
}

/**
 * Lists the rows whose runs go from one tool to another.
 * @param sequences the tools of every row
 * @returns row numbers, rising
 */
export function rowsOfStep(sequences: LabelColumn, { from, to, isFirst }: StepOfTools): number[] {
  const { names, ids, starts } = sequences;
  const [fromId, toId] = [names.indexOf(from), names.indexOf(to)];
  const rows: number[] = [];
  for (let row = 0; row + 1 < starts.length; row++) {
    const sequence = ids.subarray(starts[row], starts[row + 1]);
    if (sequence.length === 0 || fromId < 0 || toId < 0) continue;
    const isMet = isFirst
      ? afterFirst(sequence, sequence.indexOf(fromId)) === toId
      : sequence.some((id, at) => id === fromId && (sequence[at + 1] ?? sequence[0]) === toId);
    if (isMet) rows.push(row);
  }
  return rows;
}

/**
 * What follows a tool’s first call when its repeats are passed over.
 * @param sequence the tools of a run, {@link OUTSIDE} first
 * @param at the place of that call
 * @returns the number of the next tool, or of {@link OUTSIDE}; undefined without such a call
 */
export function afterFirst(sequence: Uint32Array, at: number): number | undefined {
  if (at < 0) return undefined;
  let next = at + 1;
  while (next < sequence.length && sequence[next] === sequence[at]) next++;
  return sequence[next] ?? sequence[0];
}
