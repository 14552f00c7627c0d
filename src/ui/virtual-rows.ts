import type { Attachment } from 'svelte/attachments';
/** The tallest content a scroll container is given, in px: browsers end at 17 to 33 million. */
const TALLEST = 8_000_000;
/** Within this many px of either end a scrolled px is a px of content, so that ends are met exactly. */
const EXACT_ENDS = 200_000;
/** A turn of the wheel moves by less, a px of the scroll bar stands for more. */
const SMALL_STEP = 2000;

/** How content relates to what scrolls. All in px. */
export interface ScrollScale {
  /** The furthest that content can be moved. */
  readonly maxPosition: number;
  /** The furthest that the container can be scrolled. */
  readonly maxScrollTop: number;
  /** Height that the container is given to scroll through. */
  readonly spacerHeight: number;
  readonly viewHeight: number;
}

/** Where content is, and where the container is scrolled to for it. */
export interface ScrollPlace {
  readonly position: number;
  readonly scrollTop: number;
}

/** Relates content of any height to a container that can be scrolled so far only. */
export function scaleFor(contentHeight: number, viewHeight: number): ScrollScale {
  const spacerHeight = Math.min(contentHeight, TALLEST);
  return {
    maxPosition: Math.max(0, contentHeight - viewHeight),
    maxScrollTop: Math.max(0, spacerHeight - viewHeight),
    spacerHeight,
    viewHeight,
  };
}

function isExact({ maxPosition, maxScrollTop }: ScrollScale): boolean {
  return maxPosition <= maxScrollTop;
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}

/** Maps between two lengths: px by px near both ends, in proportion between them. */
function map(at: number, length: number, otherLength: number): number {
  if (at <= EXACT_ENDS) return at;
  if (length - at <= EXACT_ENDS) return otherLength - (length - at);
  const share = (at - EXACT_ENDS) / (length - 2 * EXACT_ENDS);
  return EXACT_ENDS + share * (otherLength - 2 * EXACT_ENDS);
}

/** Where the container is scrolled to when content is at a position. */
export function toScrollTop(scale: ScrollScale, position: number): number {
  const { maxPosition, maxScrollTop } = scale;
  const at = clamp(position, maxPosition);
  return isExact(scale) ? at : map(at, maxPosition, maxScrollTop);
}

/** The position that a place of the scroll bar stands for. */
export function toPosition(scale: ScrollScale, scrollTop: number): number {
  const { maxPosition, maxScrollTop } = scale;
  const at = clamp(scrollTop, maxScrollTop);
  return isExact(scale) ? at : map(at, maxScrollTop, maxPosition);
}

/**
 * Follows the container after it was scrolled. A small step (wheel, finger, key) moves the content
 * by as many px; a leap (the scroll bar dragged) leads to what that place stands for. At an end of
 * the container that is not an end of the content the place says where to scroll on from.
 */
export function followScroll(
  scale: ScrollScale,
  place: ScrollPlace,
  scrollTop: number,
): ScrollPlace {
  const step = scrollTop - place.scrollTop;
  if (isExact(scale) || Math.abs(step) > Math.max(SMALL_STEP, 2 * scale.viewHeight)) {
    return { position: toPosition(scale, scrollTop), scrollTop };
  }
  const position = clamp(place.position + step, scale.maxPosition);
  const isAtEnd = scrollTop <= 0 || scrollTop >= scale.maxScrollTop - 1;
  return isAtEnd ? placeAt(scale, position) : { position, scrollTop };
}

/** A position with the place of the scroll bar that stands for it. */
export function placeAt(scale: ScrollScale, position: number): ScrollPlace {
  const at = clamp(position, scale.maxPosition);
  return { position: at, scrollTop: toScrollTop(scale, at) };
}

/** Where rows lie below one another. All in px. */
interface RowHeights {
  readonly count: number;
  /** The height of all rows. */
  readonly total: number;
  /** The height of a row, 0 for one that is not there. */
  heightOf(index: number): number;
  /** Where a row begins; of a row behind the last, where that ends. */
  topOf(index: number): number;
  /** The row at a height: the first for less than 0, the last for more than there is. */
  rowAt(top: number): number;
}

/** Rows of one height. */
export class EvenHeights implements RowHeights {
  readonly count: number;
  readonly #height: number;

  constructor(count: number, height: number) {
    this.count = count;
    this.#height = height;
  }

  get total(): number {
    return this.count * this.#height;
  }

  heightOf(index: number): number {
    return index < this.count ? this.#height : 0;
  }

  topOf(index: number): number {
    return Math.min(index, this.count) * this.#height;
  }

