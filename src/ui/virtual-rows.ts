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

/** Half-open range of row indices: `first` is drawn, `end` is not. */
interface RowWindow {
  readonly first: number;
  readonly end: number;
}

/** The rows to draw for a scroll position. Heights and positions in px, `overscan` in rows. */
export function windowRows(
  count: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
  overscan: number,
): RowWindow {
  if (count <= 0 || rowHeight <= 0) return { first: 0, end: 0 };
  const top = Math.max(0, Math.min(scrollTop, count * rowHeight - viewHeight));
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((top + Math.max(0, viewHeight)) / rowHeight) + overscan);
  return { first, end };
}

/** The scroll position that shows a row; unchanged when it is in sight. */
export function scrollTopFor(
  index: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - viewHeight);
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
 * @param drawn the rows that are drawn, half-open
 * @param hasHead whether the first row of the container is a head
 */
export function keepFocus(
  container: HTMLElement | undefined,
  drawn: { readonly first: number; readonly end: number },
  hasHead: boolean,
): void {
  const row = document.activeElement?.closest('[aria-rowindex]');
  if (!row || !container?.contains(row)) return;
  const index = Number(row.getAttribute('aria-rowindex')) - (hasHead ? 2 : 1);
  const isDrawn = index < 0 || (index >= drawn.first && index < drawn.end);
  if (!isDrawn) container.focus({ preventScroll: true });
}
