/** Half-open range of row indices: `first` is drawn, `end` is not. */
export interface RowWindow {
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

export type RowAlign = 'nearest' | 'start' | 'center';

/** The scroll position that shows a row; unchanged when it is in sight and `nearest`. */
export function scrollTopFor(
  index: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
  align: RowAlign,
): number {
  const top = index * rowHeight;
  if (align === 'start') return top;
  if (align === 'center') return Math.max(0, top - (viewHeight - rowHeight) / 2);
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - viewHeight);
}
