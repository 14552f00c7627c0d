import {
  edgeKey,
  successShare,
  type MapEdge,
  type RunCounts,
  type ToolMap,
} from '#core/explain/tool-map/tool-map.ts';
import { OUTSIDE } from '#core/explain/tool-map/tool-sequence.ts';
import { mapLooks as texts } from './texts.ts';

/** How an edge is drawn: by the share that succeeds, or by the run that has more of it. */
export type EdgeKind = 'high' | 'middle' | 'low' | 'more-a' | 'more-b' | 'same';

/** An edge as it is drawn. */
export interface EdgeLook {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** In px. */
  readonly width: number;
  /** Empty where nothing is printed on it. */
  readonly label: string;
  /** The same in words. */
  readonly name: string;
  /** Rows of the open run that it leads to. */
  readonly rows: number;
}

/** A tool as it is drawn, or the start or the end of runs. */
export interface NodeLook {
  readonly key: string;
  readonly tool: string;
  readonly title: string;
  readonly note: string;
  readonly name: string;
  readonly kind: 'tool' | 'start' | 'end';
  readonly rows: number;
}

/** What is drawn of a map. */
export interface MapLooks {
  readonly nodes: readonly NodeLook[];
  readonly edges: readonly EdgeLook[];
}

export const START_KEY = 'start';
export const END_KEY = 'end';
/** The key of a tool's node. */
export const nodeKey = (tool: string): string => `tool ${tool}`;
/** The key of the node that an edge comes from. */
export const fromKey = (tool: string): string => (tool === OUTSIDE ? START_KEY : nodeKey(tool));
/** The key of the node that an edge leads to. */
export const toKey = (tool: string): string => (tool === OUTSIDE ? END_KEY : nodeKey(tool));

const WIDEST = 15;
const THINNEST = 1.5;

/** Shares from which an edge is blue, and below which it is orange and dashed. */
const HIGH = 0.75;
const LOW = 0.5;

/** How a share of runs that succeed is drawn. */
export function kindOfShare(share: number | null): EdgeKind {
  if (share === null) return 'middle';
  return share >= HIGH ? 'high' : share < LOW ? 'low' : 'middle';
}

/** Edges of fewer runs are left out, so that a map begins with at most so many. */
const EDGES_AT_FIRST = 30;
/** The most edges that a map is drawn with: more would be no map. */
const EDGES_AT_MOST = 80;

/** From how many runs on edges may be drawn, rising; none without edges. */
export function choicesOfLeast(edges: readonly { readonly runs: number }[]): readonly number[] {
  const counts = [...new Set(edges.map(({ runs }) => runs))].sort((a, b) => a - b);
  const drawn = (least: number): number => edges.filter(({ runs }) => runs >= least).length;
  const allowed = counts.filter((least) => drawn(least) <= EDGES_AT_MOST);
  return allowed.length > 0 ? allowed : counts.slice(-1);
}

/** Which of the choices a map begins with. */
export function firstLeast(
  edges: readonly { readonly runs: number }[],
  choices: readonly number[],
): number {
  const drawn = (least: number): number => edges.filter(({ runs }) => runs >= least).length;
  return choices.find((least) => drawn(least) <= EDGES_AT_FIRST) ?? choices.at(-1) ?? 1;
}

const successInWords = (counts: RunCounts): string =>
  texts.succeeded(counts.succeeded, successShare(counts));

/** What is drawn of one map: edges of so many runs or more, and the tools they join. */
export function looksOf(map: ToolMap, least: number): MapLooks {
  const most = Math.max(1, ...map.edges.map(({ runs }) => runs));
  const drawn = map.edges.filter(({ runs }) => runs >= least);
  const edges = drawn.map((edge): EdgeLook => {
    const { from, to, runs, steps } = edge;
    const share = successShare(edge);
    const isLoop = from === to && from !== OUTSIDE;
    return {
      ...{ key: edgeKey(edge), from, to, rows: runs },
      kind: kindOfShare(share),
      width: isLoop ? THINNEST + 0.5 : Math.max(THINNEST, (WIDEST * runs) / most),
      label: isLoop ? texts.repeats(steps, runs) : texts.edge(runs, share),
      name: isLoop
        ? texts.describeLoop(from, steps, runs, successInWords(edge))
        : texts.describeEdge(from, to, runs, successInWords(edge)),
    };
  });
  const tools = map.nodes.map((node) => ({
    tool: node.tool,
    rows: node.runs,
    note: texts.node(node.calls, successShare(node)),
    name: texts.describeNode(node.tool, node.calls, node.runs, successInWords(node)),
  }));
  return { nodes: nodesOf(edges, tools, map.runs), edges };
}

