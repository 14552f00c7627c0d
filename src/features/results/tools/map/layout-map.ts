import { Graph, layout } from '@dagrejs/dagre';
import { px, shorten, widthOf } from '#ui/charts/figure.ts';
import { fromKey, toKey, type EdgeLook, type MapLooks, type NodeLook } from './map-looks.ts';

/** A tool in its place; x and y are its upper left corner. */
export interface PlacedNode extends NodeLook {
  /** The title as far as there is room. */
  readonly shown: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An edge in its place. */
export interface PlacedEdge extends EdgeLook {
  /** Of the line, as in SVG. */
  readonly path: string;
  /** Of the head, as in SVG. */
  readonly head: string;
  /** The middle of the label. */
  readonly x: number;
  readonly y: number;
  readonly isLoop: boolean;
}

/** A map in its place, in px. */
export interface MapLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

const EDGE = 24;
const TOOL = { height: 46, least: 112, most: 190 };
const OUTER = { height: 32, width: 48 };
const LABEL = 18;
/** Room below a tool for its loop and what is printed on it. */
const LOOP = 46;
/** Room between lines that leave or reach a tool at one side, from one to the next. */
const PORT = 3;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Places a map in layers from start to end. */
export function layoutMap({ nodes, edges }: MapLooks): MapLayout {
  const loops = edges.filter(isLoop);
  const lines = edges.filter((edge) => !isLoop(edge));
  const looped = new Set(loops.map(({ from }) => fromKey(from)));
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: 'LR',
    nodesep: 26,
    edgesep: 14,
    ranksep: 30,
    marginx: EDGE,
    marginy: EDGE,
  });
  const sizes = new Map(nodes.map((node) => [node.key, sizeOf(node)]));
  for (const { key } of nodes) {
    const { width, height } = sizes.get(key) as Size;
    // a loop hangs below: the tool stays in the middle of its line
    graph.setNode(key, { width, height: height + (looped.has(key) ? 2 * LOOP : 0) });
  }
  const most = Math.max(1, ...lines.map(({ width }) => width));
  for (const { key, from, to, width, label } of lines) {
    const room = { width: widthOf(label) + 8, height: Math.max(LABEL, width) };
    const weight = 1 + Math.round((9 * width) / most);
    graph.setEdge(fromKey(from), toKey(to), { ...room, weight, labelpos: 'c' }, key);
  }
  layout(graph);
  const placed = nodes.map((node): PlacedNode => {
    const { x = 0, y = 0 } = graph.node(node.key) as Partial<Point>;
    const { width, height } = sizes.get(node.key) as Size;
    const shown = shorten(node.title, width - 18, true);
    return { ...node, shown, width, height, x: x - width / 2, y: y - height / 2 };
  });
  const byKey = new Map(placed.map((node) => [node.key, node]));
  const drafts = lines.map((edge): Draft => {
    const [from, to] = [byKey.get(fromKey(edge.from)), byKey.get(toKey(edge.to))] as [
      PlacedNode,
      PlacedNode,
    ];
    const found = graph.edge(fromKey(edge.from), toKey(edge.to), edge.key) as {
      readonly points: readonly Point[];
    } & Point;
    const inner = found.points.slice(1, -1);
    return { edge, from, to, inner, label: { x: found.x, y: found.y }, isBack: from.x > to.x };
  });
  const { width = 0, height = 0 } = graph.graph() as {
    readonly width?: number;
    readonly height?: number;
  };
  return {
    ...{ width, height, nodes: placed },
    edges: [
      ...placeEdges(drafts),
      ...loops.map((edge) => loopAt(edge, byKey.get(fromKey(edge.from)) as PlacedNode)),
    ],
  };
}

const isLoop = ({ from, to }: EdgeLook): boolean => from === to && from !== '';

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOf({ kind, title, note }: NodeLook): Size {
  if (kind !== 'tool') return OUTER;
  const wanted = Math.max(widthOf(title, true), widthOf(note)) + 22;
  return { width: Math.min(TOOL.most, Math.max(TOOL.least, wanted)), height: TOOL.height };
}

