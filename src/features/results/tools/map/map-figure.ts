import type { ToolMap } from '#core/explain/tool-map/tool-map.ts';
import type {
  Drawing,
  Figure,
  FigureNumbers,
  Ink,
  PathShape,
  TextShape,
} from '#ui/charts/figure.ts';
import { px, widthOf } from '#ui/charts/figure.ts';
import type { MapLayout, PlacedEdge, PlacedNode } from './layout-map.ts';
import type { EdgeKind, MovedEdge } from './map-looks.ts';
import { mapFigure as texts, mapLooks } from './texts.ts';

/** How edges of a kind are drawn: in an ink, unbroken or with dashes. */
export const KINDS: Readonly<Record<EdgeKind, { readonly ink: Ink; readonly isDashed: boolean }>> =
  {
    high: { ink: 'call-equal', isDashed: false },
    middle: { ink: 'mid', isDashed: false },
    low: { ink: 'call-changed', isDashed: true },
    'more-a': { ink: 'run-a', isDashed: true },
    'more-b': { ink: 'run-b', isDashed: false },
    same: { ink: 'line-strong', isDashed: false },
  };

/** Dashes that stay apart at any width of a line. */
export function dashOf({ kind, width }: Pick<PlacedEdge, 'kind' | 'width'>): string | undefined {
  return KINDS[kind].isDashed ? `${px(Math.max(6, 1.6 * width))} 3` : undefined;
}

/** The map as a picture that leaves the page, with every edge as numbers. */
export function mapFigure(
  layout: MapLayout,
  words: Pick<Figure, 'title' | 'caption'>,
  numbers: FigureNumbers,
): Figure {
  return { id: 'map', ...words, numbers, draw: () => draw(layout) };
}

/** Every edge of a map as numbers. */
export function numbersOfMap({ edges }: ToolMap): FigureNumbers {
  return {
    head: texts.head,
    lines: edges.map(({ from, to, steps, runs, judged, succeeded }) => ({
      cells: [from || mapLooks.start, to || mapLooks.end, steps, runs, judged, succeeded],
    })),
  };
}

/** Every edge of two maps as numbers. */
export function numbersOfMoved(edges: readonly MovedEdge[]): FigureNumbers {
  return {
    head: texts.movedHead,
    lines: edges.map(({ from, to, a, b }) => ({
      cells: [from || mapLooks.start, to || mapLooks.end, a, b, b - a],
    })),
  };
}

function draw({ width, height, nodes, edges }: MapLayout): Drawing {
  const shapes = [...edges.flatMap(lineOf), ...nodes.flatMap(boxOf), ...edges.flatMap(labelOf)];
  return { width, height, shapes, targets: [] };
}

function lineOf(edge: PlacedEdge): PathShape[] {
  const { ink } = KINDS[edge.kind];
  return [
    { path: edge.path, stroke: ink, width: Number(px(edge.width)), dash: dashOf(edge) },
    { path: edge.head, fill: ink },
  ];
}

function labelOf({ label, x, y }: PlacedEdge): (PathShape | TextShape)[] {
  if (label === '') return [];
  const half = widthOf(label) / 2 + 4;
  return [
    { path: `M${px(x - half)} ${px(y - 8)}h${px(2 * half)}v16h${px(-2 * half)}z`, fill: 'bg' },
    { text: label, x, y: y + 4, anchor: 'middle', ink: 'ink' },
  ];
}

function boxOf({ x, y, width, height, kind, shown, note }: PlacedNode): (PathShape | TextShape)[] {
  const path = `M${px(x)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`;
  if (kind !== 'tool')
    return [
      { path, fill: 'line' },
      { text: shown, x: x + width / 2, y: y + height / 2 + 4, anchor: 'middle', ink: 'ink-2' },
    ];
  return [
    { path, fill: 'bg', stroke: 'line-strong' },
    { text: shown, x: x + 10, y: y + 20, isCode: true },
    { text: note, x: x + 10, y: y + 37, ink: 'ink-2' },
  ];
}