/** An edge in two runs. */
export interface MovedEdge {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly a: number;
  readonly b: number;
  /** Of A and B, the larger count. */
  readonly runs: number;
}

/** The edges of two maps, largest change first. */
export function movedEdges(a: ToolMap, b: ToolMap): readonly MovedEdge[] {
  const inB = new Map(b.edges.map((edge) => [edgeKey(edge), edge]));
  const inA = new Map(a.edges.map((edge) => [edgeKey(edge), edge]));
  const all = new Map<string, Pick<MapEdge, 'from' | 'to'>>([...inA, ...inB]);
  return [...all]
    .map(([key, { from, to }]): MovedEdge => {
      const [ofA, ofB] = [inA.get(key)?.runs ?? 0, inB.get(key)?.runs ?? 0];
      return { key, from, to, a: ofA, b: ofB, runs: Math.max(ofA, ofB) };
    })
    .sort((x, y) => changeOf(y) - changeOf(x) || y.runs - x.runs || (x.key < y.key ? -1 : 1));
}

const changeOf = ({ a, b }: MovedEdge): number => Math.abs(b - a);

/** Changes of so few runs are drawn as none: one in a hundred. */
export function marginOf(a: ToolMap, b: ToolMap): number {
  return Math.max(1, Math.round(Math.max(a.runs, b.runs) / 100));
}

/** What is drawn of two maps: what moved from A to B. */
export function movedLooks(a: ToolMap, b: ToolMap, least: number): MapLooks {
  const moved = movedEdges(a, b);
  const margin = marginOf(a, b);
  const most = Math.max(1, ...moved.map(changeOf));
  const edges = moved
    .filter(({ runs }) => runs >= least)
    .map((edge): EdgeLook => {
      const { key, from, to } = edge;
      const isSame = changeOf(edge) <= margin;
      return {
        ...{ key, from, to, rows: edge.b },
        kind: isSame ? 'same' : edge.b > edge.a ? 'more-b' : 'more-a',
        width: isSame ? THINNEST : Math.max(THINNEST, (9 * changeOf(edge)) / most),
        label: isSame ? '' : texts.signed(edge.b - edge.a),
        name: texts.changeOfEdge(from, to, edge.a, edge.b),
      };
    });
  const callsIn = (map: ToolMap) => new Map(map.nodes.map((node) => [node.tool, node]));
  const [inA, inB] = [callsIn(a), callsIn(b)];
  const tools = [...new Set([...inB.keys(), ...inA.keys()])].map((tool) => {
    const note = texts.changeOfNode(inA.get(tool)?.calls ?? 0, inB.get(tool)?.calls ?? 0);
    return { tool, note, rows: inB.get(tool)?.runs ?? 0, name: `${tool}: ${note}` };
  });
  return { nodes: nodesOf(edges, tools, b.runs), edges };
}

/** Start, end and the tools that edges join. */
function nodesOf(
  edges: readonly EdgeLook[],
  tools: readonly Pick<NodeLook, 'tool' | 'note' | 'name' | 'rows'>[],
  runs: number,
): readonly NodeLook[] {
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const outside = { tool: OUTSIDE, note: '', rows: runs };
  return [
    { ...outside, key: START_KEY, title: texts.start, kind: 'start', name: texts.runsOf(runs) },
    ...tools
      .filter(({ tool }) => joined.has(tool))
      .map((tool) => ({
        ...tool,
        ...{ key: nodeKey(tool.tool), title: tool.tool, kind: 'tool' as const },
      })),
    { ...outside, key: END_KEY, title: texts.end, kind: 'end', name: texts.endOf(runs) },
  ];
}
