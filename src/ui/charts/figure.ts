import type { Filter } from '#core/explain/view/filter.ts';

/** Filters that, together, keep the rows a mark stands for; none where it stands for no rows. */
export type MarkFilters<F = Filter> = readonly F[];

/** The colours of a drawing, by their names among the design tokens. */
export type Ink =
  'bg' | 'bar' | 'bar-pass' | 'bar-fail' | 'ink' | 'ink-2' | 'ink-3' | 'line' | 'line-strong';

/** A line or an area of a drawing. */
export interface PathShape {
  /** As in SVG. */
  readonly path: string;
  readonly stroke?: Ink | undefined;
  readonly fill?: Ink | undefined;
  /** Lengths of dashes and gaps; unbroken without. */
  readonly dash?: string | undefined;
  readonly width?: number | undefined;
}

/** A line of text. */
export interface TextShape {
  readonly text: string;
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end' | undefined;
  readonly ink?: Ink | undefined;
  readonly isCode?: boolean | undefined;
  readonly isUpright?: boolean | undefined;
}

/** An area that answers to the pointer. */
interface Target<F> {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Shown under the pointer. */
  readonly note: string;
  readonly filters: MarkFilters<F>;
}

/** A drawing at a given width. */
export interface Drawing<F = Filter> {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly (PathShape | TextShape)[];
  readonly targets: readonly Target<F>[];
}

/** The numbers of a figure, for those who read rather than look, and as CSV. */
interface FigureNumbers<F> {
  /** The first column names the line. */
  readonly head: readonly string[];
  readonly lines: readonly {
    readonly cells: readonly (string | number | null)[];
    readonly filters?: MarkFilters<F> | undefined;
  }[];
}

/** A figure fit for a paper: a drawing, what it shows in words, and its numbers. */
export interface Figure<F = Filter> {
  /** Unique among figures shown together; the beginning of a file's name. */
  readonly id: string;
  readonly title: string;
  /** Which part of it is shown, in a few words behind the title. */
  readonly note?: string | undefined;
  /** What is drawn, intervals named; whole sentences. */
  readonly caption: string;
  readonly numbers: FigureNumbers<F>;
  readonly draw: (width: number) => Drawing<F>;
}

/** About as wide as a text is, in px; the same on every machine, so that a figure is. */
export function widthOf(text: string, isCode = false): number {
  return Array.from(text).length * letterWidth(isCode);
}

function letterWidth(isCode: boolean): number {
  return isCode ? 7.3 : 6.4;
}

/** Shortens a name in its middle. */
export function shorten(name: string, width: number, isCode = false): string {
  const letters = Array.from(name);
  const most = Math.max(5, Math.floor(width / letterWidth(isCode)));
  if (letters.length <= most) return name;
  const half = (most - 1) / 2;
  return `${letters.slice(0, Math.ceil(half)).join('')}…${letters.slice(-Math.floor(half)).join('')}`;
}

/** A number of an SVG path. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A disc as an SVG path. */
export function disc(x: number, y: number, radius: number): string {
  const [r, d] = [px(radius), px(2 * radius)];
  return `M${px(x - radius)} ${px(y)}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 -${d} 0z`;
}

/** A dot, filled or open. */
export function dot(x: number, y: number, isOpen = false): PathShape {
  return {
    path: disc(x, y, isOpen ? 3.5 : 4),
    fill: isOpen ? 'bg' : 'ink',
    stroke: 'ink',
    width: isOpen ? 1.25 : 1,
  };
}
