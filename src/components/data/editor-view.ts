import type { Attachment } from 'svelte/attachments';

/** Height of a line in px: `--l-3`. */
export const LINE_HEIGHT = 20;

/** How many characters are measured to know the width of one. */
export const PROBE_LENGTH = 1000;

/** The part of the text in sight, in px. */
export interface EditorView {
  readonly scrollTop: number;
  readonly scrollLeft: number;
  readonly width: number;
  readonly height: number;
}

/** Tells when an element's size changes, and its size at first. */
export function onResize(act: (element: HTMLElement) => void): Attachment<HTMLElement> {
  return (element) => {
    const observer = new ResizeObserver(() => act(element));
    observer.observe(element);
    return () => observer.disconnect();
  };
}
