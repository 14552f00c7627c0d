import type { Attachment } from 'svelte/attachments';

const CONTROLS =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled)';

/** Whether something in it is a tab stop: from there the arrow keys scroll it. */
function hasStop(element: HTMLElement): boolean {
  const controls = element.querySelectorAll<HTMLElement>(CONTROLS);
  return [...controls].some((control) => control.tabIndex >= 0 && control.checkVisibility());
}

/**
 * Makes a region a tab stop while it scrolls and nothing in it is one: the keyboard has to reach it
 * then, and only then. It takes the focus when what had it is removed from it.
 */
export const scrollStop: Attachment<HTMLElement> = (element) => {
  let focused: EventTarget | null = null;
  const onfocusin = ({ target }: FocusEvent): void => void (focused = target);
  element.addEventListener('focusin', onfocusin);

  function update(): void {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    const isScrolled = scrollHeight > clientHeight || scrollWidth > clientWidth;
    if (isScrolled && !hasStop(element)) element.tabIndex = 0;
    else if (document.activeElement === element) element.tabIndex = -1;
    else element.removeAttribute('tabindex');
  }
  function takeFocus(): void {
    if (!(focused instanceof Element) || focused.isConnected) return;
    focused = null;
    if (document.activeElement !== document.body) return;
    if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }
  const resized = new ResizeObserver(update);
  /** What is inside grows without a change of it, when its letters do. */
  function observe(): void {
    resized.observe(element);
    for (const child of element.children) resized.observe(child);
  }
  observe();
  let frame: number | undefined;
  const changed = new MutationObserver(() => {
    takeFocus();
    // asked now, sizes would have the page laid out once more
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      observe();
      update();
    });
  });
  const attributeFilter = ['open', 'hidden'];
  changed.observe(element, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter,
  });
  return () => {
    resized.disconnect();
    changed.disconnect();
    if (frame !== undefined) cancelAnimationFrame(frame);
    element.removeEventListener('focusin', onfocusin);
  };
};