  rowAt(top: number): number {
    return clamp(Math.floor(top / this.#height), this.count - 1);
  }
}

/**
 * Heights of rows that are known only once they have been drawn, in px: those that were not drawn
 * yet are estimated. Finding a row and changing a height take log(n) steps (a Fenwick tree).
 */
export class MeasuredHeights implements RowHeights {
  readonly count: number;
  readonly #heights: Float64Array;
  /** At index i (from 1) the sum of the heights of the `i & -i` rows that end with row i − 1. */
  readonly #sums: Float64Array;

  /**
   * @param count rows
   * @param estimate the height of a row before it is drawn, more than 0
   */
  constructor(count: number, estimate: (index: number) => number) {
    this.count = count;
    this.#heights = Float64Array.from({ length: count }, (_, index) => estimate(index));
    this.#sums = new Float64Array(count + 1);
    for (let at = 1; at <= count; at++) {
      this.#sums[at] = (this.#sums[at] ?? 0) + this.heightOf(at - 1);
      const next = at + (at & -at);
      if (next <= count) this.#sums[next] = (this.#sums[next] ?? 0) + (this.#sums[at] ?? 0);
    }
  }

  heightOf(index: number): number {
    return this.#heights[index] ?? 0;
  }

  get total(): number {
    return this.topOf(this.count);
  }

  topOf(index: number): number {
    let sum = 0;
    for (let at = Math.min(index, this.count); at > 0; at -= at & -at) sum += this.#sums[at] ?? 0;
    return sum;
  }

  rowAt(top: number): number {
    let row = 0;
    let left = top;
    for (let step = 2 ** Math.floor(Math.log2(this.count || 1)); step >= 1; step /= 2) {
      const sum = this.#sums[row + step];
      if (row + step > this.count || sum === undefined || sum > left) continue;
      row += step;
      left -= sum;
    }
    return Math.max(0, Math.min(row, this.count - 1));
  }

  /** Sets the height of a row; returns whether it is another than before. */
  set(index: number, height: number): boolean {
    const change = height - this.heightOf(index);
    if (index >= this.count || Math.abs(change) < 0.01) return false;
    this.#heights[index] = height;
    for (let at = index + 1; at <= this.count; at += at & -at)
      this.#sums[at] = (this.#sums[at] ?? 0) + change;
    return true;
  }
}

/** Half-open range of row indices: `first` is drawn, `end` is not. */
interface RowWindow {
  readonly first: number;
  readonly end: number;
}

/** The rows to draw for a position, and so many px beyond each edge. All in px. */
export function windowRows(
  heights: RowHeights,
  position: number,
  viewHeight: number,
  beyond: number,
): RowWindow {
  if (heights.count === 0) return { first: 0, end: 0 };
  const top = clamp(position, heights.total - viewHeight);
  const bottom = Math.max(top, top + viewHeight + beyond - 0.5);
  return { first: heights.rowAt(top - beyond), end: heights.rowAt(bottom) + 1 };
}

/** The position that shows a row, at the top with `start`; unchanged when it is in sight. */
export function scrollTopFor(
  heights: RowHeights,
  index: number,
  position: number,
  viewHeight: number,
  align: 'nearest' | 'start' = 'nearest',
): number {
  const top = heights.topOf(index);
  if (align === 'start' || top < position) return top;
  return Math.min(top, Math.max(position, top + heights.heightOf(index) - viewHeight));
}

/**
 * How many rows a key of a grid moves on, up to all of them; undefined for other keys.
 * @param pageRows how far a page goes
 */
export function stepsOfKey(key: string, pageRows: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return 1;
    case 'ArrowUp':
      return -1;
    case 'PageDown':
      return pageRows;
    case 'PageUp':
      return -pageRows;
    case 'Home':
      return -count;
    case 'End':
      return count;
    default:
      return undefined;
  }
}

/** Reports an element's height whenever it changes: asking for it would lay out the page at once. */
export function observeHeight(tell: (height: number) => void): Attachment<HTMLElement> {
  return (element) => {
    const observer = new ResizeObserver(([entry]) => tell(entry?.target.clientHeight ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  };
}

/**
 * Hands the focus of a row that is no longer drawn to the container, where keys still work.
 * @param drawn the rows that are drawn, half-open; above them is a head
 */
export function keepFocus(container: HTMLElement | undefined, drawn: RowWindow): void {
  const row = document.activeElement?.closest('[aria-rowindex]');
  if (!row || !container?.contains(row)) return;
  const index = Number(row.getAttribute('aria-rowindex')) - 2;
  const isDrawn = index < 0 || (index >= drawn.first && index < drawn.end);
  if (!isDrawn) container.focus({ preventScroll: true });
}
