import type { Attachment } from 'svelte/attachments';

/** Tells an element's height whenever it changes: asking for it would lay out the page at once. */
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
