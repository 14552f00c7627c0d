import type { Attachment } from 'svelte/attachments';

/** Makes a region a tab stop while it scrolls: the keyboard has to reach it then, and only then. */
export const scrollStop: Attachment<HTMLElement> = (element) => {
  function update(): void {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    if (scrollHeight > clientHeight || scrollWidth > clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  }
  const resized = new ResizeObserver(update);
  /** What is inside grows without a change of it, when its letters do. */
  function observe(): void {
    resized.observe(element);
    for (const child of element.children) resized.observe(child);
  }
  observe();
  const changed = new MutationObserver(() => {
    observe();
    update();
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
  };
};