interface Draft {
  readonly edge: EdgeLook;
  readonly from: PlacedNode;
  readonly to: PlacedNode;
  readonly inner: readonly Point[];
  readonly label: Point;
  /** Leads back, against the layers. */
  readonly isBack: boolean;
}

/** Draws lines between the sides of tools, next to one another in the order in which they arrive. */
function placeEdges(drafts: readonly Draft[]): PlacedEdge[] {
  const ports = new Map<string, { readonly draft: Draft; readonly end: 'from' | 'to' }[]>();
  for (const draft of drafts)
    for (const end of ['from', 'to'] as const) {
      const side = (end === 'from') === draft.isBack ? 'left' : 'right';
      const key = `${side} ${draft[end].key}`;
      ports.set(key, [...(ports.get(key) ?? []), { draft, end }]);
    }
  const places = new Map<Draft, { from?: Point; to?: Point }>();
  for (const [key, ends] of ports) {
    const towards = ({ draft, end }: (typeof ends)[number]): number =>
      (end === 'from' ? draft.inner[0] : draft.inner.at(-1))?.y ?? 0;
    ends.sort((a, b) => towards(a) - towards(b));
    const node = (ends[0] as (typeof ends)[number]).draft[(ends[0] as (typeof ends)[number]).end];
    const total = ends.reduce((sum, { draft }) => sum + draft.edge.width + PORT, -PORT);
    // where there is too little room they overlap a little
    const scale = Math.min(1, (node.height - 8) / total);
    let y = node.y + node.height / 2 - (total * scale) / 2;
    const x = key.startsWith('left') ? node.x : node.x + node.width;
    for (const { draft, end } of ends) {
      const { width } = draft.edge;
      const place = places.get(draft) ?? {};
      place[end] = { x, y: y + (width * scale) / 2 };
      places.set(draft, place);
      y += (width + PORT) * scale;
    }
  }
  return drafts.map((draft) => {
    const { from, to } = places.get(draft) as { readonly from: Point; readonly to: Point };
    const { edge, inner, label, isBack } = draft;
    const towards = isBack ? -1 : 1;
    const head = headSize(edge.width);
    const end = { x: to.x - towards * head.length, y: to.y };
    return {
      ...edge,
      path: curve([from, ...inner, end]),
      head: arrow(to, head, towards),
      ...{ x: label.x, y: label.y, isLoop: false },
    };
  });
}

const headSize = (width: number) => ({ length: 7, half: Math.max(4.5, width / 2 + 2.5) });

function arrow(
  { x, y }: Point,
  { length, half }: ReturnType<typeof headSize>,
  towards: 1 | -1,
): string {
  const back = x - towards * length;
  return `M${px(x)} ${px(y)}L${px(back)} ${px(y + half)}V${px(y - half)}z`;
}

/** A line through points that leaves and reaches each of them level. */
function curve(points: readonly Point[]): string {
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1];
      if (!before) return `M${px(x)} ${px(y)}`;
      const middle = px((before.x + x) / 2);
      return `C${middle} ${px(before.y)} ${middle} ${px(y)} ${px(x)} ${px(y)}`;
    })
    .join('');
}

function loopAt(edge: EdgeLook, node: PlacedNode): PlacedEdge {
  const x = node.x + node.width / 2;
  const y = node.y + node.height;
  const path = `M${px(x - 10)} ${px(y)}C${px(x - 20)} ${px(y + 34)} ${px(x + 20)} ${px(y + 34)} ${px(x + 11)} ${px(y + 8)}`;
  const head = `M${px(x + 9)} ${px(y)}L${px(x + 15)} ${px(y + 7)}L${px(x + 7)} ${px(y + 9)}z`;
  return { ...edge, path, head, x, y: y + 36, isLoop: true };
}
