import { formatScore } from './format-number.ts';

/** A column of figures. */
export interface DataColumn<L = unknown> {
  readonly text: string;
  /** In px; the room left over where it is absent. */
  readonly width?: number | undefined;
  readonly title?: string | undefined;
  readonly isCode?: boolean | undefined;
  /** Words, from the left. */
  readonly isText?: boolean | undefined;
  /** How the lines are given, sorted by it. */
  readonly order?: 'ascending' | 'descending' | undefined;
  /** Only read aloud. */
  readonly isHidden?: boolean | undefined;
  /** Makes the head a button that sorts; lines without a value come last. */
  readonly sortBy?: ((line: L) => number | null) | undefined;
}

export interface Figure {
  readonly text: string;
  readonly title?: string | undefined;
  /** Stands for no number. */
  readonly isNone?: boolean | undefined;
  /** How far it is from full marks, in [0,1]; tints the cell. */
  readonly heat?: number | undefined;
}

export interface FigureLine {
  readonly key: string;
  readonly name: string;
  readonly isCode?: boolean | undefined;
  readonly hint?: string | undefined;
  /** Lines that follow one another with the same are a section. */
  readonly section?: string | undefined;
  readonly isSelected?: boolean | undefined;
  /** One per column; what is undefined is drawn by `cell`. */
  readonly figures: readonly (Figure | string | undefined)[];
  /** Makes the name a button. */
  readonly onchoose?: (() => void) | undefined;
}

/** A score with two decimals, a dash for none. */
export function scoreFigure(score: number | null, title?: string): Figure {
  return { text: formatScore(score), isNone: score === null, title };
}

/** A score, the more tinted the lower it is. */
export function heatFigure(score: number | null): Figure {
  return { ...scoreFigure(score), heat: score === null ? undefined : 1 - score };
}

/** The number of a metric in the line above the rows. */
export interface NumberTile {
  readonly id: string;
  readonly title: string;
  readonly isCode: boolean;
  /** What a screen reader reads for it. */
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  /** Whether it decides whether a row passes. */
  readonly decides: boolean;
}

/** Rows that have something in common, in the strip above the table. */
export interface StripPart {
  readonly id: string;
  /** Of all rows, in [0,1]. */
  readonly share: number;
  /** Any CSS colour. */
  readonly colour: string;
  /** Defined where it is a filter: whether its rows are shown. */
  readonly isOn?: boolean | undefined;
}
