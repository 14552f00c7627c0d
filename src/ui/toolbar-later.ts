import type { Attachment } from 'svelte/attachments';

/** `oneTabStop` for what is there at first: its code comes after the page. */
export const oneTabStopLater: Attachment<HTMLElement> = (element) => {
  const stop = import('./toolbar.ts').then(({ oneTabStop }) => oneTabStop(element));
  return () => void stop.then((end) => end?.());
};
