import type { Axis } from './axis.ts';
import {
  dot,
  px,
  shorten,
  widthOf,
  type Drawing,
  type MarkFilters,
  type PathShape,
  type TextShape,
} from './figure.ts';

/** A line of the drawing: a name, a dot on the axis, and numbers at the right edge. */
interface MarkedRow {
  readonly name: string;
  readonly isCode?: boolean | undefined;
  readonly value: number | null;
  readonly interval?: { readonly low: number; readonly high: number } | null | undefined;
  /** An open dot: what it says is not settled. */
  readonly isOpen?: boolean | undefined;
  /** In the order of the heads. */
  readonly cells: readonly string[];
  readonly filters?: MarkFilters | undefined;
}

/** A drawing of one row per name: dots on their intervals. */
export interface RowsPlan {
  readonly rows: readonly MarkedRow[];
  readonly axis: Axis;
  /** Of the numbers at the right; one that is wide is left out where there is little room. */
  readonly heads: readonly { readonly text: string; readonly isWide?: boolean }[];
  /** A value that all others are seen against; unnamed: no text. */
  readonly line?: { readonly at: number; readonly text: string } | undefined;
}

const ROW = 28;
const HEAD = 30;
const FOOT = 44;
const NARROW = 480;
const GAP = 14;

/** Draws rows at a width. */
export function drawRows(plan: RowsPlan, width: number): Drawing {
  const { rows, axis, heads, line } = plan;
  const isNarrow = width < NARROW;
  const columns = heads
    .map((head, index) => ({ ...head, index }))
    .filter(({ isWide }) => !isNarrow || isWide !== true)
    .map((head) => ({
      ...head,
      width: Math.max(
        widthOf(head.text),
        ...rows.map(({ cells }) => widthOf(cells[head.index] ?? '')),
      ),
    }));
  const nameWidth = Math.min(
    width * (isNarrow ? 0.36 : 0.3),
    Math.max(40, ...rows.map(({ name, isCode }) => widthOf(name, isCode))),
  );
  const left = nameWidth + GAP;
  const right = width - columns.reduce((sum, column) => sum + column.width + GAP, 0) - 4;
  const bottom = HEAD + rows.length * ROW;
  const toX = (value: number): number =>
    left + ((value - axis.min) / (axis.max - axis.min)) * (right - left);

  const shapes: (PathShape | TextShape)[] = [];
  let free = 0;
  for (const { at, text } of axis.ticks) {
    shapes.push({ path: `M${px(toX(at))} ${HEAD - 6}V${px(bottom)}`, stroke: 'line' });
    const half = widthOf(text) / 2;
    if (toX(at) - half < free) continue;
    free = toX(at) + half + 4;
    shapes.push({ text, x: toX(at), y: bottom + 15, anchor: 'middle', ink: 'ink-3' });
  }
  shapes.push({ path: `M${px(left)} ${px(bottom)}H${px(right)}`, stroke: 'line-strong' });
  const half = widthOf(axis.title) / 2;
  const middle = Math.max(half, Math.min((left + right) / 2, width - half));
  shapes.push({ text: axis.title, x: middle, y: bottom + 36, anchor: 'middle', ink: 'ink-2' });
  if (line) {
    const path = `M${px(toX(line.at))} ${HEAD - 8}V${px(bottom)}`;
    shapes.push({ path, stroke: 'ink-2', dash: line.text === '' ? undefined : '4 3' });
    shapes.push({ text: line.text, x: toX(line.at), y: HEAD - 14, anchor: 'middle', ink: 'ink-3' });
  }
  let edge = right + 4;
  for (const column of columns) {
    edge += column.width + GAP;
    shapes.push({ text: column.text, x: edge, y: HEAD - 14, anchor: 'end', ink: 'ink-3' });
    for (const [place, { cells }] of rows.entries()) {
      const y = HEAD + (place + 0.5) * ROW + 4;
      shapes.push({ text: cells[column.index] ?? '', x: edge, y, anchor: 'end', ink: 'ink' });
    }
  }
  for (const [place, row] of rows.entries()) {
    const y = HEAD + (place + 0.5) * ROW;
    const name = shorten(row.name, nameWidth, row.isCode);
    shapes.push({ text: name, x: 0, y: y + 4, isCode: row.isCode, ink: 'ink' });
    if (row.value === null) continue;
    if (row.interval) shapes.push(whisker(row.interval, y));
    shapes.push(dot(toX(row.value), y, row.isOpen));
  }

  function whisker(
    interval: { readonly low: number; readonly high: number },
    y: number,
  ): PathShape {
    const from = px(toX(Math.max(axis.min, interval.low)));
    const to = px(toX(Math.min(axis.max, interval.high)));
    const ends = `M${from} ${px(y - 4)}v8M${to} ${px(y - 4)}v8`;
    return { path: `M${from} ${px(y)}H${to}${ends}`, stroke: 'ink', width: 1.25 };
  }
  const targets = rows.map(({ name, cells, filters = [] }, place) => ({
    x: 0,
    y: HEAD + place * ROW,
    width,
    height: ROW,
    filters,
    note: [name, ...heads.map(({ text }, index) => `${text} ${cells[index] ?? ''}`)].join(', '),
  }));
  return { width, height: bottom + FOOT, shapes, targets };
}
