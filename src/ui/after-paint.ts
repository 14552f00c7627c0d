/** Long enough for what else waits for the paint. */
const PAUSE_MS = 30;

/**
 * Acts a moment after what is there now has been painted.
 * @returns ends the wait
 */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act, PAUSE_MS);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
