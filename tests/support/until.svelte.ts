/**
 * Waits for a moment in the page's state, however short: it is seen as an effect sees it.
 * @param condition reads state; true once the moment has come
 * @returns settled right then
 */
export function until(condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = $effect.root(() => {
      $effect(() => {
        if (!condition()) return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  });
}
